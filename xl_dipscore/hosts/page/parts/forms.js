// Forms of the menu's items, and questions. Fields, words and values come from Python.
function openForm(...inside) {
  const form = $("form");
  form.replaceChildren(...inside);
  form.showModal();
  form.querySelector("input:not([type=checkbox]), select, textarea, button")?.focus({ preventScroll: true });
  form.scrollTop = 0;
}

const closeForm = () => $("form").close();

// Ask a question with buttons; the first is the usual answer. Returns the number of the button, or -1 for Escape.
function question(text, ...answers) {
  return new Promise((settle) => {
    const buttons = answers.map((words, n) => make("button", { type: "button", className: n ? "" : "first", onclick: () => { settle(n); closeForm(); } }, words));
    $("form").onclose = () => settle(-1);
    openForm(make("h2", { id: "form-title" }, text), make("p", { className: "acts" }, ...buttons));
  });
}

function inputOf(field) {
  const id = `ask-${field.name}`;
  const facts = { id, name: field.name, "aria-describedby": `${id}-help` };
  if (field.kind === "tick") return make("input", { ...facts, type: "checkbox", checked: field.value === true });
  if (field.kind === "choice") return make("select", facts, ...field.choices.map((one) => make("option", { value: one, selected: one === field.value }, one)));
  if (field.kind === "file") return make("input", { ...facts, type: "file" });
  return make("input", { ...facts, value: field.value ?? "", autocomplete: "off", inputMode: field.kind === "number" ? "numeric" : "text" });
}

function askOf(field) {
  const id = `ask-${field.name}`, input = inputOf(field);
  const parts = [make("label", { htmlFor: id }, field.label), input, make("small", { id: `${id}-help` }, field.help)];
  if (field.kind === "file")
    parts.push(make("label", { htmlFor: "ask-pasted" }, "Or paste the text"), make("textarea", { id: "ask-pasted", name: "pasted" }));
  return make("div", { className: "ask" }, ...parts);
}

// Show an item's form until it is answered: `run` gets the values, and returns sentences if they are refused.
function showForm(told, run) {
  const fault = make("p", { className: "fault", role: "alert" });
  const players = told.players.length && make("fieldset", { className: "ask" }, make("legend", {}, "Players"),
    ...told.players.map((name, n) => make("label", {}, make("input", { type: "checkbox", name: "player", value: String(n) }), ` ${name}`)));
  const form = make("form", { method: "dialog", autocomplete: "off" },
    make("h2", { id: "form-title" }, told.title), make("p", { className: "quiet" }, told.help), fault,
    ...told.fields.map(askOf), players || null,
    make("p", { className: "acts" }, make("button", { className: "first", type: "submit" }, "OK"), make("button", { type: "button", onclick: closeForm }, "Cancel")));
  form.onsubmit = async (event) => {
    event.preventDefault();
    const reading = valuesOf(form, told);
    closeForm(); // before the files are read, so that a second click cannot answer again
    const refused = await run(await reading);
    if (!refused) return;
    fault.textContent = refused.join("\n");
    $("form").replaceChildren(form);
    $("form").showModal();
    const wrong = told.fields.find((one) => refused.some((line) => line.startsWith(`${one.label} `)));
    (wrong ? form.elements[wrong.name] : form.elements[0])?.focus();
    if (wrong) form.elements[wrong.name].closest(".ask").prepend(fault);
  };
  $("form").onclose = null;
  openForm(form);
}

async function valuesOf(form, told) {
  const given = { wishes: {}, players: [], pasted: "", put: [] };
  for (const field of told.fields) {
    const input = form.elements[field.name];
    if (field.kind === "tick") given.wishes[field.name] = input.checked;
    else if (field.kind !== "file") given.wishes[field.name] = input.value;
    else {
      const [file] = input.files;
      if (file) { given.wishes[field.name] = safeName(file.name); given.put.push([safeName(file.name), await bytesOf(file)]); }
      given.pasted = form.elements.pasted.value;
    }
  }
  given.players = [...form.querySelectorAll("input[name=player]:checked")].map((one) => Number(one.value));
  return given;
}

function showPreview(html, files) {
  const frame = make("iframe", { title: "Preview of the page", sandbox: "" });
  frame.setAttribute("sandbox", "");
  frame.srcdoc = html;
  $("form").onclose = null;
  openForm(make("h2", { id: "form-title" }, "Preview of the page"), frame,
    make("p", { className: "acts" }, make("button", { className: "first", type: "button", onclick: () => { files.forEach(giveFile); closeForm(); } }, "Save the page"),
      make("button", { type: "button", onclick: closeForm }, "Close")));
}

function showTable(title, rows) {
  $("form").onclose = null;
  openForm(make("h2", { id: "form-title" }, title), make("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": title }, tableOf(rows, false)),
    make("p", { className: "acts" }, make("button", { className: "first", type: "button", onclick: closeForm }, "Close")));
}
