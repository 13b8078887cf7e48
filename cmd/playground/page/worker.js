// The program in its worker: it gets the compiled module first, then questions. It reports
// with "ready", "progress" and "answer".
globalThis.exactileReady = () => postMessage({ ready: true });
globalThis.exactileProgress = found => postMessage({ progress: found });
globalThis.exactileAnswer = text => postMessage({ answer: text });
onmessage = async e => {
  if (!e.data.module) { globalThis.exactileAsk(e.data.question); return; }
  const go = new Go();
  try {
    go.run(await WebAssembly.instantiate(e.data.module, go.importObject)).then(() => postMessage({ broken: "the program has ended" }));
  } catch (err) { postMessage({ broken: String(err) }); }
};
