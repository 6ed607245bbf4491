"""The page in headless Chromium, opened from its file: parity with the command, privacy, keyboard.

`.ci/run` makes the folders .pyodide and .browser; where the variable BROWSER names the latter, nothing is
skipped. With DIPSCORE_ALL_PAGE every example and every system is tried, as `.ci/release` does.
"""

from __future__ import annotations

import os
import shutil
import socket
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.lite_books import run
from tests.said import check_said
from xl_dipscore.errors import Fault
from xl_dipscore.hosts.page import build
from xl_dipscore.rules.board import TooManyCentres
from xl_dipscore.rules.system import System, systems
from xl_dipscore.sheets.files import TooLarge
from xl_dipscore.sheets.xlsx.markup import Unusual
from xl_dipscore.sheets.xlsx.package import (
    DamagedWorkbook,
    NotAWorkbook,
    OpenDocument,
    Package,
    ProtectedOrOld,
)
from xl_dipscore.workbooks.acts.rebuild import rebuild, rebuild_package
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import IDENTITY
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.live.book import book_of
from xl_dipscore.workbooks.live.menu import item_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
EVERYTHING = bool(os.environ.get("DIPSCORE_ALL_PAGE"))
EXAMPLES = templates_folder() / "examples"
FUNCTIONS = sorted(EXAMPLES.glob("*.xlsx"))
PLAIN = sorted((EXAMPLES / "anywhere").glob("*.xlsx"))
# A sample takes the first and the last; of the plain ones it takes only the smallest, because they are slow.
SMALLEST = min(PLAIN, key=lambda path: path.stat().st_size)
SAMPLE = [*FUNCTIONS, *PLAIN] if EVERYTHING else [*FUNCTIONS[::12], SMALLEST]
FUNCTIONS_SHEET = templates_folder() / "functions.xlsx"
MOST = 12_000_000
ASKED = "document.getElementById('form').open"
# However slow the computer is, timers come in their order: the page's own, of 50 ms, before this one.
RESTS = """async () => {
    const rests = () => document.body.dataset.pending === "0" && document.getElementById("busy").hidden;
    if (!rests()) return false;
    await new Promise((settle) => setTimeout(settle, 100));
    return rests();
}"""
# A person who is quicker than any act: Playwright's own click may find the button gone.
CLICK_STOP = """() => {
    const stop = document.getElementById("stop");
    const watch = new MutationObserver(() => { if (!stop.hidden) { watch.disconnect(); stop.click(); } });
    watch.observe(stop, {attributes: true});
}"""


def folder(variable: str, name: str, inside: str) -> Path:
    found = Path(os.environ.get(variable, ROOT / name))
    if not (found / "node_modules" / inside).exists():
        assert variable not in os.environ, f"{found} lacks {inside}"
        pytest.skip(f"there is no {inside} in {found}")
    return found


@pytest.fixture(scope="module")
def axe() -> str:
    path = folder("BROWSER", ".browser", "axe-core") / "node_modules" / "axe-core" / "axe.min.js"
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "dipscore.html"
    path.write_bytes(build.page(folder("PYODIDE", ".pyodide", "pyodide")))
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if "BROWSER" not in os.environ:
        pytest.importorskip("playwright")
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if program is None:
        assert "BROWSER" not in os.environ, "chromium is not installed"
        pytest.skip("chromium is not installed")
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


