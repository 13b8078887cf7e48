"use strict";
// What the program says about the puzzle on the table: how many solutions are left and why there is none,
// the solutions on the board, hints, and designs.
const answers = (() => {
  const { $, html } = parts;
  const say = (text, bad) => { $("message").textContent = text; $("message").dataset.of = ""; $("message").classList.toggle("bad", !!bad); };
  const complain = e => { if (!e.stopped) say(e.message, true); };
  const grouped = n => String(n).length > 4 ? String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f") : String(n);
  const solutions = n => n === "1" ? "1 solution" : `${grouped(n)} solutions`;
  const seconds = s => s < .01 ? "" : ` in ${s < 10 ? s.toFixed(2) : Math.round(s)} s`;
  const capital = text => text && text[0].toUpperCase() + text.slice(1);

  // The line below the board.
  function status(text, more = "", kind = "") {
    $("left").textContent = text;
    $("left-more").textContent = more;
    $("said").textContent = `${text}${more ? `, ${more}` : ""}`;
    $("status").className = kind;
  }

  const runs = kind => desk.busy() && desk.busy().kind === kind;
  // How many solutions are left.
  const patience = 10000;
  let total = null, left = null, counting = 0, warned = "";
  async function countLeft() {
    const view = hands.view, laid = table.laid.length, given = (table.puzzle.place || []).length;
    if (!view) return;
    hands.board.mark("why", {});
    counting++;
    left = null;
    if (!view.at.length) return status("No cells yet", "Edit draws a board.");
    if (!view.pieces.some(p => p.most)) return status("No pieces yet", "Add a set, or draw one.");
    const mine = ++counting, waiting = desk.ask({ ask: "count", puzzle: table.whole() }, "left"), awaited = () => mine === counting && hands.view;
    // What is there is of the board before; it is grey until the answer comes.
    $("left-more").textContent = "…";
    $("status").className = "stale";
    const late = setTimeout(() => { if (awaited() && runs("left")) { desk.stop(); status("Not counted", `that takes longer than ${patience / 1000} s; exactile count has no limit`); } }, patience);
    // What shows that there is no solution is often there before the count.
    quick.ask({ ask: "why", puzzle: table.whole() }, "why").then(why => { if (awaited() && (why.text || why.dead)) { none(laid, why); if (runs("left")) desk.stop(); } }, () => {});
    try {
      const { count } = await waiting;
      if (!awaited()) return;
      left = count;
      if (!laid) total = count;
      if (count === "0") return none(laid, {});
      if (hands.complete()) return solved();
      status(laid ? `${solutions(count)} left` : solutions(count), laid ? `with ${laid === 1 ? "the piece" : `the ${laid} pieces`} that you laid` : given && count === "1" ? `${sentBy(" ")}Can you find it?` : "");
    } catch (e) { complain(e); if (!e.stopped) status(""); } finally { clearTimeout(late); }
  }
  async function solved() {
    if (table.about.day) table.note({ done: table.laid.map(l => l.hint ? 1 : 0) });
    if (total === null) try { total = (await desk.ask({ ask: "count", puzzle: table.puzzle }, "left")).count; } catch { return; }
    status("Solved", total === "1" ? "the only solution" : `one of ${grouped(total)}`, "good");
    $("left").textContent = total === "1" ? "Solved: the only solution." : `Solved: one of ${grouped(total)}.`;
    $("left-more").textContent = "";
    $("board").classList.add("solved");
    if (total !== "1") numbered();
    result();
    if (table.about.day) $("lead").scrollIntoView({ block: "nearest" });
  }
  // Which of all solutions it is, where the list is complete; its neighbours are a press away.
  async function numbered() {
    if (total.length > 5 || +total > most) return;
    const about = JSON.stringify(table.whole());
    try {
      const a = await desk.ask({ ask: "solve", limit: most, puzzle: table.puzzle }, "search");
      if (about !== JSON.stringify(table.whole()) || found || !a.complete || String(a.count) !== total) return;
      const mine = table.whole().place.map(p => places([hands.lies(p)])).sort().join();
      const own = a.solutions.findIndex((_, n) => solution(n, a).map(l => places([l])).sort().join() === mine);
      if (own < 0) return;
      found = { ...a, own, of: grouped(a.count) };
      status(`Solved: number ${grouped(own + 1)} of ${found.of}.`, "", "good");
      $("strip").hidden = false;
      $("thumbs").hidden = true;
      thumbs(own);
      step(own);
    } catch (e) { complain(e); }
  }
  // Placements as a text, whatever their orientations are called.
  const places = all => all.map(l => `${l.k}:${boards.cellsOf(hands.view, l).map(boards.key).sort().join(" ")}`).join();
  // Why there is no solution, in words and on the board. While the board is drawn that is no news.
  function none(laid, why) {
    const marks = {}, kind = $("board").classList.contains("drawing") ? "draft" : "warn";
    if (!why.text && $("status").className === kind) return; // the reason is there already
    status(kind === "draft" ? "No solution yet" : laid ? "No solution from here" : "No solution", why.text ? `${capital(why.text)}.` : laid ? "Undo, or take a piece away." : "", kind);
    (why.weights || []).forEach((w, site) => { if (w > 0) marks[boards.key(hands.view.at[site])] = { class: "why" }; });
    for (const site of why.dead || []) marks[boards.key(hands.view.at[site])] = { class: "dead" };
    hands.board.mark("why", marks);
  }

  // The first look at the solution of a day takes a second press, and is noted.
  function mayShow() {
    const { record, about: { day } } = table, asks = record && !record.done && !record.peeked && day && warned !== day;
    if (!asks) table.note({ peeked: true });
    else { warned = day; say("This shows the solution, and the day's result will include that. Press again to see it."); }
    return !asks;
  }

  async function search(question, then) {
    say("");
    const about = JSON.stringify(table.whole());
    if (runs("weigh")) desk.stop();
    try { const a = await desk.ask({ puzzle: table.whole(), ...question }, "search"); if (about === JSON.stringify(table.whole())) await then(a); } catch (e) { if (e.stopped) $("lead").textContent = "Stopped."; else complain(e); }
  }

  // The solutions, one of them on the board; small pictures of some are a strip below.
  let found = null, at = 0;
  const most = 10000, strip = 60;
  const solve = () => mayShow() && search({ ask: "solve", limit: most, up_to_symmetry: $("symmetry").checked }, a => {
    found = a;
    a.of = a.complete ? grouped(a.count) : left && !$("symmetry").checked ? grouped(left) : `more than ${grouped(a.count)}`;
    $("lead").dataset.digest = a.digest || "";
    $("lead").dataset.seconds = a.seconds;
    $("strip").hidden = !a.count;
    $("thumbs").hidden = false;
    if (!a.count) { $("lead").textContent = "No solution."; return close(); }
    const kept = table.laid.length ? ` with the ${table.laid.length === 1 ? "piece" : "pieces"} laid` : "", orbits = $("symmetry").checked ? " up to symmetry" : "";
    $("lead").textContent = (a.complete ? `${solutions(String(a.count))}${orbits}${kept}, all there are` : `The first ${grouped(a.count)} of ${a.of} solutions${orbits}${kept}`) + `${seconds(a.seconds)}. Press a piece to see only solutions with it there.`;
    if (!table.laid.length) $("left-more").textContent = ""; // nobody is asked to find what is shown
    thumbs(0);
    step(0, true);
  });
  const solution = (n, of = found) => of.solutions[n].map(o => placement(of.options[o]));
  const placement = ([k, way, ...by]) => ({ k, way, by });
  function step(to, landing) {
    at = Math.max(0, Math.min(found.count - 1, to));
    if (at < first || at >= first + strip) thumbs(at);
    $("where").textContent = `solution ${grouped(at + 1)} of ${found.of}`;
    $("previous").disabled = at === 0;
    $("next").disabled = at === found.count - 1;
    for (const b of $("thumbs").children) b.toggleAttribute("aria-current", false);
    const mine = $("thumbs").children[at - first];
    mine.setAttribute("aria-current", "true");
    $("thumbs").scrollLeft = Math.max(0, mine.offsetLeft - $("thumbs").offsetLeft - 60);
    if (at === found.own) hands.showing([]); else hands.showing(solution(at), landing, found.own >= 0);
  }
  let first = 0;
  function thumbs(from) {
    first = Math.max(0, Math.min(from - 5, found.count - strip));
    $("thumbs").replaceChildren(...Array.from({ length: Math.min(strip, found.count - first) }, (_, n) => {
      const b = html("button", { type: "button", "aria-label": `solution ${grouped(first + n + 1)}` }, boards.picture(hands.view, solution(first + n)), grouped(first + n + 1));
      b.addEventListener("click", () => step(first + [...$("thumbs").children].indexOf(b)));
      return b;
    }));
  }
  function close() {
    found = null;
    $("strip").hidden = true;
    hands.showing([]);
  }
  // A piece of the solution is kept: the engine is asked for the solutions with it.
  async function keep(on) {
    const cells = boards.cellsOf(hands.view, on).map(hands.short);
    table.note({ hints: 1 });
    table.change(n => { if (found && found.own >= 0) n.laid = []; n.laid.push({ piece: hands.view.pieces[on.k].name, way: on.way, cells, hint: true }); });
    await solve();
  }
  const shownSolution = () => hands.shown.map(l => ({ piece: hands.view.pieces[l.k].name, cells: boards.cellsOf(hands.view, l).map(hands.short) }));

  const hint = () => search({ ask: "hint", name: hands.chosen >= 0 ? hands.view.pieces[hands.chosen].name : "" }, ([place]) => {
    if (!place) return say(hands.complete() ? "It is solved." : "No solution contains what lies here.");
    table.note({ hints: 1 });
    table.change(n => { n.laid.push({ ...place, hint: true }); });
    say(`${place.piece} lies in a solution there.`);
  });

  // Puzzles with one solution: pieces are given on top of those that were before the first design, which is
  // "free" on the table. Again gives another.
  function design() {
    const free = table.about.free || table.puzzle.place || [], seed = (table.about.seed || 0) + 1;
    return search({ ask: "design", puzzle: { ...table.puzzle, place: free }, hints: Math.max(0, Math.round(+$("hints").value) || 0), seed }, a => {
      if (!a.added) return say("There is one solution already.");
      table.change(n => { n.puzzle.place = a.place; n.laid = []; n.free = free; n.seed = seed; });
      $("lead").textContent = `${a.added === 1 ? "This piece leaves" : `These ${a.added} pieces leave`} one solution, and none can be spared.`;
    });
  }
  async function rate() {
    $("stars").textContent = "";
    if (!(table.puzzle.place || []).length || !hands.view) return;
    const { puzzle } = table;
    try {
      const r = await desk.ask({ ask: "rate", puzzle }, "rate");
      if (JSON.stringify(puzzle) !== JSON.stringify(table.puzzle)) return;
      $("stars").textContent = `${"★".repeat(r.stars)}${"☆".repeat(5 - r.stars)} ${grouped(r.nodes)} tries`;
      $("stars").title = `a plain search tries ${r.nodes} placements in the median of 15 orders; ${r.forced} follow without a guess`;
      result();
    } catch { /* no stars */ }
  }
  // The dice, or a date: pieces of one cell within regions, each on a random cell of them.
  function roll(first) {
    table.change(n => {
      n.puzzle.place = [];
      n.laid = [];
      delete n.free;
      hands.view.pieces.forEach((p, k) => {
        if (!p.shows) return;
        const taken = new Set(n.puzzle.place.flatMap(l => l.cells.map(String)));
        const free = hands.view.at.filter(c => hands.within(k, [c]) && !taken.has(String(hands.short(c))));
        n.puzzle.place.push({ piece: p.name, cells: [hands.short(free[Math.floor(Math.random() * free.length)])] });
      });
    }, first);
  }
  // How a day went. What to send of it shows nothing of the solution.
  const phone = () => navigator.share && matchMedia("(pointer: coarse)").matches;
  const sentBy = end => table.sent ? `Sent to you: solved in ${days.result(table.sent).replace(",", " with")}.${end}` : "";
  function result() {
    const { record, about: { day } } = table, inRow = day === days.date() ? days.streak() : 0;
    if (!day || !record.done) return;
    const text = `${["exactile", day, $("stars").textContent.split(" ")[0], days.result(record)].filter(Boolean).join(" ")}\n${"⬜".repeat(table.puzzle.place.length)}${record.done.map(hint => hint ? "🟨" : "🟩").join("")}${inRow > 1 ? `\n${inRow} days in a row` : ""}`;
    const b = html("button", { type: "button", id: "copy" }, phone() ? "send this" : "copy this");
    b.addEventListener("click", async () => {
      const all = `${text}\n${await table.address()}`;
      try { await (phone() ? navigator.share({ text: all }) : navigator.clipboard.writeText(all)); say(phone() ? "" : "Copied."); } catch (e) { if (e.name !== "AbortError") say(all); }
    });
    $("lead").replaceChildren(sentBy("\n"), text, " ", b);
  }

  // While a piece is in the hand: in how many solutions each placement is, and each cell by its part of them.
  let weights = {};
  async function weigh() {
    const k = hands.chosen, puzzle = hands.held(), of = JSON.stringify(puzzle);
    if (weights.of !== of) weights = k < 0 ? {} : { of };
    const mine = weights;
    if (k >= 0 && !mine.asked) {
      mine.asked = true;
      const late = setTimeout(() => { if (runs("weigh")) desk.stop(); }, patience);
      try {
        const a = await desk.ask({ ask: "cells", puzzle }, "weigh");
        if (mine !== weights || !hands.view || +a.count < 2) return; // the number of the last one would be the answer
        Object.assign(mine, a, { with: new Map(a.options.map((o, n) => [places([placement(o)]), a.with[n]])) });
        hands.board.refresh();
        hands.showGhost();
      } catch { /* no number, and no tint */ } finally { clearTimeout(late); }
    }
    const shares = hands.chosen >= 0 && mine === weights && mine.shares ? mine.shares[hands.chosen] : [], highest = Math.max(...shares);
    const fill = shares.length && hands.view.pieces[hands.chosen].tints[0][0];
    hands.board.mark("tints", Object.fromEntries(shares.map((part, n) => [boards.key(hands.view.at[n]), { fill, "fill-opacity": part ? (.08 + .5 * part / highest).toFixed(3) : 0 }])));
  }
  // What play says of a placement, where it is known of what lies now.
  function worth(fit, before) {
    if (!weights.with || weights.of !== JSON.stringify(hands.held()) || $("play").classList.contains("stale")) return "";
    return `${before}${grouped(weights.with.get(places([fit])) || "0")} with the piece here`;
  }

  function save(name, type, text) {
    const a = html("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60000);
  }
  const fileName = ending => `${table.name().replace(/[^\p{L}\p{N}.+-]+/gu, "-").slice(0, 60)}.${ending}`;

  // The board has changed, or only what lies on it.
  function moved(fresh) {
    if (runs("search") || runs("weigh")) desk.stop();
    if (fresh) { total = null; $("left").textContent = $("stars").textContent = ""; }
    $("lead").textContent = "";
    $("board").classList.remove("solved");
    if (found) close();
    result();
    const counted = countLeft();
    if (fresh) rate();
    return counted;
  }
  const on = (id, f) => $(id).addEventListener("click", f);
  on("solve", solve); on("close", close); on("design", design); on("roll", () => roll());
  on("previous", () => step(at - 1)); on("next", () => step(at + 1));
  on("take-all", () => table.change(n => { n.laid = []; }));
  on("next-puzzle", () => table.about.free ? design() : roll());
  on("stop", () => { desk.end(); $("lead").textContent = "Stopped."; if (!found) status("Stopped", "nothing runs any more"); });
  document.addEventListener("keydown", e => {
    if (!found || e.ctrlKey || e.altKey || e.metaKey || e.target.closest(parts.typing) || e.target.closest("#board")) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: found.count - 1 }[e.key];
    if (to === undefined) return;
    step(to);
    e.preventDefault();
  });
  Object.assign(hands.calls, { say, keep, hint, drawn: weigh, worth });
  return { say, complain, moved, roll, search, mayShow, shownSolution, grouped, save, fileName };
})();
