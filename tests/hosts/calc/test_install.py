"""Installing for real: as an ordinary person with a fresh profile, as the administrator, side by side."""

from __future__ import annotations

import http.server
import io
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import games
from tests.hosts.calc.calc_office import DRIVER, Office, missing, soffice
from xl_dipscore.cli import main
from xl_dipscore.hosts import calc
from xl_dipscore.sheets.calculate.find_office import NoOffice
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions.declared import VERSION

pytestmark = [pytest.mark.calc, pytest.mark.usefixtures("new_books")]

NOBODY = 65534
IS_ROOT = os.geteuid() == 0 if hasattr(os, "geteuid") else False
COMMAND = f"""
import os, sys, tempfile
from xl_dipscore.cli import main
from xl_dipscore.cli.commands import app
from xl_dipscore.hosts import calc
if os.geteuid() == 0:
    made = calc.extension()
    calc.extension = lambda: made
    app(["install", "calc", "--oxt", tempfile.mkdtemp() + "/warm.oxt"], standalone_mode=False)
    os.setgroups([]), os.setgid({NOBODY}), os.setuid({NOBODY})
main()
"""
"""`dipscore` for an ordinary user, although only the administrator may read its folder."""


def dipscore(*words: object, script: str = "from xl_dipscore.cli import main; main()", **start: Any) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        **{**start, "env": {**start.get("env", os.environ), "PYTHONPATH": str(Path(__file__).parents[3])}},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def older_extension() -> bytes:
    """The extension as an invented version 0.0.1."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(calc.extension())) as new, zipfile.ZipFile(made, "w") as old:
        for entry in new.infolist():
            old.writestr(entry, new.read(entry).replace(b'"' + VERSION.encode() + b'"', b'"0.0.1"'))
    return made.getvalue()


CHECKED_MEMORY = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0", "MALLOC_PERTURB_": "165"}
"""The C library overwrites memory when it is freed: a program that still uses it crashes."""


class Person:
    """Somebody with a home of their own, and LibreOffice's profile in its usual place."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.profile = home / ".config" / "libreoffice" / "4"
        self._as = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if IS_ROOT else {}
        self._driver = Path(shutil.copy(DRIVER, home))
        self._env = {
            **os.environ,
            **CHECKED_MEMORY,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
        }
        self.own()

    def own(self) -> None:
        """Give the files that tests put into the home to its user."""
        if IS_ROOT:
            for path in (self.home, *self.home.rglob("*")):
                os.chown(path, NOBODY, NOBODY)

    def dipscore(self, *words: str) -> str:
        """The output of a command that must succeed."""
        return dipscore(*words, script=COMMAND, env=self._env, cwd=self.home)

    def install(self, file: Path) -> None:
        """Install as a person does who opens an .oxt."""
        command = [str(soffice().with_name("unopkg")), "add", "--suppress-license", str(file)]
        env = {**self._env, "PATH": os.defpath}
        nothing = subprocess.DEVNULL
        subprocess.run(command, stdin=nothing, env=env, capture_output=True, check=True, **self._as)

    def office(self) -> Office:
        return Office(self.profile, driver=self._driver, env=self._env, cwd=self.home, **self._as)

    def sees(self, formula: str) -> object:
        return sees(self.office(), formula)


@pytest.fixture
def person() -> Iterator[Person]:
    if missing():
        pytest.skip(missing())
    with tempfile.TemporaryDirectory(prefix="dipscore-home-") as home:
        Path(home).chmod(0o755)
        yield Person(Path(home))


@pytest.mark.oldest
def test_install_use_upgrade_uninstall(person: Person) -> None:
    assert person.sees("=DIP_VERSION()") == "#NAME?"

    older = person.home / "older.oxt"
    older.write_bytes(older_extension())
    person.own()
    person.install(older)
    assert person.sees("=DIP_VERSION()") == "0.0.1"

    assert "LibreOffice has the functions" in person.dipscore("install", "calc")
    assert person.sees("=DIP_VERSION()") == VERSION
    assert person.sees("=SUM(SOS_SCORE({10;9;8;7;0;0;0}))") == pytest.approx(100, abs=1e-9)

    assert "no longer" in person.dipscore("uninstall", "calc")
    assert person.sees("=DIP_VERSION()") == "#NAME?"


