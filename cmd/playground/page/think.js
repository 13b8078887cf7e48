"use strict";
// Two searches to look at, step by step: of the board, and of its formula. Both can be saved as one picture
// that moves.
const thinking = (() => {
  const { $, svg } = parts;
  let films = [], timer = 0, paused = false;
  const pieceOf = (o, a) => { const [k, way, ...by] = a.options[o]; return { k, way, by }; };
  const count = (n, word) => `${answers.grouped(n)} ${word}${n === 1 ? "" : "s"}`;

  function show(a) {
    const view = hands.view, words = ["The board: a piece at a time", "The clauses: all that follows at once"];
    films = [a.cells, a.clauses].map((record, n) => {
      const figure = $("films").children[n], layer = svg("g", {});
      figure.firstChild.replaceChildren(svg("svg", { viewBox: boards.viewBox(view), role: "img", "aria-label": words[n] }, ...boards.ground(view), ...view.at.flatMap((_, site) => boards.cell(view, site)), layer));
      return { a, record, view, layer, words: words[n], caption: figure.lastChild, at: 0, dead: 0, lying: [] };
    });
    $("thinking").hidden = false;
    $("thinking").scrollIntoView({ block: "nearest" });
    rewind();
    // A solver that learns cannot be watched, but timed.
    answers.search({ ask: "solve", engine: "gini", limit: 1 }, ({ seconds }) => { if (films[1]) { films[1].words += `; gini, which learns, takes ${seconds.toFixed(seconds < .1 ? 3 : 2)} s`; tell(films[1]); } });
  }
  function rewind() {
    for (const f of films) { f.at = f.dead = 0; f.lying = []; f.layer.replaceChildren(); tell(f); }
    pause(matchMedia("(prefers-reduced-motion: reduce)").matches);
  }
  function pause(on) {
    paused = on;
    $("pause").setAttribute("aria-pressed", on);
    clearTimeout(timer);
    if (!on) run();
  }
  function run() {
    if (step() && !paused) timer = setTimeout(run, 900 / 1.8 ** $("speed").value);
  }
  // step takes one step of each search, and reports whether there is more.
  function step() {
    for (const f of films) {
      const s = f.record.steps[f.at];
      if (!s) continue;
      f.at++;
      if (!s.lay) f.lying.pop().remove();
      else {
        const g = svg("g", {}, ...s.lay.map(o => boards.figure(f.view, pieceOf(o, f.a), { class: s.dead ? "failed" : "" })));
        f.lying.push(g);
        f.layer.append(g);
        const next = f.record.steps[f.at];
        if (s.dead || next && !next.lay) { f.dead++; for (const e of g.children) e.firstChild.setAttribute("class", "failed"); }
      }
      tell(f);
    }
    return films.some(f => f.at < f.record.steps.length);
  }
  function tell(f) {
    const done = f.at === f.record.steps.length, end = !done ? "" : f.record.solved ? " Solved." : f.record.ended ? " There is no solution." : " Here the record ends.";
    f.caption.textContent = `${f.words}. ${count(f.at, "step")}, ${count(f.dead, "dead end")}.${end}`;
  }

  // A film as a picture: each piece has its times. It needs no script, and repeats itself.
  const mostFilmed = 300, tick = .18, rest = 2.5;
  function filmed() {
    const long = Math.min(mostFilmed, Math.max(...films.map(f => f.record.steps.length))), whole = long * tick + rest;
    const { width, height } = films[0].view.board, colours = { board: "#1b1d21", empty: "#e6e8ec", mark: "#5b616b", words: "#5b616b" };
    const all = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `-4 -4 ${2 * width + 44} ${height + 8}` }, svg("title", {}, `${table.name()}: two searches`), svg("style", {}, Object.entries(colours).map(([c, fill]) => `.${c}{fill:${fill}}`).join("") + ".failed path:first-child,path.failed{fill:#b42318}"));
    films.forEach((f, n) => {
      const side = svg("g", { transform: `translate(${n * (width + 36)} 0)` }, ...boards.ground(f.view), ...f.view.at.flatMap((_, site) => boards.cell(f.view, site)));
      const open = [], steps = f.record.steps.slice(0, mostFilmed);
      const close = (o, until) => {
        const g = svg("g", { visibility: "hidden" }, ...o.lay.map(p => boards.figure(f.view, pieceOf(p, f.a), { class: o.dead ? "failed" : "" })));
        const part = t => (t / whole).toFixed(5);
        g.append(svg("animate", { attributeName: "visibility", dur: `${whole.toFixed(2)}s`, repeatCount: "indefinite", calcMode: "discrete", values: "hidden;visible;hidden", keyTimes: `0;${part(o.from)};${part(until)}` }));
        side.append(g);
      };
      steps.forEach((s, k) => { if (s.lay) open.push({ ...s, from: (k + .01) * tick, dead: s.dead || steps[k + 1] && !steps[k + 1].lay }); else close(open.pop(), k * tick); });
      for (const o of open) close(o, whole * .9999);
      all.append(side);
    });
    return new XMLSerializer().serializeToString(all);
  }

  const on = (id, f) => $(id).addEventListener("click", f);
  on("watch", () => answers.mayShow() && answers.search({ ask: "watch" }, show));
  on("again", rewind);
  on("pause", () => pause(!paused));
  on("step", () => { pause(true); step(); });
  const end = () => { clearTimeout(timer); films = []; $("thinking").hidden = true; };
  on("enough", end);
  on("save-film", () => answers.save(answers.fileName("svg"), "image/svg+xml", filmed()));
  return { end, filmed };
})();
