"use strict";
// What pages that draw have in common. Text goes in as text, never as markup.
const parts = (() => {
  const $ = id => document.getElementById(id);
  const NS = "http://www.w3.org/2000/svg";
  const make = (space, name, attributes, children) => {
    const e = space ? document.createElementNS(space, name) : document.createElement(name);
    for (const key in attributes) e.setAttribute(key, attributes[key]);
    for (const child of children) e.append(child);
    return e;
  };
  const svg = (name, attributes, ...children) => make(NS, name, attributes, children);
  const html = (name, attributes, ...children) => make(null, name, attributes, children);

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  // The nearest of some places [x, y] in the direction of an arrow: straight ahead rather
  // than aside; -1 where there is none.
  function nearest(places, from, arrow) {
    const [x, y] = places[from];
    let best = -1, least = Infinity;
    places.forEach(([u, v], place) => {
      const ahead = (u - x) * arrow[0] + (v - y) * arrow[1], aside = Math.abs((u - x) * arrow[1]) + Math.abs((v - y) * arrow[0]);
      const cost = ahead + 3 * aside;
      if (ahead > 1 && cost < least) { least = cost; best = place; }
    });
    return best;
  }

  // A button for a piece: its colour, its letter, and its name where that is longer.
  function pieceButton(piece) {
    const swatch = svg("svg", { viewBox: "-15 -15 30 30", "aria-hidden": "true" }, svg("path", { d: "M-15-15H15V15H-15Z", fill: piece.fill }), svg("path", { d: piece.label, fill: piece.ink }));
    const button = html("button", { type: "button", "aria-pressed": "false", title: piece.name }, swatch);
    if ([...piece.name].length > 1) button.append(html("span", {}, piece.name));
    else button.setAttribute("aria-label", piece.name);
    return button;
  }

  // Where keys are text, or belong to what has the focus.
  const typing = "input, select, textarea, [contenteditable], [data-keys]";
  document.addEventListener("keydown", e => {
    if (e.key === "t" && !e.ctrlKey && !e.altKey && !e.metaKey && !e.target.closest(typing)) $("theme").click();
  });
  return { $, svg, html, arrows, nearest, pieceButton, typing };
})();