@pytest.mark.oldest
def test_libreoffice_finds_a_newer_release_where_the_extension_says(person: Person) -> None:
    asked = []

    class Releases(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(published)

        do_PROPFIND = do_HEAD = do_GET  # noqa: N815

        def log_message(self, *words: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Releases) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        releases = f"http://127.0.0.1:{server.server_port}/releases/"
        (person.home / calc.OXT).write_bytes(calc.extension(releases=releases))
        person.own()
        person.install(person.home / calc.OXT)
        office = person.office()
        try:
            published = calc.update(releases)
            assert office.newer(calc.IDENTIFIER) == []
            published = published.replace(f'"{VERSION}"'.encode(), b'"99.0"')
            assert office.newer(calc.IDENTIFIER) == ["99.0"]
        finally:
            office.end()
            server.shutdown()
    assert "/releases/update.xml" in asked


@pytest.mark.usefixtures("office")
def test_the_three_steps_of_the_readme(person: Person) -> None:
    """Install; open a workbook, type, and save it as .xlsx. Then `rebuild` has nothing to change."""
    assert "newer" not in person.dipscore("install", "calc")
    path = person.home / "event.xlsx"
    dipscore("new", "NDC", path)
    person.own()
    office = person.office()
    try:
        with office.book(path) as book:
            book.put("Games", "E2:E8", [[count] for count in games.CLOCK])
            book.put("Games", "H2", [[1907]])
            score, check = book.value("Games", "M2"), book.value("Games", "O2")
            book.store(path)
    finally:
        office.end()
    assert check.startswith("OK: stopped by the clock")
    dipscore("rebuild", path)
    assert Package.read(path).value("Games", "M2") == pytest.approx(score, abs=1e-9)


@pytest.mark.oldest
@pytest.mark.skipif(not IS_ROOT, reason="only for the administrator")
def test_the_administrator_is_told_how(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["dipscore", "install", "calc"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "--bundled" in capsys.readouterr().err


@pytest.mark.oldest
def test_bundled_for_everybody_and_taken_away(office: Office, extensions: Path, tmp_path: Path) -> None:
    """LibreOffice notices that the folder appears, changes and goes."""
    program = tmp_path / "program" / "soffice"
    folder = tmp_path / "share" / "extensions"
    options = tmp_path / "profile", f"-env:BUNDLED_EXTENSIONS={folder.as_uri()}"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(calc, "_program", lambda: program)
        with pytest.MonkeyPatch.context() as older:
            made = older_extension()
            older.setattr(calc, "extension", lambda: made)
            calc.install(bundled=True)
        assert sees(Office(*options), "=DIP_VERSION()") == "0.0.1"
        calc.install(bundled=True)
        assert sees(Office(*options), "=DIP_VERSION()") == VERSION
        calc.uninstall(bundled=True)
        assert list(folder.iterdir()) == []
        assert sees(Office(*options), "=DIP_VERSION()") == "#NAME?"
        with pytest.raises(calc.NotInstalled):
            calc.uninstall(bundled=True)


@pytest.mark.oldest
def test_two_profiles_at_once(office: Office, extensions: Path, tmp_path: Path) -> None:
    other = Office(tmp_path / "other", f"-env:BUNDLED_EXTENSIONS={extensions.as_uri()}")
    try:
        with office.book() as first, other.book() as second:
            for book, board in ((first, games.SOLO), (second, games.CLOCK)):
                book.put("Sheet1", "A1:G1", [board])
                book.put("Sheet1", "A2", [["=INDEX(DCC_SCORE(A1:G1);1;1)"]])
            assert first.value("Sheet1", "A2") == 700
            assert second.value("Sheet1", "A2") != 700
    finally:
        other.end()


@pytest.mark.oldest
def test_a_command_without_libreoffice_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoOffice):
        calc.install(bundled=True)


def sees(office: Office, formula: str) -> object:
    """The text of a cell, in a LibreOffice that is started for it and then ended."""
    try:
        with office.book() as book:
            book.put("Sheet1", "A1", [[formula]])
            return book.value("Sheet1", "A1")
    finally:
        office.end()
