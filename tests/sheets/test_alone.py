"""The wing sheets knows no Diplomacy: most of its tests can be imported where no other wing can."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.each import each

HERE = Path(__file__).parent
OTHERS = ("rules", "tables", "workbooks", "hosts", "cli")
NOT_YET = {
    "test_lookups.py": "takes its choice of parameters from samples of the systems",
    "calculate/test_office.py": "tries macros and the command line with LibreOffice",
    "calculate/test_recalc.py": "reads the notes of the act rebuild",
}
"""Test files that need other wings, with the reason."""
ALONE = [path for path in sorted(HERE.rglob("test_*.py")) if path.relative_to(HERE).as_posix() not in NOT_YET]
BLOCKED = f"""
import sys, pytest
sys.modules.update(dict.fromkeys(["xl_dipscore." + wing for wing in {OTHERS}]))
sys.exit(pytest.main([*sys.argv[1:], "-q", "--confcutdir", {str(HERE)!r}, "-p", "no:cacheprovider"]))
"""


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run pytest in a Python that cannot import the other wings."""
    command = [sys.executable, "-c", BLOCKED, *map(str, words)]
    return subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_they_can_be_imported_without_the_other_wings() -> None:
    """An import inside a function of the wing would be caught by the walls."""
    done = run("--collect-only", *ALONE)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_other_files_still_need_them() -> None:
    assert [name for name in NOT_YET if run("--collect-only", HERE / name).returncode == 0] == []


@each("path", ALONE, ids=lambda path: path.relative_to(HERE).as_posix())
def test_they_import_no_other_wing(path: Path) -> None:
    tree = ast.parse(path.read_bytes())
    named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names}
    assert {name for name in named if name.removeprefix("xl_dipscore.").split(".")[0] in OTHERS} == set()
