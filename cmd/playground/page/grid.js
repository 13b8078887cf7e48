"use strict";
// Cells of a lattice to draw on, by mouse, finger or keys. Cells are [x, y, z], a board is
// layers of rows of characters as in puzzle files.
const grids = (() => {
  const { svg } = parts;
  const unit = 36;
  const classOf = (l, c) => l.classes[[2, 1, 0].reduce((n, k) => n * l.period[k] + (c[k] % l.period[k] + l.period[k]) % l.period[k], 0)];
  // translates says whether moving by d takes all cells to cells of their class.
  const translates = (l, d) => l.classes.every((k, n) => k === classOf(l, [n % l.period[0] + d[0], (n / l.period[0] | 0) % l.period[1] + d[1], (n / l.period[0] / l.period[1] | 0) + d[2]]));
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

  // box returns the corners of what all cells take.
  function box(l, cells) {
    const points = cells.flatMap(c => corners(l, c));
    const low = [0, 1].map(k => Math.min(...points.map(p => p[k]))), high = [0, 1].map(k => Math.max(...points.map(p => p[k])));
    return cells.length ? [low[0] - 2, low[1] - 2, high[0] - low[0] + 4, high[1] - low[1] + 4] : [0, 0, unit, unit];
  }

  // A drawing board in a container. look(c) says how a cell is drawn: {class, text, name}; act(c, how) is
  // told what is done to it: "down", "drag" or "key".
  function board(container, { look, act, label }) {
    let lattice, cells = [], cursor = "0,0,0", sites = new Map(), last = null, pressed = false;
    function show(l, shown) {
      const focused = container.contains(document.activeElement);
      lattice = l; cells = shown; sites = new Map();
      const all = [...each(cells)].filter(c => classOf(l, c) >= 0), b = box(l, all);
      container.replaceChildren(...cells.map((layer, z) => {
        const picture = svg("svg", { viewBox: b.join(" "), role: "group", "aria-label": cells.length > 1 ? `${label}, layer ${z + 1} of ${cells.length}` : label });
        picture.style.maxWidth = `${Math.max(6, b[2] / unit * 3)}rem`;
        return picture;
      }));
      all.forEach(c => {
        const points = corners(l, c), [x, y] = middle(points);
        const parts = { g: svg("g", { class: "site", role: "button", tabindex: -1 }), cell: svg("path", { d: path(inside(points, 1.2)) }), text: svg("text", { x: digits(x), y: digits(y) }), ring: svg("path", { d: path(inside(points, 2.5)), class: "ring" }), title: svg("title", {}), middle: [x, y] };
        parts.g.append(parts.title, parts.cell, parts.text, parts.ring);
        parts.g.dataset.cell = key(c);
        sites.set(key(c), parts);
        container.children[c[2]].append(parts.g);
      });
      if (!sites.has(cursor)) cursor = all.length ? key(all[0]) : "";
      refresh();
      if (focused && sites.has(cursor)) sites.get(cursor).g.focus();
    }
    function refresh() {
      for (const [name, s] of sites) {
        const how = look(cellOf(name));
        s.cell.setAttribute("class", how.class);
        s.text.textContent = how.text || "";
        s.title.textContent = how.name;
        s.g.setAttribute("aria-label", how.name);
        s.g.setAttribute("tabindex", name === cursor ? 0 : -1);
      }
    }
    const under = e => { const found = document.elementFromPoint(e.clientX, e.clientY), g = found && found.closest(".site"); return g && container.contains(g) ? g.dataset.cell : null; };
    container.addEventListener("pointerdown", e => {
      const name = under(e);
      if (!container.classList.contains("drawing") || !name || e.button) return;
      pressed = true; last = cursor = name;
      if (e.target.hasPointerCapture && e.target.hasPointerCapture(e.pointerId)) e.target.releasePointerCapture(e.pointerId);
      act(cellOf(name), "down");
    });
    container.addEventListener("pointermove", e => {
      const name = under(e);
      if (pressed && name && name !== last) { last = name; act(cellOf(name), "drag"); }
    });
    addEventListener("pointerup", () => { pressed = false; });
    addEventListener("pointercancel", () => { pressed = false; });
    container.addEventListener("focusin", e => { if (!container.classList.contains("drawing")) return; const g = e.target.closest(".site"); if (g) { cursor = g.dataset.cell; refresh(); } });
    container.addEventListener("keydown", e => {
      if (!container.classList.contains("drawing")) return;
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
    return { show, refresh };
  }
  // The lattices by name, and that of a puzzle.
  const lattices = {};
  const of = puzzle => lattices[puzzle.lattice || "square"];
  return { lattices, of, layers, rows, size, at, each, resized, board, key, translates };
})();
