(() => {
  "use strict";
  const root = document.documentElement, ROWS = 14, BOARDS = 6, SECONDS = 12, AT_LEAST = 30000;
  const since = Date.now();
  let stage, title, place, count, pages, at, timer, stopped;

  const make = (tag, name, ...inside) => {
    const made = document.createElement(tag);
    made.className = name;
    made.append(...inside);
    return made;
  };
  const all = (where, what) => [...where.querySelectorAll(what)];
  const chunks = (list, size) => list.length ? [list.slice(0, size), ...chunks(list.slice(size), size)] : [];
  const seconds = () => Math.max(1, parseFloat(location.hash.split("=")[1]) || SECONDS);

  const ranked = (title, table) => {
    const rows = all(table, ":scope > tbody > tr"), own = some => some.filter(one => one.className != "head").length;
    const two = rows.length > ROWS && !table.closest(".q");
    const size = two ? 2 * ROWS : ROWS;
    const line = row => {
      const [rank, name, total, ...rounds] = row.cells;
      const cells = [rank, name.querySelector("summary") || name.firstChild, total].map(one => one?.textContent ?? "");
      const made = make("tr", row.className, ...cells.map((text, n) => make(n == 1 ? "th" : "td", "", text)));
      if (!two && table.closest("#standings")) made.append(...rounds.map(one => one.cloneNode(true)));
      return made;
    };
    return chunks(rows, size).map((some, n) => {
      const last = own(rows.slice(0, (n + 1) * size)), first = last - own(some) + 1, body = make("div", two ? "two" : "one");
      body.append(...chunks(some, ROWS).map(part => make("table", "", ...part.map(line))));
      return [rows.length > ROWS ? `${title}, ${first} to ${last} of ${own(rows)}` : title, body];
    });
  };
  const boards = section => {
    const parts = chunks(all(section, "article"), BOARDS);
    return parts.map((some, n) => {
      const copies = some.map(one => {
        const copy = one.cloneNode(true);
        all(copy, "details, figure, p").forEach(part => part.remove());
        return copy;
      });
      const page = parts.length > 1 ? `, ${n + 1} of ${parts.length}` : "";
      return [section.querySelector("h2").textContent + page, make("div", "six", ...copies)];
    });
  };
  const copied = section => [[section.querySelector("h2").textContent,
    make("div", "one", section.querySelector("table").cloneNode(true))]];

  const build = () => {
    const table = document.querySelector("#standings table"), best = document.getElementById("countries");
    const teams = document.querySelector("#teams table");
    return [
      ...(table ? ranked(document.getElementById("standings-h").textContent, table) : []),
      ...all(document, "section.c").flatMap(boards),
      ...(teams ? ranked("Teams", teams) : []),
      ...(best ? copied(best) : []),
    ];
  };
  const renew = () => {
    // If the page cannot be loaded again, the old one stays.
    if (location.protocol == "file:") location.reload();
    else fetch(location.pathname, { cache: "no-store" }).then(it => it.ok && location.reload(), () => {});
  };
  const show = () => {
    const [name, body] = pages[at];
    title.textContent = name;
    place.replaceWith(body);
    place = body;
    body.classList.add("turned");
    count.textContent = stopped ? "stopped" : `${at + 1} of ${pages.length}`;
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(turn, 1000 * seconds(), 1);
  };
  const turn = step => {
    if (!stopped && at + step == pages.length && Date.now() - since > AT_LEAST) renew();
    at = (at + step + pages.length) % pages.length;
    show();
  };
  const start = () => {
    pages = build();
    if (stage || !pages.length) return;
    at = 0, stopped = false;
    const name = document.querySelector("h1").textContent, when = document.querySelector("time").textContent;
    title = make("h2", ""), place = make("div", ""), count = make("output", "");
    stage = make("div", "stage", make("h1", "", name), title, place,
      make("p", "", `As of ${when}`, count, make("kbd", "", "Space stops, ← → turn, Esc leaves")));
    root.classList.add("screen");
    document.body.append(stage);
    show();
  };
  const leave = () => {
    clearTimeout(timer);
    stage.remove();
    stage = null;
    root.classList.remove("screen");
  };
  const follow = () => location.hash.startsWith("#screen") ? start() : stage && leave();

  const unpack = async packed => {
    const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const parts = (await new Response(plain).text()).split("\u0000");
    all(document, ".z").forEach((place, n) => place.innerHTML = parts[n]);
  };

  root.classList.add("js");
  const packed = document.getElementById("packed");
  if (packed) unpack(packed.textContent);
  addEventListener("hashchange", follow);
  addEventListener("keydown", event => {
    if (!stage || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (event.key == "Escape") location.hash = "";
    else if (event.key == " ") stopped = !stopped, show();
    else if (step) turn(step);
    else return;
    event.preventDefault();
  });
  follow();
})();
