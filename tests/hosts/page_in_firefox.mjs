// The page in Firefox, from its file: open a workbook, type cells, and save it.
//   node page_in_firefox.mjs FOLDER FIREFOX PAGE.HTML WORKBOOK CELLS.JSON OUT.JSON
// CELLS.JSON: pairs of a cell, as Games!E5, and a text. OUT.JSON: requests, errors, the saved file's name and bytes.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, firefox, page, workbook, cells, out] = process.argv.slice(2);
const module = resolve(folder, "node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js");
const { default: puppeteer } = await import(pathToFileURL(module));
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
const tab = await browser.newPage();
const requests = [], errors = [];
tab.on("request", (one) => requests.push(one.url()));
tab.on("pageerror", (error) => errors.push(String(error)));
const until = async (what) => {
  for (let n = 0; n < 1200; n++) {
    if (await tab.evaluate(what)) return;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error(`never came true: ${what}`);
};
try {
  await tab.goto(pathToFileURL(resolve(page)).href);
  await until("Boolean(document.body.dataset.ready)");
  // What the page gives the browser to save is caught here.
  await tab.evaluate(() => {
    globalThis.given = null;
    HTMLAnchorElement.prototype.click = function () {
      fetchBlob(this.href).then((text) => { globalThis.given = [this.download, text]; });
    };
    const blobs = new Map(), make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => { const address = make(blob); blobs.set(address, blob); return address; };
    const fetchBlob = (address) => new Promise((settle) => {
      const reader = new FileReader();
      reader.onload = () => settle(reader.result.split(",")[1]);
      reader.readAsDataURL(blobs.get(address));
    });
  });
  await (await tab.$("#chooser")).uploadFile(resolve(workbook));
  await tab.evaluate(() => {
    const { files } = document.getElementById("chooser");
    const dropped = new DataTransfer();
    dropped.items.add(files[0]);
    dispatchEvent(new DragEvent("drop", { dataTransfer: dropped }));
  });
  await until("!document.getElementById('desk').hidden");
  for (const [cell, text] of JSON.parse(readFileSync(cells, "utf8"))) {
    await tab.evaluate((cell, text) => {
      const shown = () => document.querySelector(`[data-cell="${cell}"]`);
      for (const round of document.querySelectorAll("#rounds button")) {
        if (shown()) break;
        [...document.querySelectorAll("#rounds button")].find((one) => one.textContent === round.textContent).click();
      }
      shown().value = text;
      shown().dispatchEvent(new Event("change"));
    }, cell, text);
  }
  await tab.evaluate("document.getElementById('save').click()");
  await until("Boolean(globalThis.given)");
  const [name, data] = await tab.evaluate("globalThis.given");
  writeFileSync(out, JSON.stringify({ version: await browser.version(), requests, errors, name, data }));
} finally {
  await browser.close();
}
