"""Commands on files, for any Python: fill a shipped template with the sample games, correct one, and the
template and a director's own workbook are rebuilt.

    python file_acts.py FOLDER
"""

import sys
from importlib.resources import files
from pathlib import Path

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

import xl_dipscore.cli
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.setup import SYSTEM, Setup

CENTRES = [0, 8, 6, 1, 8, 0, 11]
OWN = {"A4": "=LEN(B3)", "A5": '="Score "&H3', "A6": '=COUNTIF($B$3:$H$3,">"&C3)+1'}
"""A director's own formulas."""


def run(folder: Path) -> None:
    sample = Path(str(files("xl_dipscore.cli") / "data" / "weasels.csv"))
    event = folder / "event.xlsx"
    package = Package.read(templates_folder() / "any-system.xlsx")
    Setup(package).write_named_cell(SYSTEM, "SOS")
    package.write(event)
    dipscore("fill", event, sample, "--no-log")
    package = Package.read(event)
    for ref, centres in {"E2": 8, "E7": 8}.items():
        package.set_value("Games", ref, centres)
    package.write(event)
    own = openpyxl.Workbook()
    own.active.append(["A", "E", "F", "G", "I", "R", "T"])
    for column, count in zip("BCDEFGH", CENTRES, strict=True):
        own.active[f"{column}2"] = count
    own.active["B3"] = ArrayFormula("B3:H3", '=DIP_SCORE("SOS",B2:H2)')
    for ref, formula in OWN.items():
        own.active[ref] = formula
    own.save(folder / "own.xlsx")
    dipscore("rebuild", folder, "--jobs", 2)


def dipscore(*words: object) -> None:
    sys.argv = ["dipscore", *map(str, words)]
    try:
        xl_dipscore.cli.main()
    except SystemExit as left:
        if left.code:
            raise


if __name__ == "__main__":
    run(Path(sys.argv[1]))
