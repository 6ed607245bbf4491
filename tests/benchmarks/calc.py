"""Our functions in LibreOffice Calc, as ratios to its own SUMSQ over the same cells, in one run.

python tests/benchmarks/calc.py [BOARDS]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("", "calc")]

from calc_office import Book, Office, missing

from xl_dipscore.hosts import calc

OURS = f"{calc.SERVICE}.SOSSCORE".upper()
CENTRES = (4, 5, 6, 7, 8, 2, 2)


def seconds(book: Book) -> float:
    """Of a hard recalculation: the first loads what it needs."""
    return median([book.calculate() for _ in range(6)][1:])


def measure(office: Office, boards: int) -> dict[str, float]:
    took = {}
    for name, formula in (("SUMSQ", "SUMSQ"), ("ours", OURS)):
        for many in (False, True):
            with office.book() as book:
                rows = [[*CENTRES[i % 7 :], *CENTRES[: i % 7]] for i in range(boards)]
                book.put("Sheet1", f"A1:G{boards}", rows)
                if many:
                    for row in range(1, boards + 1):
                        book.array("Sheet1", f"I{row}", f"={formula}(A{row}:G{row})")
                else:
                    last = f"I1:O{boards}" if name == "ours" else "I1"
                    book.array("Sheet1", last, f"={formula}(A1:G{boards})")
                took[f"{name}, {f'{boards} calls' if many else 'one call'}"] = seconds(book)
    return took


def main(boards: int) -> None:
    if missing():
        sys.exit(missing())
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        folder = home / "share" / "extensions"
        calc._program = lambda: home / "program" / "soffice"
        calc.install(bundled=True)
        office = Office(home / "profile", f"-env:BUNDLED_EXTENSIONS={folder.as_uri()}")
        try:
            took = measure(office, boards)
        finally:
            office.end()
        print(f"LibreOffice {office.version}, {boards} boards")
        for what, time in took.items():
            base = took[what.replace("ours", "SUMSQ")]
            print(f"{what:20} {time * 1000:9.2f} ms  {time / base:8.1f} x SUMSQ")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
