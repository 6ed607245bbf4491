// Elements. Everything that comes from a workbook enters the page as text, never as markup.
const $ = (id) => document.getElementById(id);

function make(tag, facts = {}, ...inside) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name in one && name !== "list") one[name] = value;
    else if (value !== undefined) one.setAttribute(name, value);
  }
  one.append(...inside.filter((part) => part !== null && part !== undefined));
  return one;
}

const isNumber = (text) => /^-?\d[\d,.]*$/.test(text);

function tableOf(rows, headed) {
  // As on a sheet, a text may run over the blank cells to its right.
  const line = (row) => {
    const last = row.findLastIndex(Boolean);
    const cells = row.slice(0, last + 1).map((text) => make("td", { className: isNumber(text) ? "number" : "" }, text));
    if (cells.length && !isNumber(row[last])) cells[last].colSpan = row.length - last;
    return make("tr", {}, ...cells);
  };
  const [head, ...rest] = headed ? rows : [null, ...rows];
  return make("table", { className: "sheet" },
    head && make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, ...rest.map(line)));
}

function say(lines, refused = false) {
  const said = $("said");
  said.className = refused ? "refused" : "";
  said.replaceChildren(lines.join("\n"));
}
