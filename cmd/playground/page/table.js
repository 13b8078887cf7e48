"use strict";
// Cells are [x, y, z], a board is layers of rows of characters as in puzzle files; lattices by name.
const grids = (() => {
  const lattices = {};
  const classOf = (l, c) => l.classes[[2, 1, 0].reduce((n, k) => n * l.period[k] + (c[k] % l.period[k] + l.period[k]) % l.period[k], 0)];
  // translates says whether moving by d takes all cells to cells of their class.
  const translates = (l, d) => l.classes.every((k, n) => k === classOf(l, [n % l.period[0] + d[0], (n / l.period[0] | 0) % l.period[1] + d[1], (n / l.period[0] / l.period[1] | 0) + d[2]]));
  const rowsOf = drawing => typeof drawing === "string" ? drawing.replace(/\n$/, "").split("\n") : drawing || [];
  function layers(drawing) {
    const all = [[]];
    for (const row of rowsOf(drawing)) if (row === "") all.push([]); else all[all.length - 1].push([...row]);
    return all.filter(layer => layer.length);
  }
  const rows = cells => cells.flatMap((layer, z) => [...(z ? [""] : []), ...layer.map(row => row.join(""))]);
  const size = cells => [Math.max(0, ...cells.flat().map(row => row.length)), Math.max(0, ...cells.map(layer => layer.length)), cells.length];
  const at = (cells, [x, y, z]) => ((cells[z] || [])[y] || [])[x] ?? "#";
  const made = ([w, h, d], char) => Array.from({ length: d }, (_, z) => Array.from({ length: h }, (_, y) => Array.from({ length: w }, (_, x) => char([x, y, z]))));
  return { lattices, of: puzzle => lattices[puzzle.lattice || "square"], classOf, translates, layers, rows, size, at, made };
})();
// What lies on the table: the puzzle, as in a puzzle file, whose "place" are given pieces; and the pieces laid
// by hand. Every change goes through here, and can be undone. Each puzzle has a history of its own, to which
// the browser's way back leads. The address holds all that lies, and the record of a day, which no undo changes.
const table = (() => {
  const fresh = () => ({ puzzle: { format: 1, name: "puzzle", board: [], pieces: [] }, laid: [], title: "" });
  let now = fresh(), past = [], future = [];
  let record = null, sent = null; // sent is the result of somebody else, with whose address the puzzle came
  const watchers = [], opened = new Map(); // by the marks in the entries of the browser's history
  let mark = "";
  const mostKept = 500;

  // settle tells what has changed: "puzzle", or only what is "laid".
  function settle(before) {
    const was = JSON.parse(before);
    const what = JSON.stringify(was.puzzle) === JSON.stringify(now.puzzle) ? "laid" : "puzzle";
    if (now.laid.length) note({});
    remember();
    for (const f of watchers) f(what, was);
  }
  // change applies f to what lies on the table, and reports whether it did anything. Before a first change
  // nothing can be undone. A puzzle of the day that is changed is another puzzle.
  function change(f, first) {
    const before = JSON.stringify(now), puzzle = JSON.stringify(now.puzzle);
    f(now);
    if (JSON.stringify(now) === before) return false;
    if (now.day && JSON.stringify(now.puzzle) !== puzzle) { delete now.day; now.title += ", changed"; }
    if (first) past = []; else past.push(before);
    if (past.length > mostKept) past.shift();
    future = [];
    settle(before);
    return true;
  }
  function restore(from, to) {
    if (!from.length) return false;
    const before = JSON.stringify(now);
    to.push(before);
    now = JSON.parse(from.pop());
    settle(before);
    return true;
  }

  // The clock of a day's puzzle runs from the first move until it is solved, while its board is seen.
  let since = 0;
  function tick() {
    const t = performance.now();
    if (since) record.spent += Math.round(t - since);
    since = record && record.spent && !record.done && !document.hidden && !parts.$("play").hidden ? t : 0;
  }
  // note enters a move, hints, a look at the solution or the end into the record.
  function note({ hints = 0, ...more }) {
    if (!record || record.done) return;
    tick();
    Object.assign(record, more, { spent: record.spent || 1, hints: record.hints + hints });
    save();
    remember();
  }
  // save keeps the record where days are kept, and in the entry of the browser's history unless that shows another.
  function save(hash) {
    tick();
    if (now.day) record = days.keep(now.day, record, now.laid);
    if (history.state && history.state.mark === mark) history.replaceState({ mark, day: now.day, record, sent }, "", hash);
  }
  for (const e of ["visibilitychange", "pagehide"]) addEventListener(e, () => save());
  setInterval(() => { if (since) save(); }, 1000); // a page that closes can no longer change its history

  // A puzzle from elsewhere takes the place of all, in an entry of its own unless it came by one. A day goes on as
  // this entry and storage know it, or else the address. A result that only the address knows is somebody else's.
  function take(puzzle, { laid = [], title = "", about = {}, push = true, result = null } = {}) {
    const p = { place: [], pieces: [], ...puzzle };
    delete p.claims; // they are of the puzzle as it was
    let cells = grids.layers(p.board);
    if (p.optional) cells = cells.map(layer => layer.map(row => row.map(c => c === "." ? "?" : c)));
    p.board = grids.rows(cells);
    const entry = `${performance.timeOrigin} ${opened.size}`, state = !push && history.state || {};
    history[push ? "pushState" : "replaceState"]({ mark: entry }, "", location.href);
    let record = null, sent = null;
    if (about.day) {
      const own = state.day === about.day ? state : {}, mine = days.clean(own.record), kept = days.kept(about.day);
      const foreign = result && result.done && !mine && JSON.stringify(result) !== JSON.stringify(kept.record);
      record = days.joined(kept.record, mine) || !foreign && result || days.fresh();
      sent = foreign ? result : days.clean(own.sent);
      if (foreign || kept.record && !(mine && mine.spent)) laid = places(kept.laid);
    }
    laid = laid.filter(l => p.pieces.some(q => q.name === l.piece));
    turnTo(entry, { now: { ...fresh(), puzzle: p, laid, title, ...about }, past: [], future: [], record, sent });
  }
  function turnTo(entry, there) {
    const before = JSON.stringify(now);
    save();
    opened.set(mark, { now, past, future, record, sent });
    ({ now, past, future, record, sent } = there);
    opened.set(mark = entry, there);
    since = 0;
    settle(before);
  }
  // revisit returns to the puzzle of an entry, as it was left, and reports whether it is known.
  function revisit(entry, leave) {
    if (entry === mark) settle(JSON.stringify(now));
    else if (opened.has(entry)) { leave(); turnTo(entry, opened.get(entry)); }
    return entry === mark;
  }

  // Addresses: "#p=" and what lies on the table as JSON, compressed, in the letters of addresses, and the
  // name for a person who reads it. The puzzle of a day is its date.
  const pipe = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  async function packed(laid = now.laid) {
    const held = now.day ? { day: now.day, laid, record } : now;
    const bytes = await pipe(new TextEncoder().encode(JSON.stringify(held)), new CompressionStream("deflate-raw"));
    let text = "";
    for (const b of bytes) text += String.fromCharCode(b);
    return `#${encodeURIComponent(name()).replaceAll("%20", "+").slice(0, 90)}&p=` + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  const mostUnpacked = 1 << 20;
  async function unpacked(hash) {
    const text = atob(hash.replace(/^.*[#&](p=)?/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const reader = new Blob([Uint8Array.from(text, c => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let all = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      all += decoder.decode(value, { stream: true });
      if (all.length > mostUnpacked) throw new Error("the puzzle in the address is too large");
    }
    const held = JSON.parse(all + decoder.decode());
    if (!held.puzzle && /^\d{4}-\d\d-\d\d$/.test(held.day)) return { day: held.day, laid: places(held.laid), result: days.clean(held.record), odd: held.record !== undefined && !days.clean(held.record) };
    // Older addresses are the puzzle, and its placements lay on the board.
    if (!held.puzzle) return { puzzle: { ...held, place: [] }, laid: places(held.place), title: "", about: {} };
    const { seed, free } = held, about = {};
    if (Number.isInteger(seed)) about.seed = seed;
    if (free) about.free = places(free);
    return { puzzle: held.puzzle, laid: places(held.laid), title: String(held.title || "").slice(0, 80), about };
  }
  // What an address says may be anything: only placements are let through.
  const places = all => !Array.isArray(all) ? [] : all.filter(p => p && typeof p.piece === "string" && Array.isArray(p.cells) && p.cells.length && p.cells.every(c => Array.isArray(c) && c.length > 1 && c.length < 4 && c.every(Number.isInteger)));
  let remembering = 0;
  async function remember() {
    const mine = ++remembering, bare = !now.puzzle.board.length || now.day === days.date() && !record.spent && !sent;
    const hash = bare ? "" : await packed();
    if (mine === remembering) save(hash || location.pathname + location.search);
  }
  // address is what to send: the puzzle and what lies, or the result of a day, which shows nothing of the solution.
  const address = async () => location.href.replace(/#.*/, "") + await packed(now.day && record.done ? [] : now.laid);
  let known = {}; // the cells of a board
  const name = () => now.title || now.puzzle.name || "puzzle";

  return {
    watch: f => watchers.push(f), change, take, revisit, note, save, unpacked, address, name, mostUnpacked,
    undo: () => restore(past, future), redo: () => restore(future, past),
    canUndo: () => past.length > 0, canRedo: () => future.length > 0,
    get puzzle() { return now.puzzle; }, get laid() { return now.laid; }, get about() { return now; },
    get record() { return record; }, get sent() { return sent; },
    cells: () => known.of === now.puzzle.board ? known.cells : (known = { of: now.puzzle.board, cells: grids.layers(now.puzzle.board) }).cells,
    // whole is the puzzle that is asked about: what is laid is given, except a piece that is lifted.
    whole: (lifted = -1) => { const place = [...now.puzzle.place || [], ...now.laid.filter((_, k) => k !== lifted).map(({ piece, cells }) => ({ piece, cells }))], p = { ...now.puzzle, place }; if (!place.length) delete p.place; return p; },
  };
})();