class Screen:
    """The page as a person uses it."""

    def __init__(self, browser: Any, file: Path, context: Any = None) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        size = {"width": 1366, "height": 900}
        self.context = context or browser.new_context(viewport=size, accept_downloads=True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(120_000)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(file.as_uri())
        self.wait("document.body.dataset.ready")
        assert self.page.evaluate("document.body.dataset.ready") == "yes", self.text("#start")

    def wait(self, expression: str, seconds: float = 300) -> None:
        """Wait until a condition holds; the page's policy forbids Playwright's own way to wait."""
        for _ in range(int(seconds * 20)):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
        pytest.fail(f"never came true: {expression}. It says: {self.text('body')[:1000]}")

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    @property
    def said(self) -> str:
        return self.text("#said")

    def rest(self) -> None:
        """Wait until the page has read its files, and Python has answered everything."""
        self.wait(RESTS)

    def open(self, path: Path) -> None:
        if self.page.is_visible("#close"):
            self.close()
        with self.page.expect_file_chooser() as chooser:
            self.page.click("#open")
        chooser.value.set_files(path)
        self.rest()

    def choose_files(self, button: str, *files: tuple[str, bytes]) -> None:
        with self.page.expect_file_chooser() as chooser:
            self.page.click(button)
        chooser.value.set_files(
            [{"name": name, "mimeType": "application/zip", "buffer": data} for name, data in files]
        )
        self.rest()

    def close(self) -> None:
        self.page.click("#close")
        self.wait(f"{ASKED} || !document.getElementById('start').hidden")
        if self.page.evaluate(ASKED):
            self.page.click("#form button:text-is('Leave it')")
        self.wait("!document.getElementById('start').hidden")
        self.rest()

    def type(self, cell: str, text: str) -> None:
        field = self.page.locator(f'[data-cell="{cell}"]')
        field.fill(text)
        field.press("Enter")

    def choose(self, title: str) -> None:
        """Press an item of the menu."""
        self.page.evaluate("document.querySelector('#menu details').open = true")
        self.page.click(f"#menu button:text-is('{title}')")

    def fill(self, **values: str) -> None:
        """Fill in the form that is open, and confirm it."""
        self.wait(ASKED)
        for name, value in values.items():
            self.page.fill(f"#ask-{name}", value)
        self.page.click("#form button.first")
        self.rest()

    def save(self, button: str = "#save") -> tuple[str, bytes]:
        with self.page.expect_download() as download:
            self.page.click(button)
        self.rest()
        return download.value.suggested_filename, Path(download.value.path()).read_bytes()


@pytest.fixture(scope="module")
def shared(browser: Any, file: Path) -> Iterator[Screen]:
    """One page for all tests: it takes seconds to start, and must bear whatever a test does to it."""
    screen = Screen(browser, file)
    yield screen
    screen.context.close()


@pytest.fixture
def screen(shared: Screen) -> Iterator[Screen]:
    yield shared
    with suppress(Exception):
        shared.page.keyboard.press("Escape")
    if shared.page.is_visible("#close"):
        shared.close()
    assert not shared.errors
    assert not [url for url in shared.requests if not url.startswith(("file:", "blob:", "data:"))]


# -- privacy --------------------------------------------------------------------------------------


def test_it_is_one_file_that_makes_one_request(screen: Screen, file: Path) -> None:
    assert file.stat().st_size <= MOST
    assert [url for url in screen.requests if not url.startswith("blob:")] == [file.as_uri()]
    assert screen.page.locator("body").inner_text().startswith("Nothing leaves this computer")


ATTEMPTS = (
    "fetch(there)",
    "new Promise((yes, no) => Object.assign(new Image(), { onload: yes, onerror: no, src: there }))",
    "new Promise((yes, no) => Object.assign(new WebSocket(there), { onopen: yes, onerror: no }))",
    "new Promise((yes, no) => document.head.append(Object.assign(document.createElement('link'),"
    " { rel: 'stylesheet', href: there, onload: yes, onerror: no })))",
    "new Promise((yes, no) => document.head.append(Object.assign(document.createElement('script'),"
    " { src: there, onload: yes, onerror: no })))",
)


def test_the_policy_forbids_every_connection(screen: Screen) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.5)
        there = f"http://127.0.0.1:{server.getsockname()[1]}/"
        for attempt in ATTEMPTS:
            script = f"(there => ({attempt}).then(() => 'came', () => 'forbidden'))('{there}')"
            assert screen.page.evaluate(script) == "forbidden"
        with pytest.raises(TimeoutError):
            server.accept()
    # Otherwise axe asks for the style sheet again.
    for one in screen.page.locator(f"head [href='{there}'], head [src='{there}']").all()[::-1]:
        one.evaluate("(element) => element.remove()")
    screen.errors.clear()  # the browser tells what it forbade
    screen.requests.clear()


# -- files that are no workbooks, and names that are no names ---------------------------------------


def zipped(**parts: str) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr("xl/workbook.xml" if name == "main" else f"{name}.xml", text)
    return made.getvalue()


LAUGHS = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;">]><workbook>&c;</workbook>'


