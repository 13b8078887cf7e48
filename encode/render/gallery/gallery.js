"use strict";
// The solutions of a puzzle to look through: gallery.show(data) shows those of data in the
// place of those before.
const gallery = (() => {
  const { $, svg, html, nearest } = parts;
  const root = $("gallery");
  if (!root) return;
  let data = { solutions: [], sites: [], pieces: [], options: [], cells: [], shapes: [] };
  const use = (id, x, y) => svg("use", { href: "#" + id, x, y });
  const picture = attributes => svg("svg", { viewBox: `-2 -2 ${data.width + 4} ${data.height + 4}`, ...attributes });

  // Everything that is drawn more than once is defined once.
  const defs = svg("defs", {});
  document.body.append(svg("svg", { width: 0, height: 0, "aria-hidden": "true", style: "position:absolute" }, defs));
  function defineAll() {
    defs.replaceChildren();
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
  }

  // An option is [shape, x, y, site, site, ...].
  const pieceOf = option => data.shapes[data.options[option][0]].piece;
  const sitesOf = option => data.options[option].slice(3);

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

  // A puzzle in space can be turned. The angles of "iso" are those of pictures from a corner.
  const corner = { turn: -Math.PI / 4, tilt: Math.asin(1 / Math.sqrt(3)) };
  let view = "layers", angles = { ...corner }, figure = null;
  function large(n) {
    if (view === "layers" || !figure) return draw(n, {});
    const owner = [];
    for (const option of data.solutions[n]) {
      const shape = data.shapes[data.options[option][0]], piece = data.pieces[shape.piece];
      const body = { fill: shape.fill || piece.fill, name: piece.name, label: piece.label, option };
      for (const site of sitesOf(option)) owner[site] = body;
    }
    return figure.draw(owner, { ...angles, gap: view === "exploded" ? figure.gap : 0 }, {
      "aria-label": `solution ${n + 1}, from a corner; the arrow keys turn it`, class: "turns", tabindex: 0, "data-keys": "" });
  }
  function redraw() {
    const focused = document.activeElement && document.activeElement.classList.contains("turns");
    $("big").replaceChildren(large(found[at]));
    if (focused) $("big").firstChild.focus();
  }
  function look(name) {
    view = name;
    for (const b of $("view").querySelectorAll("[data-view]")) b.setAttribute("aria-pressed", b.dataset.view === view);
    for (const e of $("view").querySelectorAll("[data-turn], #drag")) e.hidden = view === "layers";
    if (found.length) redraw();
  }
  function turnBy(turn, tilt) {
    angles = { turn: angles.turn + turn, tilt: Math.min(1.5, Math.max(-1.5, angles.tilt + tilt)) };
    redraw();
  }
  $("view").addEventListener("click", e => {
    const b = e.target.closest("button");
    if (!b) return;
    if (b.dataset.view) { angles = { ...corner }; look(b.dataset.view); } else turnBy(b.dataset.turn * Math.PI / 8, 0);
  });
  let held = null, dragged = false;
  $("big").addEventListener("pointerdown", e => {
    dragged = false;
    if (view !== "layers" && e.isPrimary) held = [e.clientX, e.clientY];
  });
  addEventListener("pointermove", e => {
    if (!held || !e.isPrimary) return;
    const [dx, dy] = [e.clientX - held[0], e.clientY - held[1]];
    if (!dragged && Math.hypot(dx, dy) < 4) return;
    dragged = true;
    held = [e.clientX, e.clientY];
    turnBy(-dx / 120, dy / 120);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { held = null; });
  $("big").addEventListener("keydown", e => {
    const arrow = parts.arrows[e.key];
    if (!arrow || !e.target.classList.contains("turns")) return;
    turnBy(-arrow[0] * Math.PI / 16, arrow[1] * Math.PI / 16);
    e.preventDefault();
    e.stopPropagation();
  });

  // What is shown: the solutions that pass the filters, one of them large.
  // A filter says that a piece covers a site; kept placements are filters too.
  const wanted = new Map(); // site -> piece
  let all = [], found = all, at = 0, chosen = -1, cursor = 0;

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
    redraw();
    if (address) history.replaceState(null, "", `#solution=${number}`);
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
    $("key").hidden = chosen < 0;
    if (chosen >= 0) {
      $("key-bar").style.background = `linear-gradient(to right, var(--empty), ${data.pieces[chosen].fill})`;
      $("key-most").textContent = `${data.pieces[chosen].name} in ${most} of ${found.length}`;
    }
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
    const focused = $("map").contains(document.activeElement);
    $("map").replaceChildren(board);
    const site = focused && board.querySelector(`[data-site="${cursor}"]`);
    if (site) site.focus();
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

  function listPieces() {
    $("pieces").replaceChildren(...data.pieces.map((piece, n) => {
      const button = parts.pieceButton(piece);
      button.addEventListener("click", () => choose(n));
      return button;
    }));
  }

  $("map").addEventListener("click", e => {
    const g = e.target.closest(".site");
    if (g) { cursor = +g.dataset.site; toggle(cursor); }
  });
  $("map").addEventListener("focusin", e => { cursor = +e.target.dataset.site; });
  $("map").addEventListener("keydown", e => {
    const arrow = parts.arrows[e.key];
    if (arrow) {
      const best = nearest(data.sites, cursor, arrow);
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
    if (dragged) return;
    const piece = e.target.closest(".piece");
    if (!piece) return;
    const option = +piece.dataset.option, sites = sitesOf(option);
    if (sites.every(site => wanted.has(site))) sites.forEach(site => wanted.delete(site));
    else sites.forEach(site => wanted.set(site, pieceOf(option)));
    filter();
  });

  // Paper gets a contact sheet of what the filter leaves, and the filter in words.
  const mostPrinted = 1200;
  addEventListener("beforeprint", () => {
    while (shown < Math.min(found.length, mostPrinted)) showMore();
    const kept = [...new Set(wanted.values())].map(piece => data.pieces[piece].name).join(", ");
    $("printed").textContent = wanted.size ? `${$("found").textContent}, with ${kept} as chosen` : data.whole || `${all.length} solutions`;
  });

  $("previous").addEventListener("click", () => step(at - 1));
  $("next").addEventListener("click", () => step(at + 1));
  $("show").addEventListener("click", showMore);
  const clear = () => { wanted.clear(); filter(); };
  $("clear").addEventListener("click", clear);
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey || root.hidden || e.target.closest(parts.typing)) return;
    switch (e.key) {
      case "ArrowLeft": step(at - 1); break;
      case "ArrowRight": step(at + 1); break;
      case "Home": step(0); break;
      case "End": step(found.length - 1); break;
      case "Escape": if (chosen >= 0) choose(chosen); clear(); break;
      default: return;
    }
    e.preventDefault();
  });

  // Each solution has an address where the page has no other use for it.
  let address = false;
  const goto = () => {
    const n = /^#solution=(\d+)$/.exec(location.hash);
    const to = n ? found.indexOf(n[1] - 1) : -1;
    if (to >= 0 && to !== at) step(to);
  };
  addEventListener("hashchange", () => { if (address) goto(); });

  function show(fresh, options) {
    data = fresh;
    address = false;
    figure = data.space && data.space.length ? space(data) : null;
    view = "layers";
    angles = { ...corner };
    $("view").hidden = !figure;
    all = data.solutions.map((_, n) => n);
    found = all;
    at = cursor = 0;
    chosen = -1;
    wanted.clear();
    root.hidden = !all.length;
    $("notes").replaceChildren(...(data.notes || []).map(note => html("p", { class: "faint" }, note)));
    defineAll();
    listPieces();
    filter();
    if (figure) look(data.view || "layers");
    if (options && options.address) { goto(); address = true; }
  }
  // What is large: the placements of that solution, each a piece and its sites.
  const shownSolution = () => found.length ? { number: found[at], placements: data.solutions[found[at]].map(o => ({ piece: pieceOf(o), sites: sitesOf(o) })) } : null;
  return { show, shown: shownSolution };
})();
