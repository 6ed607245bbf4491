"""The fold of a page with the scores of typical boards, and the laws of the event's system."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from xl_dipscore.rules.choice.stored import stored_laws
from xl_dipscore.rules.choice.typical import UNKNOWN, WORTH_MEANS, WORTH_ROWS, Scored, ScoreSheet
from xl_dipscore.rules.choice.worth import Worth
from xl_dipscore.rules.points import as_double
from xl_dipscore.workbooks.publish.parts import TypicalBoard, TypicalScores
from xl_dipscore.workbooks.publish.reading import ReadEvent
from xl_dipscore.workbooks.publish.stored import format_value

LONGEST = 6
"""The most characters of a number in a narrow column."""


def typical_scores(read: ReadEvent) -> TypicalScores | None:
    """The typical boards under the event's system and options; None if nobody knows the system."""
    if read.system is None:
        return None
    sheet = ScoreSheet(read.system, read.options)
    stored = stored_laws(read.system)
    laws = () if read.options else (*filter(None, [stored.how]), *stored.sentences)
    about = (*sheet.facts, *sheet.needs, WORTH_MEANS)
    return TypicalScores(about, tuple(_board(one, read.decimals) for one in sheet.boards), laws)


def _board(one: Scored, decimals: int) -> TypicalBoard:
    lines = [("Centres", tuple(map(str, one.board.centres)))]
    if not one.refused:
        lines.append(("Score", tuple(_number(score, decimals) for score in one.scores)))
    if any(one.worth):
        lines += _lines_of_worth(one.worth, decimals)
    wide = any(len(number) > LONGEST for _, numbers in lines for number in numbers)
    return TypicalBoard(one.typical.name, one.refused or one.ending, tuple(lines), wide)


def _lines_of_worth(worth: Sequence[Worth | None], decimals: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    for place, name in enumerate(WORTH_ROWS):
        yield name, tuple("" if one is None else _number(one[place], decimals) for one in worth)


def _number(number: Fraction | None, decimals: int) -> str:
    return UNKNOWN if number is None else format_value(as_double(number), decimals)
