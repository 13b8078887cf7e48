"use strict";
// Cells of a lattice to draw on, by mouse, finger or keys. Cells are [x, y, z], a board is
// layers of rows of characters as in puzzle files.
const grids = (() => {
  const { svg } = parts;
  const unit = 36;
  const classOf = (l, c) => (c[0] * l.parity[0] + c[1] * l.parity[1] + c[2] * l.parity[2]) & 1;
  const corners = (l, c) => l.corners[classOf(l, c)].map(([x, y]) => [unit * (x + c[0] * l.right[0] + c[1] * l.down[0]), unit * (y + c[0] * l.right[1] + c[1] * l.down[1])]);
  const middle = points => [0, 1].map(k => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const digits = x => Math.round(x * 100) / 100;
  const path = points => "M" + points.map(p => p.map(digits).join(" ")).join("L") + "Z";
  // A polygon whose sides lie a little inside, so that cells stand apart.
  const inside = (points, by) => { const m = middle(points); return points.map(p => { const d = Math.hypot(p[0] - m[0], p[1] - m[1]); return [0, 1].map(k => p[k] + (m[k] - p[k]) * by / d); }); };
  const key = c => c.join(",");
  const cellOf = text => text.split(",").map(Number);

  // Rows as a puzzle file has them, and layers of rows of characters.
  function layers(rows) {
    const all = [[]];
    for (const row of rows) if (row === "") all.push([]); else all[all.length - 1].push([...row]);
    return all.filter(layer => layer.length);
  }
  const rows = cells => cells.flatMap((layer, z) => [...(z ? [""] : []), ...layer.map(row => row.join(""))]);
  const size = cells => [Math.max(0, ...cells.flat().map(row => row.length)), Math.max(0, ...cells.map(layer => layer.length)), cells.length];
  const at = (cells, [x, y, z]) => ((cells[z] || [])[y] || [])[x] ?? "#";
  function* each(cells) {
    for (let z = 0; z < cells.length; z++) for (let y = 0; y < cells[z].length; y++) for (let x = 0; x < cells[z][y].length; x++) yield [x, y, z];
  }
  function resized(cells, [w, h, d], fill) {
    return Array.from({ length: d }, (_, z) => Array.from({ length: h }, (_, y) => Array.from({ length: w }, (_, x) => (((cells[z] || [])[y] || [])[x]) ?? fill)));
  }

  // The outline of cells: sides that only one of them has.
  function outline(l, cells) {
    const sides = new Map();
    for (const c of cells) {
      const p = corners(l, c).map(v => v.map(digits));
      p.forEach((from, k) => {
        const to = p[(k + 1) % p.length], ends = [from, to].map(String).sort().join(" ");
        sides.set(ends, sides.has(ends) ? null : [from, to]);
      });
    }
    return [...sides.values()].filter(s => s).map(([a, b]) => `M${a.join(" ")}L${b.join(" ")}`).join("");
  }

  // draws pieces flat, the cells of one layer each: [{cells, fill, ink, label, class}].
  function figures(l, pieces) {
    return pieces.filter(p => p.cells.length).map(p => {
      const [x, y] = middle(corners(l, p.cells[Math.floor((p.cells.length - 1) / 2)]));
      const d = p.cells.map(c => path(corners(l, c))).join("");
      const g = svg("g", { class: p.class || "" }, svg("path", { d, fill: p.fill, stroke: p.fill, "stroke-width": 1 }), svg("path", { d: outline(l, p.cells), class: "seam" }));
      if (p.label) g.append(svg("path", { d: p.label, fill: p.ink, transform: `translate(${digits(x)} ${digits(y)})` }));
      return g;
    });
  }

  // box returns the corners of what all cells take.
  function box(l, cells) {
    const points = cells.flatMap(c => corners(l, c));
    const low = [0, 1].map(k => Math.min(...points.map(p => p[k]))), high = [0, 1].map(k => Math.max(...points.map(p => p[k])));
    return cells.length ? [low[0] - 2, low[1] - 2, high[0] - low[0] + 4, high[1] - low[1] + 4] : [0, 0, unit, unit];
  }

  // A picture of one piece, for a button.
  function icon(l, cells, fill) {
    const flat = [...new Set(cells.map(c => c[2]))].sort();
    const high = flat.length, width = Math.max(...cells.map(c => c[0])) + 2;
    const spread = cells.map(c => [c[0] + (high > 1 ? c[2] * width : 0), c[1], 0]);
    const b = box(l, spread);
    return svg("svg", { viewBox: b.join(" "), "aria-hidden": "true", style: `width:${digits(b[2] / unit * .62)}rem;height:${digits(b[3] / unit * .62)}rem` },
      svg("path", { d: spread.map(c => path(corners(l, c))).join(""), fill, stroke: fill }), svg("path", { d: spread.map(c => outline(l, [c])).join(""), class: "thin" }));
  }

  // A board in a container. look(c) says how a cell is drawn: {class, text, fill, opacity,
  // name}; act(c, how) is told what is done to it: "down", "drag" or "key"; hover(c) over
  // which the pointer is, null for none.
  function board(container, { look, act, hover, label }) {
    let lattice, cells = [], cursor = "0,0,0", sites = new Map(), over = [], last = null, pressed = false;
    function show(l, shown) {
      const focused = container.contains(document.activeElement);
      lattice = l; cells = shown; sites = new Map(); over = [];
      const all = [...each(cells)], b = box(l, all);
      container.replaceChildren(...cells.map((layer, z) => {
        const picture = svg("svg", { viewBox: b.join(" "), role: "group", "aria-label": cells.length > 1 ? `${label}, layer ${z + 1} of ${cells.length}` : label });
        picture.style.maxWidth = `${Math.max(6, b[2] / unit * 3)}rem`;
        return picture;
      }));
      all.forEach(c => {
        const points = corners(l, c), [x, y] = middle(points);
        const parts = { g: svg("g", { class: "site", role: "button", tabindex: -1 }), cell: svg("path", { d: path(inside(points, 1.2)) }), tint: svg("path", { d: path(inside(points, 1.2)), "fill-opacity": 0 }), text: svg("text", { x: digits(x), y: digits(y) }), ring: svg("path", { d: path(inside(points, 2.5)), class: "ring" }), title: svg("title", {}), middle: [x, y] };
        parts.g.append(parts.title, parts.cell, parts.tint, parts.text, parts.ring);
        parts.g.dataset.cell = key(c);
        sites.set(key(c), parts);
        container.children[c[2]].append(parts.g);
      });
      for (const picture of container.children) { const g = svg("g", { class: "over" }); over.push(g); picture.append(g); }
      if (!sites.has(cursor)) cursor = all.length ? key(all[0]) : "";
      refresh();
      if (focused && sites.has(cursor)) sites.get(cursor).g.focus();
    }
    function refresh() {
      for (const [name, s] of sites) {
        const how = look(cellOf(name));
        s.cell.setAttribute("class", how.class);
        s.tint.setAttribute("fill", how.fill || "none");
        s.tint.setAttribute("fill-opacity", how.opacity || 0);
        s.text.textContent = how.text || "";
        s.title.textContent = how.name;
        s.g.setAttribute("aria-label", how.name);
        s.g.setAttribute("tabindex", name === cursor ? 0 : -1);
      }
    }
    // put lays pieces over a layer.
    function put(pieces) {
      over.forEach((g, z) => g.replaceChildren(...figures(lattice, pieces.map(p => ({ ...p, cells: p.cells.filter(c => c[2] === z).map(c => [c[0], c[1], z]) })))));
    }
    const under = e => { const found = document.elementFromPoint(e.clientX, e.clientY), g = found && found.closest(".site"); return g && container.contains(g) ? g.dataset.cell : null; };
    container.addEventListener("pointerdown", e => {
      const name = under(e);
      if (!name || e.button) return;
      pressed = true; last = cursor = name;
      if (e.target.hasPointerCapture && e.target.hasPointerCapture(e.pointerId)) e.target.releasePointerCapture(e.pointerId);
      act(cellOf(name), "down");
    });
    container.addEventListener("pointermove", e => {
      const name = under(e);
      if (hover && e.pointerType === "mouse") hover(name && cellOf(name));
      if (pressed && name && name !== last) { last = name; act(cellOf(name), "drag"); }
    });
    addEventListener("pointerup", () => { pressed = false; });
    addEventListener("pointercancel", () => { pressed = false; });
    container.addEventListener("pointerleave", () => hover && hover(null));
    container.addEventListener("focusin", e => { const g = e.target.closest(".site"); if (g) { cursor = g.dataset.cell; refresh(); if (hover && g.matches(":focus-visible")) hover(cellOf(cursor)); } });
    container.addEventListener("keydown", e => {
      const names = [...sites.keys()], arrow = parts.arrows[e.key], z = cellOf(cursor)[2];
      if (arrow) {
        const same = names.filter(name => cellOf(name)[2] === z);
        const best = parts.nearest(same.map(name => sites.get(name).middle), same.indexOf(cursor), arrow);
        if (best >= 0) sites.get(same[best]).g.focus();
      } else if (e.key === "PageDown" || e.key === "PageUp") {
        const [x, y] = cellOf(cursor), to = key([x, y, z + (e.key === "PageDown" ? 1 : -1)]);
        if (sites.has(to)) sites.get(to).g.focus();
      } else if (e.key === "Enter" || e.key === " ") act(cellOf(cursor), "key");
      else return;
      e.preventDefault();
      e.stopPropagation();
    });
    return { show, refresh, put };
  }
  return { layers, rows, size, at, each, resized, board, icon, key, classOf, middle, corners };
})();
