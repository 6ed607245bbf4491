// The boards of a round, with a field for each cell. Typed cells go to Python at once; it computes when typing rests.
const boards = { all: [], round: null, now: null, fields: new Map(), shape: "" };

function showBoards(all) {
  boards.all = all;
  const rounds = [...new Set(all.map((one) => one.round))];
  const now = all.find((one) => one.now)?.round ?? rounds[0];
  if (now !== boards.now || !rounds.includes(boards.round)) boards.round = boards.now = now;
  const held = document.activeElement?.dataset?.cell;
  $("boards-part").hidden = !all.length;
  $("rounds").replaceChildren(...rounds.map((one) => make("button", {
    type: "button", "aria-pressed": String(one === boards.round), onclick: () => { boards.round = one; boards.shape = ""; showBoards(boards.all); },
  }, all.find((board) => board.round === one).title)));
  $("rounds").scrollLeft = ($("rounds").querySelector("[aria-pressed=true]")?.offsetLeft ?? 0) - $("rounds").offsetLeft;
  const here = all.filter((one) => one.round === boards.round);
  const shape = JSON.stringify(here.map((one) => [one.name, one.seats.map((seat) => [seat.player, seat.cells.map((cell) => cell.cell)])]));
  if (shape !== boards.shape) {
    boards.shape = shape;
    boards.fields.clear();
    $("boards").replaceChildren(...here.map(boardElement));
    if (held) boards.fields.get(held)?.focus();
  }
  for (const one of here) refreshBoard(one);
}

const idOf = (board) => `board-${board.round}-${board.name}`.replace(/[^\w-]/g, (one) => `_${one.codePointAt(0)}`);

function boardElement(board) {
  const id = idOf(board);
  const heads = board.seats[0].cells.map((cell) => make("th", { scope: "col" }, cell.heading));
  const rows = board.seats.map((seat) => make("tr", {},
    make("th", { scope: "row" }, make("span", { className: "power" }, seat.power),
      seat.player && make("button", { type: "button", className: "name", title: "Explain this score", onclick: () => explain(seat) }, seat.player)),
    ...seat.cells.map((cell) => make("td", { className: "field" }, fieldOf(cell, `${seat.power}, ${cell.heading}, board ${board.name}`, id)))));
  return make("article", { className: "board", id, "aria-labelledby": `${id}-title` },
    make("header", {},
      make("h3", { id: `${id}-title` }, `Board ${board.name}`),
      ...board.whole.map((cell) => make("label", { className: "once" }, `${cell.heading} `, fieldOf(cell, `${cell.heading}, board ${board.name}`, id))),
      make("output", { className: "sum", id: `${id}-sum` })),
    make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Power and player"), ...heads)), make("tbody", {}, ...rows)),
    make("p", { className: "check", id: `${id}-check`, "aria-live": "polite" }));
}

function fieldOf(cell, label, id) {
  const kind = cell.mark === null ? { inputMode: "numeric", autocomplete: "off" } : { type: "checkbox" };
  const field = make("input", { ...kind, disabled: cell.locked, "aria-label": label, "aria-describedby": `${id}-sum ${id}-check` });
  field.dataset.cell = cell.cell;
  field.dataset.word = cell.word;
  if (cell.word === "eliminated") field.classList.add("wide");
  field.onchange = () => typeCell(field);
  field.oninput = () => showSum(field.closest(".board"));
  field.onkeydown = (event) => moveOn(event, field);
  boards.fields.set(cell.cell, field);
  return field;
}

function moveOn(event, field) {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const column = [...$("boards").querySelectorAll(`input[data-word="${field.dataset.word}"]`)];
  const next = column[column.indexOf(field) + step];
  event.preventDefault();
  if (next) { next.focus(); next.select?.(); } else field.blur();
}

function refreshBoard(board) {
  const element = $(idOf(board));
  for (const cell of [...board.whole, ...board.seats.flatMap((seat) => seat.cells)]) {
    const field = boards.fields.get(cell.cell);
    if (!field || typing.cells.has(cell.cell) || (field === document.activeElement && field.type !== "checkbox")) continue;
    if (field.type === "checkbox") field.checked = Boolean(cell.mark);
    else field.value = cell.value;
  }
  element.classList.toggle("wrong", board.wrong);
  const check = $(`${element.id}-check`);
  if (check.textContent !== board.check) check.textContent = board.check;
  showSum(element);
}

function showSum(element) {
  const counts = [...element.querySelectorAll('input[data-word="centres"]')].map((one) => one.value.trim());
  const sum = counts.reduce((all, one) => all + (/^\d+$/.test(one) ? Number(one) : 0), 0);
  $(`${element.id}-sum`).textContent = counts.some(Boolean) ? `${sum} of 34` : "";
}

const typing = { cells: new Map(), timer: 0 };

function typeCell(field) {
  const text = field.type === "checkbox" ? (field.checked ? "x" : "") : field.value;
  typing.cells.set(field.dataset.cell, text);
  clearTimeout(typing.timer);
  typing.timer = setTimeout(computeTyped, 1500);
  sendTyped();
}

// Send what was typed. While Python works, further cells gather and go together.
async function sendTyped() {
  if (typing.sending) return;
  typing.sending = true;
  while (typing.cells.size) {
    const sent = new Map(typing.cells);
    const found = await ask("type", { cells: [...sent].map(([cell, text]) => ({ cell, text })) }).catch(() => null);
    for (const [cell, text] of sent) if (typing.cells.get(cell) === text) typing.cells.delete(cell);
    if (found) showFound(found, { quiet: !found.refused });
  }
  typing.sending = false;
}

async function computeTyped() {
  if (typing.sending || typing.cells.size) { typing.timer = setTimeout(computeTyped, 500); return; }
  showFound(await ask("screen"), { quiet: true });
}

// Everything typed has reached Python, also in the field that has the focus.
async function typed() {
  const field = document.activeElement;
  if (field?.dataset?.cell) field.blur();
  clearTimeout(typing.timer);
  while (typing.sending) await new Promise((settle) => setTimeout(settle, 50));
}
