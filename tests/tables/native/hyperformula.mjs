// What HyperFormula computes, for engines.py: node hyperformula.mjs FOLDER ASKED.json ANSWERED.json
// FOLDER has its node_modules; each workbook asked for has the cells of its sheets, and its names.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, asked, answered] = process.argv.slice(2);
const { HyperFormula } = createRequire(`${folder}/`)("hyperformula");
// As programs compute: names for cells beside others take arrays, and no value is made rounder than it is.
const options = { licenseKey: "gpl-v3", useArrayArithmetic: true, smartRounding: false };

const shown = (value) => (value !== null && typeof value === "object" ? value.value : value);

const computed = ({ sheets, names }) => {
  const book = HyperFormula.buildFromSheets(sheets, options, names);
  const values = book.getAllSheetsValues();
  book.destroy();
  return Object.fromEntries(Object.entries(values).map(([name, rows]) => [name, rows.map((row) => row.map(shown))]));
};

writeFileSync(answered, JSON.stringify(JSON.parse(readFileSync(asked)).map(computed)));
