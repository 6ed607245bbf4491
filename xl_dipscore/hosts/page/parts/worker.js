// Python, in a worker: it answers requests, one after the other. It can reach nothing but its own memory.
const memory = {};
globalThis.fetch = async (address) => {
  const name = Object.keys(memory).find((one) => String(address).endsWith(one));
  if (!name) throw new Error(`This page makes no request: ${address}`);
  const type = name.endsWith("wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(memory[name], { headers: { "Content-Type": type } });
};

let files, ask, inbox;

async function start({ wasm, library, archive }) {
  memory["pyodide.asm.wasm"] = wasm;
  memory["python_stdlib.zip"] = library;
  const python = await loadPyodide({
    indexURL: "http://memory/", stdLibURL: "http://memory/python_stdlib.zip", lockFileContents: LOCK,
    createPyodideModule: _createPyodideModule, env: { HOME: "/home/pyodide" },
  });
  const site = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(archive, "zip", { extractDir: site });
  files = python.FS;
  python.globals.set("tell", (words, done) => postMessage({ tell: words, done: done ?? null }));
  ask = python.runPython(`
import json
from xl_dipscore.hosts.page.desk import FOLDER, Desk
desk = Desk(FOLDER, tell)
lambda request, given: desk.answer(request, json.loads(given)).as_json()
`);
  inbox = python.runPython("str(FOLDER / 'in')");
  files.mkdirTree(inbox);
}

function answer({ request, given, put }) {
  files.mkdirTree(inbox);
  for (const [name, bytes] of put) files.writeFile(`${inbox}/${name}`, bytes);
  const found = JSON.parse(ask(request, JSON.stringify(given)));
  found.files = found.files.map((path) => ({ name: path.split("/").pop(), bytes: files.readFile(path) }));
  if (found.state) found.state.bytes = files.readFile(found.state.file);
  return found;
}

onmessage = async ({ data }) => {
  try {
    postMessage({ number: data.number, found: data.request ? answer(data) : await start(data) });
  } catch (error) {
    postMessage({ number: data.number, failed: String(error?.message ?? error).slice(-2000) });
  }
};
