// The buttons of a workbook's main.py in the browser's Python, as xlwings Lite runs them, one after the other against
// one workbook that answers as Excel would; what xlwings would have Excel do goes into a file.
//   node pyodide_menu.mjs FOLDER MAIN.PY BOOK.JSON RUNS.JSON ACTIONS.JSON
// BOOK.JSON: what Lite tells of the workbook, and the cells of each sheet. RUNS.JSON: words of items with their wishes.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => { console.error(String(error).slice(-3000)); process.exit(1); });
const [folder, main, bookFile, runs, out] = process.argv.slice(2).map((path) => resolve(path));
globalThis.fetch = (what) => { throw new Error(`asked for ${what}`); };
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "node_modules/pyodide/pyodide.mjs")));
const python = await loadPyodide();
const wheel = readdirSync(folder).find((name) => name.startsWith("xlwings-") && name.endsWith(".whl"));
const site = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(resolve(folder, wheel))), "zip", { extractDir: site });
const told = JSON.parse(readFileSync(bookFile, "utf8"));
const place = (address) => {
  const [, letters, row] = /^\$?([A-Z]+)\$?(\d+)$/.exec(address);
  return [+row, [...letters].reduce((number, one) => number * 26 + one.charCodeAt(0) - 64, 0)];
};
const within = (sheet, address, kind) => {
  const [first, last] = address.replace(/.*!/, "").split(":");
  const [top, left] = place(first), [bottom, right] = place(last ?? first);
  return told.cells[sheet][kind].slice(top - 1, bottom).map((row) => row.slice(left - 1, right));
};
globalThis.xlwings = {
  getRangeData: async (sheet, address, keys) => Object.fromEntries(
    (keys.toJs ? keys.toJs() : [...keys]).map((key) => [key, within(sheet, address, key.startsWith("formula") ? "formulas" : "values")])),
  getRangeValues: async (sheet, address) => within(sheet, address, "values"),
  getBookData: async () => told.book,
};
python.globals.set("code", readFileSync(main, "utf8"));
python.globals.set("told", JSON.stringify(told.book));
python.globals.set("runs", readFileSync(runs, "utf8"));
writeFileSync(out, await python.runPythonAsync(`
import json, os, sys
from types import ModuleType

os.environ["XLWINGS_ON_SERVER"], os.environ["XLWINGS_LICENSE_KEY"] = "true", "noncommercial"
import xlwings as xw
from xlwings import server
from xlwings.pro import udfs_officejs

main = ModuleType("main")
sys.modules["main"] = main
exec(code, vars(main))
buttons = [one["name"] for one in udfs_officejs.custom_scripts_meta(main)]
actions = []
from xl_dipscore.hosts.lite_menu import run
for word, wishes in json.loads(runs):
    book = xw.BookAsync(json=json.loads(told))
    done = await run(book, word, **wishes)
    actions.append([book.json()["actions"], list(done.said)])
json.dumps({"buttons": buttons, "runs": actions})
`));
process.exit(0);
