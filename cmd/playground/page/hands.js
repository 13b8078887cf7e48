"use strict";
// Pieces in the hand, by mouse, finger and keys: they are dragged from the tray to the board and on it, or
// chosen and laid by a press. What is laid goes onto the table.
const hands = (() => {
  const { $, svg, html } = parts;
  const { key, plus } = boards;
  let view = null, editing = false; // while the board is drawn, hands rest
  let chosen = -1, ways = [], hovered = null, drag = null, lifted = -1, buttons = [];
  let shown = [], alone = false; // pieces of a solution that is looked at; alone: without those that are laid
  const calls = { say: () => {}, keep: () => {}, hint: () => {}, drawn: () => {}, chosen: () => {}, worth: () => "" };
  const board = boards.playing($("board"), { name: nameOf, press: onCell, hover: c => { hovered = c; showGhost(); } });

  const lattice = () => grids.of(table.puzzle);
  const full = c => [c[0], c[1], c[2] || 0];
  const short = c => lattice().space ? c : c.slice(0, 2);
  const symbol = c => { const char = grids.at(table.cells(), c); return ".?".includes(char) ? "" : char; };
  const where = c => `column ${c[0] + 1}, row ${c[1] + 1}${lattice().space ? `, layer ${c[2] + 1}` : ""}`;

  // Where a placement of the puzzle lies, in the orientation that it names or another.
  function lies({ piece, cells, way }) {
    const k = view.pieces.findIndex(p => p.name === piece), order = (a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0];
    if (k < 0) return null;
    const want = cells.map(full).sort(order), all = view.pieces[k].ways, on = new Set(want.map(key));
    for (const n of [...(all[way] ? [way] : []), ...all.keys()]) {
      const from = [...all[n].cells].sort(order)[0], by = want[0].map((v, m) => v - from[m]);
      if (all[n].cells.length === want.length && grids.translates(lattice(), by) && all[n].cells.every((c, m) => { const at = plus(c, by); return on.has(key(at)) && matches(at, all[n].symbols[m]); })) return { k, way: n, by };
    }
    return null;
  }
  const matches = (c, wanted) => wanted === "?" || wanted === symbol(c);
  // All that lies, given pieces first: {k, way, by, copy, given, laid}, laid being the place on the table.
  let lain = [], covered = new Map(), uses = new Map();
  function sort() {
    const copies = [];
    lain = [];
    covered = new Map();
    uses = new Map();
    const add = (l, more) => { if (!l) return; l = { ...l, ...more, copy: copies[l.k] = (copies[l.k] ?? -1) + 1 }; for (const c of boards.cellsOf(view, l)) covered.set(key(c), l); lain.push(l); };
    for (const p of table.puzzle.place || []) add(lies(p), { given: true, class: "given" });
    if (!alone) table.laid.forEach((p, n) => add(lies(p), { laid: n, class: n === lifted ? "lifted" : shown.length ? "kept" : "" }));
    for (const p of table.whole(lifted).place || []) uses.set(p.piece, (uses.get(p.piece) || 0) + 1);
    for (const l of shown) if (!covered.has(key(boards.cellsOf(view, l)[0]))) add(l, { shown: true });
  }
  const used = k => uses.get(view.pieces[k].name) || 0;
  const left = k => view.pieces[k].most - used(k);

  // Regions to which a piece is restricted.
  function within(k, cells) {
    const piece = table.puzzle.pieces[k];
    if (!piece.within) return true;
    const rows = table.puzzle.regions, regions = grids.layers(typeof rows === "string" ? rows.replace(/\n$/, "").split("\n") : rows || []);
    return cells.every(c => String(piece.within).includes(grids.at(regions, c)));
  }
  // fitAt returns where a piece would lie over a cell: with the cell that is gripped there, if any, or else as
  // near to its middle as it fits.
  function fitAt(k, c, grip) {
    const w = view.pieces[k].ways[ways[k]];
    if (!w) return null;
    const middle = [0, 1, 2].map(n => w.cells.reduce((sum, v) => sum + v[n], 0) / w.cells.length);
    const order = w.cells.map((v, n) => [n === grip ? -1 : Math.hypot(...v.map((x, m) => x - (grip >= 0 ? w.cells[grip][m] : middle[m]))), n]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(v => v[1]);
    const free = left(k) > 0 && !alone;
    let first = null;
    for (const n of order) {
      const by = c.map((v, m) => v - w.cells[n][m]);
      if (!grids.translates(lattice(), by)) continue;
      const cells = w.cells.map(v => plus(v, by));
      const fits = free && cells.every((at, m) => { const on = covered.get(key(at)); return grids.at(table.cells(), at) !== "#" && (!on || on.laid === lifted && lifted >= 0 || on.shown) && matches(at, w.symbols[m]); }) && within(k, cells);
      first = first || { k, way: ways[k], by, cells, fits };
      if (fits) return { k, way: ways[k], by, cells, fits };
    }
    return first;
  }
  const placed = fit => ({ piece: view.pieces[fit.k].name, way: fit.way, cells: fit.cells.map(short) });

  // A cell says what lies on it, or else whether the piece in the hand fits there.
  function nameOf(c) {
    const on = covered.get(key(c)), char = symbol(c), fit = !on && chosen >= 0 && fitAt(chosen, c, -1);
    let text = where(c) + (char ? `: symbol ${char}` : "") + (grids.at(table.cells(), c) === "?" ? ": may stay empty" : "");
    if (fit) text += `: ${view.pieces[chosen].name} ${fit.fits ? `fits${calls.worth(fit, ", ")}` : "does not fit"}`;
    if (on) text += `: ${view.pieces[on.k].name} ${on.given ? "is given" : on.shown ? "of the solution, keep it" : "lies here, take it up"}`;
    return text;
  }
  function draw(landing) {
    if (!view || editing) return;
    sort();
    calls.drawn();
    board.put(lain, landing);
    showGhost();
    figures.show(view, lain);
    buttons.forEach((_, k) => patch(k));
    $("turn").disabled = $("flip").disabled = chosen < 0;
    $("board").classList.toggle("holding", chosen >= 0);
  }
  function showGhost() {
    if (!view || editing) return;
    const on = hovered && covered.get(key(hovered));
    const fit = drag && drag.moved ? drag.fit : hovered && chosen >= 0 && (!on || on.shown) ? fitAt(chosen, hovered, -1) : null;
    board.ghost(fit && { ...fit, copy: used(fit.k), class: fit.fits ? "ghost" : "misfit", text: fit.fits ? calls.worth(fit, "") : "" });
  }

  // The tray.
  function fill() {
    buttons = view.pieces.map((p, k) => {
      const b = html("button", { type: "button", title: p.name });
      b.dataset.piece = p.name;
      b.dataset.k = k;
      b.addEventListener("click", e => { if (!e.detail) tap(k); }); // by keys; pointers see below
      return b;
    });
    $("tray").replaceChildren(...buttons);
  }
  function patch(k) {
    const p = view.pieces[k], n = used(k), b = buttons[k], many = p.most > 1 || p.least !== 1;
    b.setAttribute("aria-pressed", k === chosen);
    b.classList.toggle("used", n >= p.most);
    b.hidden = !editing && n >= p.most && lain.every(l => l.k !== k || l.given);
    const state = `${ways[k]} ${n} ${p.tints[0]}`;
    if (b.dataset.state === state) return;
    b.dataset.state = state;
    b.replaceChildren(...(p.ways.length ? [boards.icon(view, k, ways[k], n, .52)] : []), html("span", { class: p.name.length === 1 && p.ways.length ? "unseen" : "" }, p.name));
    if (many) b.append(html("small", {}, p.most > 99999 ? `${n}` : `${n}/${p.most}`));
  }
  function choose(k) { chosen = k; if (editing) buttons.forEach((_, n) => patch(n)); calls.chosen(); draw(); }
  function tap(k) {
    if (editing) { choose(k); return; }
    calls.say("");
    if (k === chosen) turn(1);
    else if (left(k) <= 0) calls.say(`${view.pieces[k].name} is on the board already.`);
    else choose(k);
  }
  const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
  const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
  function turn(step) { move(w => step > 0 ? w.right : w.left); }
  function move(to) {
    const k = drag && drag.k >= 0 ? drag.k : chosen;
    if (k < 0 || !view.pieces[k].ways.length) return calls.say("Choose a piece first.");
    const next = to(view.pieces[k].ways[ways[k]]);
    if (next === ways[k]) calls.say(`${view.pieces[k].name} looks the same then.`);
    ways[k] = next;
    $("said").textContent = `${view.pieces[k].name}, ${ordinals[next] || `number ${next + 1}`} of ${numbers[view.pieces[k].ways.length - 1] || view.pieces[k].ways.length}`;
    if (drag && drag.moved) { drag.grip = -1; follow(drag.last); floating(); }
    patch(k);
    board.refresh();
    showGhost();
  }

  // A cell is pressed.
  function onCell(c) {
    const on = covered.get(key(c));
    calls.say("");
    if (on && on.given) return calls.say(`${view.pieces[on.k].name} is given: it stays.`);
    if (on && on.shown) return calls.keep(on);
    if (on) return take(on);
    if (chosen < 0) return calls.say("Drag a piece onto the board, or choose one first.");
    const fit = fitAt(chosen, c, -1);
    if (!fit || !fit.fits) return calls.say(left(chosen) > 0 ? `${view.pieces[chosen].name} does not fit there so: turn it, or try another cell.` : `${view.pieces[chosen].name} is on the board already.`);
    lay(fit, -1);
    if (left(chosen) <= 0) choose(view.pieces.findIndex((_, k) => left(k) > 0));
  }
  function take(on) {
    chosen = on.k;
    ways[on.k] = on.way;
    table.change(n => { n.laid.splice(on.laid, 1); });
  }
  function lay(fit, from) {
    table.change(n => { if (from >= 0) n.laid.splice(from, 1); n.laid.push(placed(fit)); });
  }

  // Dragging. Below a finger nothing is seen, so the piece is held above it.
  const near = 6, above = 56;
  let float = null;
  function floating() {
    if (float) float.remove();
    const scale = board.scale(), l = { k: drag.k, way: ways[drag.k], by: [0, 0, 0], copy: used(drag.k) };
    const figure = boards.figure(view, l), w = view.pieces[drag.k].ways[l.way];
    float = svg("svg", { id: "float", width: 1, height: 1, "aria-hidden": "true" }, figure);
    document.body.append(float);
    const b = figure.getBBox();
    const at = drag.grip >= 0 ? boards.middle(view, w.cells[drag.grip]) : [b.x + b.width / 2, b.y + b.height / 2];
    figure.setAttribute("transform", `scale(${scale}) translate(${-at[0]} ${-at[1]})`);
    afloat();
  }
  const afloat = () => { if (float) float.style.transform = `translate(${drag.last[0]}px, ${drag.last[1] - drag.lift}px)`; };
  function follow([x, y]) {
    drag.last = [x, y];
    drag.at = board.under(x, y - drag.lift);
    drag.fit = drag.at && fitAt(drag.k, drag.at, drag.grip);
  }
  addEventListener("pointerdown", e => {
    if (drag) { if (e.pointerId !== drag.id && drag.moved) turn(1); return; }
    const b = e.target.closest("#tray [data-k]"), site = e.target.closest("#board .site");
    if (!view || e.button || !b && (!site || editing)) return;
    drag = { id: e.pointerId, start: [e.clientX, e.clientY], last: [e.clientX, e.clientY], lift: e.pointerType === "touch" ? above : 0, k: -1, from: -1, grip: -1 };
    if (e.target.hasPointerCapture && e.target.hasPointerCapture(e.pointerId)) e.target.releasePointerCapture(e.pointerId);
    if (b) { drag.tray = +b.dataset.k; if (!editing && left(drag.tray) > 0) drag.k = drag.tray; return; }
    drag.cell = site.dataset.cell.split(",").map(Number);
    const on = covered.get(key(drag.cell));
    if (on && on.laid >= 0) Object.assign(drag, { k: on.k, from: on.laid, way: on.way, grip: boards.cellsOf(view, on).findIndex(c => key(c) === key(drag.cell)) });
  });
  addEventListener("pointermove", e => {
    if (!drag) {
      if (e.pointerType !== "mouse" || !view || editing) return;
      const over = e.target.closest && e.target.closest("#board") ? board.under(e.clientX, e.clientY) : null;
      if (String(over) !== String(hovered)) { hovered = over; showGhost(); }
      return;
    }
    if (e.pointerId !== drag.id) return;
    drag.last = [e.clientX, e.clientY];
    if (!drag.moved && Math.hypot(e.clientX - drag.start[0], e.clientY - drag.start[1]) > near) {
      if (drag.k >= 0) {
        drag.moved = true;
        calls.say("");
        if (drag.from >= 0) { ways[drag.k] = drag.way; lifted = drag.from; }
        chosen = drag.k;
        draw();
        floating();
      } else if (drag.cell && chosen >= 0) drag.aims = true;
    }
    if (drag.moved) { follow(drag.last); afloat(); showGhost(); }
    else if (drag.aims) { drag.cell = hovered = board.under(e.clientX, e.clientY); showGhost(); }
  });
  addEventListener("pointerup", e => {
    if (!drag || e.pointerId !== drag.id) return;
    const d = drag;
    end();
    if (!d.moved) {
      if (d.tray >= 0) tap(d.tray); else if (d.cell) onCell(d.cell);
      if (e.pointerType !== "mouse") { hovered = null; showGhost(); }
      return;
    }
    chosen = -1;
    if (d.fit && d.fit.fits) lay(d.fit, d.from);
    else if (d.from >= 0 && !d.at) table.change(n => { n.laid.splice(d.from, 1); });
    else if (d.at) calls.say(`${view.pieces[d.k].name} does not fit there.`);
    draw();
  });
  addEventListener("pointercancel", e => { if (drag && e.pointerId === drag.id) { end(); draw(); } });
  function end() {
    if (float) float.remove();
    float = drag = null;
    lifted = -1;
    hovered = null;
    sort();
  }
  $("board").addEventListener("wheel", e => { if (!editing && (chosen >= 0 || drag && drag.moved)) { e.preventDefault(); turn(e.deltaY > 0 ? 1 : -1); } }, { passive: false });

  const keys = { r: () => turn(1), R: () => turn(-1), f: () => move(w => w.flip), u: () => table.undo() || calls.say("Nothing to undo."), U: () => table.redo() || calls.say("Nothing to redo."), i: () => calls.hint(), Escape: () => { calls.say(""); if (drag) end(); chosen = -1; draw(); } };
  document.addEventListener("keydown", e => {
    if (!view || $("play").hidden || e.target.closest(parts.typing)) return;
    const z = (e.ctrlKey || e.metaKey) && !e.altKey && { z: keys.u, Z: keys.U, y: keys.U }[e.key];
    const f = z || !e.ctrlKey && !e.altKey && !e.metaKey && keys[e.key];
    if (!f || editing && !["u", "U"].includes(e.key) && !z) return;
    f();
    e.preventDefault();
  });
  for (const [id, name] of [["turn", "r"], ["flip", "f"], ["undo", "u"], ["redo", "U"], ["hint", "i"]]) $(id).addEventListener("click", () => keys[name]());

  return {
    calls, board, draw, choose, where, lies, within, short, keys,
    // see takes the view of a puzzle; other pieces begin as they are drawn.
    see(v, same) {
      view = v;
      if (!v) return;
      if (!same || ways.length !== v.pieces.length) { ways = v.pieces.map(() => 0); if (!editing) chosen = -1; }
      ways = v.pieces.map((p, k) => ways[k] < p.ways.length ? ways[k] : 0);
      if (chosen >= v.pieces.length) chosen = -1;
      shown = [];
      alone = false;
      sort();
      fill();
      if (!editing) board.show(v);
      draw();
    },
    edit(on) { editing = on; chosen = -1; if (view && !on) { board.show(view); } if (view) { sort(); buttons.forEach((_, k) => patch(k)); } draw(); },
    showing(all, landing, only = false) { shown = all; alone = only; draw(landing); },
    held: () => table.whole(lifted), showGhost,
    way: k => ways[k],
    get view() { return view; }, get chosen() { return chosen; }, get lain() { return lain; }, get shown() { return shown; },
    // complete says whether what is laid is a solution, whatever is shown.
    complete() {
      const all = new Set(table.whole().place?.flatMap(p => p.cells.map(c => key(full(c)))));
      sort();
      return view.at.every(c => grids.at(table.cells(), c) === "?" || all.has(key(c))) && view.pieces.every((p, k) => used(k) >= p.least);
    },
  };
})();
