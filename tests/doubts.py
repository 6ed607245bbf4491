"""Each kind of doubt: an event with it, and the sentence that reports it."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.lists import HEADER, board_rows
from xl_dipscore.rules.board import (
    DockedTooMuch,
    FewToConcede,
    GrownTooFast,
    LargestOutside,
    MarksBesideSolo,
    Unowned,
)
from xl_dipscore.rules.tournament.doubts.amounts import ExtraForNobody, FarScore, MuchExtra, UnrankedInPart
from xl_dipscore.rules.tournament.doubts.boards import (
    FarYear,
    MuchWeight,
    NoWeight,
    PastLastYear,
    RuleNote,
    SameCounts,
)
from xl_dipscore.rules.tournament.doubts.divisors import (
    FinalWithNumber,
    OneRoundAsTwo,
    PlannedRoundsMissing,
    SkippedRounds,
)
from xl_dipscore.rules.tournament.doubts.exchanged import CrossedNames, NamesOfAnotherEvent
from xl_dipscore.rules.tournament.doubts.missing import NoPlayer, NoResultYet, NoSeats, ToCome
from xl_dipscore.rules.tournament.doubts.people import (
    ManyNotOnPlayers,
    NoName,
    NotOnPlayers,
    NumberForAName,
    StandsIn,
    TwoPeople,
)
from xl_dipscore.rules.tournament.doubts.rounds import (
    FarDate,
    FinalOfNoFinalists,
    SatOutAndPlays,
    SeatedAgain,
)
from xl_dipscore.rules.tournament.doubts.settings import (
    CountsEvery,
    CountsEverySoFar,
    CountsNone,
    MoreThanRounds,
)
from xl_dipscore.tables.cells.event import NotTogether
from xl_dipscore.tables.cells.unread import NearColumn, NoHeading, UnreadColumns, UnreadFact

FOUR = (10, 9, 8, 7, 0, 0, 0)
THREE = (12, 11, 11, 0, 0, 0, 0)
SOLO = (18, 16, 0, 0, 0, 0, 0)
BLANK = (None,) * 7
PEOPLE = ("Ada", "Ben", "Cleo", "Dirk", "Edda", "Finn", "Greta")
OTHERS = ("Hugo", "Ines", "Jost", "Kaya", "Lars", "Mira", "Nils")
FIRST_SEVEN = (*PEOPLE[:4], *OTHERS[:3])


def event(*boards: Sequence[Sequence[Any]], more: Sequence[str] = ()) -> list[list[Any]]:
    """A games list of these boards, under the usual headings and further ones."""
    return [[*HEADER, *more], *(list(row) for rows in boards for row in rows)]


def years(*ends: int) -> list[list[Any]]:
    """Boards of one round that ended in these years."""
    counts = [(10 + n, 24 - n, 0, 0, 0, 0, 0) for n in range(8)]
    people = [[f"{name}{n}" for name in PEOPLE] for n in range(8)]
    boards = [board_rows(counts[n], board=n, players=people[n], year=[end] * 7) for n, end in enumerate(ends)]
    return event(*boards, more=["Year"])


def marked(counts: Sequence[int], marks: str, **columns: Any) -> list[list[Any]]:
    draw = ["x" if power in marks else "" for power in "AEFGIRT"]
    more = ["Draw", *(word.capitalize() for word in columns)]
    return event(board_rows(counts, players=PEOPLE, draw=draw, **columns), more=more)


Doubt = tuple[type, Sequence[Sequence[Any]], Mapping[str, Any], str]
SHORT = (10, 9, 5, 0, 0, 0, 0)
PLAYED, ELSEWHERE = board_rows(FOUR, players=PEOPLE), board_rows(THREE, players=OTHERS, board=2)
TO_COME = board_rows(BLANK, players=OTHERS, board=2)
LATER = board_rows(THREE, players=PEOPLE, round_=2)
EXTRA = "Extra points"

DOUBTS: Sequence[Doubt] = [
    (Unowned, event(board_rows(SHORT)), {}, "24 of 34 centres: 10 unowned. Was 19 typed as 9?"),
    (FewToConcede, marked(FOUR, "A"), {}, "The game is read as conceded to Austria with 10 centres."),
    (
        MarksBesideSolo,
        marked(SOLO, "AE"),
        {},
        "Austria won with 18 centres, so the draw marks beside England do not count.",
    ),
    (LargestOutside, marked(FOUR, "EFG"), {}, "The draw leaves out Austria, the largest power."),
    (
        GrownTooFast,
        years(1901)[:1] + [[*row[:4], n, 1901] for row, n in zip(PLAYED, (7, 6, 5, 4, 0, 0, 0), strict=True)],
        {},
        "Austria has 7 centres in 1901, where it can have at most 6.",
    ),
    (
        DockedTooMuch,
        event(board_rows(FOUR, docked=[11, *BLANK[1:]]), more=["Docked"]),
        {},
        "Austria is docked 11 but has 10 centres.",
    ),
    (
        NotTogether,
        event([row for pair in zip(PLAYED, ELSEWHERE, strict=True) for row in pair]),
        {},
        "The rows of boards 1 and 2 are mixed, as after a sort by player.",
    ),
    (
        NearColumn,
        event(board_rows(FOUR, wieght="x      "), more=["Wieght"]),
        {},
        "The column 'Wieght' is not read. Did you mean weight?",
    ),
    (
        UnreadFact,
        event(board_rows(FOUR, drwa="x      "), more=["Drwa"]),
        {},
        "The column 'Drwa' is not read, but may be the column Draw.",
    ),
    (
        UnreadColumns,
        event(board_rows(FOUR, shirt=["L"] * 7), more=["Shirt"]),
        {},
        "The column 'Shirt' is not read.",
    ),
    (
        NoHeading,
        [
            [*row[:6], cell, *row[6:]]
            for row, cell in zip(
                event(board_rows(FOUR, draw="xx     ", year=[1908] * 7), more=["Draw", "Year"]),
                ["", "x", "x", *[None] * 5],
                strict=True,
            )
        ],
        {},
        "Column G has no heading, so 2 cells below it are not read.",
    ),
    (
        NotOnPlayers,
        event(PLAYED),
        {"roster": ["Player", "Adda", *PEOPLE[1:]]},
        "Ada is not on the list of players. Did you mean Adda?",
    ),
    (
        ManyNotOnPlayers,
        event(PLAYED, ELSEWHERE),
        {"roster": ["Player", "Otto", "Pia"]},
        "4 more are not on the list of players.",
    ),
    (
        NumberForAName,
        event(board_rows(FOUR, players=[12, *PEOPLE[1:]])),
        {},
        "12 is a number, not a name.",
    ),
    (
        TwoPeople,
        event(board_rows(FOUR, players=["Ada / Otto", *PEOPLE[1:]])),
        {},
        "Ada / Otto may be two people, but one player gets the score.",
    ),
    (
        TwoPeople,
        event(board_rows(FOUR, players=["Ada (replaced Otto)", *PEOPLE[1:]])),
        {},
        "Ada (replaced Otto) may be two people, but one player gets the score.",
    ),
    (
        StandsIn,
        event(
            PLAYED,
            board_rows(THREE, players=["Otto", *PEOPLE[1:]], round_=2),
            board_rows(SOLO, players=PEOPLE, round_=3),
        ),
        {},
        "Otto played only round 2, and Ada every round except that one.",
    ),
    (
        FarScore,
        event(board_rows(FOUR, override=[250, *BLANK[1:]]), more=["Override"]),
        {},
        "Austria counts 250, typed by the director; the rule gives 34.014.",
    ),
    (FarYear, years(1907, 1908, 1980), {}, "The game ended in 1980, other games around 1907."),
    (FarYear, years(1980), {}, "The game ended in 1980, other games around 1908 as a rule."),
    (
        PastLastYear,
        years(1908, 1908, 1908, 1908, 1908, 1905, 1917),
        {},
        "The game ended in 1917; the event's last year seems to be 1908.",
    ),
    (
        FinalOfNoFinalists,
        event(
            PLAYED,
            ELSEWHERE,
            board_rows(THREE, round_=2, players=OTHERS),
            board_rows(SOLO, round_="Final", players=PEOPLE),
        ),
        {},
        "Nobody on the Final played on a board of round 2.",
    ),
    (
        ExtraForNobody,
        event(board_rows(FOUR, players=["", *PEOPLE[1:]], extra=[5, *BLANK[1:]]), more=[EXTRA]),
        {},
        "There are 5 extra points beside Austria, which has no player.",
    ),
    (
        MuchExtra,
        event(board_rows(FOUR, players=PEOPLE, extra=[500, *BLANK[1:]]), more=[EXTRA]),
        {},
        "Ada has 500 extra points; the best score of a game is 34.014.",
    ),
    (
        SkippedRounds,
        event(PLAYED, board_rows(THREE, players=PEOPLE, round_=4)),
        {},
        "No board of rounds 2 to 3 counts, but round 4 has boards.",
    ),
    (
        PlannedRoundsMissing,
        event(PLAYED),
        {"options": [["rounds", 2], ["event is over", "yes"]]},
        "2 rounds are planned and 1 played, but Setup says that the event is over. A total may count all "
        "planned rounds.",
    ),
    (
        FinalWithNumber,
        event(
            PLAYED,
            board_rows(THREE, players=OTHERS, board=2),
            board_rows((11, 10, 9, 4, 0, 0, 0), players=FIRST_SEVEN, round_=2),
        ),
        {},
        "Round 2 is one board, with the first seven of the standings before it.",
    ),
    (
        OneRoundAsTwo,
        event(
            PLAYED,
            ELSEWHERE,
            board_rows((11, 10, 9, 4, 0, 0, 0), players=OTHERS, round_=2),
            board_rows((10, 10, 9, 5, 0, 0, 0), players=PEOPLE, board=2, round_=3),
        ),
        {},
        "Rounds 2 and 3 have no player in common, and together only the boards of one round.",
    ),
    (
        FarDate,
        event(
            *(
                board_rows((10 + n, 9, 8 - n, 7, 0, 0, 0), players=PEOPLE, round_=n, date=[f"{y}-1-5"] * 7)
                for n, y in enumerate((2023, 2024, 2024, 2042), 1)
            ),
            more=["Date"],
        ),
        {},
        "The game is dated 5 January 2042, more than a year from all others.",
    ),
    (
        MuchWeight,
        event(board_rows(FOUR, players=PEOPLE, weight=[100, *BLANK[1:]]), more=["Weight"]),
        {},
        "The scores of this board count 100 times.",
    ),
    (
        NoWeight,
        event(board_rows(FOUR, players=PEOPLE, weight=[0, *BLANK[1:]]), more=["Weight"]),
        {},
        "The scores of this board do not count: its weight is 0.",
    ),
    (
        SeatedAgain,
        event(PLAYED, ELSEWHERE, LATER, board_rows(SOLO, players=OTHERS, round_=2, board=2)),
        {},
        "Round 2 is seated like round 1: everybody has the same power again. Boards: 1 and 2.",
    ),
    (
        NoSeats,
        event(PLAYED, board_rows(BLANK, players=OTHERS, round_=2, powers=BLANK)),
        {},
        "It is unclear who plays which power on board 1 of round 2. "
        "A blank cell is not one of the seven powers.",
    ),
    (
        FarScore,
        event(board_rows(FOUR, override=[0, *BLANK[1:]]), more=["Override"]),
        {},
        "Austria counts 0, typed by the director; the rule gives 34.014.",
    ),
    (
        SatOutAndPlays,
        event(PLAYED, [[1, "out", None, "Ada", None]]),
        {},
        "Ada is listed as out of round 1 but plays on board 1.",
    ),
    (NoName, event(board_rows(FOUR, players=["TBD", *PEOPLE[1:]])), {}, "TBD is not a name."),
    (NoPlayer, event(board_rows(FOUR, players=["", *PEOPLE[1:]])), {}, "Austria has a result but no player."),
    (
        NoResultYet,
        event(PLAYED, TO_COME, LATER),
        {},
        "Board 2 of round 1 has players but no result, and a later round has results.",
    ),
    (ToCome, event(PLAYED, TO_COME), {}, "Round 1: board 2 to come."),
    (
        RuleNote,
        marked((12, 10, 7, 5, 0, 0, 0), "AE"),
        {"system": "AVALONCON92"},
        "A draw takes the votes of 29 centres; its members own 22.",
    ),
    (
        SameCounts,
        event(PLAYED, board_rows(FOUR, players=OTHERS, board=2)),
        {},
        "These boards have the same seven counts: 1 of round 1 and 2 of round 1.",
    ),
    (
        UnrankedInPart,
        event(
            board_rows(FOUR, players=PEOPLE, unranked="x      "),
            board_rows(THREE, players=PEOPLE, round_=2, unranked=BLANK),
            more=["Unranked"],
        ),
        {},
        "Ada is marked unranked in 1 of 2 games; one mark makes the player unranked in all.",
    ),
    (
        CountsEvery,
        event(PLAYED),
        {"options": [["rounds", 3], ["combine", "best 9"]]},
        "The rule best 9 drops nothing: it counts 9 rounds, and the event has only 3.",
    ),
    (
        CountsEverySoFar,
        event(PLAYED, LATER),
        {"options": [["combine", "best 9"]]},
        "The rule best 9 drops nothing so far: it counts 9 rounds, and the event has only 2.",
    ),
    (
        CountsNone,
        event(PLAYED),
        {"options": [["rounds", 3], ["combine", "drop 3"]]},
        "The rule drop 3 drops every round of an event of 3 rounds, so all totals are 0.",
    ),
    (
        MoreThanRounds,
        event(PLAYED),
        {"options": [["rounds", 2], ["min rounds", 3]]},
        "The option min rounds needs 3 rounds, and the event has only 2.",
    ),
    (
        NamesOfAnotherEvent,
        event(
            PLAYED,
            ELSEWHERE,
            board_rows(THREE, players=[*PEOPLE[1:], "Ada"], round_=2),
            board_rows(SOLO, players=[f"{name} Old" for name in OTHERS], round_=2, board=2),
        ),
        {},
        "Nobody on board 2 of round 2 plays another game, and 7 players missed only this round: Hugo, Ines, "
        "Jost and 4 more.",
    ),
    (
        CrossedNames,
        event(
            board_rows(FOUR, players=["Ann Bell", "Bob Cox", *PEOPLE[2:]]),
            board_rows(THREE, players=[*PEOPLE[2:], "Ann Cox", "Bob Bell"], round_=2),
            board_rows(SOLO, players=["Bob Cox", "Ann Bell", *PEOPLE[2:]], round_=3),
        ),
        {},
        "Ann Cox and Bob Bell play only here, while Ann Bell and Bob Cox missed this round.",
    ),
]
