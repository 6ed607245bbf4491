"""What the LibreOffice extension carries, without LibreOffice."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path, PurePath

from xl_dipscore.functions import dip_score
from xl_dipscore.hosts.calc import extension
from xl_dipscore.hosts.carried import libraries

SCORE = """
import xl_dipscore, xl_dipscore.hosts.calc_cells
from xl_dipscore.functions import dip_score
assert xl_dipscore.__file__.startswith({folder!r}), xl_dipscore.__file__
print(dip_score("DCC", [10, 9, 8, 7, 0, 0, 0]))
"""


def test_the_pages_libraries_come_with_their_licences_and_nothing_compiled() -> None:
    names = [PurePath(name) for name, _ in libraries()]
    others = [name for name in names if name.suffix != ".py"]
    assert sorted(name.parts[0].split("-")[0].casefold() for name in others) == ["jinja2", "markupsafe"]
    assert all("LICENSE" in name.name for name in others)
    assert PurePath("jinja2/environment.py") in names


def test_its_own_files_are_all_it_needs_to_score(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(extension())) as archive:
        archive.extractall(tmp_path)
    folder = str(tmp_path / "pythonpath")
    told = subprocess.run(
        # No site packages: LibreOffice's Python has none of ours.
        [sys.executable, "-S", "-P", "-c", SCORE.format(folder=folder)],
        env={**os.environ, "PYTHONPATH": folder},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stderr == ""
    assert told.stdout.strip() == str(dip_score("DCC", [10, 9, 8, 7, 0, 0, 0]))
