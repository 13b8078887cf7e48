"use strict";
// Questions to the program: desk is for searches, quick for what is answered at once while they run. Each
// is asked one question at a time; the others wait. A search does not listen while it runs: what stops it is
// the end of its worker, and a new one takes over.
const [desk, quick] = (() => {
  const { $ } = parts;
  // The program is text of the page: gzip in base85, as function base85 of main.go writes it.
  async function unpack() {
    const text = $("program").textContent, value = new Uint8Array(128), words = new DataView(new ArrayBuffer((text.length - 1) / 5 * 4));
    [...LETTERS].forEach((c, n) => { value[c.charCodeAt(0)] = n; });
    for (let k = 1, at = 0; k < text.length; at += 4) {
      let n = 0;
      for (let end = k + 5; k < end; k++) n = n * 85 + value[text.charCodeAt(k)];
      words.setUint32(at, n);
    }
    const bytes = new Uint8Array(words.buffer, 0, words.byteLength - text[0]);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  }
  const module = unpack();
  const code = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
  const clerk = () => {
    let worker = null, ready = false, current = null, waiting = [];
    const listeners = new Set();
    const tell = () => { for (const f of listeners) f(current); };

    function start() {
      const mine = worker = new Worker(code);
      ready = false;
      mine.onmessage = e => {
        if (mine !== worker) return;
        const m = e.data;
        if (m.ready) { ready = true; next(); }
        else if (m.progress !== undefined) { if (current) { current.found = m.progress; tell(); } }
        else if (m.broken) fail(new Error(m.broken));
        else {
          const { resolve, reject } = current, answer = JSON.parse(m.answer);
          current = null;
          if (answer.error !== undefined) reject(new Error(answer.error)); else resolve(answer.answer);
          next();
        }
      };
      mine.onerror = e => { if (mine === worker) { e.preventDefault(); fail(new Error(e.message || "the program broke down")); } };
      module.then(m => { if (mine === worker) mine.postMessage({ module: m }); }, e => fail(e));
    }
    // The program broke down, for want of memory perhaps: the question has no answer, and
    // another worker takes the next.
    function fail(error) {
      const broken = current;
      current = null;
      worker.terminate();
      if (broken) { broken.reject(error); start(); }
      tell();
    }
    function next() {
      if (!current && ready && waiting.length) {
        current = waiting.shift();
        current.since = performance.now();
        worker.postMessage({ question: JSON.stringify(current.question) });
      }
      tell();
    }

    // ask resolves to the answer. kind names questions of which only the last matters: it
    // takes the place of one that waits, and one that is being answered is stopped unless
    // that is done soon, since a new worker takes a moment too.
    const soon = 300;
    function ask(question, kind) {
      return new Promise((resolve, reject) => {
        if (kind) {
          for (const q of waiting) if (q.kind === kind) q.reject(stopped());
          waiting = waiting.filter(q => q.kind !== kind);
          const old = current;
          if (old && old.kind === kind) setTimeout(() => { if (current === old) stop(); }, soon);
        }
        waiting.push({ question, kind, resolve, reject });
        next();
      });
    }
    const stopped = () => Object.assign(new Error("stopped"), { stopped: true });
    function stop() {
      if (!current) return;
      const old = current;
      current = null;
      worker.terminate();
      old.reject(stopped());
      start();
      tell();
    }
    // end stops what runs and what waits.
    function end() {
      for (const q of waiting.splice(0)) q.reject(stopped());
      stop();
    }
    start();
    return { ask, stop, end, watch: f => listeners.add(f), busy: () => current };
  };
  return [clerk(), clerk()];
})();
