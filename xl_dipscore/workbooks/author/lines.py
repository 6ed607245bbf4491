"""Count the rows that the explanation of a board can need."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import FIRST_YEAR, SEATS, STARTED, Board
from xl_dipscore.rules.system import ANY_SYSTEM, Option, System
from xl_dipscore.tables.functions.declared import wrap_words

LONGEST_WORDS = 64
"""The most characters of an explanation in one row of Explain. More could be shown only in tiny letters."""
LINE_WIDTH = 0.9 * LONGEST_WORDS
"""The width of a column for these words, in digits, which are wider than letters."""
ENDED = FIRST_YEAR + 5, FIRST_YEAR + 11
"""The last year of a short game, and of a long game."""
EXTREMES = (
    ((18, 9, 7, 0, 0, 0, 0), ()),  # a solo
    ((15, 9, 6, 4, 0, 0, 0), (0,)),  # a concession
    ((17, 8, 4, 2, 2, 1, 0), ()),  # one power far above the other powers
    ((10, 10, 8, 4, 2, 0, 0), (0, 1)),
    ((5, 5, 5, 5, 5, 5, 4), range(7)),
    ((13, 11, 7, 2, 1, 0, 0), (0, 1, 2, 3)),
)
"""Boards that together produce every line of a rule: the centre counts, and the seats in the draw."""


def most_lines(system: System, options: Mapping[str, object]) -> int:
    """The most lines of an explanation, without heading and total, with these options or with one changed.

    With these options, long words may take several lines. With others, there may be no room for that.
    """
    own = {system.option(name).parameter: value for name, value in options.items()}
    every = (*system.options, *ANY_SYSTEM)
    each = [own, *({**own, one.parameter: value} for one in every for value in _values(one))]
    whole = max(len(_labels(system, board, chosen)) for chosen in each for board in _boards())
    labels = (_labels(system, board, own) for board in _boards())
    return max(whole, *(sum(len(wrap_words(one, LONGEST_WORDS)) for one in its) for its in labels))


def _labels(system: System, board: Board, options: Mapping[str, object]) -> Sequence[str]:
    """The words of the lines, without heading and total; none if the system refuses the board."""
    try:
        points = system(board, **options)
    except Faults:
        return ()
    return (*(one.label for one in (*points.lines, *points.not_added)), *points.notes)


def _boards() -> Iterator[Board]:
    for (counts, draw), last in product(EXTREMES, ENDED):
        gone = [None if count else FIRST_YEAR + 3 for count in counts]
        chart = {year: STARTED if year < FIRST_YEAR + 3 else counts for year in range(FIRST_YEAR, last + 1)}
        yield Board(counts, draw, gone, last, new_player=SEATS, chart=chart)


def _values(option: Option) -> Iterator[object]:
    """Some values that the option accepts."""
    for one in (True, False, 1, 9, *option.choices, (1,) * max(option.lengths, default=0)):
        with suppress(Fault):
            yield option.accept(one)
