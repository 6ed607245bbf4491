"""The folder for directors on Windows, without its Python; and its Linux twin, in use.

`.ci/run` makes both in dist/ and names that in FOLDERS; then nothing is skipped.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import canonicalize_name

from xl_dipscore import __version__
from xl_dipscore.cli import windows_folder
from xl_dipscore.hosts import windows
from xl_dipscore.sheets.xlsx.package import Package

pytestmark = pytest.mark.folder

FOLDERS = os.environ.get("FOLDERS")
PYTHON = (3, 14)
WINDOWS = {
    "python_version": "3.14",
    "python_full_version": "3.14.7",
    "sys_platform": "win32",
    "platform_system": "Windows",
    "platform_machine": "AMD64",
    "os_name": "nt",
    "extra": "",
}
LONGEST = 140
"""Characters of a path in the folder; Windows has 259 for it and for where the folder lies."""


def made(pattern: str) -> Path:
    if FOLDERS is None:
        pytest.skip("FOLDERS does not name the folder that .ci/run makes")
    (path,) = Path(FOLDERS).glob(pattern)
    return path


# -- for Windows ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip, unpacked."""
    target = tmp_path_factory.mktemp("windows")
    with zipfile.ZipFile(made("xl_dipscore-*-windows*.zip")) as archive:
        archive.extractall(target)
    return target / f"xl_dipscore-{__version__}"


@pytest.fixture(scope="module")
def packages(folder: Path) -> Path:
    return folder / "python" / "Lib" / "site-packages"


