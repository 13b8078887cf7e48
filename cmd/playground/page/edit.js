"use strict";
// Boards and pieces are drawn here; the table gets what is drawn.
const editor = (() => {
  const { $ } = parts;
  const { say } = answers;
  let editing = false, cells = [], painted = null, shapeOpen = false, shapeNow = [], shapePaint = "X", later = 0, written = "";
  const lattice = () => grids.of(table.puzzle);
  const pieceNow = () => table.puzzle.pieces[hands.chosen];

  const board = boards.playing($("board"), {
    paint: draw, name: c => hands.where(c) + ({ "#": ": a hole", "?": ": may stay empty" }[grids.at(cells, c)] || ""),
    look: c => { const char = grids.at(cells, c); return { class: { "#": "hole", "?": "maybe" }[char] || "cell", text: ".?#".includes(char) ? "" : char }; },
  });
  // The program draws all cells of a size, once, to draw on.
  const drawn = new Map();
  function allCells(size) {
    const l = lattice(), about = [l.name, ...size].join();
    if (!drawn.has(about)) drawn.set(about, quick.ask({ ask: "look", puzzle: { format: 1, name: "cells", lattice: l.name, board: grids.rows(grids.made(size, c => grids.classOf(l, c) < 0 ? "#" : ".")), pieces: [] } }));
    return drawn.get(about);
  }
  async function show() {
    if (later) return;
    cells = table.cells();
    const [w, h, d] = grids.size(cells);
    // What is typed meanwhile into the fields of the board's size stays.
    if (String([w, h, d]) !== written) { $("columns").value = w; $("rows").value = h; $("layers").value = d; }
    written = String([w, h, d]);
    $("layers-label").hidden = !lattice().space;
    $("lattice").value = lattice().name;
    $("set").value = $("set").value || lattice().set;
    showPiece();
    const view = await allCells([w, h, d]); // also before it is needed: drawing begins at once
    if (editing && String(grids.size(cells)) === String([w, h, d])) board.show(view);
  }
  function edit(on) {
    editing = on;
    $("mode-draw").setAttribute("aria-pressed", on);
    $("mode-draw").textContent = on ? "play" : "edit";
    $("draw-tools").hidden = $("edit").hidden = !on;
    $("board").classList.toggle("drawing", on);
    if (on) $("figure").hidden = true;
    hands.edit(on);
    show();
    answers.moved(false);
  }
  // Regions are drawings of the board's size: where cells go or come they must follow.
  function regions(p) {
    if (!p.regions) return;
    const old = grids.layers(p.regions);
    p.regions = grids.rows(cells.map((layer, z) => layer.map((row, y) => row.map((char, x) => { const r = grids.at(old, [x, y, z]); return char === "#" ? "#" : r === "#" ? "." : r; }))));
  }
  const keep = () => table.change(n => { n.puzzle.board = grids.rows(cells); regions(n.puzzle); });
  function draw(c, how) {
    const pen = $("pen").value, was = grids.at(cells, c);
    if (how !== "drag") painted = was === pen ? (pen === "#" ? "." : "#") : pen;
    if (was === painted) return;
    cells[c[2]][c[1]][c[0]] = painted;
    board.refresh();
    clearTimeout(later);
    // A stroke is one change: it goes to the table when the hand rests.
    later = setTimeout(() => { later = 0; keep(); }, how === "key" ? 0 : 150);
  }
  function resize() {
    const whole = (id, most) => Math.max(1, Math.min(most, Math.round(+$(id).value) || 1));
    const to = [whole("columns", 64), whole("rows", 64), lattice().space ? whole("layers", 16) : 1];
    if (to[0] * to[1] * to[2] > 4096) { say("This page draws up to 4096 cells.", true); written = ""; return show(); }
    const old = cells;
    cells = grids.made(to, ([x, y, z]) => ((old[z] || [])[y] || [])[x] ?? ".");
    written = "";
    keep();
    show();
  }

  // The chosen piece.
  const nothing = c => ". ".includes(grids.at(shapeNow, c));
  const shapeBoard = boards.playing($("shape"), {
    paint: drawShape, name: c => `${hands.where(c)}: ${nothing(c) ? "nothing" : "a cell of the piece"}`,
    look: c => { const char = grids.at(shapeNow, c); return { class: nothing(c) ? "hole" : "cell", text: "X#. ".includes(char) ? "" : char }; },
  });
  async function showPiece() {
    const piece = pieceNow();
    $("piece").hidden = !piece;
    if (!piece) return;
    if (document.activeElement !== $("piece-name")) $("piece-name").value = piece.name;
    if (document.activeElement !== $("piece-count")) $("piece-count").value = piece.count ?? 1;
    $("piece-rotate").checked = piece.rotate ?? true;
    $("piece-flip").checked = piece.flip ?? !lattice().space;
    $("piece-shape").setAttribute("aria-pressed", shapeOpen);
    $("shape").hidden = !shapeOpen;
    $("shape").classList.add("drawing");
    if (!shapeOpen || $("shape").contains(document.activeElement) && later) return;
    // Room on every side to draw in, which is even so that triangles keep their direction.
    const shape = grids.layers(piece.shape), [w, h, d] = grids.size(shape);
    const outside = ([x, y, z]) => x < 0 || y < 0 || x >= w || y >= h || z >= d;
    const mine = shapeNow = grids.made([w + 4, h + 4, lattice().space ? d + 1 : 1], ([x, y, z]) => { const c = [x - 2, y - 2, z], char = grids.at(shape, c); return char === " " || char === "#" && outside(c) ? "." : char; });
    const view = await allCells(grids.size(mine));
    if (mine === shapeNow) shapeBoard.show(view);
  }
  function drawShape(c, how) {
    if (how !== "drag") shapePaint = nothing(c) ? "X" : ".";
    shapeNow[c[2]][c[1]][c[0]] = shapePaint;
    shapeBoard.refresh();
    const all = shapeNow.flatMap((layer, z) => layer.flatMap((row, y) => row.flatMap((char, x) => char === "." ? [] : [[x, y, z]])));
    if (!all.length) return say("A piece has at least one cell.", true);
    // Cut to what is drawn, by even steps where triangles must keep their direction.
    const low = [0, 1, 2].map(k => Math.min(...all.map(c => c[k]))), high = [0, 1, 2].map(k => Math.max(...all.map(c => c[k])));
    if (!grids.translates(lattice(), low)) low[0]--;
    if (!grids.translates(lattice(), low)) low.forEach((v, k) => { low[k] -= (v % lattice().period[k] + lattice().period[k]) % lattice().period[k]; });
    const shape = [];
    for (let z = low[2]; z <= high[2]; z++) {
      if (z > low[2]) shape.push("");
      for (let y = low[1]; y <= high[1]; y++) { let row = ""; for (let x = low[0]; x <= high[0]; x++) { const char = grids.at(shapeNow, [x, y, z]); row += x < 0 || char === "#" ? (char === "#" && x >= 0 ? "X" : ".") : char; } shape.push(row); }
    }
    say("");
    clearTimeout(later);
    later = setTimeout(() => { change(p => { p.shape = shape; }); later = 0; }, 150);
  }
  const change = f => table.change(n => { if (n.puzzle.pieces[hands.chosen]) f(n.puzzle.pieces[hands.chosen], n); });
  const index = name => table.puzzle.pieces.findIndex(p => p.name === name);
  const freeName = (name, pieces) => { let free = name; for (let n = 2; pieces.some(p => p.name === free); n++) free = `${name}${n}`; return free; };
  function rename(p, n) {
    const name = $("piece-name").value.trim();
    if (!name || name !== p.name && index(name) >= 0) return say(name ? `Another piece is called ${name}.` : "A piece has a name.", true);
    for (const lies of [...n.puzzle.place || [], ...n.laid]) if (lies.piece === p.name) lies.piece = name;
    p.name = name;
  }
  async function addSet(e) {
    e.preventDefault();
    try {
      const name = $("set").value.trim(), { puzzle: set } = await quick.ask({ ask: "set", name }, "open");
      if ((set.lattice || "square") !== lattice().name) return say(`${name} are pieces of the ${set.lattice || "square"} lattice; the board is of the ${lattice().name} lattice.`, true);
      say("");
      table.change(n => { for (const piece of set.pieces) n.puzzle.pieces.push({ ...piece, name: freeName(piece.name, n.puzzle.pieces) }); });
    } catch (err) { answers.complain(err); }
  }
  // Another lattice begins with a board of its own.
  async function begin() {
    const l = grids.lattices[$("lattice").value];
    try {
      const { puzzle } = await quick.ask({ ask: "board", lattice: l.name, name: l.board }, "open");
      $("set").value = l.set;
      table.take({ ...puzzle, name: "puzzle" });
      edit(true);
    } catch (e) { answers.complain(e); }
  }

  const on = (id, event, f) => $(id).addEventListener(event, f);
  on("mode-draw", "click", () => edit(!editing));
  for (const id of ["columns", "rows", "layers"]) on(id, "change", resize);
  on("lattice", "change", begin);
  on("add", "submit", addSet);
  on("add-piece", "click", () => { shapeOpen = true; table.change(n => n.puzzle.pieces.push({ name: freeName("new", n.puzzle.pieces), shape: ["X"] })); });
  on("no-pieces", "click", () => table.change(n => { n.puzzle.pieces = []; n.puzzle.place = []; n.laid = []; }));
  on("piece", "submit", e => e.preventDefault());
  on("piece-name", "change", () => change(rename));
  on("piece-count", "change", () => change(p => { const text = $("piece-count").value.trim(); p.count = /^\d+$/.test(text) ? +text : text; }));
  on("piece-rotate", "change", () => change(p => { p.rotate = $("piece-rotate").checked; }));
  on("piece-flip", "change", () => change(p => { p.flip = $("piece-flip").checked; }));
  on("piece-shape", "click", () => { shapeOpen = !shapeOpen; showPiece(); });
  on("piece-remove", "click", () => table.change(n => { const [gone] = n.puzzle.pieces.splice(hands.chosen, 1); n.puzzle.place = (n.puzzle.place || []).filter(p => p.piece !== gone.name); n.laid = n.laid.filter(p => p.piece !== gone.name); }));
  return { edit, show, showPiece, editing: () => editing };
})();
