// Acts on files in the browser's Python: libraries are unpacked where it finds its own, a program of ours runs in its
// file system, and the files that it leaves go into a folder of this computer.
//   node pyodide_files.mjs FOLDER LIBRARIES.ZIP PROGRAM.PY OUT
// Nothing is fetched from anywhere.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => { console.error(String(error).slice(-3000)); process.exit(1); });
const [folder, libraries, program, out] = process.argv.slice(2).map((path) => resolve(path));
globalThis.fetch = (what) => { throw new Error(`asked for ${what}`); };
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "node_modules/pyodide/pyodide.mjs")));
const python = await loadPyodide();
// A page may show it in a terminal.
python.setStderr({ write: (bytes) => process.stderr.write(bytes) && bytes.length, isatty: true });
const site = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(libraries)), "zip", { extractDir: site });
python.FS.mkdir("/made");
python.FS.writeFile("/program.py", readFileSync(program, "utf8"));
python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/")
import program
program.run(Path("/made"))
`);
for (const name of python.FS.readdir("/made").filter((one) => !/^\.\.?$/.test(one)))
  writeFileSync(resolve(out, name), python.FS.readFile(`/made/${name}`));
process.exit(0);
