"""The refusals of .ci/release, and parts of .ci/windows-folder; .ci/run runs both as a whole."""

from __future__ import annotations

import datetime
import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a release is made on Linux or a Mac")

ROOT = Path(__file__).parents[1]
TODAY = datetime.date.today().isoformat()
CHANGES = f"# Changes\n\n## Unreleased\n\n## 1.2.3, {TODAY}\n\n- New.\n\n## 1.2.2, 2026-01-01\n\n- Old.\n"
PROJECT = """[project]
name = "xl_dipscore"
[project.urls]
Releases = "https://example.org/files/"
[[tool.hatch.metadata.hooks.fancy-pypi-readme.substitutions]]
pattern = "x"
replacement = '(https://example.org/pages/\\1)'
"""


def loaded(script: Path) -> ModuleType:
    loader = SourceFileLoader(script.name.replace("-", "_"), str(script))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


class Project:
    """A small project in git that could be released as 1.2.3."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.put("CHANGELOG.md", CHANGES)
        self.put("pyproject.toml", PROJECT)
        self.put("LICENSE", "MIT")
        self.put(".gitignore", "dist/\n__pycache__/\n")
        self.put("xl_dipscore/__init__.py", '__version__ = "1.2.3"\n')
        self.put("xl_dipscore/py.typed", "")
        self.put("templates/event.xlsx", "a workbook")
        self.put(".ci/regenerate", "#!/bin/sh\n")
        (folder / ".ci" / "regenerate").chmod(0o755)
        shutil.copy(ROOT / ".ci" / "release", folder / ".ci")
        self.git("init", "-q")
        self.commit()

    def put(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def git(self, *words: str) -> str:
        names = {
            f"GIT_{who}_{what}": "td@example.org"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        env = {**os.environ, **names, "GIT_CONFIG_GLOBAL": os.devnull}
        command = ["git", *words]
        return subprocess.run(
            command, cwd=self.folder, env=env, check=True, capture_output=True, text=True
        ).stdout

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "A change")

    def release(self, *words: str) -> tuple[int, str]:
        env = {name: value for name, value in os.environ.items() if name != "PYTHON"}
        command = [sys.executable, str(self.folder / ".ci" / "release"), *words]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert not (self.folder / "dist").exists()
        return done.returncode, done.stderr


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


PAGES = "No release: There is no .venv; .ci/run makes it.\n"
"""The last refusal of a release, once nothing else is missing."""


def test_a_tree_that_has_all_is_not_refused(project: Project) -> None:
    assert project.release("1.2.3") == (1, PAGES)
    project.git("tag", "v1.2.3")
    assert project.release("1.2.3") == (1, PAGES)


def edit(name: str, old: str, new: str) -> Callable[[Project], None]:
    def change(project: Project) -> None:
        text = (project.folder / name).read_text()
        assert old in text
        project.put(name, text.replace(old, new))
        project.commit()

    return change


def tag_and_go_on(project: Project) -> None:
    project.git("tag", "v1.2.3")
    project.commit()


MISSING = {
    "another version": (
        edit("xl_dipscore/__init__.py", "1.2.3", "1.2.2"),
        "xl_dipscore/__init__.py says version 1.2.2, not 1.2.3.",
    ),
    "no version": (
        edit("xl_dipscore/__init__.py", "__version__", "version"),
        "says version nothing, not 1.2.3.",
    ),
    "not committed": (
        lambda project: project.put("notes.txt", "later"),
        "There are changes that are not committed: notes.txt.",
    ),
    "changed": (
        lambda project: project.put("LICENSE", "mine"),
        "There are changes that are not committed: LICENSE.",
    ),
    "unreleased": (
        edit("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- One more.\n"),
        "CHANGELOG.md still has entries under Unreleased.",
    ),
    "no heading": (edit("CHANGELOG.md", "## 1.2.3", "## 1.2.30"), f'has no heading "## 1.2.3, {TODAY}".'),
    "yesterday": (edit("CHANGELOG.md", TODAY, "2026-01-02"), f'has no heading "## 1.2.3, {TODAY}".'),
    "tagged before": (tag_and_go_on, "The tag v1.2.3 exists already, for another commit."),
    "nowhere": (edit("pyproject.toml", "Releases", "Homepage"), "where Releases lie: https://..."),
    "no pages": (
        edit("pyproject.toml", "https://example.org/pages/", ""),
        "does not say under fancy-pypi-readme where README's pictures and pages lie.",
    ),
    "no place": (
        edit("pyproject.toml", "https://example.org/files", "file://files"),
        "where Releases lie: https://...",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), MISSING.values(), ids=MISSING)
def test_what_is_missing_is_said(project: Project, change: Callable[[Project], None], sentence: str) -> None:
    change(project)
    status, told = project.release("1.2.3")
    assert status == 1
    assert told.startswith("No release: ")
    assert told.endswith(f"{sentence}\n")
    assert told.count("\n") == 1


def test_everything_that_is_missing_is_said_at_once(project: Project) -> None:
    edit("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- One more.\n")(project)
    project.put("notes.txt", "later")
    status, told = project.release("v1.3")
    assert status == 1
    assert told.splitlines() == [
        "No release: v1.3 is no version; write it as 1.2.3.",
        "No release: xl_dipscore/__init__.py says version 1.2.3, not v1.3.",
        "No release: There are changes that are not committed: notes.txt.",
        "No release: CHANGELOG.md still has entries under Unreleased.",
        f'No release: CHANGELOG.md has no heading "## v1.3, {TODAY}".',
    ]


@pytest.mark.parametrize("words", [[], ["1.2.3", "--dry-run"]])
def test_it_wants_a_version_or_a_dry_run(project: Project, words: list[str]) -> None:
    status, told = project.release(*words)
    assert status == 2
    assert "give the version, or --dry-run" in told


def test_pages_that_are_out_of_date_are_refused(project: Project) -> None:
    project.put(".ci/regenerate", "#!/bin/sh\nexit 3\n")
    project.put(".venv/bin/python", "")
    project.put(".gitignore", ".venv\n")
    project.commit()
    assert project.release("1.2.3") == (
        1,
        f"No release: {project.folder}/.ci/regenerate --check: exit status 3.\n",
    )


@pytest.mark.parametrize(("words", "tags"), [(["1.2.3"], ["v1.2.3"]), (["--dry-run"], [])])
def test_the_end_is_dist_and_a_tag(
    project: Project,
    words: list[str],
    tags: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    release = loaded(project.folder / ".ci" / "release")
    monkeypatch.setattr("sys.argv", ["release", *words])
    monkeypatch.setenv("PYTHON", sys.executable)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "td")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "td@example.org")

    def make(version: str, work: Path, made: Path, wanted: object) -> None:
        made.mkdir()
        (made / f"{version}.whl").write_text("fresh")

    monkeypatch.setattr(release, "make", make)
    monkeypatch.setattr(release, "check_paper", lambda: None)
    monkeypatch.setattr(release, "check_samples", lambda: None)
    monkeypatch.setattr(release, "check_page_in_browsers", lambda: None)
    project.put("dist/1.2.2.whl", "old")
    for _ in range(2):  # the second time the tag is here already
        release.main()
        assert [path.name for path in (project.folder / "dist").iterdir()] == ["1.2.3.whl"]
        assert project.git("tag", "--points-at", "HEAD").split() == tags
        told = capsys.readouterr().out
        assert ("twine upload" in told) == ("https://example.org/files/" in told) == bool(tags)


# -- what is in a wheel and an sdist ---------------------------------------------------------------

ABOUT = "xl_dipscore-1.2.3.dist-info"
GOOD = (
    *(f"xl_dipscore/{name}" for name in ("__init__.py", "py.typed", "templates/event.xlsx")),
    *(f"{ABOUT}/{name}" for name in ("METADATA", "entry_points.txt", "licenses/LICENSE")),
)


def test_a_wheel_has_what_people_need_and_nothing_else(project: Project, tmp_path: Path) -> None:
    release = loaded(project.folder / ".ci" / "release")

    def wrong(*names: str, page: str = "[one](https://example.org)") -> list[str]:
        with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
            for name in names:
                wheel.writestr(name, page)
        return [*release.in_wheel(tmp_path / "a.whl", "1.2.3")]

    assert wrong(*GOOD) == []
    for lost in {*GOOD} - {f"{ABOUT}/METADATA"}:
        assert wrong(*({*GOOD} - {lost})) == [f"The wheel lacks {lost}."]
    for more in ("tests/test_api.py", "xl_dipscore/templates/examples/one.xlsx", "notes.txt"):
        assert wrong(*GOOD, more) == [f"The wheel has {more}."]
    for link in ("templates/README.md", "#run"):
        assert wrong(*GOOD, page=f"![a](https://b) [c]({link})") == [
            f"The wheel's page for PyPI has a relative link: {link}"
        ]


def relative(page: str) -> list[str]:
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", page) if "://" not in link]


@pytest.mark.parametrize("known", [False, True])
def test_the_page_for_pypi_has_no_relative_link(known: bool) -> None:
    """Before a person fills in where pictures and pages lie, they are left out."""
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    readme = page = (ROOT / "README.md").read_text("utf-8")
    release = loaded(ROOT / ".ci" / "release")
    filled = [*release.page_leads_to(project)]
    if known and not filled:
        project = re.sub(r"^# (\[\[tool|pattern|replacement)", r"\1", project, flags=re.M)
        project = project.replace("https://...", "https://example.org")
        filled = 2 * ["https://example.org/\\2"]
        assert release.page_leads_to(project) == filled
    hook = tomllib.loads(project)["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    for one in hook["substitutions"]:
        page = re.sub(one["pattern"], one["replacement"], page)
    assert relative(page) == []
    kept = [link for link in relative(readme) if not link.startswith("#")]
    assert kept
    at_hand = len(re.findall(r"\]\(https:", page)) - len(re.findall(r"\]\(https:", readme))
    assert at_hand == (len(kept) if filled else 0)


def test_an_sdist_has_what_git_has(project: Project, tmp_path: Path) -> None:
    release = loaded(project.folder / ".ci" / "release")

    def wrong(*names: str) -> list[str]:
        with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as sdist:
            for name in names:
                sdist.addfile(tarfile.TarInfo(f"xl_dipscore-1.2.3/{name}"), io.BytesIO())
        return [*release.in_sdist(tmp_path / "a.tar.gz", "1.2.3")]

    tracked = project.git("ls-files").split()
    assert wrong(*tracked, "PKG-INFO") == []
    assert wrong(*({*tracked} - {"LICENSE"})) == ["The sdist lacks LICENSE."]
    assert wrong(*tracked, "notes.txt") == ["The sdist has notes.txt, which is not in git."]


# -- the Python of the folder for Windows ----------------------------------------------------------


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return loaded(ROOT / ".ci" / "windows-folder")


def embeddable(path: Path) -> str:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("python.exe", "a program")
        archive.writestr(
            "python314._pth", "python314.zip\n.\n\n# Uncomment to run site.main()\n#import site\n"
        )
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_python_is_unpacked_and_told_where_its_packages_are(
    recipe: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "python.zip"
    monkeypatch.setattr(recipe, "SHA256", embeddable(given))
    for source in (str(given), None):
        python = tmp_path / f"python from {source is None}"
        python.mkdir()
        recipe.put_windows(source and recipe.released_python(source), python, "3.14.7")
        assert (python / "python.exe").exists() == (source is not None)
        assert (python / "python314._pth").read_text().splitlines() == [
            "python314.zip",
            ".",
            "Lib\\site-packages",
            "Lib\\site-packages\\win32",
            "Lib\\site-packages\\win32\\lib",
        ]


def test_another_python_is_refused(recipe: ModuleType, tmp_path: Path) -> None:
    embeddable(tmp_path / "python.zip")
    with pytest.raises(SystemExit, match=r"is not the Python 3\.14\.\d+ .* SHA-256 differs"):
        recipe.released_python(str(tmp_path / "python.zip"))
    with pytest.raises(SystemExit, match=r"is not the sdist .* SHA-256 differs"):
        recipe.tried_python(tmp_path / "python.zip")


def test_a_python_that_cannot_be_fetched_is_said(recipe: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"cannot be fetched .* give it with --python"):
        recipe.released_python("https://127.0.0.1:9/python.zip")


def test_a_folder_that_is_there_is_left_alone(
    recipe: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").write_text("mine")
    monkeypatch.setattr("sys.argv", ["windows-folder", "a.whl", str(tmp_path), "--without-python"])
    with pytest.raises(SystemExit, match="already exists"):
        recipe.main()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_nothing_half_made_is_left(
    recipe: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["windows-folder", "a.whl", str(tmp_path / "new"), "--python", "https://127.0.0.1:9/"]
    )
    monkeypatch.setattr(shutil, "which", lambda name: name)
    with pytest.raises(SystemExit, match="cannot be fetched"):
        recipe.main()
    assert not (tmp_path / "new").exists()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="pip install uv"):
        recipe.main()
