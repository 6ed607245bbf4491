"""Pages in headless Chromium: widths, light and dark, paper, the projector, and what axe finds.

`.ci/run` makes the folder .browser with axe-core; where the variable BROWSER names it, nothing is skipped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.workbooks.publish.seen import EXAMPLES
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.publish.contents import contents
from xl_dipscore.workbooks.publish.page import render
from xl_dipscore.workbooks.publish.parts import Contents

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("new_books")]
HERE = Path(__file__).parent
WIDTHS = (360, 1280, 1920)
NAMES = (
    *("Ólafur Þór", "Елена Петрова", "田中さくら", "عمر الفاروق", "Ann " * 50, "W" * 200),
    "</td></table><script>document.title='hacked'</script><b onmouseover=alert(1)>",
)
PLAYERS = (7, 49, 420)


@pytest.fixture(scope="module")
def axe() -> str:
    """Its script."""
    folder = Path(os.environ.get("BROWSER", HERE.parents[2] / ".browser"))
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    reason = f"there is no axe-core in {folder}" if not script.is_file() else ""
    reason = reason or ("" if shutil.which("chromium") else "chromium is not installed")
    if reason:
        assert "BROWSER" not in os.environ, reason
        pytest.skip(reason)
    return script.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser(axe: str) -> Iterator[Any]:
    if "BROWSER" not in os.environ:
        pytest.importorskip("playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield chromium
        chromium.close()


def sized(shown: Contents, players: int) -> Contents:
    """A number of players with various names, on as many boards as they fill."""
    lines = (shown.standings * (players // len(shown.standings) + 1))[:players]
    named = (line._replace(player=NAMES[n]) if n < len(NAMES) else line for n, line in enumerate(lines))
    boards = [board for round_ in shown.rounds for board in round_.boards]
    boards = (boards * (players // 7 // len(boards) + 1))[: players // 7]
    seats = tuple(seat._replace(player=name) for seat, name in zip(boards[0].seats, NAMES, strict=True))
    rounds = (shown.rounds[-1]._replace(boards=(boards[0]._replace(seats=seats), *boards[1:])),)
    return shown._replace(name=NAMES[-1], standings=tuple(named), rounds=rounds)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    shown = contents(
        EventIn(Package.read(EXAMPLES / "wbc.xlsx")), datetime(2026, 5, 2, tzinfo=UTC), ["Stored."]
    )
    folder, made = tmp_path_factory.mktemp("pages"), {}
    for players in PLAYERS:
        made[players] = folder / f"{players}.html"
        made[players].write_text(render(sized(shown, players)), encoding="utf-8")
    return made


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    """Open a page, note its requests and errors, and check both in the end."""
    contexts, asked, wrong = [], [], []

    def open_(path: Path, *, width: int = 1280, mark: str = "", **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
        page.goto(path.as_uri() + mark)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not [url for url in asked if not url.startswith(("file:", "data:"))]
    assert not wrong


def sideways(page: Any) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def wait(page: Any, expression: str) -> None:
    """Wait until a condition holds; the page's policy forbids Playwright's own way to wait."""
    from playwright.sync_api import Error

    for _ in range(3000):
        with suppress(Error):  # while it is loaded again
            if page.evaluate(expression):
                return
        page.wait_for_timeout(100)
    pytest.fail(f"never came true: {expression}")


OPEN_ALL = "document.querySelectorAll('details').forEach(one => one.open = true)"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(opened: Any, pages: dict[int, Path], players: int, width: int) -> None:
    page = opened(pages[players], width=width)
    wait(page, "!document.querySelector('.z:empty')")
    assert sideways(page) <= 0
    page.evaluate(OPEN_ALL)
    assert sideways(page) <= 0
    assert page.title() == NAMES[-1]
    assert page.locator("#standings > table > tbody > tr").count() == players
    assert page.locator("#standings").get_by_text("Round 1, board", exact=False).first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing(opened: Any, pages: dict[int, Path], axe: str, width: int, scheme: str) -> None:
    page = opened(pages[49], width=width, color_scheme=scheme, bypass_csp=True)
    page.evaluate("document.querySelectorAll('details').forEach((one, n) => one.open = n % 5 < 2)")
    page.evaluate(axe)
    found = page.evaluate("axe.run().then(all => all.violations.map(one => [one.id, one.nodes.length, "
                          "one.nodes[0].html, one.nodes[0].failureSummary]))")  # fmt: skip
    assert found == []


def test_the_standings_need_no_script(opened: Any, pages: dict[int, Path]) -> None:
    for players, path in pages.items():
        page = opened(path, java_script_enabled=False)
        assert page.locator("#standings > table > tbody > tr").count() == players
        assert page.locator("#standings").get_by_text("田中さくら").first.is_visible()
    small = opened(pages[7], java_script_enabled=False)
    small.locator("#standings summary").first.click()
    assert small.locator("#standings details > div").first.is_visible()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_projector_turns_its_pages(opened: Any, pages: dict[int, Path], players: int) -> None:
    page = opened(pages[players], width=1920, mark="#screen=1", reduced_motion="reduce")
    count = page.locator(".stage output")
    assert count.inner_text().startswith("1 of ")
    wait(page, "document.querySelector('.stage output').textContent.startsWith('2 of ')")
    assert page.locator("main").is_hidden()
    # At 5 m and on two metres of wall, a letter of 25 mm is 24 dots high.
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.stage')).fontSize)")
    assert size * 0.7 >= 1920 * 25 / 2000 * 0.85
    page.keyboard.press(" ")
    assert count.inner_text() == "stopped"
    titles = []
    for _ in range(3):
        titles.append(page.locator(".stage h2").inner_text())
        box = page.evaluate("[...document.querySelectorAll('.stage table')].map(one => "
                            "one.getBoundingClientRect().bottom <= innerHeight)")  # fmt: skip
        assert all(box)
        assert sideways(page) <= 0
        page.keyboard.press("ArrowRight")
    assert len(set(titles)) > 1
    page.keyboard.press("Escape")
    wait(page, "!document.querySelector('.stage')")
    assert page.locator("main").is_visible()


def test_a_projector_loads_the_page_again(opened: Any, pages: dict[int, Path]) -> None:
    page = opened(pages[7], mark="#screen=1")
    # The page does so after half a minute at least; move its clock so far.
    page.evaluate("window.before = true; const later = Date.now() + 31000; Date.now = () => later")
    wait(page, "!window.before && !!document.querySelector('.stage')")


A4_WIDE = 688
"""Pixels of a sheet of A4 between its margins."""


def test_paper(opened: Any, pages: dict[int, Path], tmp_path: Path) -> None:
    page = opened(pages[49], color_scheme="dark")
    printed = page.pdf(path=str(tmp_path / "page.pdf"), format="A4")
    assert printed.startswith(b"%PDF")
    page.emulate_media(media="print")
    assert page.locator("nav").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#standings > table > thead").is_visible()
    page.set_viewport_size({"width": A4_WIDE, "height": 1000})
    # Columns that are wider than their board are cut off on paper.
    cut = "[...document.querySelectorAll('article')].filter(one => one.scrollWidth > one.clientWidth).length"
    assert page.locator("article").count() == 7
    assert page.evaluate(cut) == 0