def hostile() -> dict[str, tuple[bytes, type[Fault]]]:
    """Files by name, with the fault that each is; made when needed, because a bomb takes time."""
    return {
        "bomb.xlsx": (zipped(main=f"<workbook>{' ' * 70_000_000}</workbook>"), TooLarge),
        "laughs.xlsx": (zipped(main=LAUGHS), Unusual),
        "cut.xlsx": (FUNCTIONS[0].read_bytes()[:5000], DamagedWorkbook),
        "text.xlsx": (b"hello", NotAWorkbook),
        "empty.xlsx": (b"", NotAWorkbook),
        "old.xls": (b"\xd0\xcf\x11\xe0" * 200, ProtectedOrOld),
        "event.ods": (zipped(content="<office/>"), OpenDocument),
        "<img src=x onerror=alert(1)>.xlsx": (b"PK\x03\x04", DamagedWorkbook),
    }


def test_a_hostile_file_is_told_and_the_page_goes_on(screen: Screen) -> None:
    for name, (data, kind) in hostile().items():
        screen.choose_files("#open", (name, data))
        check_said(screen.text("#start .fault"), kind)
        assert screen.page.locator("#start img").count() == 0
    drop_file(screen, "wbc.xlsx", FUNCTIONS[0].read_bytes())
    assert screen.page.is_visible("#boards")
    assert screen.page.locator("#start .fault").count() == 0


def drop_file(screen: Screen, name: str, data: bytes) -> None:
    """Drop a file onto the page."""
    given = [name, b64encode(data).decode()]
    screen.page.evaluate(
        """([name, text]) => {
            const held = new DataTransfer();
            held.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true }));
        }""",
        given,
    )
    screen.wait(f"document.getElementById('file').textContent.startsWith({name!r})")
    screen.rest()


KEPT = """([days, name]) => new Promise((settle) => {
    const opening = indexedDB.open("dipscore", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept", { keyPath: "key" });
    opening.onsuccess = () => {
        const at = Date.now() - days * 24 * 3600 * 1000;
        const change = opening.result.transaction("kept", "readwrite");
        change.objectStore("kept").put({ key: name, name, at, states: [], saved: -1, number: 0 });
        change.oncomplete = () => { opening.result.close(); settle(); };
    };
})"""


def test_kept_work_goes_after_seven_days(screen: Screen) -> None:
    for days, name in ((6.9, "newer.xlsx"), (7.1, "older.xlsx")):
        screen.page.evaluate(KEPT, [days, name])
    screen.open(FUNCTIONS[0])
    screen.close()
    screen.wait("document.querySelector('#kept button')")
    assert "newer.xlsx" in screen.text("#kept")
    assert "older.xlsx" not in screen.text("#kept")
    screen.page.click("#forget")
    screen.wait("!document.querySelector('#kept button')")


def test_a_full_store_is_told_and_the_work_goes_on(screen: Screen) -> None:
    """A transaction that the browser aborts, as it does when its store is full."""
    screen.page.evaluate(
        """() => {
            const put = IDBObjectStore.prototype.put;
            IDBObjectStore.prototype.put = function (one) {
                IDBObjectStore.prototype.put = put;
                const asked = put.call(this, one);
                this.transaction.abort();
                return asked;
            };
        }"""
    )
    screen.page.check("#keep")
    screen.open(FUNCTIONS[0])
    screen.wait("document.getElementById('said').textContent.includes('not kept')")
    assert screen.page.is_checked("#keep") is False
    assert screen.save()[0] == f"{FUNCTIONS[0].stem} 2.xlsx"


def test_several_workbooks_come_back_as_a_zip(screen: Screen) -> None:
    package = Package.read(FUNCTIONS[0])
    cell = EventIn(package).boards.slots[0].cells("centres")[0]
    package.set_value(cell[0], _ref(cell), 1)
    edited = package.to_bytes()
    files = [("spring.xlsx", edited), ("no.xlsx", b"no workbook"), ("spring.xlsx", FUNCTIONS[0].read_bytes())]
    with screen.page.expect_download() as download:
        screen.choose_files("#many", *files)
    check_said(screen.text("#start .fault").replace("no.xlsx: ", "", 1), NotAWorkbook)
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.namelist() == ["spring.xlsx", "spring 2.xlsx"]
        assert archive.read("spring 2.xlsx") == FUNCTIONS[0].read_bytes()
        rebuilt = Package(edited, "spring.xlsx")
        rebuild_package(rebuilt, "spring.xlsx")
        assert parts_of(archive.read("spring.xlsx")) == parts_of(rebuilt.to_bytes())


