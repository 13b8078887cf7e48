"use strict";
// What lies on a board in space, as a figure beside its layers, that turns by mouse, finger or arrow keys.
const figures = (() => {
  const { $, svg } = parts;
  let draw = null, angles = boards.corner;
  function show(view, all) {
    const solid = view.board.space && view.board.space.length;
    $("figure").hidden = !solid;
    if (!solid) { draw = null; return; }
    const site = new Map(view.at.map((c, n) => [boards.key(c), n])), owner = [], figure = space(view.board);
    for (const l of all) {
      const p = view.pieces[l.k], body = { fill: boards.colours(view, l)[0], name: p.name, label: p.label };
      for (const c of boards.cellsOf(view, l)) owner[site.get(boards.key(c))] = body;
    }
    const box = Array(view.at.length).fill({ fill: "#8a93a0", name: "the box", label: "" });
    draw = () => {
      const all = figure.draw(owner, angles, { "aria-label": "what lies, from a corner; the arrow keys turn it", class: "turns", tabindex: 0, "data-keys": "" });
      // The box is of glass: behind what lies its far sides, seen from there and mirrored, before it its edges.
      const side = (turn, tilt, attributes) => svg("g", { class: "glass", ...attributes }, ...figure.draw(box, { turn, tilt, gap: 0 }, {}).children);
      all.prepend(side(angles.turn + Math.PI, -angles.tilt, { transform: "scale(-1 1)" }));
      all.append(side(angles.turn, angles.tilt, {}));
      $("figure").replaceChildren(all);
    };
    draw();
  }
  function turnBy(turn, tilt) {
    const focused = $("figure").contains(document.activeElement);
    angles = { ...angles, turn: angles.turn + turn, tilt: Math.min(1.5, Math.max(-1.5, angles.tilt + tilt)) };
    draw();
    if (focused) $("figure").firstChild.focus();
  }
  let held = null;
  $("figure").addEventListener("pointerdown", e => { held = [e.clientX, e.clientY]; $("figure").setPointerCapture(e.pointerId); });
  $("figure").addEventListener("pointermove", e => { if (!held) return; turnBy((held[0] - e.clientX) / 120, (e.clientY - held[1]) / 120); held = [e.clientX, e.clientY]; });
  for (const end of ["pointerup", "pointercancel"]) $("figure").addEventListener(end, () => { held = null; });
  $("figure").addEventListener("keydown", e => {
    const arrow = parts.arrows[e.key];
    if (!arrow) return;
    turnBy(-arrow[0] * Math.PI / 16, arrow[1] * Math.PI / 16);
    e.preventDefault();
    e.stopPropagation();
  });
  return { show };
})();
