"use strict";
// The page at work. The puzzle is an object as in a puzzle file; the placements that lie on
// the board are its "place". The program in the worker says everything about solutions.
const playground = (() => {
  const { $, svg, html } = parts;
  const lattices = {};
  let puzzle = { format: 1, name: "puzzle", board: [], pieces: [], place: [] };
  let cells = []; // of the board: layers of rows of characters
  let view = null; // what the program knows of the puzzle; null while it does not
  let chosen = -1, way = 0, over = null, mode = "play", tint = null, painted = null, shapeOpen = false;
  const lattice = () => lattices[puzzle.lattice || "square"];
  const flips = piece => piece.flip ?? !lattice().space;
  const rowsOf = drawing => typeof drawing === "string" ? drawing.replace(/\n$/, "").split("\n") : drawing;

  const say = text => { $("message").textContent = text; };
  const complain = e => { if (!e.stopped) say(e.message); };
  const clean = () => {
    const p = { ...puzzle, board: grids.rows(cells) };
    if (!p.place.length) delete p.place;
    return p;
  };

  // Addresses: "#" and the puzzle as JSON, compressed, in the letters of addresses.
  const pipe = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  async function packed() {
    const bytes = await pipe(new TextEncoder().encode(JSON.stringify(clean())), new CompressionStream("deflate-raw"));
    let text = "";
    for (const b of bytes) text += String.fromCharCode(b);
    return "#" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  const mostUnpacked = 1 << 20;
  async function unpacked(fragment) {
    const text = atob(fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, c => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let all = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return all + decoder.decode();
      all += decoder.decode(value, { stream: true });
      if (all.length > mostUnpacked) throw new Error("the puzzle in the address is too large");
    }
  }
  let remembered = "", remembering = 0;
  async function remember() {
    const mine = ++remembering, hash = await packed();
    if (mine !== remembering) return;
    remembered = hash;
    history.replaceState(null, "", hash);
  }

  // A puzzle from elsewhere: of the catalogue, of a file, of an address.
  function take(opened) {
    puzzle = { place: [], pieces: [], ...opened.puzzle };
    delete puzzle.claims; // they are of the puzzle as it was
    cells = grids.layers(rowsOf(puzzle.board));
    if (puzzle.optional) cells = cells.map(layer => layer.map(row => row.map(c => c === "." ? "?" : c)));
    if (!puzzle.pieces.length) setMode("draw");
    chosen = puzzle.pieces.length ? 0 : -1;
    way = 0;
    say((opened.notes || []).join("\n"));
    changed({ fresh: true });
  }
  const open = question => desk.ask({ ask: "open", ...question }, "open").then(take, complain);

  // changed is called when the puzzle has: everything that was said of it is void.
  let looking = 0;
  async function changed({ fresh = false, board = true } = {}) {
    const mine = ++looking;
    view = null; tint = null;
    $("tint").setAttribute("aria-pressed", false);
    forget();
    remember();
    // What is typed meanwhile into the fields of the board's size stays: they are written
    // here, at once, and not when the answer is there.
    if (board) { showBoard(); showTools(); }
    try {
      const seen = await desk.ask({ ask: "look", puzzle: clean() }, "look");
      if (mine !== looking) return;
      view = seen;
      if (fresh || $("message").dataset.kind === "look") say(fresh ? $("message").textContent : "");
      $("message").dataset.kind = "";
    } catch (e) {
      if (e.stopped || mine !== looking) return;
      complain(e);
      $("message").dataset.kind = "look";
      $("left").textContent = "";
      listPieces();
      return;
    }
    if (view.misplaced) {
      puzzle.place = puzzle.place.filter((_, n) => !view.misplaced.includes(n));
      remember();
    }
    listPieces();
    showPlaced();
    describe();
    countLeft();
  }
  // describe says how large the puzzle is, and what of it cannot add up.
  function describe() {
    const { must, may, symmetries } = view, said = [`${must + may} cells${may ? `, ${may} of them may stay empty` : ""}`];
    let low = 0, high = 0;
    puzzle.pieces.forEach((piece, k) => {
      const area = shapeCells(piece).length, [, least] = /^(\d*)/.exec(String(piece.count ?? 1));
      low += area * (least || 0);
      high += area * view.pieces[k].most;
    });
    if (puzzle.pieces.length) said.push(low === high ? `the pieces cover ${low}` : `the pieces cover ${low} or more`);
    if (symmetries > 1) said.push(`${symmetries} symmetries`);
    $("info").textContent = said.join(" · ");
    $("info").classList.toggle("warn", low > must + may || high < must);
  }
  // moved is called when only what lies on the board has.
  function moved() {
    forget();
    remember();
    showPlaced();
    listPieces();
    countLeft();
    if (tint) askTint();
  }
  // forget takes away what was listed: it is not of this puzzle any more.
  function forget() {
    const busy = desk.busy();
    if (busy && busy.kind === "search") desk.stop();
    $("lead").textContent = "";
    gallery.show({ solutions: [], sites: [], pieces: [], options: [], cells: [], shapes: [] });
  }

  // The number of solutions that are left, as pieces are placed.
  const patience = 10000;
  const solutions = n => n === "1" ? "1 solution" : `${grouped(n)} solutions`;
  const grouped = n => String(n).length > 4 ? String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f") : String(n);
  async function countLeft() {
    $("left").textContent = "…";
    $("left-more").textContent = "";
    const waiting = desk.ask({ ask: "count", puzzle: clean() }, "left");
    const late = setTimeout(() => { if (desk.busy() && desk.busy().kind === "left") { desk.stop(); tooMany(); } }, patience);
    try {
      const { count } = await waiting;
      $("left").textContent = puzzle.place.length ? `${count === "0" ? "no solution" : solutions(count)} left` : count === "0" ? "no solution" : solutions(count);
      if (count !== "0") $("left-more").textContent = puzzle.place.length ? `with ${puzzle.place.length === 1 ? "the piece" : `the ${puzzle.place.length} pieces`} on the board` : "";
    } catch (e) { if (!e.stopped) { $("left").textContent = ""; complain(e); } }
    clearTimeout(late);
  }
  const tooMany = () => { $("left").textContent = "not counted"; $("left-more").textContent = `that takes longer than ${patience / 1000} s; "count" has no limit`; };

  // The board.
  const covering = () => { const by = new Map(); puzzle.place.forEach((p, n) => p.cells.forEach(c => by.set(grids.key(full(c)), n))); return by; };
  const full = c => [c[0], c[1], c[2] || 0];
  const short = c => lattice().space ? c : c.slice(0, 2);
  const index = name => puzzle.pieces.findIndex(p => p.name === name);
  const board = grids.board($("board"), { look: lookOf, act: onBoard, hover: c => { over = c; showPlaced(); }, label: "board" });
  function where(c) { return `column ${c[0] + 1}, row ${c[1] + 1}${cells.length > 1 ? `, layer ${c[2] + 1}` : ""}`; }
  function lookOf(c) {
    const char = grids.at(cells, c);
    const what = { class: char === "#" ? "hole" : char === "?" ? "maybe" : "cell", text: ".?#".includes(char) ? "" : char, name: where(c) };
    what.name += char === "#" ? ": a hole" : char === "?" ? ": may stay empty" : what.text ? `: symbol ${char}` : "";
    if (tint && char !== "#" && chosen >= 0) {
      const site = tint.sites.get(grids.key(c)), share = tint.shares[chosen][site];
      what.fill = view.pieces[chosen].fill;
      what.opacity = (share ? .12 + .88 * share / Math.max(...tint.shares[chosen]) : 0).toFixed(3);
      what.name += `: ${puzzle.pieces[chosen].name} in ${solutions(tint.counts[chosen][site])}`;
    }
    const lies = mode === "play" && covering().get(grids.key(c));
    if (lies !== undefined && lies !== false) what.name += `: ${puzzle.place[lies].piece} lies here, take it away`;
    return what;
  }
  function showBoard() {
    $("board").classList.toggle("drawing", mode === "draw");
    board.show(lattice(), cells);
    showPlaced();
  }
  function showPlaced() {
    const all = [];
    if (view) {
      for (const p of puzzle.place) {
        const k = index(p.piece);
        if (k >= 0) all.push({ ...view.pieces[k], cells: p.cells.map(full) });
      }
      const ghost = mode === "play" && over && chosen >= 0 && !covering().has(grids.key(over)) && ghostAt(over);
      if (ghost) all.push({ ...view.pieces[chosen], cells: ghost.cells.filter(c => grids.at(cells, c) !== "#"), class: ghost.fits ? "ghost" : "misfit" });
    }
    board.put(all);
    board.refresh();
  }

  // Where the chosen piece would lie over a cell: it fits as near to its middle as it can.
  const used = k => puzzle.place.filter(p => p.piece === puzzle.pieces[k].name).length;
  function ghostAt(c) {
    const piece = view.pieces[chosen];
    if (!piece || !piece.ways.length) return null;
    const l = lattice(), shape = piece.ways[way % piece.ways.length], symbols = piece.symbols[way % piece.ways.length];
    const middle = [0, 1, 2].map(k => shape.reduce((sum, v) => sum + v[k], 0) / shape.length);
    const order = shape.map((v, k) => [Math.hypot(...v.map((x, n) => x - middle[n])), k]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(v => v[1]);
    const taken = covering(), full = used(chosen) >= piece.most;
    let first = null;
    for (const k of order) {
      const by = c.map((x, n) => x - shape[k][n]);
      if (grids.classOf(l, by)) continue;
      const lies = shape.map(v => v.map((x, n) => x + by[n]));
      const fits = !full && lies.every((v, n) => { const char = grids.at(cells, v); return char !== "#" && !taken.has(grids.key(v)) && (symbols[n] === "?" || (".?".includes(char) ? "" : char) === symbols[n]); });
      first = first || { cells: lies, fits };
      if (fits) return { cells: lies, fits };
    }
    return first;
  }
  function onBoard(c, how) {
    if (mode === "draw") return draw(c, how);
    if (how === "drag" || !view) return;
    const lies = covering().get(grids.key(c));
    if (lies !== undefined) {
      const k = index(puzzle.place[lies].piece);
      puzzle.place.splice(lies, 1);
      if (k >= 0) choose(k, true);
      return moved();
    }
    if (chosen < 0) return say("Choose a piece first, then the cell it is to cover.");
    const ghost = ghostAt(c);
    if (!ghost) return;
    if (!ghost.fits) return say(used(chosen) >= view.pieces[chosen].most ? `${puzzle.pieces[chosen].name} is on the board already.` : `${puzzle.pieces[chosen].name} does not fit there so; turn it, or try another cell.`);
    say("");
    puzzle.place.push({ piece: puzzle.pieces[chosen].name, cells: ghost.cells.map(short) });
    if (used(chosen) >= view.pieces[chosen].most) {
      const next = puzzle.pieces.findIndex((p, k) => used(k) < view.pieces[k].most);
      if (next >= 0) choose(next, true);
    }
    moved();
  }
  function draw(c, how) {
    const pen = $("pen").value, was = grids.at(cells, c);
    if (how !== "drag") painted = was === pen ? (pen === "#" ? "." : "#") : pen;
    if (was === painted) return;
    cells[c[2]][c[1]][c[0]] = painted;
    regions();
    board.refresh();
    $("left").textContent = "…";
    clearTimeout(draw.later);
    draw.later = setTimeout(() => changed({ board: false }), how === "drag" ? 150 : 0);
  }
  // Regions are drawings of the board's size: where cells go or come they must follow.
  function regions() {
    if (!puzzle.regions) return;
    const old = grids.layers(rowsOf(puzzle.regions));
    puzzle.regions = grids.rows(cells.map((layer, z) => layer.map((row, y) => row.map((char, x) => { const r = grids.at(old, [x, y, z]); return char === "#" ? "#" : r === "#" ? "." : r; }))));
  }
  function setMode(to) {
    mode = to;
    over = null;
    $("mode-draw").setAttribute("aria-pressed", mode === "draw");
    $("mode-play").setAttribute("aria-pressed", mode === "play");
    $("draw-tools").hidden = mode !== "draw";
    $("turn").hidden = $("take-all").hidden = mode !== "play";
  }
  function showTools() {
    const [w, h, d] = grids.size(cells);
    $("columns").value = w; $("rows").value = h; $("layers").value = d;
    $("layers-label").hidden = !lattice().space;
    $("lattice").value = lattice().name;
  }
  function resize() {
    const whole = (id, most) => Math.max(1, Math.min(most, Math.round(+$(id).value) || 1));
    const to = [whole("columns", 64), whole("rows", 64), lattice().space ? whole("layers", 16) : 1];
    if (to[0] * to[1] * to[2] > 4096) { say("This page draws up to 4096 cells."); return showTools(); }
    cells = grids.resized(cells, to, ".");
    regions();
    changed();
  }

  // The pieces.
  const shapeOf = piece => grids.layers(rowsOf(piece.shape));
  const shapeCells = piece => { const shape = shapeOf(piece); return [...grids.each(shape)].filter(c => !". ".includes(grids.at(shape, c))); };
  function listPieces() {
    const l = lattice();
    $("list").replaceChildren(...puzzle.pieces.map((piece, k) => {
      const seen = view && view.pieces[k];
      const b = html("button", { type: "button", "aria-pressed": k === chosen, title: piece.name }, grids.icon(l, shapeCells(piece), seen ? seen.fill : "gray"), html("span", {}, piece.name));
      const count = String(piece.count ?? 1), n = used(k);
      if (count !== "1" || n) b.append(html("small", {}, n ? `${n}/${count}` : `×${count}`));
      if (seen && n >= seen.most) b.classList.add("used");
      b.dataset.piece = piece.name;
      b.addEventListener("click", () => choose(k));
      return b;
    }));
    $("take-all").disabled = !puzzle.place.length;
    showPiece();
  }
  function choose(k, keep) {
    if (k === chosen && keep) return;
    chosen = k === chosen ? -1 : k;
    way = 0;
    [...$("list").children].forEach((b, n) => b.setAttribute("aria-pressed", n === chosen));
    showPiece();
    showPlaced();
  }
  const shapeBoard = grids.board($("shape"), {
    label: "shape", act: drawShape,
    look: c => { const char = grids.at(shapeNow, c); return { class: ". ".includes(char) ? "hole" : "cell", text: "X#. ".includes(char) ? "" : char, name: `${where(c)}: ${". ".includes(char) ? "nothing" : "a cell of the piece"}` }; },
  });
  let shapeNow = [], shapePaint = "X";
  function showPiece() {
    const piece = puzzle.pieces[chosen];
    $("piece").hidden = !piece;
    if (!piece) return;
    if (document.activeElement !== $("piece-name")) $("piece-name").value = piece.name;
    if (document.activeElement !== $("piece-count")) $("piece-count").value = piece.count ?? 1;
    $("piece-rotate").checked = piece.rotate ?? true;
    $("piece-flip").checked = flips(piece);
    $("piece-shape").setAttribute("aria-pressed", shapeOpen);
    $("shape").hidden = !shapeOpen;
    $("shape").classList.add("drawing");
    if (!shapeOpen) return;
    // Room on every side to draw in, which is even so that triangles keep their direction.
    const shape = shapeOf(piece), [w, h, d] = grids.size(shape), space = lattice().space;
    const to = [w + 4, h + 4, space ? d + 1 : 1];
    shapeNow = Array.from({ length: to[2] }, (_, z) => Array.from({ length: to[1] }, (_, y) => Array.from({ length: to[0] }, (_, x) => { const c = grids.at(shape, [x - 2, y - 2, z]); return c === "#" && (x < 2 || y < 2 || x >= w + 2 || y >= h + 2 || z >= d) ? "." : c === " " ? "." : c; })));
    shapeBoard.show(lattice(), shapeNow);
  }
  function drawShape(c, how) {
    const nothing = ". ".includes(grids.at(shapeNow, c));
    if (how !== "drag") shapePaint = nothing ? "X" : ".";
    shapeNow[c[2]][c[1]][c[0]] = shapePaint;
    shapeBoard.refresh();
    const all = [...grids.each(shapeNow)].filter(c => grids.at(shapeNow, c) !== ".");
    if (!all.length) return say("A piece has at least one cell.");
    // Cut to what is drawn, by even steps where triangles must keep their direction.
    const low = [0, 1, 2].map(k => Math.min(...all.map(c => c[k]))), high = [0, 1, 2].map(k => Math.max(...all.map(c => c[k])));
    if (grids.classOf(lattice(), low)) low[0]--;
    const shape = [];
    for (let z = low[2]; z <= high[2]; z++) {
      if (z > low[2]) shape.push("");
      for (let y = low[1]; y <= high[1]; y++) { let row = ""; for (let x = low[0]; x <= high[0]; x++) { const char = grids.at(shapeNow, [x, y, z]); row += x < 0 || char === "#" ? (char === "#" && x >= 0 ? "X" : ".") : char; } shape.push(row); }
    }
    puzzle.pieces[chosen].shape = shape;
    say("");
    clearTimeout(draw.later);
    draw.later = setTimeout(() => { const open = shapeOpen; shapeOpen = false; changed({ board: false }).then(() => { shapeOpen = open; $("shape").hidden = !open; $("piece-shape").setAttribute("aria-pressed", open); }); }, 150);
  }
  const freeName = name => { let free = name; for (let n = 2; index(free) >= 0; n++) free = `${name}${n}`; return free; };
  const edit = change => { const piece = puzzle.pieces[chosen]; if (piece) { change(piece); changed({ board: false }); } };

  // What the program is asked for.
  async function search(question, then) {
    say("");
    const about = looking;
    try { const a = await desk.ask({ puzzle: clean(), ...question }, "search"); if (about === looking) then(a); } catch (e) { if (e.stopped) $("lead").textContent = "Stopped."; else complain(e); }
  }
  const seconds = s => s < .01 ? "" : ` in ${s < 10 ? s.toFixed(2) : Math.round(s)} s`;
  const shownSolution = () => { const s = gallery.shown(); if (!s) return []; const sites = [...grids.each(cells)].filter(c => grids.at(cells, c) !== "#"); return s.placements.map(p => ({ piece: puzzle.pieces[p.piece].name, cells: p.sites.map(n => short(sites[n])) })); };
  async function askTint() {
    try {
      const answer = await desk.ask({ ask: "cells", puzzle: clean() }, "search");
      tint = { ...answer, sites: new Map([...grids.each(cells)].filter(c => grids.at(cells, c) !== "#").map((c, n) => [grids.key(c), n])) };
      if (chosen < 0) choose(0, true);
      $("tint").setAttribute("aria-pressed", true);
      showPlaced();
    } catch (e) { complain(e); }
  }
  function save(name, type, text) {
    const a = html("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60000);
  }
  const fileName = ending => `${(puzzle.name || "puzzle").replace(/[^\p{L}\p{N}.+-]+/gu, "-").slice(0, 60)}.${ending}`;

  function listen() {
    const on = (id, event, f) => $(id).addEventListener(event, f);
    on("open", "submit", e => { e.preventDefault(); open({ name: $("name").value.trim() }); });
    on("file", "change", async () => { const f = $("file").files[0]; if (f && f.size > mostUnpacked) say("The file is too large for this page."); else if (f) open({ text: await f.text() }); $("file").value = ""; });
    on("mode-draw", "click", () => { setMode("draw"); showBoard(); });
    on("mode-play", "click", () => { setMode("play"); showBoard(); });
    on("turn", "click", turn);
    on("take-all", "click", () => { puzzle.place = []; moved(); });
    for (const id of ["columns", "rows", "layers"]) on(id, "change", resize);
    on("lattice", "change", begin);
    on("add", "submit", addSet);
    on("add-piece", "click", () => { puzzle.pieces.push({ name: freeName("new"), shape: ["X"] }); chosen = puzzle.pieces.length - 1; shapeOpen = true; changed({ board: false }); });
    on("no-pieces", "click", () => { puzzle.pieces = []; puzzle.place = []; chosen = -1; changed(); });
    on("piece", "submit", e => e.preventDefault());
    on("piece-name", "change", () => edit(p => { const name = $("piece-name").value.trim(); if (!name || name !== p.name && index(name) >= 0) return say(name ? `Another piece is called ${name}.` : "A piece has a name."); for (const lies of puzzle.place) if (lies.piece === p.name) lies.piece = name; p.name = name; }));
    on("piece-count", "change", () => edit(p => { const text = $("piece-count").value.trim(); p.count = /^\d+$/.test(text) ? +text : text; }));
    on("piece-rotate", "change", () => edit(p => { p.rotate = $("piece-rotate").checked; }));
    on("piece-flip", "change", () => edit(p => { p.flip = $("piece-flip").checked; }));
    on("piece-shape", "click", () => { shapeOpen = !shapeOpen; showPiece(); });
    on("piece-remove", "click", () => { const [gone] = puzzle.pieces.splice(chosen, 1); puzzle.place = puzzle.place.filter(p => p.piece !== gone.name); chosen = -1; changed(); });
    on("count", "click", () => search({ ask: "count" }, a => { $("lead").textContent = `${solutions(a.count)}${seconds(a.seconds)}.`; }));
    on("solve", "click", () => search({ ask: "solve", limit: 10000, up_to_symmetry: $("symmetry").checked }, a => { gallery.show(a.data); $("lead").textContent = a.lead; $("lead").dataset.digest = a.digest || ""; $("lead").dataset.seconds = a.seconds; }));
    on("check", "click", () => search({ ask: "digest" }, native => search({ ask: "digest", engine: "allsat" }, clauses => {
      if (native.digest !== clauses.digest) throw new Error(`The engines disagree: native finds ${solutions(String(native.count))}, allsat ${solutions(String(clauses.count))}. Please report this puzzle.`);
      $("lead").textContent = `${solutions(String(native.count))}: a search of the board${seconds(native.seconds)} and one of the clauses${seconds(clauses.seconds)} find the same set.`;
    })));
    on("tint", "click", () => { if (tint) { tint = null; $("tint").setAttribute("aria-pressed", false); showPlaced(); } else askTint(); });
    on("design", "click", () => search({ ask: "design", hints: Math.max(0, Math.round(+$("hints").value) || 0), seed: designs++ }, a => {
      puzzle.place = a.place;
      moved();
      $("lead").textContent = a.added ? `${a.added === 1 ? "This piece leaves" : `These ${a.added} pieces leave`} one solution, and none can be spared. Again for another design.` : "There is one solution already.";
    }));
    on("stop", "click", () => desk.stop());
    on("print", "click", () => search({ ask: "sheet", cell: +$("cell").value, paper: $("paper-size").value, solution: $("with-solution").checked ? shownSolution() : [] }, printed));
    on("save-yaml", "click", () => search({ ask: "yaml" }, a => save(fileName("yaml"), "application/yaml", a.text)));
    on("save-svg", "click", () => search({ ask: "svg", solution: shownSolution() }, a => save(fileName("svg"), "image/svg+xml", a.text)));
    on("share", "click", share);
    addEventListener("hashchange", () => { if (location.hash !== remembered) fromAddress(); });
    addEventListener("afterprint", () => document.documentElement.classList.remove("printing"));
    document.addEventListener("keydown", e => { if (e.key === "r" && mode === "play" && !e.ctrlKey && !e.altKey && !e.metaKey && !e.target.closest(parts.typing)) turn(); });
    desk.watch(current => {
      const searching = current && current.kind !== "look" && current.kind !== "open";
      clearTimeout(listen.later);
      if (searching) listen.later = setTimeout(() => { $("busy").hidden = false; }, Math.max(0, 250 - (performance.now() - (current.since || 0))));
      else $("busy").hidden = true;
      $("progress").textContent = current && current.found ? `${grouped(current.found)} found` : "";
    });
  }
  let designs = 1; // each begins with another seed
  function turn() { way++; showPlaced(); }
  async function begin() {
    const l = lattices[$("lattice").value];
    try {
      const { puzzle: fresh } = await desk.ask({ ask: "board", lattice: l.name, name: l.board }, "open");
      take({ puzzle: { ...fresh, name: "puzzle" } });
      $("set").value = l.set;
    } catch (e) { complain(e); }
  }
  async function addSet(e) {
    e.preventDefault();
    try {
      const { puzzle: set } = await desk.ask({ ask: "set", name: $("set").value.trim() }, "open");
      if ((set.lattice || "square") !== lattice().name) return say(`${$("set").value.trim()} are pieces of the ${set.lattice || "square"} lattice; the board is of the ${lattice().name} lattice.`);
      for (const piece of set.pieces) puzzle.pieces.push({ ...piece, name: freeName(piece.name) });
      say("");
      changed({ board: false });
    } catch (err) { complain(err); }
  }
  async function share() {
    await remember();
    $("shared").hidden = false;
    $("address").value = location.href;
    $("address").select();
    try { await navigator.clipboard.writeText(location.href); say("The address is copied."); } catch { say("Copy the address: it holds the whole puzzle."); }
  }
  async function fromAddress() {
    let text;
    try { text = await unpacked(location.hash); } catch { return say("The address holds no puzzle that can be read."); }
    return open({ text });
  }
  function printed(a) {
    const pages = new DOMParser().parseFromString(`<div>${a.text}</div>`, "text/html");
    $("paper").replaceChildren(...pages.querySelectorAll("svg"));
    const size = $("paper-size").value === "a4" ? "210mm 297mm" : "215.9mm 279.4mm";
    $("paper").prepend(html("style", {}, `@page { size: ${size}; margin: 0; }`));
    document.documentElement.classList.add("printing");
    print();
  }

  async function start() {
    $("starting").hidden = false;
    try {
      const all = await desk.ask({ ask: "catalogue" });
      for (const l of all.lattices) { lattices[l.name] = l; $("lattice").append(html("option", { value: l.name }, l.name)); }
      for (const e of all.puzzles) $("names").append(html("option", { value: e.example }, e.text));
      for (const e of all.sets) $("sets").append(html("option", { value: e.example }, e.text));
    } catch (e) { $("play").hidden = false; return complain(new Error(`The program does not start in this browser: ${e.message}`)); }
    finally { $("starting").hidden = true; }
    $("play").hidden = false;
    setMode("play");
    listen();
    if (location.hash.length > 1) await fromAddress();
    if (!puzzle.board.length) await open({ name: $("name").value });
  }
  start();
  // For programs that use the page, such as its tests.
  return { ask: question => desk.ask(question), puzzle: clean };
})();