NAME = "<img src=x onerror=\"document.title='hacked'\"> & Söhne <b>"


def test_a_name_is_text_wherever_it_is_shown(screen: Screen, tmp_path: Path) -> None:
    package = Package.read(FUNCTIONS[0])
    event = EventIn(package)
    package.set_value("Games", _ref(event.boards.slots[0].cells("player")[0]), NAME)
    path = tmp_path / "names.xlsx"
    path.write_bytes(package.to_bytes())
    screen.open(path)
    screen.page.click("#rounds button >> nth=0")
    name = screen.page.locator(".board button.name").first
    assert name.inner_text() == NAME
    assert NAME in screen.text("#standings")
    assert screen.page.locator("main img, main b:not(#start b)").count() == 0
    name.click()
    screen.wait(ASKED)
    assert NAME in screen.text("#form")
    assert screen.page.locator("#form img").count() == 0
    assert "hacked" not in screen.page.title()


# -- stopping, closing, two tabs ---------------------------------------------------------------------


def test_a_stopped_act_and_a_closed_tab_lose_nothing(screen: Screen, browser: Any, file: Path) -> None:
    first = Screen(browser, file, screen.context)
    first.page.check("#keep")
    first.open(FUNCTIONS[0])
    field = first.page.locator('.board [data-word="centres"]').first
    before, cell = field.input_value(), field.get_attribute("data-cell") or ""
    first.type(cell, "17")
    first.page.wait_for_timeout(1600)
    first.rest()
    first.page.evaluate(CLICK_STOP)
    first.choose("Publish the Page")
    first.wait("document.getElementById('said').textContent.startsWith('Stopped')")
    assert field.input_value() == "17"
    first.page.click("#undo")
    first.rest()
    assert field.input_value() == before
    first.type(cell, "16")
    first.page.wait_for_timeout(1600)
    first.rest()
    screen.open(FUNCTIONS[0])
    for tab in (first, screen):
        tab.wait("!document.getElementById('other-tab').hidden", 20)
    screen.close()
    first.page.close(run_before_unload=False)
    third = Screen(browser, file, first.context)
    third.page.click("#kept button")
    third.rest()
    assert third.text("#file") == f"{FUNCTIONS[0].name}: not saved"
    assert third.page.locator(f'[data-cell="{cell}"]').input_value() == "16"
    third.close()
    third.page.click("#forget")
    assert third.page.locator("#kept button").count() == 0
    assert third.errors == []
    third.page.close()


# -- the same files as the command writes ---------------------------------------------------------


