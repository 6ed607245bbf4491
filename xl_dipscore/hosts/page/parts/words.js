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
  const line = (row, tag) => make("tr", {}, ...row.map((text) => make(tag, { className: isNumber(text) ? "number" : "" }, text)));
  const [head, ...rest] = headed ? rows : [null, ...rows];
  return make("table", { className: "sheet" },
    head && make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, ...rest.map((row) => line(row, "td"))));
}

function say(lines, refused = false) {
  const said = $("said");
  said.className = refused ? "refused" : "";
  said.replaceChildren(lines.join("\n"));
}
