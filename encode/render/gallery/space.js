// A solution in space, as a figure that turns: space(data) has the method draw(cells, view),
// which returns an SVG. Cells are unit cubes, so what is nearer is drawn later, cell by cell,
// and no faces need to be compared.
const space = data => {
  const { svg } = parts;
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const add = (p, q, times) => p.map((v, k) => v + times * q[k]);
  const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const name = p => p.join();
  // The colour with a part of black in it, as pictures from a corner shade it.
  const shades = [0.34, 0.17, 0];
  const shade = (fill, part) => "#" + [1, 3, 5].map(k => Math.round(parseInt(fill.slice(k, k + 2), 16) * (1 - part)).toString(16).padStart(2, "0")).join("");
  // Black or white, whichever is further from a colour.
  const ink = fill => {
    const [r, g, b] = [1, 3, 5].map(k => (parseInt(fill.slice(k, k + 2), 16) / 255) ** 2.2);
    return .2126 * r + .7152 * g + .0722 * b > .18 ? "#000000" : "#ffffff";
  };
  const inside = ([x, y], quad) => {
    const turns = quad.map((p, n) => { const q = quad[(n + 1) % 4]; return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]); });
    return turns.every(t => t > -1e-6) || turns.every(t => t < 1e-6);
  };
  // What is written on a body stands on a face whose middle nothing hides.
  const mostFaces = 900;
  function letters(faces) {
    const best = new Map();
    faces.forEach((f, n) => {
      const b = best.get(f.mine);
      if (b && b.front >= f.front - 1e-9) return;
      if (!faces.some((g, m) => m > n && inside(f.middle, g.around))) best.set(f.mine, f);
    });
    return [...best.values()].map(({ middle: [x, y], mine, fill }) =>
      svg("path", { d: mine.label, fill: ink(fill), transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(.6)`, "pointer-events": "none" }));
  }
  const size = [0, 1, 2].map(k => Math.max(...data.space.map(c => c[k])) + 1);

  // turn and tilt are angles, gap how far layers are apart, in cells. owner is by site: an
  // object with a fill, or nothing where the cell is empty.
  function draw(owner, { turn, tilt, gap }, attributes) {
    const at = new Map();
    data.space.forEach((c, site) => { if (owner[site]) at.set(name(c), owner[site]); });
    const middle = [(size[0] - 1) / 2, (size[1] - 1) / 2, (size[2] - 1) * (1 + gap) / 2];
    const right = [Math.cos(turn), Math.sin(turn), 0];
    const down = [-Math.sin(tilt) * Math.sin(turn), Math.sin(tilt) * Math.cos(turn), Math.cos(tilt)];
    // Towards the eye: z grows away from it where the figure is not tilted.
    const eye = [-Math.cos(tilt) * Math.sin(turn), Math.cos(tilt) * Math.cos(turn), -Math.sin(tilt)];
    const lifted = c => [c[0], c[1], c[2] * (1 + gap)];
    const seen = p => { const q = add(p, middle, -1); return [30 * dot(q, right), 30 * dot(q, down)]; };
    const cells = data.space.filter((c, site) => owner[site]);
    const key = c => c.map((v, k) => v * Math.sign(eye[k]));
    cells.sort((a, b) => { const p = key(a), q = key(b); return p[2] - q[2] || p[0] - q[0] || p[1] - q[1]; });
    const reach = 30 * Math.hypot(size[0], size[1], size[2] * (1 + gap)) / 2 + 4;
    const figure = svg("svg", { viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, role: "img", ...attributes });
    const faces = [];
    for (const c of cells) {
      const mine = at.get(name(c));
      axes.forEach((axis, d) => {
        const side = Math.sign(eye[d]);
        if (!side || Math.abs(eye[d]) < 1e-9) return;
        const near = at.get(name(add(c, axis, side)));
        if (near === mine && !(d === 2 && gap)) return;
        const [u, v] = [axes[(d + 1) % 3], axes[(d + 2) % 3]];
        const face = add(lifted(c), axis, side / 2);
        const corner = (a, b) => seen(add(add(face, u, a / 2), v, b / 2));
        const around = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
        const path = "M" + around.map(p => p.map(x => x.toFixed(2)).join(" ")).join("L") + "Z";
        const fill = shade(mine.fill, shades[d]);
        faces.push({ mine, around, fill, front: Math.abs(eye[d]), middle: seen(face) });
        const shown = svg("path", { d: path, fill, stroke: fill, "stroke-width": .6, class: "piece" });
        shown.dataset.option = mine.option;
        shown.append(svg("title", {}, mine.name));
        figure.append(shown);
        // Lines: where the next cell is another's, or the body turns away.
        [[v, -1, 0], [u, 1, 1], [v, 1, 2], [u, -1, 3]].forEach(([e, way, n]) => {
          const beside = add(c, e, way), apart = gap && e[2];
          const other = apart ? undefined : at.get(name(beside));
          if (other === mine) return;
          const before = apart || gap && axis[2] ? undefined : at.get(name(add(beside, axis, side)));
          if (!other && dot(e, eye) * way > 1e-9 && !before) return;
          const [p, q] = [around[n], around[(n + 1) % 4]];
          figure.append(svg("path", { d: `M${p[0].toFixed(2)} ${p[1].toFixed(2)}L${q[0].toFixed(2)} ${q[1].toFixed(2)}`, class: "edge" }));
        });
      });
    }
    if (faces.length < mostFaces) figure.append(...letters(faces));
    return figure;
  }
  return { draw, gap: (size[0] + size[1]) / 2 };
};
