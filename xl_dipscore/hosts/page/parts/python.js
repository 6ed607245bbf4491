// The worker: starting, asking, stopping. The states of the open workbook are kept here for a worker that was stopped.
const python = { worker: null, number: 0, waiting: new Map(), queue: Promise.resolve(), parts: null, states: [], saved: -1, dropped: 0, numberOfSaves: 0 };

async function unpack(id) {
  const block = $(id);
  const packed = Uint8Array.from(atob(block.textContent), (one) => one.charCodeAt(0));
  block.remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function startPython() {
  if (!python.parts) {
    const [code, wasm, library, archive] = await Promise.all(["code", "wasm", "library", "package"].map(unpack));
    python.parts = { code: URL.createObjectURL(new Blob([code], { type: "text/javascript" })), wasm, library, archive };
  }
  const { code, ...parts } = python.parts;
  python.worker = new Worker(code);
  python.worker.onmessage = ({ data }) => {
    if ("tell" in data) return showStep(data.tell, data.done);
    const [settle, refuse] = python.waiting.get(data.number);
    python.waiting.delete(data.number);
    if ("failed" in data) refuse(new Error(data.failed)); else settle(data.found);
  };
  python.worker.onerror = (event) => {
    for (const [, refuse] of python.waiting.values()) refuse(new Error(event.message || "Python did not start."));
  };
  await pending(send(parts));
}

// How much is under way: a test waits until it is nothing.
async function pending(work) {
  const count = (more) => { document.body.dataset.pending = Number(document.body.dataset.pending ?? 0) + more; };
  count(1);
  try { return await work; } finally { count(-1); }
}

const send = (message) => new Promise((settle, refuse) => {
  python.waiting.set(++python.number, [settle, refuse]);
  python.worker.postMessage({ number: python.number, ...message });
});

// Ask Python. `put`: files for it, as [name, bytes]. A request that fails leaves everything as it was.
function ask(request, given = {}, put = []) {
  const asked = python.queue.then(async () => {
    showBusy(request);
    try {
      const found = await send({ request, given, put });
      keepState(found);
      return found;
    } catch (error) {
      if (error.stopped) throw error;
      return { said: [`This went wrong: ${error.message.trim().split("\n").pop()}`, "The workbook is as it was."], refused: true, files: [], table: [] };
    } finally {
      showIdle();
    }
  });
  python.queue = asked.catch(() => {});
  return pending(asked);
}

function keepState(found) {
  if (!found.state) return;
  python.states.splice(1, found.open.dropped - python.dropped);
  python.dropped = found.open.dropped;
  python.states.length = Math.min(python.states.length, found.open.steps - 1);
  python.states.push(found.state);
  python.numberOfSaves = found.open.number;
  if (found.open.saved) python.saved = python.states.length - 1;
  else if (python.saved >= python.states.length - 1) python.saved = -1;
}

// End an act: the worker ends with it, and a new one gets the workbook as it was before the act.
async function stopPython() {
  python.worker.terminate();
  for (const [, refuse] of python.waiting.values()) refuse(Object.assign(new Error("Stopped."), { stopped: true }));
  python.waiting.clear();
  const again = startPython();
  python.queue = again;
  await again;
  return python.states.length ? restore(python.states, python.saved, python.numberOfSaves) : null;
}

function restore(states, saved, number) {
  Object.assign(python, { states: [...states], dropped: 0 });
  const put = states.map((one, n) => [`state${n}`, one.bytes]);
  const told = states.map((one, n) => ({ name: one.name, label: one.label, typed: one.typed, file: `state${n}` }));
  return ask("restore", { states: told, saved, number }, put);
}
