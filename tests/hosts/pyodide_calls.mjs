// A workbook's main.py and the table of calls in the browser's Python, as xlwings Lite runs them; the results go
// into a file.
//   node pyodide_calls.mjs FOLDER MAIN.PY CALLS.JSON OFFICE_CALLS.PY ANSWERS.JSON
// FOLDER has node_modules/pyodide and xlwings' wheel for it, which is all there is. Nothing is fetched from anywhere.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Else node prints the whole of Pyodide before the error.
process.on("uncaughtException", (error) => { console.error(String(error)); process.exit(1); });
const [folder, main, calls, runner, answers] = process.argv.slice(2).map((path) => resolve(path));
globalThis.fetch = (what) => { throw new Error(`asked for ${what}`); };
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "node_modules/pyodide/pyodide.mjs")));
const python = await loadPyodide();
const wheel = readdirSync(folder).find((name) => name.startsWith("xlwings-") && name.endsWith(".whl"));
const site = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(resolve(folder, wheel))), "zip", { extractDir: site });
python.FS.writeFile("/runner.py", readFileSync(runner, "utf8"));
python.globals.set("calls", readFileSync(calls, "utf8"));
python.globals.set("code", readFileSync(main, "utf8"));
writeFileSync(answers, python.runPython(`
import json, sys
sys.path.insert(0, "/")
import runner
runner.run(json.loads(calls), code)
`));
process.exit(0);
