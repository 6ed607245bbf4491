// The screen: what is open and saved, acts, boards, problems and standings.
const page = { open: null, items: [], more: null };

// -- progress ------------------------------------------------------------------------------------

let slow = 0;

function showBusy() {
  clearTimeout(slow);
  slow = setTimeout(() => { $("busy").hidden = false; $("stop").hidden = !page.items.length; }, 300);
}

function showStep(words, done) {
  $("step").textContent = words;
  if (done === null) $("progress").removeAttribute("value"); else $("progress").value = done;
}

function showIdle() {
  clearTimeout(slow);
  $("busy").hidden = true;
  $("stop").hidden = true;
  showStep("Working", null);
}

async function stop() {
  showStep("Stopping: Python starts again", null);
  $("stop").hidden = true;
  const found = await stopPython();
  showIdle();
  if (found) showFound({ ...found, said: ["Stopped. The workbook is as it was before."] });
  else say(["Stopped."]);
}

// -- what Python found ----------------------------------------------------------------------------

function showFound(found, { quiet = false } = {}) {
  if (found.open) showOpen(found.open);
  if (found.screen) showScreen(found.screen);
  if (found.boards) showBoards(found.boards);
  if (!quiet) say(found.said, found.refused);
  if (found.table?.length) showTable(found.title ?? "The result", found.table);
  if (found.preview) showPreview(found.preview, found.files);
  else found.files?.forEach(giveFile);
  if (found.go && boards.all.some((one) => hasCell(one, found.go))) goTo(found.go);
  return found;
}

function showOpen(open) {
  page.open = open;
  tellAtStart([]);
  $("start").hidden = true;
  $("desk").hidden = false;
  $("main-acts").hidden = false;
  $("file").textContent = `${open.name}: ${open.saved ? "saved" : "not saved"}`;
  $("file").className = open.saved ? "quiet" : "warning";
  $("undo").disabled = !open.undo;
  $("undo").title = open.undo && `Take back: ${open.undo}`;
  announce(open.key);
  keepWork(open);
}

function showScreen(screen) {
  $("title").textContent = screen.title || page.open.name;
  document.title = `${screen.title || page.open.name} - dipscore`;
  $("title").title = screen.system;
  showBoards(screen.boards);
  $("problems").replaceChildren(...(screen.problems.length ? screen.problems.map(problemOf) : [make("li", {}, "Nothing is wrong.")]));
  $("standings").replaceChildren(screen.standings.length > 1 ? tableOf(screen.standings, true) : "No standings yet.");
}

function problemOf(one) {
  const go = one.cell && make("button", { type: "button", onclick: () => goTo(one.cell) }, `Go to ${one.cell}`);
  return make("li", { className: `problem ${one.rank}` }, `${one.text} `, go || null);
}

const hasCell = (board, cell) => [...board.whole, ...board.seats.flatMap((seat) => seat.cells)].some((one) => one.cell === cell);

function goTo(cell) {
  const board = boards.all.find((one) => hasCell(one, cell));
  if (!board) return say([`The cell ${cell} is not on this page. Save the workbook, and change the cell there.`]);
  if (board.round !== boards.round) { boards.round = board.round; boards.shape = ""; showBoards(boards.all); }
  const field = boards.fields.get(cell);
  field.focus();
  field.scrollIntoView({ block: "center" });
}

// -- acts -----------------------------------------------------------------------------------------

async function runItem(item) {
  await typed();
  const told = await ask("form", { word: item.word });
  if (told.refused) return showFound(told);
  const run = (given = {}) => perform({ word: item.word, wishes: {}, players: [], pasted: "", put: [], ...given });
  if (told.fields.length || told.players.length) showForm(told, run);
  else await run();
}

// Run an item. Returns the sentences of a refusal, for the form.
async function perform({ put, ...given }) {
  let found = await ask("run", given, put).catch(() => null);
  if (!found) return null;
  if (found.question && (await question([...found.said, found.question].join("\n"), "Yes", "No")) === 0)
    found = await ask("run", { ...given, agreed: true }, put);
  else if (found.refused && !found.question) { say(found.said, true); return found.said; }
  showFound({ ...found, title: page.items.find((one) => one.word === given.word)?.title });
  return null;
}

async function explain(seat) {
  await typed();
  const at = seat.cells[0]?.cell;
  await perform({ word: "explain", wishes: {}, at, put: [] });
}

function showMenu() {
  const button = (item) => make("button", { type: "button", title: item.help, "data-item": item.word, onclick: () => runItem(item) }, item.title);
  const often = page.items.filter((one) => one.group < 2 && one.word !== "explain");
  const rest = page.items.filter((one) => one.group >= 2);
  const compute = make("button", { type: "button", title: "Compute all formulas", onclick: async () => { await typed(); showFound(await ask("compute")); } }, "Compute");
  $("menu").replaceChildren(make("div", { className: "acts row" }, ...often.map(button), compute),
    make("details", {}, make("summary", {}, "More"), make("div", { className: "acts" }, ...rest.map(button))));
}

