"use strict";
// The board, and pieces on it, as pictures show them: the program has drawn them, here they are moved. A view
// is what the program says of a puzzle. A piece lies as {k, way, by}: its index, its orientation, and how far
// it is from where that was drawn; "copy" chooses among the tints of equal pieces.
const boards = (() => {
  const { svg } = parts;
  const key = c => c.join(",");
  const cellOf = text => text.split(",").map(Number);
  const plus = (a, b) => a.map((v, n) => v + b[n]);
  const shift = (view, by) => [0, 1].map(k => by.reduce((sum, v, n) => sum + v * view.steps[n][k], 0));
  const move = (x, y) => ({ transform: `translate(${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100})` });
  const cellsOf = (view, l) => view.pieces[l.k].ways[l.way].cells.map(c => plus(c, l.by));
  const colours = (view, l) => { const p = view.pieces[l.k], w = p.ways[l.way]; return p.tints[w.tint >= 0 ? w.tint : (l.copy || 0) % p.tints.length]; };

  function figure(view, l, attributes = {}) {
    const p = view.pieces[l.k], w = p.ways[l.way], [fill, ink] = colours(view, l), [x, y] = shift(view, l.by);
    const written = { fill: ink, stroke: fill, class: "ink" }; // hatching keeps off it
    const g = svg("g", attributes, svg("path", { d: w.path, fill }), svg("path", { d: w.path, class: "lock", fill: "none" }));
    if (w.marks) g.append(svg("path", { d: w.marks, ...written }));
    if (p.shows) {
      const site = view.at.findIndex(c => key(c) === key(cellsOf(view, l)[0]));
      const [sx, sy, look] = view.board.sites[site] || [0, 0, 0], marks = site >= 0 && view.board.cells[look].marks;
      if (marks) g.append(svg("path", { d: marks, ...written, ...move(sx - x, sy - y) }));
    } else for (const [a, b] of w.labels) g.append(svg("path", { d: p.label, ...written, ...move(+a, +b) }));
    g.append(svg("path", { d: w.path, class: "pin", fill: "none", pathLength: 1 }), svg("title", {}, p.name));
    return svg("g", move(x, y), g);
  }
  // What is in no page has no size.
  function sizeOf(drawing) {
    const all = svg("svg", {}, drawing);
    document.body.append(all);
    const box = drawing.getBBox();
    all.remove();
    return box;
  }
  // Some boards are wider than their cells. The margin is for rings.
  function viewBox(view) {
    const b = view.box = view.box || sizeOf(svg("g", {}, ...ground(view)));
    return `${b.x - 3} ${b.y - 3} ${b.width + 6} ${b.height + 6}`;
  }
  function cell(view, n) {
    const [x, y, look] = view.board.sites[n], { path, marks } = view.board.cells[look];
    return [svg("path", { d: path, class: "empty", ...move(x, y) }), ...(marks ? [svg("path", { d: marks, class: "mark", ...move(x, y) })] : [])];
  }
  const ground = view => [svg("path", { class: "board", d: view.board.board }), ...(view.board.words ? [svg("path", { class: "words", d: view.board.words })] : [])];
  // A small picture of pieces on the board.
  function picture(view, all) {
    const covered = new Set(all.flatMap(l => cellsOf(view, l).map(key)));
    return svg("svg", { viewBox: viewBox(view), "aria-hidden": "true" }, ...ground(view), ...view.at.flatMap((c, n) => covered.has(key(c)) ? [] : cell(view, n)), ...all.map(l => figure(view, l)));
  }
  // A picture of a piece alone, for the tray: as large as its board's cells times a factor; cubes as a body.
  const corner = { turn: -Math.PI / 4, tilt: Math.asin(1 / Math.sqrt(3)), gap: 0 };
  function icon(view, k, way, copy, factor) {
    const l = { k, way, by: [0, 0, 0], copy }, cells = cellsOf(view, l), body = { fill: colours(view, l)[0], name: view.pieces[k].name, label: view.pieces[k].label };
    const drawing = view.board.space ? svg("g", {}, ...space({ space: cells }).draw(cells.map(() => body), corner, {}).children) : figure(view, l);
    const b = sizeOf(drawing), all = svg("svg", { "aria-hidden": "true" }, drawing);
    all.setAttribute("viewBox", `${b.x - 1} ${b.y - 1} ${b.width + 2} ${b.height + 2}`);
    all.style.width = `${b.width * factor}px`;
    all.style.height = `${b.height * factor}px`;
    return all;
  }

  // The board to play on, in a container. name(c) says what is on a cell, for those who hear it.
  // With paint it is a board to draw on: paint(c, how) is told what is done to a cell, "down", "drag" or
  // "key", and look(c) says how it is drawn, as {class, text}.
  function playing(container, { name, press, hover = () => {}, look, paint }) {
    if (paint) press = c => paint(c, "key");
    let view = null, cursor = "", sites = new Map(), layer = {};
    const here = () => view && container.classList.contains("drawing") === !!paint;
    function show(v) {
      const focused = container.contains(document.activeElement);
      view = v;
      sites = new Map();
      layer = { tints: svg("g", { class: "over" }), pieces: svg("g", { class: "over" }), ghost: svg("g", { class: "over" }), why: svg("g", { class: "over" }) };
      const hatch = svg("pattern", { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("path", { d: "M1 0V7", stroke: "#000", "stroke-width": 1.4, "stroke-opacity": .45 }), svg("path", { d: "M2.4 0V7", stroke: "#fff", "stroke-width": 1.4, "stroke-opacity": .45 }));
      const all = svg("svg", { viewBox: viewBox(view), role: "group", "aria-label": "board" }, svg("defs", {}, hatch), ...ground(view));
      all.style.maxWidth = `${Math.max(8, view.board.width / 36 * 5.5)}rem`;
      all.style.setProperty("--least", `${(view.box.height + 6) / 36 * 34.5}px`); // for fingers
      all.style.setProperty("--wide", `${view.board.width / 36 * 26}px`);
      container.classList.toggle("wide", view.board.width > 36 * 14);
      view.at.forEach((c, n) => {
        const [x, y, shape] = view.board.sites[n];
        const g = svg("g", { class: "site", role: "button", tabindex: -1 }, svg("title", {}), ...cell(view, n), svg("path", { d: view.board.cells[shape].path, class: "ring", ...move(x, y) }), svg("text", { x, y }));
        g.dataset.cell = key(c);
        sites.set(key(c), { g, middle: [x, y], path: view.board.cells[shape].path });
        all.append(g);
      });
      all.append(...Object.values(layer));
      container.replaceChildren(all);
      if (!sites.has(cursor)) cursor = sites.size ? sites.keys().next().value : "";
      refresh();
      if (focused && sites.has(cursor)) sites.get(cursor).g.focus();
    }
    function refresh() {
      for (const [at, s] of sites) {
        const text = name(cellOf(at));
        s.g.firstChild.textContent = text;
        s.g.setAttribute("aria-label", text);
        s.g.setAttribute("tabindex", at === cursor ? 0 : -1);
        if (!look) continue;
        const how = look(cellOf(at));
        s.g.setAttribute("class", `site ${how.class}`);
        s.g.lastChild.textContent = how.text || "";
      }
    }
    const over = (at, attributes) => { const s = sites.get(at); return svg("path", { d: s.path, ...attributes, ...move(...s.middle) }); };
    // put draws what lies: pieces with their classes; landing ones come in one after the other.
    function put(all, landing) {
      layer.pieces.classList.toggle("landing", !!landing);
      layer.pieces.replaceChildren(...all.map((l, n) => { const f = figure(view, l, { class: l.class || "" }); f.style.setProperty("--n", n); return f; }));
      refresh();
    }
    const scale = () => { const all = container.querySelector("svg"), m = all && all.getScreenCTM(); return m ? m.a : 1; };
    // A ghost may have a text above it, which stays within the board.
    function ghost(l) {
      layer.ghost.replaceChildren(...(l ? [figure(view, l, { class: l.class })] : []));
      if (!l || !l.text) return;
      const b = layer.ghost.getBBox(), size = 15 / scale(), wide = l.text.length * size * .28, x = Math.max(wide, Math.min(view.board.width - wide, b.x + b.width / 2));
      layer.ghost.append(svg("text", { x, y: b.y > 1.4 * size ? b.y - .7 * size : b.y + b.height + .8 * size, class: "here", style: `font-size: ${size}px; stroke-width: ${size / 3}px` }, l.text));
    }
    // mark covers cells: {cell: attributes}, in the layer of tints or of reasons.
    const mark = (which, cells) => layer[which] && layer[which].replaceChildren(...Object.entries(cells).filter(([at]) => sites.has(at)).map(([at, how]) => over(at, how)));
    // The cell below a point, or the nearest one if that is not far.
    function under(x, y) {
      const found = document.elementFromPoint(x, y), g = found && found.closest(".site");
      if (g && container.contains(g)) return cellOf(g.dataset.cell);
      const all = container.querySelector("svg"), m = all && all.getScreenCTM();
      if (!here() || !m) return null;
      const p = new DOMPoint(x, y).matrixTransform(m.inverse());
      let best = null, least = 40;
      for (const [at, s] of sites) { const d = Math.hypot(p.x - s.middle[0], p.y - s.middle[1]); if (d < least) { least = d; best = at; } }
      return best && cellOf(best);
    }
    let painted = "";
    if (paint) {
      container.addEventListener("pointerdown", e => {
        const g = e.target.closest(".site");
        if (!here() || !g || e.button) return;
        if (e.target.hasPointerCapture(e.pointerId)) e.target.releasePointerCapture(e.pointerId);
        paint(cellOf(cursor = painted = g.dataset.cell), "down");
      });
      container.addEventListener("pointermove", e => {
        const c = painted && here() && under(e.clientX, e.clientY);
        if (c && key(c) !== painted) paint(cellOf(painted = key(c)), "drag");
      });
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { painted = ""; });
    }
    container.addEventListener("focusin", e => { const g = e.target.closest(".site"); if (g && here()) { cursor = g.dataset.cell; refresh(); if (g.matches(":focus-visible")) hover(cellOf(cursor)); } });
    container.addEventListener("focusout", () => here() && hover(null));
    container.addEventListener("keydown", e => {
      const arrow = parts.arrows[e.key], names = [...sites.keys()];
      if (!here() || !sites.size) return;
      if (arrow) {
        const best = parts.nearest(names.map(at => sites.get(at).middle), names.indexOf(cursor), arrow);
        if (best >= 0) sites.get(names[best]).g.focus();
      } else if (e.key === "Enter" || e.key === " ") press(cellOf(cursor));
      else return;
      e.preventDefault();
      e.stopPropagation();
    });
    return { show, refresh, put, ghost, mark, under, scale, focusedCell: () => container.contains(document.activeElement) ? cellOf(cursor) : null };
  }
  // The middle of a cell, also of one that is not of the board.
  const middle = (view, c) => { const [x, y] = view.board.sites[0], by = shift(view, c.map((v, n) => v - view.at[0][n])); return [x + by[0], y + by[1]]; };
  return { playing, corner, middle, picture, icon, figure, cellsOf, colours, key, plus, cell, ground, viewBox, shift };
})();
