"use strict";
(() => {
  const root = document.getElementById("gallery");
  if (!root) return;
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  root.hidden = false;

  // Elements. Text goes in as text, never as markup.
  const NS = "http://www.w3.org/2000/svg";
  const make = (space, name, attributes, children) => {
    const e = space ? document.createElementNS(space, name) : document.createElement(name);
    for (const key in attributes) e.setAttribute(key, attributes[key]);
    for (const child of children) e.append(child);
    return e;
  };
  const svg = (name, attributes, ...children) => make(NS, name, attributes, children);
  const html = (name, attributes, ...children) => make(null, name, attributes, children);
  const use = (id, x, y) => svg("use", { href: "#" + id, x, y });
  const picture = attributes => svg("svg", { viewBox: `-2 -2 ${data.width + 4} ${data.height + 4}`, ...attributes });

  // Everything that is drawn more than once is defined once.
  const defs = svg("defs", {});
  const define = (id, ...children) => defs.append(svg("g", { id }, ...children));
  define("g-board", svg("path", { class: "board", d: data.board }), ...(data.words ? [svg("path", { class: "words", d: data.words })] : []));
  data.cells.forEach((cell, n) => {
    const parts = [svg("path", { class: "empty", d: cell.path })];
    if (cell.marks) parts.push(svg("path", { class: "mark", d: cell.marks }));
    define("g-cell" + n, ...parts);
  });
  data.shapes.forEach((shape, n) => {
    const piece = data.pieces[shape.piece];
    const fill = shape.fill || piece.fill, ink = shape.ink || piece.ink;
    const parts = [svg("path", { d: shape.path, fill })];
    if (shape.marks) parts.push(svg("path", { d: shape.marks, fill: ink }));
    for (const [x, y] of shape.labels) parts.push(svg("path", { d: piece.label, fill: ink, transform: `translate(${x} ${y})` }));
    define("g-shape" + n, ...parts);
  });
  document.body.append(svg("svg", { width: 0, height: 0, "aria-hidden": "true", style: "position:absolute" }, defs));

  // An option is [shape, x, y, site, site, ...].
  const pieceOf = option => data.shapes[data.options[option][0]].piece;
  const sitesOf = option => data.options[option].slice(3);
  const all = data.solutions.map((_, n) => n);

  function draw(n, attributes) {
    const board = picture({ role: "img", "aria-label": `solution ${n + 1}`, ...attributes });
    board.append(use("g-board", 0, 0));
    const covered = new Set();
    for (const option of data.solutions[n]) for (const site of sitesOf(option)) covered.add(site);
    data.sites.forEach(([x, y, look], site) => { if (!covered.has(site)) board.append(use("g-cell" + look, x, y)); });
    for (const option of data.solutions[n]) {
      const [shape, x, y] = data.options[option];
      const piece = use("g-shape" + shape, x, y);
      piece.setAttribute("class", "piece");
      piece.dataset.option = option;
      piece.append(svg("title", {}, data.pieces[pieceOf(option)].name));
      board.append(piece);
    }
    return board;
  }

  // What is shown: the solutions that pass the filters, one of them large.
  // A filter says that a piece covers a site; kept placements are filters too.
  const wanted = new Map(); // site -> piece
  let found = all, at = 0, chosen = -1, cursor = 0;

  const passes = n => {
    let hits = 0;
    for (const option of data.solutions[n]) {
      const piece = pieceOf(option), entry = data.options[option];
      for (let k = 3; k < entry.length; k++) {
        const want = wanted.get(entry[k]);
        if (want === undefined) continue;
        if (want !== piece) return false;
        hits++;
      }
    }
    return hits === wanted.size;
  };

  function filter() {
    const current = found[at];
    found = wanted.size ? all.filter(passes) : all;
    at = Math.max(0, found.indexOf(current));
    $("found").textContent = wanted.size ? `${found.length} of ${data.whole || `${all.length} solutions`}` : "";
    $("clear").disabled = wanted.size === 0;
    drawMap();
    drawThumbs();
    step(at);
  }

  function step(to) {
    const old = $("thumbs").querySelector('[aria-current="true"]');
    if (old) old.removeAttribute("aria-current");
    at = Math.min(Math.max(to, 0), found.length - 1);
    $("previous").disabled = at <= 0;
    $("next").disabled = at >= found.length - 1;
    if (!found.length) {
      at = 0;
      $("where").textContent = "none of the solutions on this page has that";
      $("big").replaceChildren();
      return;
    }
    const number = found[at] + 1;
    $("where").textContent = wanted.size ? `${at + 1} of ${found.length} (solution ${number})` : `solution ${number} of ${all.length}`;
    $("big").replaceChildren(draw(found[at], {}));
    while (shown <= at) showMore();
    $("thumbs").children[at].setAttribute("aria-current", "true");
  }

  // The small pictures come in batches, so that a page of thousands opens at once.
  const batch = 60;
  let shown = 0;
  function showMore() {
    const end = Math.min(shown + batch, found.length);
    for (; shown < end; shown++) {
      const place = shown;
      const button = html("button", { type: "button" }, draw(found[place], { "aria-hidden": "true" }), `${found[place] + 1}`);
      button.setAttribute("aria-label", `solution ${found[place] + 1}`);
      button.addEventListener("click", () => step(place));
      $("thumbs").append(button);
    }
    $("rest").hidden = shown >= found.length;
  }
  function drawThumbs() {
    shown = 0;
    $("thumbs").replaceChildren();
    showMore();
  }
  new IntersectionObserver(entries => { if (entries.some(e => e.isIntersecting) && shown < found.length) showMore(); }, { rootMargin: "200px" }).observe($("rest"));

  // The board of the filter: cells that are asked for show their piece; with a
  // piece chosen, the others show by their strength how many solutions have it there.
  function drawMap() {
    const count = new Array(data.sites.length).fill(0);
    if (chosen >= 0) for (const n of found) for (const option of data.solutions[n]) if (pieceOf(option) === chosen) for (const site of sitesOf(option)) count[site]++;
    const most = Math.max(1, ...count);
    const board = picture({ role: "group", "aria-label": "cells of the board" });
    board.append(use("g-board", 0, 0));
    data.sites.forEach(([x, y, look], site) => {
      const want = wanted.get(site), cell = data.cells[look];
      const g = svg("g", { class: want === undefined ? "site" : "site chosen", role: "button", tabindex: site === cursor ? 0 : -1, transform: `translate(${x} ${y})` });
      g.dataset.site = site;
      let name = `cell ${site + 1}`;
      g.append(svg("path", { d: cell.path, class: "empty" }));
      if (want !== undefined) {
        const piece = data.pieces[want];
        g.append(svg("path", { d: cell.path, fill: piece.fill }), svg("path", { d: piece.label, fill: piece.ink }));
        name += `: ${piece.name}, take it away`;
      } else {
        if (chosen >= 0) {
          g.append(svg("path", { d: cell.path, fill: data.pieces[chosen].fill, "fill-opacity": (count[site] ? .15 + .85 * count[site] / most : 0).toFixed(2) }));
          name += `: ${data.pieces[chosen].name} in ${count[site]} solutions`;
        }
        if (cell.marks) g.append(svg("path", { d: cell.marks, class: "mark" }));
      }
      g.append(svg("path", { d: cell.path, class: "ring" }), svg("title", {}, name));
      g.setAttribute("aria-label", name);
      board.append(g);
    });
    const focused = document.activeElement && document.activeElement.classList.contains("site");
    $("map").replaceChildren(board);
    if (focused) board.querySelector(`[data-site="${cursor}"]`).focus();
  }

  function toggle(site) {
    if (wanted.has(site)) wanted.delete(site);
    else if (chosen >= 0) wanted.set(site, chosen);
    else { $("hint").classList.add("warn"); return; }
    filter();
  }

  function choose(piece) {
    chosen = chosen === piece ? -1 : piece;
    $("hint").classList.remove("warn");
    [...$("pieces").children].forEach((b, n) => b.setAttribute("aria-pressed", n === chosen));
    drawMap();
  }

  data.pieces.forEach((piece, n) => {
    const swatch = svg("svg", { viewBox: "-15 -15 30 30", "aria-hidden": "true" }, svg("path", { d: "M-15-15H15V15H-15Z", fill: piece.fill }), svg("path", { d: piece.label, fill: piece.ink }));
    const button = html("button", { type: "button", "aria-pressed": "false", title: piece.name }, swatch);
    if ([...piece.name].length > 1) button.append(html("span", {}, piece.name));
    else button.setAttribute("aria-label", piece.name);
    button.addEventListener("click", () => choose(n));
    $("pieces").append(button);
  });

  $("map").addEventListener("click", e => {
    const g = e.target.closest(".site");
    if (g) { cursor = +g.dataset.site; toggle(cursor); }
  });
  $("map").addEventListener("focusin", e => { cursor = +e.target.dataset.site; });
  $("map").addEventListener("keydown", e => {
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (arrow) {
      // The nearest cell in that direction, straight ahead rather than aside.
      const [x, y] = data.sites[cursor];
      let best = -1, least = Infinity;
      data.sites.forEach(([u, v], site) => {
        const ahead = (u - x) * arrow[0] + (v - y) * arrow[1], aside = Math.abs((u - x) * arrow[1]) + Math.abs((v - y) * arrow[0]);
        const cost = ahead + 3 * aside;
        if (ahead > 1 && cost < least) { least = cost; best = site; }
      });
      if (best >= 0) {
        cursor = best;
        for (const g of $("map").querySelectorAll(".site")) g.setAttribute("tabindex", +g.dataset.site === cursor ? 0 : -1);
        $("map").querySelector(`[data-site="${cursor}"]`).focus();
      }
    } else if (e.key === "Enter" || e.key === " ") toggle(cursor);
    else return;
    e.preventDefault();
    e.stopPropagation();
  });

  // Clicking a piece of the large picture keeps it where it is, or lets it go.
  $("big").addEventListener("click", e => {
    const piece = e.target.closest(".piece");
    if (!piece) return;
    const option = +piece.dataset.option, sites = sitesOf(option);
    if (sites.every(site => wanted.has(site))) sites.forEach(site => wanted.delete(site));
    else sites.forEach(site => wanted.set(site, pieceOf(option)));
    filter();
  });

  $("previous").addEventListener("click", () => step(at - 1));
  $("next").addEventListener("click", () => step(at + 1));
  $("show").addEventListener("click", showMore);
  const clear = () => { wanted.clear(); filter(); };
  $("clear").addEventListener("click", clear);
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    switch (e.key) {
      case "ArrowLeft": step(at - 1); break;
      case "ArrowRight": step(at + 1); break;
      case "Home": step(0); break;
      case "End": step(found.length - 1); break;
      case "Escape": if (chosen >= 0) choose(chosen); clear(); break;
      case "t": $("theme").click(); break;
      default: return;
    }
    e.preventDefault();
  });
  filter();
})();