def test_what_a_director_sees(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {
        "READ ME.txt",
        "LICENSE.txt",
        "dipscore.cmd",
        "Install.cmd",
        "Uninstall.cmd",
        "python",
    }
    for name in ("READ ME.txt", "dipscore.cmd", "Install.cmd", "Uninstall.cmd"):
        data = (folder / name).read_bytes()
        assert data.isascii()
        assert data.count(b"\r\n") == data.count(b"\n") > 10
    assert __version__ in (folder / "READ ME.txt").read_text()
    assert max(len(str(path.relative_to(folder.parent))) for path in folder.rglob("*")) <= LONGEST


def test_the_list_has_every_file_with_its_digest(folder: Path) -> None:
    """Uninstall.cmd deletes itself."""
    listed = windows_folder.read_list(folder / windows_folder.BROUGHT)
    files = {path for path in folder.rglob("*") if path.is_file()}
    files -= {folder / windows_folder.BROUGHT, folder / "Uninstall.cmd"}
    assert {folder / name for name in listed} == files
    assert {hashlib.sha256(path.read_bytes()).hexdigest() for path in files} == {*listed.values()}


def test_every_package_that_windows_needs_is_there(packages: Path) -> None:
    there = {
        canonicalize_name(one.name): one for one in importlib.metadata.distributions(path=[str(packages)])
    }
    tags = {*cpython_tags(PYTHON, platforms=["win_amd64"]), *compatible_tags(PYTHON, "cp314", ["win_amd64"])}
    assert {"xl-dipscore", "pywin32", "xlwings"} <= {*there}
    for name, one in there.items():
        for line in one.requires or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate(WINDOWS):
                assert canonicalize_name(wanted.name) in there, f"{name}: {line}"
                assert there[canonicalize_name(wanted.name)].version in wanted.specifier, f"{name}: {line}"
        made_for = re.findall(r"^Tag: (.+)$", one.read_text("WHEEL") or "", re.MULTILINE)
        assert {*map(str, tags)} & {*made_for}, f"{name}: {made_for}"


def test_the_settings_of_its_python_name_every_folder_of_packages(folder: Path, packages: Path) -> None:
    first, *named = (folder / "python" / "python314._pth").read_text().splitlines()
    assert (first, named[0]) == ("python314.zip", ".")
    told = [folder / "python" / Path(*line.split("\\")) for line in named[1:]]
    assert all(path.is_dir() for path in told)
    # It does not read this file, which says where pywin32 has its modules. pythonwin is an editor.
    (pth,) = packages.glob("*.pth")
    lines = [line for line in pth.read_text().splitlines() if not line.startswith(("#", "import"))]
    listed = {packages / Path(*line.split("\\")) for line in lines} - {packages / "pythonwin"}
    assert {packages, *listed} == {*told}


def test_excels_libraries_are_found_in_it(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(packages)
    python = "C:\\Users\\td\\Documents\\xl_dipscore\\python\\python.exe"
    home = windows.install({"USERPROFILE": str(tmp_path)}, python)
    for bits in (32, 64):
        (library,) = packages.glob(f"xlwings{bits}-*.dll")
        assert (home / f"dipscore{bits}.dll").read_bytes() == library.read_bytes()
    assert f'Command = "{python}" -P ' in (home / "dipscore.conf").read_text()


NOT_IN_IT = {
    *("ensurepip", "idlelib", "test", "tkinter", "turtle", "turtledemo", "venv"),
    *(
        "aifc",
        "asynchat",
        "asyncore",
        "audioop",
        "cgi",
        "cgitb",
        "chunk",
        "crypt",
        "distutils",
        "imghdr",
        "imp",
    ),
    *("lib2to3", "mailcap", "msilib", "nis", "nntplib", "ossaudiodev", "pipes", "smtpd", "sndhdr", "spwd"),
    *("sunau", "telnetlib", "uu", "xdrlib"),
}
"""Modules of the standard library that the embeddable Python lacks, or Python 3.14 has dropped."""
ONLY_IN_LIBREOFFICE = {"uno", "unohelper", "com", "org"}
ONLY_IF_ASKED = {"lxml", "defusedxml"}
"""openpyxl takes them if they are there."""
FOR_EXCEL = ("xlwings.com_server", "win32com.server.util", "pythoncom", "pywintypes", "win32timezone")


class Modules:
    """The modules imported when the command line runs, and when Excel computes."""

    def __init__(self, packages: Path) -> None:
        self._roots = [packages, packages / "win32", packages / "win32" / "lib"]
        self.found: dict[str, Path] = {}
        self.lost: dict[str, str] = {}
        ours = (
            path.relative_to(packages).with_suffix("") for path in (packages / "xl_dipscore").rglob("*.py")
        )
        todo = [(".".join(path.parts).removesuffix(".__init__"), "") for path in ours]
        todo += [(name, "") for name in FOR_EXCEL]
        standard = sys.stdlib_module_names - NOT_IN_IT
        while todo:
            name, by = todo.pop()
            if name in self.found or name.partition(".")[0] in standard:
                continue
            path = self._find(name)
            if path is None:
                self.lost[name] = by
                continue
            self.found[name] = path
            if path.suffix == ".py":
                todo += [(one, name) for one in self._imported(name, path)]

    def _find(self, name: str) -> Path | None:
        # win32com finds its extensions in a folder beside it.
        places = [name.split("."), name.replace("win32com.", "win32comext.", 1).split(".")]
        for root, parts in product(self._roots, places):
            path = root.joinpath(*parts)
            for one in (path / "__init__.py", path.with_name(f"{path.name}.py")):
                if one.is_file():
                    return one
            for ending in (".pyd", ".cp314-win_amd64.pyd"):
                if (one := path.with_name(path.name + ending)).is_file():
                    return one
            if path.is_dir():
                return path
        return None

    def _imported(self, name: str, path: Path) -> Iterator[str]:
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8-sig"), str(path))
        ours = name.partition(".")[0] == "xl_dipscore"
        for node in [*ast.walk(tree)] if ours else [*_at_once(tree.body)]:
            if isinstance(node, ast.Import):
                for one in node.names:
                    yield from _with_parents(one.name)
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[: 1 - node.level or None] if node.level else []
                module = ".".join([*above, *([node.module] if node.module else [])])
                yield from _with_parents(module)
                yield from (full for one in node.names if self._find(full := f"{module}.{one.name}"))


def _at_once(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run at every import: both branches of a condition, and nothing inside a `try`."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            yield from _at_once([*node.body, *node.orelse])


def _with_parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


@pytest.fixture(scope="module")
def modules(packages: Path) -> Modules:
    return Modules(packages)


def test_whatever_is_imported_is_in_it(modules: Modules) -> None:
    allowed = ONLY_IN_LIBREOFFICE | ONLY_IF_ASKED
    assert {name: by for name, by in modules.lost.items() if name.partition(".")[0] not in allowed} == {}
    assert {"xlwings.udfs", "win32com.client", "win32api", "typer"} <= {*modules.found}


WITH_PYTHON = {"python3.dll", "python314.dll", "vcruntime140.dll", "vcruntime140_1.dll"}
WITH_WINDOWS = {
    *(
        "advapi32",
        "bcrypt",
        "bcryptprimitives",
        "comctl32",
        "comdlg32",
        "gdi32",
        "kernel32",
        "msimg32",
        "ntdll",
    ),
    *(
        "ole32",
        "oleacc",
        "oleaut32",
        "secur32",
        "shell32",
        "shlwapi",
        "urlmon",
        "user32",
        "version",
        "ws2_32",
    ),
}


def test_windows_finds_every_library_of_what_is_imported(folder: Path, modules: Modules) -> None:
    """Above all, no library of Visual C++, which not every PC has."""
    import pefile

    beside = {path.name.lower() for path in (folder / "python").glob("*.dll")}
    assert beside == {"pythoncom314.dll", "pywintypes314.dll"}
    native = {path for path in modules.found.values() if path.suffix == ".pyd"}
    assert {path.name for path in native} >= {"win32api.pyd", "win32event.pyd"}
    for path in (*native, *(folder / "python").glob("*.dll")):
        with pefile.PE(str(path), fast_load=True) as library:
            library.parse_data_directories([pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_IMPORT"]])
            needed = {one.dll.decode().lower() for one in library.DIRECTORY_ENTRY_IMPORT}
        system = {name for name in needed if name.startswith("api-ms-win-") or name[:-4] in WITH_WINDOWS}
        assert needed - system <= WITH_PYTHON | beside, path.name


# -- the twin -------------------------------------------------------------------------------------


class Twin:
    """The folder, moved to where a director could have it, used by somebody who has nothing else."""

    def __init__(self, work: Path) -> None:
        self.folder = work / "Größere Turniere" / "xl_dipscore"
        self.home = work / "home"
        shutil.copytree(made("twin"), self.folder)
        self.home.mkdir()
        self.python = self.folder / "python" / "python"
        self.surroundings = {"HOME": str(self.home), "PATH": os.defpath}

    def run(self, *words: str, **more: str) -> str:
        env = {**self.surroundings, **more}
        done = subprocess.run(words, cwd=self.home, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def dipscore(self, *words: str) -> str:
        return self.run(str(self.folder / "dipscore"), *words)


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Twin:
    return Twin(tmp_path_factory.mktemp("twin"))


def test_the_twin_serves_a_director(twin: Twin) -> None:
    assert twin.dipscore("--version") == f"{__version__}\n"
    assert "Usage: dipscore " in twin.dipscore("--help")
    assert "event.xlsx" in twin.dipscore("demo")
    event = Path("dipscore-demo", "event.xlsx")
    shown = Package.read(twin.home / event).value("Games", "M2")
    assert isinstance(shown, float)
    twin.dipscore("new", "DCC", "spring.xlsx")
    twin.dipscore("rebuild", "spring.xlsx", event, "--jobs", "2")
    assert Package.read(twin.home / event).value("Games", "M2") == shown
    assert (twin.home / event).with_suffix(".xlsm").exists()
    twin.dipscore("attach", "spring.xlsx")
    assert (twin.home / "spring.xlsm").exists()


def test_excel_is_told_of_the_twins_own_python(twin: Twin) -> None:
    told = "from xl_dipscore.hosts import windows; print(windows.settings(sys.executable, {}))"
    command = twin.run(str(twin.python), "-P", "-c", f"import sys; {told}").splitlines()[0]
    named = re.search(r'Command = "(.+?)" -P -c "(.+)"$', command)
    assert named is not None
    assert Path(named[1]) == twin.python
    # That file is a Python that can do what Excel starts it for.
    told = "print(__import__('xl_dipscore.hosts.excel').__version__)"
    assert twin.run(named[1], "-P", "-c", f"import xlwings; {told}") == f"{__version__}\n"


@pytest.mark.parametrize("ours", ["PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE"])
def test_no_other_python_gets_in(twin: Twin, tmp_path: Path, ours: str) -> None:
    version = twin.run(str(twin.python), "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    packages = Path("lib", f"python{version}", "site-packages")
    for place in (tmp_path, tmp_path / packages, twin.home / ".local" / packages):
        for module in ("xlwings", "rich", "usercustomize", "sitecustomize"):
            (place / module).mkdir(parents=True, exist_ok=True)
            (place / module / "__init__.py").write_text("raise SystemExit('the other Python')")
        (place / "other.pth").write_text("import usercustomize\n")
    look = (
        "import json, sys, xlwings, rich, xl_dipscore.workbooks.acts.rebuild; print(json.dumps([*sys.path,"
        " *(m.__file__ for m in sys.modules.values() if getattr(m, '__file__', None))]))"
    )
    for path in json.loads(twin.run(str(twin.python), "-c", look, **{ours: str(tmp_path)})):
        assert Path(path).is_relative_to(twin.folder), path
