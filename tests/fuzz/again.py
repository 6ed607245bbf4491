"""Show the value stored for a formula, and LibreOffice's value.

python -m tests.fuzz.again [--clubs] SEED FORMULA...
"""

from __future__ import annotations

import sys

from tests.fuzz.clubs import Club
from tests.fuzz.event import Event
from tests.fuzz.grammar import Formula
from tests.fuzz.judge import Book, examined


def main(seed: str, *texts: str) -> None:
    kind = Event
    if seed == "--clubs":
        kind, seed, texts = Club, texts[0], texts[1:]
    formulas = [Formula.read(text) for text in texts]
    book = Book(seed, formulas, kind)
    rows = zip(
        formulas, book.stored(None), book.stored(book.right(new=False)), book.right(new=True), strict=True
    )
    for formula, without, with_one, right in rows:
        print(f"{formula}\n    without a value before: {without!r}\n    with one: {with_one!r}")
        print(f"    LibreOffice: {right!r}")
    verdict = examined(seed, formulas, kind)
    print(verdict, *verdict.wrong, *verdict.theirs, sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
