"use strict";
// What lies on the table: the puzzle, as in a puzzle file, whose "place" are given pieces; and the pieces laid
// by hand. Every change goes through here, and can be undone. Each puzzle has a history of its own, to which
// the browser's way back leads. The address of the page holds all that lies.
const table = (() => {
  const fresh = () => ({ puzzle: { format: 1, name: "puzzle", board: [], pieces: [] }, laid: [], title: "" });
  let now = fresh(), past = [], future = [];
  const watchers = [], opened = new Map(); // by the marks in the entries of the browser's history
  let mark = "";
  const mostKept = 500;
  const rowsOf = drawing => typeof drawing === "string" ? drawing.replace(/\n$/, "").split("\n") : drawing;

  // settle tells what has changed: "puzzle", or only what is "laid".
  function settle(before) {
    const was = JSON.parse(before);
    const what = JSON.stringify(was.puzzle) === JSON.stringify(now.puzzle) ? "laid" : "puzzle";
    remember();
    for (const f of watchers) f(what, was);
  }
  // change applies f to what lies on the table, and reports whether it did anything.
  function change(f) {
    const before = JSON.stringify(now);
    f(now);
    if (JSON.stringify(now) === before) return false;
    past.push(before);
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

  // A puzzle from elsewhere takes the place of all, in an entry of its own unless it came by one.
  function take(puzzle, { laid = [], title = "", about = {}, push = true } = {}) {
    const p = { place: [], pieces: [], ...puzzle };
    delete p.claims; // they are of the puzzle as it was
    let cells = grids.layers(rowsOf(p.board || []));
    if (p.optional) cells = cells.map(layer => layer.map(row => row.map(c => c === "." ? "?" : c)));
    p.board = grids.rows(cells);
    if (push) history.pushState(null, "", location.href);
    turnTo(`${performance.timeOrigin} ${opened.size}`, { now: { ...fresh(), puzzle: p, laid, title, ...about }, past: [], future: [] });
  }
  function turnTo(entry, there) {
    const before = JSON.stringify(now);
    opened.set(mark, { now, past, future });
    ({ now, past, future } = there);
    opened.set(mark = entry, there);
    settle(before);
  }
  // revisit returns to the puzzle of an entry, as it was left, and reports whether it is known.
  function revisit(entry, leave) {
    if (entry === mark) settle(JSON.stringify(now));
    else if (opened.has(entry)) { leave(); turnTo(entry, opened.get(entry)); }
    return entry === mark;
  }

  // Addresses: "#p=" and what lies on the table as JSON, compressed, in the letters of addresses, and the
  // name for a person who reads it.
  const pipe = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  async function packed() {
    const bytes = await pipe(new TextEncoder().encode(JSON.stringify(now)), new CompressionStream("deflate-raw"));
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
    // Older addresses are the puzzle, and its placements lay on the board.
    if (!held.puzzle) return { puzzle: { ...held, place: [] }, laid: places(held.place), title: "", about: {} };
    const { seed, day, free } = held, about = {};
    if (Number.isInteger(seed)) about.seed = seed;
    if (/^\d{4}-\d\d-\d\d$/.test(day)) about.day = day;
    if (free) about.free = places(free);
    return { puzzle: held.puzzle, laid: places(held.laid), title: String(held.title || "").slice(0, 80), about };
  }
  // What an address says may be anything: only placements are let through.
  const places = all => !Array.isArray(all) ? [] : all.filter(p => p && typeof p.piece === "string" && Array.isArray(p.cells) && p.cells.length && p.cells.every(c => Array.isArray(c) && c.length > 1 && c.length < 4 && c.every(Number.isInteger)));
  let remembering = 0;
  async function remember() {
    const mine = ++remembering, hash = now.puzzle.board.length ? await packed() : "";
    if (mine !== remembering) return;
    history.replaceState(mark, "", hash || location.pathname + location.search);
  }
  const name = () => now.title || now.puzzle.name || "puzzle";

  return {
    watch: f => watchers.push(f), change, take, revisit, remember, unpacked, name, mostUnpacked,
    undo: () => restore(past, future), redo: () => restore(future, past),
    canUndo: () => past.length > 0, canRedo: () => future.length > 0,
    get puzzle() { return now.puzzle; }, get laid() { return now.laid; }, get about() { return now; },
    cells: () => grids.layers(now.puzzle.board),
    // whole is the puzzle that is asked about: what is laid is given.
    whole: () => { const place = [...now.puzzle.place || [], ...now.laid.map(({ piece, cells }) => ({ piece, cells }))], p = { ...now.puzzle, place }; if (!place.length) delete p.place; return p; },
  };
})();
