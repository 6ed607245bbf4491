"""Does every workbook take every event, and give back what was put in?

    python -m tests.benchmarks.sweep [KEY ...] [SEED ...] [all] [FORMAT ...]

Every system, or those named, as an ordinary workbook and as one of plain formulas: made, named, filled with
twelve boards by chance, saved by LibreOffice, rebuilt and read again. Nothing may keep its old value, nothing
be listed or read that was not put in, and the standings are those of the same games file.

Of each system and seed there are three events: with counts and draws alone, with everything that a games file
may say, and with one such fact, another for each system and seed; all: with each fact by itself. Formats
change from one event to the next unless some are named. For one seed (1) it takes about an hour and a half on
two idle cores; it needs LibreOffice, and ends with 1 where something is wrong.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count, islice
from pathlib import Path
from typing import get_args

from tests.hosts.calc.calc_office import missing
from tests.tables.native.swept import FACTS, WITH_YEARS, Trial, swept
from xl_dipscore.rules.event.settings import Format
from xl_dipscore.rules.system import System, find, systems

FORMATS: tuple[Format, ...] = get_args(Format)
IN_TURN: tuple[Format, ...] = ("all rounds", "all rounds", *FORMATS)
A_BATCH = 12
"""Workbooks that LibreOffice saves at a time."""


def trials(
    those: Sequence[System], seeds: Sequence[int], formats: Sequence[Format], *, every_fact: bool
) -> Iterator[Trial]:
    turn = count()
    for seed in seeds:
        for number, system in enumerate(those):
            one = WITH_YEARS[(number + seed) % len(WITH_YEARS)]
            for says in FACTS if every_fact else ("nothing", "everything", one):
                ending = formats[next(turn) % len(formats)]
                yield from (Trial(system.key, native, says, seed, ending) for native in (True, False))


def tried(some: Sequence[Trial]) -> tuple[list[str], int]:
    """What is wrong, and the number of events that plain formulas cannot express."""
    with tempfile.TemporaryDirectory() as folder:
        verdicts = list(swept(some, Path(folder)))
    return [str(one) for one in verdicts if one.wrong], sum(one.without_form for one in verdicts)


def main(words: list[str]) -> None:
    if missing():
        sys.exit(missing())
    seeds = [int(word) for word in words if word.isdecimal()] or [1]
    formats = [one for one in FORMATS if one in words] or IN_TURN
    keys = [word for word in words if word not in ("all", *formats) and not word.isdecimal()]
    those = [find(key) for key in keys] or systems()
    all_of_them = trials(those, seeds, formats, every_fact="all" in words)
    work = [*iter(lambda: [*islice(all_of_them, A_BATCH)], [])]
    start, done, wrong, without = time.monotonic(), 0, 0, 0
    with ProcessPoolExecutor() as pool:
        batches = {pool.submit(tried, some): len(some) for some in work}
        for batch in as_completed(batches):
            found, there_are_none = batch.result()
            done, wrong, without = done + batches[batch], wrong + len(found), without + there_are_none
            print(
                *found,
                f"{done} of {sum(batches.values())}, {time.monotonic() - start:.0f} s",
                sep="\n",
                flush=True,
            )
    print(f"{done} workbooks, {wrong} of them wrong; {without} events have cannot be made of plain formulas")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
