"use strict";
// The page at work: its screens, its address, and what it saves and prints.
const playground = (() => {
  const { $, html } = parts;
  const { say, complain, search } = answers;
  const calendar = () => { const [, month, date] = new Date().toDateString().split(" "); return `calendar:${month.toUpperCase()}-${date}`; };

  // What is seen: a puzzle, that of a day with the cards below it, or the cards alone.
  function home() {
    const left = !$("play").hidden;
    $("play").hidden = true;
    $("home").hidden = false;
    if (left) $("home-title").focus();
    asked++;
    desk.end();
    thinking.end();
    document.title = "exactile playground";
    table.save();
    tell();
  }
  // tell shows on the cards what is kept of the last days.
  const dayText = document.querySelector('.card[data-open="today"] span'), unsolved = dayText.textContent;
  function tell() {
    const today = days.done(days.date()), inRow = days.streak();
    dayText.textContent = `${today ? `✓ ${days.result(today)}` : unsolved}${inRow > 1 ? ` · ${inRow} days in a row` : ""}`;
    $("yesterday").hidden = !!days.done(days.date(1)) || !$("play").hidden && table.about.day === days.date(1);
  }
  // The title comes with the board that it is of, and has the focus where a reader has chosen it.
  let arrives = false;
  function showTop() {
    $("play").classList.toggle("stale", !hands.view);
    $("home").hidden = !table.about.day;
    $("play").hidden = $("play").inert = false;
    $("title").textContent = table.name();
    if (arrives) $("title").focus({ preventScroll: true });
    arrives = false;
    document.title = `${table.name()} — exactile`;
    $("undo").disabled = !table.canUndo();
    $("redo").disabled = !table.canRedo();
    $("take-all").disabled = !table.laid.length;
    $("shared").hidden = true;
    table.save();
    tell();
  }
  // changed follows what lies on the table; an answer that comes too late is of no use.
  let asked = 0;
  async function changed(what, was) {
    if (what === "laid" && hands.view) { showTop(); hands.draw(); answers.moved(false); return; }
    const mine = ++asked;
    $("play").classList.add("stale");
    if (!editor.editing()) thinking.end();
    try {
      const view = await quick.ask({ ask: "look", puzzle: table.whole() }, "look");
      if (mine !== asked) return;
      if ($("message").dataset.of === "look") say("");
      const same = was && JSON.stringify(was.puzzle.pieces) === JSON.stringify(table.puzzle.pieces);
      hands.see(view, same);
      if (view.misplaced) { const given = (table.puzzle.place || []).length; table.change(n => { n.puzzle.place = (n.puzzle.place || []).filter((_, k) => !view.misplaced.includes(k)); n.laid = n.laid.filter((_, k) => !view.misplaced.includes(given + k)); }); return; }
      showTop();
      if (was && was.puzzle.pieces.length < table.puzzle.pieces.length && editor.editing()) hands.choose(table.puzzle.pieces.length - 1);
    } catch (e) {
      if (mine !== asked) return;
      complain(e);
      $("message").dataset.of = "look";
      hands.see(null);
      showTop();
      $("left").textContent = $("left-more").textContent = "";
      editor.show();
      return;
    }
    editor.show();
    describe();
    answers.moved(true);
  }
  // describe says how large the puzzle is, and what of it cannot add up.
  function describe() {
    const { must, may, symmetries, options, pieces } = hands.view, said = [`${must + may} cells${may ? `, ${may} of them may stay empty` : ""}`];
    const low = pieces.reduce((sum, p) => sum + p.area * p.least, 0), high = pieces.reduce((sum, p) => sum + p.area * p.most, 0);
    if (pieces.length) said.push(low === high ? `the pieces cover ${low}` : `the pieces cover ${low} or more`, `${answers.grouped(options)} placements`);
    if (symmetries > 1) said.push(`${symmetries} symmetries`);
    $("info").textContent = said.join(" · ");
    $("info").classList.toggle("warn", low > must + may || high < must);
    $("roll").hidden = !pieces.some(p => p.shows);
    $("next-puzzle").hidden = $("roll").hidden && !table.about.free;
  }

  // leave puts the board out of reach until another is there.
  function leave() {
    if (editor.editing()) editor.edit(false);
    hands.see(null);
  }
  // A puzzle from elsewhere: of the catalogue, of a file, of an address.
  async function open(question, about = {}) {
    const [name, day] = /^daily:(.*)$/.exec(question.name === "today" ? `daily:${days.date()}` : question.name) || [];
    if (name) { question = { name }; about = { title: `Puzzle of ${day}`, about: { day }, ...about }; }
    try {
      const opened = await quick.ask({ ask: "open", ...question }, "open");
      leave();
      arrives = about.push !== false;
      table.take(opened.puzzle, about);
      scrollTo(0, 0);
      say((opened.notes || []).join("\n"));
      return true;
    } catch (e) { complain(e); return false; }
  }
  async function card(name, title) {
    if (!name) {
      await open({ text: JSON.stringify({ format: 1, name: "my puzzle", board: Array(6).fill("..........") , pieces: [] }) }, { title: "My puzzle" });
      return editor.edit(true);
    }
    if (name === "calendar") name = calendar();
    if (name === "today") return table.about.day === days.date() && !$("play").hidden ? scrollTo(0, 0) : open({ name });
    if (await open({ name }, { title }) && name === "genius") await rolled();
  }
  // The dice are thrown as soon as the board is there.
  async function rolled() {
    for (let tries = 0; !hands.view && tries < 200; tries++) await new Promise(done => setTimeout(done, 20));
    if (hands.view && !$("play").hidden) answers.roll(true);
  }
  async function fromAddress() {
    let held;
    try { held = await table.unpacked(location.hash); } catch { say("This address holds no puzzle that can be read.", true); return false; }
    const { puzzle, day, odd, ...more } = held;
    const opened = await open(day ? { name: `daily:${day}` } : { text: JSON.stringify(puzzle) }, { ...more, push: false });
    if (opened && odd) say("The address holds an invalid result. It is ignored.", true);
    return opened;
  }
  // The browser's buttons lead from address to address.
  function arrive() {
    const { mark, day } = history.state || {}, bare = location.hash.length <= 1;
    if (bare && !day) return home();
    say("");
    if (!table.revisit(mark, leave)) bare ? open({ name: `daily:${day}` }, { push: false }) : fromAddress();
  }

  async function share() {
    const address = await table.address(), holds = `it holds the puzzle and ${table.about.day && table.record.done ? "your result" : "what you laid"}.`;
    $("shared").hidden = false;
    $("address").value = address;
    $("address").select();
    try { await navigator.clipboard.writeText(address); say(`The address is copied: ${holds}`); } catch { say(`Copy the address: ${holds}`); }
  }
  function printed(a) {
    const pages = new DOMParser().parseFromString(`<div>${a.text}</div>`, "text/html");
    $("paper").replaceChildren(...pages.querySelectorAll("svg"));
    const [width, height] = $("paper-size").value === "a4" ? ["210mm", "297mm"] : ["215.9mm", "279.4mm"];
    for (const p of $("paper").children) if (p.width.baseVal.value > p.height.baseVal.value) p.classList.add("wide");
    $("paper").prepend(html("style", {}, `@page { size: ${width} ${height}; margin: 0; } @page wide { size: ${height} ${width}; }`));
    document.documentElement.classList.add("printing");
    print();
  }

  function listen() {
    const on = (id, event, f) => $(id).addEventListener(event, f);
    for (const c of document.querySelectorAll(".card")) c.addEventListener("click", () => card(c.dataset.open, c.querySelector("strong").textContent));
    on("open", "submit", e => { e.preventDefault(); open({ name: $("name").value.trim() }); });
    on("file", "change", async () => { const f = $("file").files[0]; if (f && f.size > table.mostUnpacked) say("The file is too large for this page.", true); else if (f) open({ text: await f.text() }); $("file").value = ""; });
    on("yesterday", "click", () => open({ name: `daily:${days.date(1)}` }));
    on("back", "click", () => { if (!$("home").hidden) return $("home").scrollIntoView(); history.pushState(null, "", location.pathname + location.search); home(); });
    on("share", "click", share);
    on("print", "click", () => search({ ask: "sheet", cell: +$("cell").value, paper: $("paper-size").value, solution: $("with-solution").checked ? answers.shownSolution() : [] }, printed));
    on("save-yaml", "click", () => search({ ask: "yaml" }, a => answers.save(answers.fileName("yaml"), "application/yaml", a.text)));
    on("save-svg", "click", () => search({ ask: "svg", solution: answers.shownSolution() }, a => answers.save(answers.fileName("svg"), "image/svg+xml", a.text)));
    addEventListener("popstate", arrive);
    days.calls.done = tell;
    addEventListener("afterprint", () => document.documentElement.classList.remove("printing"));
    table.watch(changed);
    hands.calls.chosen = () => { if (editor.editing()) editor.showPiece(); };
    desk.watch(current => {
      clearTimeout(listen.later);
      if (current) listen.later = setTimeout(() => { $("busy").hidden = false; }, Math.max(0, 250 - (performance.now() - (current.since || 0))));
      else $("busy").hidden = true;
      $("progress").textContent = current && current.found ? `${answers.grouped(current.found)} found` : "";
    });
  }
  // The cards that depend on the day are drawn again.
  async function today() {
    for (const [name, drawn, limit] of [["calendar", calendar(), 5], ["today", `daily:${days.date()}`, 0]]) {
      const { text } = await quick.ask({ ask: "card", name: drawn, limit });
      const img = document.querySelector(`.card[data-open="${name}"] img`);
      img.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`;
    }
  }
  async function start() {
    listen();
    try {
      const all = await quick.ask({ ask: "catalogue" });
      for (const l of all.lattices) { grids.lattices[l.name] = l; $("lattice").append(html("option", { value: l.name }, l.name)); }
      for (const e of all.puzzles) $("names").append(html("option", { value: e.example }, e.text));
      for (const e of all.sets) $("sets").append(html("option", { value: e.example }, e.text));
    } catch (e) { home(); return complain(new Error(`The program does not start in this browser: ${e.message}`)); }
    if (!await (location.hash.length > 1 ? fromAddress() : open({ name: "today" }, { push: false }))) home();
    document.documentElement.dataset.ready = "yes";
    today().catch(complain);
  }
  start();
  // For programs that use the page, such as its tests.
  return { ask: question => desk.ask(question), puzzle: table.whole, laid: () => table.laid, record: () => table.record, table: () => table.about, view: () => hands.view, way: hands.way, open, film: thinking.filmed };
})();
