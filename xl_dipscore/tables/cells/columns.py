"""All known columns. To add a column, add a line here. Its headings in languages.json are optional."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.languages import Word

Of = Literal["board", "power", "player", "board or power", "row"]


class Heading(NamedTuple):
    """A column of a games list or player list: its headings, and the kind of its cells."""

    word: str
    of: Of
    """The subject of a cell. `row`: a cell names the power of its row. `board or power`: a draw has a mark
    for each power, or one cell for a whole board, which names the powers in the draw."""
    also: str = ""
    """Other headings in English, separated by commas."""
    loose: str = ""
    """Headings that mean this column only if the list has no usual heading for it."""
    asked: str = ""
    """Words in a question of an online form that asks for this column, separated by commas."""
    holds: Literal["text", "short", "mark", "year", "count", "number", "result"] = "text"
    """The kind of value. `short` is a short text; a `result` is computed by a workbook and never typed."""
    fact: bool = False
    """Is the column a further fact of a board, in addition to centres, draw and years?"""
    seldom: bool = False
    """Do ready workbooks have this column only if a rule needs it? A seldom column of people is left out."""
    lost: str = ""
    """Words for the column in the warning that the file of another program cannot contain it."""


COLUMNS = (
    Heading(
        "round",
        "board",
        loose="rd, rnd, week, evening, session, night, meeting, matchday, heat",
        holds="short",
    ),
    Heading("board", "board", loose="game, table, bd, brd", holds="short"),
    Heading("power", "row", also="country", loose="playing as, played as"),
    Heading(
        "player",
        "power",
        also="name",
        loose="players, participant, participants, competitor, competitors, attendee, attendees, entrant, "
        "entrants, contestant, registrant, ticket holder, first and last name, first last name, "
        "name and surname, first name and surname, first name and last name, last name and first name, "
        "forename and surname, legal name, badge name, name on badge, name for badge, display name",
        asked="played, plays, who",
    ),
    Heading(
        "centres",
        "power",
        also="centers, SCs, supply centres, supply centers",
        loose="dots, SC",
        asked="centre, center, count, supply centre count, supply center count",
        holds="number",
    ),
    Heading("draw", "board or power", loose="drawn, drew", holds="mark"),
    Heading(
        "eliminated",
        "power",
        loose="elim",
        asked="elimination, elimination year, year of elimination, out, when",
        holds="year",
    ),
    Heading("year", "board", holds="year"),
    Heading("date", "board", loose="played on", seldom=True),
    Heading("docked", "power", holds="count", fact=True, lost="docked centres"),
    Heading("civil_disorder", "power", holds="mark", fact=True, seldom=True, lost="civil disorder"),
    Heading("new_player", "power", holds="mark", fact=True, seldom=True, lost="new players"),
    Heading("unranked", "power", also="guest", holds="mark", lost="who is unranked"),
    Heading("not_counted", "board", holds="mark", seldom=True, lost="that games are not counted"),
    Heading("tiebreak", "power", holds="number", seldom=True, lost="typed tie-breaks"),
    Heading("extra_points", "power", also="bonus, handicap", holds="number", lost="extra points"),
    Heading("reason", "power", holds="short", seldom=True, lost="reasons of extra points"),
    Heading("weight", "board", holds="number", seldom=True, lost="weights of boards"),
    Heading("system", "board", holds="short", seldom=True, lost="systems of boards"),
    Heading("override", "power", holds="number", lost="that scores are typed"),
    Heading("team", "player"),
    Heading("club", "player"),
    Heading("score", "power", loose="points, scores, pts", holds="result"),
    Heading("counts", "power", holds="result"),
)
PEOPLE = (
    Heading("player", "player", also="name"),
    Heading("first name", "player", also="given name, forename, first", seldom=True),
    Heading("last name", "player", also="surname, family name, last", seldom=True),
    *(Heading(word, "player") for word in ("club", "team")),
    Heading(
        "prefers",
        "player",
        also="preferences, country preference, country preferences, power preference, "
        "power preferences, preferred power, preferred powers, preferred country, preferred countries, "
        "favourite power, favourite country, favorite power, favorite country",
        seldom=True,
    ),
    Heading("apart", "player", also="keep apart"),
    *(Heading(word, "player", seldom=True) for word in ("level", "novice", "rating")),
    Heading("two boards", "player"),
    Heading("unranked", "player", also="guest"),
    Heading("score", "player", seldom=True),
)
"""The columns of a player list, in the order in which they are added. The sheet Players of a new workbook has
those that are not seldom; Team only if there are teams, and Guest only in a league."""


def squeeze_heading(cell: object) -> str:
    """A heading in the form for look-up: in lower case, without blanks and underscores."""
    return re.sub(r"[\s_]", "", visible_text(str(cell))).casefold()


def _by_heading(entry: str, columns: Iterable[Heading]) -> dict[str, str]:
    return {
        squeeze_heading(heading): one.word
        for one in columns
        for heading in getattr(one, entry).split(",")
        if heading.strip()
    }


def title_of(word: Word) -> str:
    """The heading of a column as we write it: `Civil disorder`."""
    return spoken(word).capitalize()


def spoken(word: Word) -> str:
    """A word for use in a sentence: `civil disorder`."""
    return str(word).replace("_", " ")


def is_count(word: Word | None) -> bool:
    """Does this column contain centres, either at the end of the game or in one year of a chart?"""
    return word == "centres" or isinstance(word, int)


def columns_of_kind(*kinds: str) -> frozenset[str]:
    return frozenset(one.word for one in COLUMNS if one.holds in kinds)


_TYPED = tuple(one for one in COLUMNS if one.holds != "result")
HEADED = _by_heading("word", _TYPED) | _by_heading("also", _TYPED)
"""The columns of a games list by their headings."""
LOOSE = _by_heading("loose", _TYPED)
"""The columns of a games list by headings that are used only if the list has no usual heading for them."""
SCORED = columns_of_kind("result")
"""Columns that a workbook computes, such as scores. They are not part of a game: nobody types them."""
LOOSE_SCORED = _by_heading("loose", (one for one in COLUMNS if one.word in SCORED))
OF_PEOPLE = _by_heading("word", PEOPLE) | _by_heading("also", PEOPLE)
"""The columns of a player list by their headings."""
ASKED = LOOSE | HEADED | _by_heading("asked", _TYPED)
"""The columns of a games list by words that ask for them in a question."""
TYPED_ORDER = tuple(one.word for one in _TYPED)
"""The columns of a games list in the order in which they are written."""
GAME_COLUMNS = tuple(one.word for one in _TYPED if one.of != "player")
"""The columns of `TYPED_ORDER` that describe a game: all except the team and the club."""
MARKS = columns_of_kind("mark")
"""Columns of marks, such as x. All ways to type a mark mean the same."""
YEARS = columns_of_kind("year")
ROW_LABELS = frozenset({"round", "board", "power", "date"})
"""Columns that identify a row. The games of a file without some of these columns are still accepted."""
SELDOM = frozenset(one.word for one in COLUMNS if one.seldom)
"""Columns that ready workbooks have only if a rule needs them."""
FACTS: Mapping[str, str] = {squeeze_heading(one.word): one.word for one in COLUMNS if one.fact}
"""Facts of a board that may also be given like an option, by the option's name without blanks or `_`."""
ALWAYS = GAME_COLUMNS[: GAME_COLUMNS.index("year") + 1]
"""The first columns of a games list, which are written even if they are blank."""
BOARD_COLUMNS = frozenset((*ALWAYS, *FACTS.values()))
"""Columns about the board itself, independent of the event."""
SCORING = BOARD_COLUMNS - {"round", "board", "power", "player"}
"""Facts that a board's score may depend on, besides its chart."""
LOST: Mapping[str, str] = {one.word: one.lost for one in COLUMNS if one.lost}
"""By column: words for a fact that the file of another program cannot contain, for a warning."""
ONCE_A_BOARD: tuple[Word, ...] = tuple(one.word for one in COLUMNS if "board" in one.of)
"""Facts that one cell may contain for a whole board. The cell in the column Draw names the powers."""
OF_A_POWER = frozenset(one.word for one in COLUMNS if one.of.endswith(("power", "player")))
"""Facts that a column may contain about one power, or about the power's player."""
WIDE_HEADINGS = (
    *sorted(map(spoken, ONCE_A_BOARD)),
    *(f"{name} {spoken(word)}" for name in POWERS for word in sorted(OF_A_POWER)),
)
"""The headings of a table that has one row for each board, except those that are only a power's name."""


SCORING_HEADINGS = (
    *POWERS,
    *map(spoken, sorted(SCORING)),
    *(f"{name} {spoken(word)}" for name in POWERS for word in sorted(SCORING)),
)
"""Those of these headings on which scores depend, and the powers' names."""


def column_order(word: Word) -> tuple[int, int, str]:
    """Sort key of a column: columns of a game first, then others, then the years of a chart."""
    if isinstance(word, int):
        return 2, word, ""
    return (0, GAME_COLUMNS.index(word), "") if word in GAME_COLUMNS else (1, 0, word)