def with_edits(path: Path) -> tuple[list[tuple[str, str]], bytes]:
    """Cells to type in a workbook, and the file that these edits give once it is computed."""
    package = Package.read(path)
    boards = [slot for slot in EventIn(package).boards.check().slots if not slot.free]
    found = []
    for board in boards[:: max(1, len(boards) // 2)]:
        counts = [(at, package.cell(at[0], _ref(at)).value) for at in board.cells("centres")]
        (taker, more), (giver, less) = sorted(counts, key=lambda one: int(str(one[1] or 0)))[-2:]
        found += [(taker, int(str(more)) - 1), (giver, int(str(less)) + 1)]
    for at, count in found:
        package.set_value(at[0], _ref(at), count)
    rebuild_package(package, path)
    return [(f"{at[0]}!{_ref(at)}", str(count)) for at, count in found], package.to_bytes()


def _ref(at: Sequence[Any]) -> str:
    from xl_dipscore.sheets.xlsx.formula import address

    return address(at[1], at[2])


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("example", [*SAMPLE, FUNCTIONS_SHEET], ids=lambda path: path.stem)
def test_it_saves_what_rebuild_writes(screen: Screen, example: Path, tmp_path: Path) -> None:
    check_saved(screen, example, tmp_path)


def test_it_saves_what_rebuild_writes_with_functions_as_names(
    screen: Screen, small: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "names.xlsx"
    path.write_bytes(small)
    run("attach", path, "--host", "names")
    check_saved(screen, path, tmp_path)


def check_saved(screen: Screen, example: Path, tmp_path: Path) -> None:
    """Type edits on the page and save; every part is as `rebuild` writes it."""
    cells, edited = with_edits(example)
    screen.open(example)
    for cell, text in cells:
        board = screen.page.locator("#rounds button")
        if not screen.page.locator(f'[data-cell="{cell}"]').count():
            for n in range(board.count()):
                board.nth(n).click()
                if screen.page.locator(f'[data-cell="{cell}"]').count():
                    break
        screen.type(cell, text)
    name, data = screen.save()
    assert name == f"{example.stem} 2.xlsx"
    ours, theirs = parts_of(edited), parts_of(data)
    assert [part for part in ours if theirs.get(part) != ours[part]] == []
    assert theirs.keys() == ours.keys()
    path = tmp_path / name
    path.write_bytes(data)
    assert rebuild(path).changed == ()


SYSTEMS = [*systems()] if EVERYTHING else [*systems()][:: len(systems()) // 2]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_new_event_is_the_one_that_the_menu_makes_elsewhere(screen: Screen, system: System) -> None:
    wishes = {"called": "Spring", "system": system.key, "rounds": "1", "boards_a_round": "2"}
    if screen.page.is_visible("#close"):
        screen.close()
    screen.page.click("#new")
    screen.fill(**wishes)
    screen.wait("!document.getElementById('desk').hidden")
    screen.rest()
    name, data = screen.save()
    done = item_of("new_event").run(book_of("event.xlsx", [], {}), from_nothing=True, host=None, **wishes)
    assert done.made is not None, done.said
    rebuild_package(done.made, name)
    assert name == done.made.name
    assert without_identity(data) == without_identity(done.made.to_bytes())


def test_a_double_click_saves_once(screen: Screen) -> None:
    screen.open(FUNCTIONS[0])
    given: list[Any] = []

    def remember(download: Any) -> None:
        given.append(download)

    screen.page.on("download", remember)
    screen.page.dblclick("#save")
    screen.rest()
    # Files come in their order: had the double click saved twice, the last one would be the third.
    screen.save()
    assert [one.suggested_filename for one in given] == [f"{FUNCTIONS[0].stem} {n}.xlsx" for n in (2, 3)]
    screen.page.remove_listener("download", remember)


def without_identity(data: bytes) -> dict[str, bytes]:
    """The parts of a workbook, without the word that each new event gets."""
    word = str(Setup(Package(data)).value(IDENTITY)).encode()
    return {name: part.replace(word, b"") for name, part in parts_of(data).items()}


# -- a weekend ------------------------------------------------------------------------------------


class Keys:
    """A person without a mouse."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.board = screen, screen.page.keyboard

    def reach(self, selector: str) -> None:
        """Press Tab until the focus is on an element."""
        for _ in range(600):
            if self.screen.page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            self.board.press("Tab")
        pytest.fail(f"Tab never reaches {selector}")

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.board.press("Enter")

    def type(self, selector: str, text: str) -> None:
        self.reach(selector)
        self.board.press("Control+A")
        self.board.type(text)

    def item(self, title: str, **values: str) -> None:
        """Choose an item of the menu, and fill in its form; a value of a space ticks a box."""
        self.press(f'#menu [data-item="{title}"]')
        self.screen.rest()
        for name, value in values.items():
            self.type(f"#ask-{name}", value) if value != " " else (
                self.reach(f"#ask-{name}"),
                self.board.press(" "),
            )
        if self.screen.page.evaluate(ASKED):
            self.press("#form button.first")
        self.screen.rest()


NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
PEOPLE = [f"{name} {letter}." for letter in "KLM" for name in NAMES][:20]
ANSWERS = "\n".join(["Timestamp,Your name,Email", *(f"2026-01-01,{name},x@example.org" for name in PEOPLE)])
WISHES = {"called": "Spring Cup", "system": "DCC", "rounds": "2", "boards_a_round": "2"}
CLOCK = (10, 8, 6, 5, 3, 2, 0), (0, 9, 7, 6, 5, 4, 3)
SOLO = (18, 4, 4, 4, 4, 0, 0), (0, 19, 5, 5, 5, 0, 0)


def test_a_weekend_by_keyboard_alone(screen: Screen, axe: str, tmp_path: Path) -> None:
    keys = Keys(screen)
    check_with_axe(screen, axe)
    begin_event(keys)
    keys.item("take_in", pasted=ANSWERS)
    assert "20 players added" in screen.said
    for round_ in (1, 2):
        keys.item("draw_round", sit_out=" ")
        screen.wait(ASKED)  # the draw is shown
        assert f"ound {round_}" in screen.said, screen.said
        keys.board.press("Escape")
        type_board(keys, 0, CLOCK[round_ - 1])
        type_board(keys, 1, SOLO[round_ - 1])
    correct_a_board(keys)
    explain_a_score(keys)
    check_with_axe(screen, axe)
    publish_page(keys, axe)
    name, data = save_by_keyboard(keys)
    assert name == "Spring Cup.xlsx"
    (tmp_path / name).write_bytes(data)
    shown = screen.page.locator("#standings tbody tr").all_inner_texts()
    table = EventIn(Package(data, name)).table.table()
    assert [line.split("\t")[1] for line in shown] == [row[1] for row in table[1:]]
    stored = EventIn(Package(data, name)).standings_shown
    assert stored is not None
    assert screen.errors
    assert [one for one in screen.errors if "Blocked script execution in 'about:srcdoc'" not in one] == []
    screen.errors.clear()


def begin_event(keys: Keys) -> None:
    keys.press("#new")
    keys.screen.wait(ASKED)
    for name, value in {
        "called": "Spring Cup",
        "system": "DCC",
        "rounds": "2",
        "boards_a_round": "2",
    }.items():
        keys.type(f"#ask-{name}", value)
    keys.board.press("Enter")
    keys.screen.wait("!document.getElementById('desk').hidden")
    keys.screen.rest()


def type_board(keys: Keys, number: int, counts: Sequence[int]) -> None:
    board = keys.screen.page.locator(".board").nth(number)
    first = board.locator('[data-word="centres"]').first.get_attribute("data-cell")
    keys.reach(f'[data-cell="{first}"]')
    for count in counts:
        keys.board.press("Control+A")
        keys.board.type(str(count))
        keys.board.press("Enter")
    keys.screen.rest()


def correct_a_board(keys: Keys) -> None:
    """One centre too many is told beside the board, and the correction too."""
    type_board(keys, 0, (1, *CLOCK[1][1:]))
    board = keys.screen.page.locator(".board").first
    keys.screen.wait("document.querySelector('.board').classList.contains('wrong')")
    assert board.locator(".sum").inner_text() == "35 of 34"
    check_said(board.locator(".check").inner_text(), TooManyCentres, total=35)
    type_board(keys, 0, CLOCK[1])
    keys.screen.wait("!document.querySelector('.board').classList.contains('wrong')")


def explain_a_score(keys: Keys) -> None:
    keys.press(".board button.name")
    keys.screen.wait(ASKED)
    assert "Total" in keys.screen.text("#form")
    keys.board.press("Escape")


def publish_page(keys: Keys, axe: str) -> None:
    """The preview has no scripts and no origin of its own."""
    keys.press("#menu summary")
    keys.press('#menu [data-item="publish"]')
    keys.screen.wait("document.querySelector('#form iframe')")
    frame = keys.screen.page.locator("#form iframe")
    assert frame.get_attribute("sandbox") == ""
    assert "Spring Cup" in (frame.get_attribute("srcdoc") or "")
    with keys.screen.page.expect_download() as download:
        keys.press("#form button.first")
    assert download.value.suggested_filename == "index.html"


def save_by_keyboard(keys: Keys) -> tuple[str, bytes]:
    with keys.screen.page.expect_download() as download:
        keys.board.press("Control+s")
    keys.screen.rest()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def check_with_axe(screen: Screen, axe: str) -> None:
    screen.page.evaluate(axe)
    found = screen.page.evaluate(
        "axe.run().then((found) => found.violations.map((one) => `${one.id} ${one.nodes[0].target}`))"
    )
    assert found == []
