"""The site and its pages: who reads which, how long they are, and links that lead nowhere."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import zipfile
from collections import defaultdict
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.each import each
from tests.workbooks.publish.test_browser import axe, browser  # noqa: F401 (fixtures)

ROOT = Path(__file__).parents[1]
SETTINGS = ast.parse((ROOT / ".ci" / "docs" / "conf.py").read_text("utf-8"))
(DOORS,) = (
    {person: names.split() for person, names in ast.literal_eval(line.value).items()}
    for line in SETTINGS.body
    if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "DOORS"
)
SYSTEMS = [
    f"xl_dipscore/rules/systems/pages/{page.stem}" for page in ROOT.glob("xl_dipscore/rules/systems/pages/*")
]
MOST_WORDS = 1500
PACKED_IN = Path(os.environ.get("FOLDERS", ROOT / "dist")).resolve()


def prose(name: str, *, made: bool = True) -> str:
    """The text of a page without addresses; if not `made`, without the tables that are made."""
    page = (ROOT / f"{name}.md").read_text("utf-8")
    if not made:
        page = re.sub(r"<!-- \[\[\[cog.*?\[\[\[end\]\]\] -->", "", page, flags=re.DOTALL)
    page = re.sub(r"<!--.*?-->", "", page, flags=re.DOTALL)
    return re.sub(r"\]\([^)]*\)", "]", page)


@each("name", [*DOORS["Director"], *DOORS["Systems"], *SYSTEMS])
def test_no_page_for_directors_is_long(name: str) -> None:
    assert sum(bool(re.search(r"\w", word)) for word in prose(name).split()) <= MOST_WORDS


def test_no_sentence_is_on_two_pages() -> None:
    """Tables that are made from docstrings may repeat them."""
    said = defaultdict(set)
    for name in ("README", *DOORS["Director"], *DOORS["Systems"]):
        if name != "CHANGELOG":
            typed = prose(name, made=False).replace("|", "\n\n")
            for sentence in re.split(r"(?<=[.:?])\s+|\n\s*-|\n\n", typed):
                words = re.findall(r"\w+", sentence.lower())
                if len(words) > 8:
                    said[" ".join(words)].add(name)
    assert {sentence: names for sentence, names in said.items() if len(names) > 1} == {}


@pytest.fixture(scope="module")
def site() -> ModuleType:
    loader = SourceFileLoader("site_maker", str(ROOT / ".ci" / "site"))
    spec = importlib.util.spec_from_loader("site_maker", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("page", "wrong"),
    [
        ('<h1 id="a">A</h1><a href="b/c.html#there">c</a><a href="#a">a</a><a href="https://b.c">b</a>', ""),
        ('<a href="d.html">d</a>', "leads to d.html, which is not there."),
        ('<a href="b/c.html#here">c</a>', "leads to b/c.html#here, but that page has no such place."),
        ('<a href="#b">b</a>', "leads to #b, but that page has no such place."),
        ('<img src="a.png">', "leads to a.png, which is not there."),
        ('<script src="https://b.c/d.js"></script>', "loads https://b.c/d.js from another place."),
    ],
)
def test_a_link_that_leads_nowhere_is_told(site: ModuleType, tmp_path: Path, page: str, wrong: str) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.html").write_text('<p id="there">')
    (tmp_path / "a.html").write_text(page)
    assert [*site.wrong_links(tmp_path)] == ([f"a.html {wrong}"] if wrong else [])


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_ci_says_at_once_that_it_needs_root(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", tmp_path / ".ci" / "run"],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs root on Debian" in done.stderr
    assert "README.md" in done.stderr


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that `.ci/run` packs into the folder FOLDERS."""
    packed = [*PACKED_IN.glob("*-site.zip")]
    if not packed:
        assert "FOLDERS" not in os.environ, "there is no site"
        pytest.skip("there is no site in dist")
    folder = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(packed[-1]).extractall(folder)
    return next(folder.iterdir())


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1366])
def test_the_site_can_be_read_and_searched_from_a_disk(
    unpacked: Path,
    browser: Any,  # noqa: F811
    axe: str,  # noqa: F811
    width: int,
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    for name in ("index.html", "xl_dipscore/rules/systems/pages/DCC.html", "search.html?q=squares"):
        page.goto(f"{unpacked.as_uri()}/{name}")
        if "search" in name:
            page.locator("#search-results a", has_text="Sum of Squares").wait_for(timeout=60_000)
        page.evaluate(axe)
        found = page.evaluate("axe.run()")["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