// -- opening, saving, leaving ---------------------------------------------------------------------

const unsaved = () => Boolean(page.open && !page.open.saved) || typing.cells.size > 0;

async function mayLeave() {
  return !unsaved() || (await question("The open workbook is not saved. Leave it?", "Stay", "Leave it")) === 1;
}

async function openFiles(files) {
  if (!files.length) return;
  if (files.length > 1) return rebuildAll(files);
  if (!(await mayLeave())) return;
  const name = safeName(files[0].name);
  const found = await ask("open", { name }, [[name, await bytesOf(files[0])]]);
  if (found.refused && !page.open) tellAtStart(found.said); else showFound(found);
}

function tellAtStart(lines) {
  $("start").querySelectorAll(".fault").forEach((one) => one.remove());
  if (lines.length) $("start-title").after(make("p", { className: "fault", role: "alert" }, lines.join("\n")));
}

async function rebuildAll(files) {
  const said = [];
  for (const [n, file] of files.entries()) {
    const name = safeName(file.name);
    showStep(`${n + 1} of ${files.length}: ${name}`, n / files.length);
    const found = await ask("rebuild", { name }, [[name, await bytesOf(file)]]).catch(() => null);
    if (!found) return;
    said.push(...(found.refused ? found.said.map((line) => `${name}: ${line}`) : found.said));
  }
  const found = await ask("rebuilt");
  found.files.forEach(giveFile);
  if (page.open) say(said); else tellAtStart(said);
}

async function save() {
  await typed();
  showFound(await ask("save"));
}

async function closeWork() {
  await typed();
  if (!(await mayLeave())) return;
  await ask("close");
  // Another tab may keep the same workbook.
  if (page.open && $("keep").checked) await forgetOne(page.open.key);
  Object.assign(python, { states: [], saved: -1, dropped: 0 });
  page.open = null;
  announce("");
  for (const id of ["desk", "main-acts"]) $(id).hidden = true;
  $("start").hidden = false;
  $("title").textContent = document.title = "dipscore";
  $("file").textContent = "";
  boards.shape = "";
  say([]);
  showKept();
}

async function printSheets() {
  await typed();
  const { sheets } = await ask("sheets");
  const boxes = sheets.map((name) => make("label", {}, make("input", { type: "checkbox", value: name }), ` ${name}`));
  const go = async () => {
    const chosen = boxes.map((one) => one.firstChild).filter((one) => one.checked).map((one) => one.value);
    closeForm();
    const { paper } = await ask("paper", { sheets: chosen });
    $("paper").replaceChildren(...paper.map((one) => make("section", {}, make("h2", {}, one.title), tableOf(one.rows, false))));
    $("paper").hidden = false;
    window.print();
    $("paper").hidden = true;
  };
  $("form").onclose = null;
  openForm(make("h2", { id: "form-title" }, "Print"), make("fieldset", {}, make("legend", {}, "Sheets"), ...boxes),
    make("p", { className: "acts" }, make("button", { type: "button", className: "first", onclick: go }, "Print"), make("button", { type: "button", onclick: closeForm }, "Cancel")));
}

async function showKept() {
  const kept = await listKept();
  $("kept").replaceChildren(...kept.map((one) => make("li", {},
    make("button", { type: "button", onclick: async () => { $("keep").checked = true; showFound(await restore(one.states, one.saved, one.number)); } },
      `Go on with ${one.name}, kept ${new Date(one.at).toLocaleString("en-GB")}`))));
}

// -- the start ------------------------------------------------------------------------------------

$("open").onclick = async () => openFiles(await chooseFiles());
$("many").onclick = async () => rebuildAll(await chooseFiles({ multiple: true }));
$("new").onclick = () => runItem({ word: "new_event" });
$("save").onclick = (event) => event.detail < 2 && save(); // a double click saves once
$("undo").onclick = async () => { await typed(); showFound(await ask("undo")); };
$("original").onclick = async () => showFound(await ask("original"));
$("print").onclick = printSheets;
$("close").onclick = closeWork;
$("stop").onclick = stop;
$("forget").onclick = async () => { $("keep").checked = false; await forgetAll(); await showKept(); tellAtStart(["This browser has kept nothing."]); };
$("keep").onchange = () => page.open && keepWork(page.open);
addEventListener("beforeunload", (event) => { if (unsaved()) { event.preventDefault(); event.returnValue = true; } });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => { event.preventDefault(); if (page.items.length) openFiles([...event.dataTransfer.files]); });
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s" && page.open) { event.preventDefault(); save(); }
});

(async () => {
  showKept();
  $("busy").hidden = false;
  try {
    await startPython();
    page.items = (await ask("menu")).items;
    showMenu();
    for (const id of ["open", "new", "many"]) $(id).disabled = false;
    document.body.dataset.ready = "yes";
  } catch (error) {
    $("busy").hidden = true;
    tellAtStart([`Python did not start in this browser: ${error.message}`, "The page needs Chromium 103, Firefox 113 or Safari 16.4, or newer."]);
    document.body.dataset.ready = "no";
  }
})();
