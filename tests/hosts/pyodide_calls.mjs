// The table of calls in the browser's Python, as xlwings Lite runs it; the results go into a file.
//   node pyodide_calls.mjs FOLDER PACKAGE.ZIP CALLS.JSON OFFICE_CALLS.PY ANSWERS.JSON
// FOLDER has node_modules/pyodide and xlwings' wheel for it. Nothing is fetched from anywhere.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Else node prints the whole of Pyodide before the error.
process.on("uncaughtException", (error) => { console.error(String(error)); process.exit(1); });
const [folder, archive, calls, runner, answers] = process.argv.slice(2).map((path) => resolve(path));
globalThis.fetch = (what) => { throw new Error(`asked for ${what}`); };
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "node_modules/pyodide/pyodide.mjs")));
const python = await loadPyodide();
const wheel = readdirSync(folder).find((name) => name.startsWith("xlwings-") && name.endsWith(".whl"));
const site = python.runPython("import site; site.getsitepackages()[0]");
for (const file of [resolve(folder, wheel), archive])
  python.unpackArchive(new Uint8Array(readFileSync(file)), "zip", { extractDir: site });
python.FS.writeFile("/runner.py", readFileSync(runner, "utf8"));
python.globals.set("calls", readFileSync(calls, "utf8"));
writeFileSync(answers, python.runPython(`
import json, sys
sys.path.insert(0, "/")
import runner
runner.run(json.loads(calls))
`));
process.exit(0);
