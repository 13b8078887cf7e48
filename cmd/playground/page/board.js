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
    const g = svg("g", attributes, svg("path", { d: w.path, fill }));
    if (w.marks) g.append(svg("path", { d: w.marks, fill: ink }));
    if (p.shows) {
      const site = view.at.findIndex(c => key(c) === key(cellsOf(view, l)[0]));
      const [sx, sy, look] = view.board.sites[site] || [0, 0, 0], marks = site >= 0 && view.board.cells[look].marks;
      if (marks) g.append(svg("path", { d: marks, fill: ink, ...move(sx - x, sy - y) }));
    } else for (const [a, b] of w.labels) g.append(svg("path", { d: p.label, fill: ink, ...move(+a, +b) }));
    g.append(svg("path", { d: w.path, class: "pin", fill: "none" }), svg("path", { d: w.path, class: "lock", fill: "none" }), svg("title", {}, p.name));
    return svg("g", move(x, y), g);
  }
  const viewBox = view => `-4 -4 ${view.board.width + 8} ${view.board.height + 8}`;
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
  // A picture of a piece alone, for the tray: as large as its board's cells times a factor.
  function icon(view, k, way, copy, factor) {
    const drawing = figure(view, { k, way, by: [0, 0, 0], copy }), all = svg("svg", { "aria-hidden": "true" }, drawing);
    document.body.append(all); // only what is in the page has a size
    const b = drawing.getBBox();
    all.remove();
    all.setAttribute("viewBox", `${b.x - 1} ${b.y - 1} ${b.width + 2} ${b.height + 2}`);
    all.style.width = `${b.width * factor}px`;
    all.style.height = `${b.height * factor}px`;
    return all;
  }

  // The board to play on, in a container. name(c) says what is on a cell, for those who hear it.
  function playing(container, { name, press, hover }) {
    let view = null, cursor = "", sites = new Map(), layer = {};
    const here = () => view && !container.classList.contains("drawing");
    function show(v) {
      const focused = container.contains(document.activeElement);
      view = v;
      sites = new Map();
      layer = { tints: svg("g", { class: "over" }), pieces: svg("g", { class: "over" }), ghost: svg("g", { class: "over" }), why: svg("g", { class: "over" }) };
      const hatch = svg("pattern", { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("path", { d: "M1 0V7", stroke: "#000", "stroke-width": 1.4, "stroke-opacity": .45 }), svg("path", { d: "M2.4 0V7", stroke: "#fff", "stroke-width": 1.4, "stroke-opacity": .45 }));
      const all = svg("svg", { viewBox: viewBox(view), role: "group", "aria-label": "board" }, svg("defs", {}, hatch), ...ground(view));
      all.style.maxWidth = `${Math.max(8, view.board.width / 36 * 4)}rem`;
      view.at.forEach((c, n) => {
        const [x, y, look] = view.board.sites[n];
        const g = svg("g", { class: "site", role: "button", tabindex: -1 }, svg("title", {}), ...cell(view, n), svg("path", { d: view.board.cells[look].path, class: "ring", ...move(x, y) }));
        g.dataset.cell = key(c);
        sites.set(key(c), { g, middle: [x, y], path: view.board.cells[look].path });
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
      }
    }
    const over = (at, attributes) => { const s = sites.get(at); return svg("path", { d: s.path, ...attributes, ...move(...s.middle) }); };
    // put draws what lies: pieces with their classes; landing ones come in one after the other.
    function put(all, landing) {
      layer.pieces.classList.toggle("landing", !!landing);
      layer.pieces.replaceChildren(...all.map((l, n) => { const f = figure(view, l, { class: l.class || "" }); f.style.setProperty("--n", n); return f; }));
      refresh();
    }
    const ghost = l => layer.ghost.replaceChildren(...(l ? [figure(view, l, { class: l.class })] : []));
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
    return { show, refresh, put, ghost, mark, under, scale: () => { const all = container.querySelector("svg"), m = all && all.getScreenCTM(); return m ? m.a : 1; }, focusedCell: () => container.contains(document.activeElement) ? cellOf(cursor) : null };
  }
  // The middle of a cell, also of one that is not of the board.
  const middle = (view, c) => { const [x, y] = view.board.sites[0], by = shift(view, c.map((v, n) => v - view.at[0][n])); return [x + by[0], y + by[1]]; };
  return { playing, middle, picture, icon, figure, cellsOf, colours, key, plus, cell, ground, viewBox, shift };
})();
