"""Commands and their surroundings, for the Windows Python of the folder: a line of JSON for each answer.

python.exe acts.py FOLDER GAMES
"""

import contextlib
import hashlib
import io
import json
import os
import sys
import time
from pathlib import Path

import win32con
import win32file

import xl_dipscore.cli
from xl_dipscore.hosts import windows
from xl_dipscore.sheets.xlsx.package import Package


def dipscore(*words):
    """Run a command. Returns the exit status, and what it wrote into a pipe of the usual code page."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", write_through=True)
    sys.argv = ["dipscore", *map(str, words)]
    status = 0
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            xl_dipscore.cli.main()
        except SystemExit as left:
            status = left.code or 0
    return {"status": status, "said": printed.buffer.getvalue().decode("utf-8")}


def tell(what, answer, began):
    print(json.dumps({"what": what, **answer, "seconds": round(time.perf_counter() - began, 2)}), flush=True)


def installed():
    home = Path(os.environ["USERPROFILE"], windows.FOLDER)
    tab = windows.start_folder(os.environ) / windows.TAB
    return sorted(path.name for path in [*home.glob("*"), tab] if path.exists())


def digests():
    return {(path.name, hashlib.sha256(path.read_bytes()).digest()) for path in Path().glob("*.xlsx")}


def change_winner():
    """Change counts in a program that does not compute, and copy the workbook."""
    package = Package.read(Path("Frühling Ω.xlsx"))
    package.set_value("Games", "E2", 3)
    package.set_value("Games", "E3", 18)
    for name in ("Frühling Ω.xlsx", "Łódź.xlsx"):
        package.write(Path(name))


def main():
    folder, games = map(Path, sys.argv[1:])
    folder.mkdir()
    os.chdir(folder)
    for name in ("first", "second"):
        for word in ("install", "uninstall"):
            began = time.perf_counter()
            done = dipscore(word, "excel")
            tell(f"{word} {name}", {**done, "files": installed()}, began)
    for words in (
        ("new", "DCC", "Frühling Ω.xlsx", "--rounds", 1, "--boards", 1),
        ("fill", "Frühling Ω.xlsx", games),
        ("rebuild", ".", "--jobs", 2),
        ("attach", "Frühling Ω.xlsx"),
        ("extract", "Frühling Ω.xlsx", "-o", "alle Łódź.csv"),
        ("standings", "DCC", "alle Łódź.csv"),
        ("undo", "Frühling Ω.xlsx", "--rest"),
    ):
        began = time.perf_counter()
        before = digests()
        done = dipscore(*words)
        tell(words[0], {**done, "changed": sorted(dict(digests() - before))}, began)
        if words[0] == "fill":
            change_winner()
    began = time.perf_counter()
    before = Path("Frühling Ω.xlsx").read_bytes()
    locked = win32file.CreateFile(
        "Frühling Ω.xlsx", win32con.GENERIC_READ, 0, None, win32con.OPEN_EXISTING, 0, None
    )
    done = dipscore("rebuild", "Frühling Ω.xlsx")
    locked.Close()
    same = Path("Frühling Ω.xlsx").read_bytes() == before
    tell("install again", dipscore("install", "excel"), time.perf_counter())
    tell("locked", {**done, "same": same, "left": [str(path) for path in Path().glob(".dipscore-*")]}, began)


if __name__ == "__main__":
    main()
