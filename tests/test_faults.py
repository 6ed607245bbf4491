"""Every mistake has its sentence, and every sentence is reached."""

# ruff: noqa: E501  sentences stay whole

import inspect
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import chain as chain_
from typing import Any

import pytest

from tests.doubts import DOUBTS
from tests.each import each
from tests.lists import HEADER, board_rows, listed
from xl_dipscore import Board, BoardScore, Fault, Faults, score, scores
from xl_dipscore import standings as api_standings
from xl_dipscore.errors import join, join_at_most
from xl_dipscore.rules import board, system
from xl_dipscore.rules.board import (
    AliveAndEliminated,
    BackFromTheDead,
    BlankCount,
    ChartDiffers,
    ChartEliminationDiffers,
    ChartYearDiffers,
    DeadInDraw,
    EliminatedTooLate,
    IdleInDraw,
    MissingChart,
    MissingChartYears,
    MissingElimination,
    MissingYear,
    NoCentres,
    NotACount,
    NotAList,
    NotAPower,
    NotAYear,
    NotSeven,
    NotTheLargest,
    SamePowerTwice,
    StarredCounts,
    TooManyCentres,
    WithoutRow,
)
from xl_dipscore.rules.event.games import Game, Place, Seat
from xl_dipscore.rules.event.settings import USUAL, Settings, TeamRule
from xl_dipscore.rules.system import (
    ConcessionTooSmall,
    ConcessionToSmaller,
    NobodyDraws,
    NotInPrint,
    NotOneSystem,
    OptionOutOfRange,
    UnknownOption,
    UnknownSystem,
    find,
)
from xl_dipscore.rules.systems.calgary import DrawTooLarge
from xl_dipscore.rules.systems.dragonflight import LargeDecimal
from xl_dipscore.rules.systems.mystery import EventNotOver, NoDrawnGame, SoloUnknown
from xl_dipscore.rules.systems.ndc import NoProspects, NoRuleForRounds, UnequalDraw, prospects_of
from xl_dipscore.rules.tournament.combine import (
    MostOfGames,
    NotOfScoresAlone,
    UnknownCombiningRule,
    rule_of,
    total_of,
)
from xl_dipscore.rules.tournament.doubts.amounts import TypedScore
from xl_dipscore.rules.tournament.doubts.boards import SameCounts
from xl_dipscore.rules.tournament.doubts.people import AlikeNames
from xl_dipscore.rules.tournament.doubts.powers import (
    AgainstTheDraw,
    MuchAgainstTheDraw,
    SamePowerAgain,
    SamePowersAgain,
)
from xl_dipscore.rules.tournament.doubts.rounds import SeveralFinals, UnknownFinalist
from xl_dipscore.rules.tournament.doubts.tables import BestWithoutCentres, InNoTeam, NotNew
from xl_dipscore.rules.tournament.explain import NoSuchPlayer, NoSuchTeam, explain_team, explain_total
from xl_dipscore.rules.tournament.formats import FinalAmongAll, TooFewRounds
from xl_dipscore.rules.tournament.games import NotBesideOthers, TwoBoards, TwoSeats
from xl_dipscore.rules.tournament.problems import problems as found_problems
from xl_dipscore.rules.tournament.seats import NobodyPlays, SeatsAsked, impossible_seats
from xl_dipscore.rules.tournament.standings import NoTieBreak, TooFewPlayed
from xl_dipscore.rules.tournament.teams import (
    NotTeamRounds,
    RoundsOfTotals,
    TeamOfNobody,
    TeamTable,
    TooManyMembers,
    TwoTeams,
    UnknownTeamRule,
    team_table,
)
from xl_dipscore.rules.tournament.tiebreaks import UnknownTieBreak, tie_breaks_named
from xl_dipscore.tables import cells, functions
from xl_dipscore.tables.cells.boards import (
    DrawOfOne,
    DrawOfOtherSize,
    LossBesideDraw,
    NoSuchBoardWithSeveral,
    NotAMark,
    OtherShape,
    WinBesideMarks,
    WrongShape,
    WrongYears,
    YearsDiffer,
    read_boards,
)
from xl_dipscore.tables.cells.games import (
    ErrorInCell,
    MissingColumn,
    MissingPowers,
    NoBoardName,
    NoDateTyped,
    NotANumber,
    NotARound,
    NotAWeight,
    SameColumnTwice,
    WeightIsADate,
    WeightsDiffer,
    read_games,
)
from xl_dipscore.tables.cells.given import NotPlayed, NotRows, OwnOption
from xl_dipscore.tables.cells.given_event import NotSettings
from xl_dipscore.tables.cells.options import BoardOptions, read_options
from xl_dipscore.tables.cells.roster import EmptyRoster, read_roster
from xl_dipscore.tables.cells.rows import (
    GivenTwice,
    HalfGiven,
    NoBoardGiven,
    OtherBoards,
    OtherFacts,
    check_alone,
    read_rows,
    with_facts,
)
from xl_dipscore.tables.cells.seats import read_seats
from xl_dipscore.tables.functions.boards import NotARow, SeveralBoards, dip_check, dip_explain, dip_score

ROOMS = [
    import_module(f"xl_dipscore.rules.{room}.{found.name}")
    for room in ("systems", "tournament")
    for found in pkgutil.iter_modules(import_module(f"xl_dipscore.rules.{room}").__path__)
]
CORE = (board, system, cells, functions, *ROOMS)
B = (10, 10, 10, 4, 0, 0, 0)
SOLO = (18, 16, 0, 0, 0, 0, 0)


def call(
    centres: Any,
    draw: Any = None,
    gone: Any = None,
    year: Any = None,
    options: Any = None,
    using: str = "DCC",
    headings: Any = None,
    facts: Any = None,
) -> None:
    """A call of a worksheet function, raising the faults of its first board."""
    settings = read_options(options or [[None]], find(using))
    settings = with_facts(settings, headings, facts, upright=isinstance(centres[0], list))
    _, (first, *_) = read_boards(centres, draw, gone, year, settings)
    if first.faults:
        raise Faults(first.faults)
    assert first.board is not None
    find(using)(first.board, **settings.parameters)


ROWS = [[1, "A", power, n] for power, n in zip(board.POWERS, B, strict=True)]


def rows(typed: Sequence[Sequence[Any]], centres: Any = None) -> None:
    """A board's rows below their headings, raising its faults."""
    check_alone({"centres": centres})
    raise Faults(read_rows(["Round", "Board", "Power", "Centres"], typed, BoardOptions(), fewer=False).faults)


def is_told(fault: Fault, sentence: Any) -> None:
    """Raise a fault that a whole call has."""
    assert sentence == str(fault)
    raise fault


def games(rows: Sequence[Sequence[Any]]) -> None:
    """A games file with these rows, raising its faults."""
    raise Faults(read_games(rows, "games.csv").faults)


def raise_first(found: Iterator[BoardScore]) -> None:
    """Raise the faults of the first board."""
    raise Faults(next(found).faults)


UNPLAYED = Game(1, "A", (Seat(),) * 7, None, Place("", (None,) * 7, {}))
OPEN = (None, None, None, None, 1904, 1905, 1906)
KNOWN = "(those that are declared)"
COUNT = "a count is a whole number from 0 to 34."

SENTENCES: list[tuple[type[Fault], Callable[[], object], str]] = [
    # a board
    (NotACount, lambda: Board((36, 0, 0, 0, 0, 0, 0)), f"Austria has 36 centres; {COUNT}"),
    (NotACount, lambda: call([2.5, *B[1:]]), f"Column 1 of centres: Austria has 2.5 centres; {COUNT}"),
    (
        NotACount,
        lambda: call([["ten"], *[[n] for n in B[1:]]]),
        f"Row 1 of centres: Austria has 'ten' centres; {COUNT}",
    ),
    (
        NotACount,
        lambda: games(listed((-1, 10, 10, 4, 0, 0, 0))),
        f"games.csv row 2, column Centres: Austria has -1 centres; {COUNT}",
    ),
    (
        NotACount,
        lambda: games(listed(y1901=[5, "ten", 5, 5, 5, 5, 0], y1902=B)),
        f"games.csv row 3, column 1901: England has 'ten' centres; {COUNT}",
    ),
    (
        NotACount,
        lambda: call(B, options=[[1908, 10, 10, 10, 3.5, 0, 0, 0]]),
        f"Value 4 of 1908 in the options: Germany has 3.5 centres; {COUNT}",
    ),
    (
        BlankCount,
        lambda: call(B, options=[[1908, 10, 10, 10, None, 0, 0, 0]]),
        "Value 4 of 1908 in the options: Germany has no centres typed yet for 1908; type 0 for a power without any.",
    ),
    (
        BlankCount,
        lambda: call([[10, 10, None, 4, 0, 0, 0], B]),
        "Row 1, column 3 of centres: France has no centres typed yet; type 0 for a power without any.",
    ),
    (
        BlankCount,
        lambda: games(listed((10, 10, "", 4, 0, 0, 0))),
        "games.csv row 4, column Centres: France has no centres typed yet; type 0 for a power without any.",
    ),
    (
        TooManyCentres,
        lambda: call([[12, 12, 12, 0, 0, 0, 0], B]),
        "Row 1: The centres add up to 36, but a board has 34.",
    ),
    (
        TooManyCentres,
        lambda: games(listed((12, 12, 12, 0, 0, 0, 0))),
        "games.csv rows 2 to 8, column Centres: The centres add up to 36, but a board has 34.",
    ),
    (
        TooManyCentres,
        lambda: Board(B, chart={1907: (5,) * 7, 1908: B}),
        "The centres of 1907 add up to 35, but a board has 34.",
    ),
    (NoCentres, lambda: call([0] * 7), "No power has a centre."),
    (
        NoCentres,
        lambda: games(listed([0] * 7)),
        "games.csv rows 2 to 8, column Centres: No power has a centre.",
    ),
    (
        DeadInDraw,
        lambda: call(B, ["x", None, None, None, "x", None, None]),
        "Column 5 of draw: Italy is marked in the draw but has no centre.",
    ),
    (
        DeadInDraw,
        lambda: games(listed(Draw=["", "", "", "", "", "", "x"])),
        "games.csv row 8, column Draw: Turkey is marked in the draw but has no centre.",
    ),
    (
        AliveAndEliminated,
        lambda: call(B, None, [None, None, None, "05", None, None, None]),
        "Column 4 of eliminated: Germany has 4 centres and also an elimination year, 1905.",
    ),
    (
        AliveAndEliminated,
        lambda: Board((1, 33, 0, 0, 0, 0, 0), eliminated={"Austria": 1902}),
        "Austria has 1 centre and also an elimination year, 1902.",
    ),
    (
        EliminatedTooLate,
        lambda: call(B, None, OPEN, 1905),
        "Column 7 of eliminated: Turkey was eliminated in 1906, but the game's last year is 1905.",
    ),
    (NotAYear, lambda: call(B, year=1899), "1899 is not a game year (1901 or later)."),
    (
        NotAYear,
        lambda: call(B, None, [None, None, None, None, "soon", None, None]),
        "Column 5 of eliminated: 'soon' is not a game year (1901 or later).",
    ),
    (NotAYear, lambda: Board(B, chart={1900: B}), "1900 is not a game year (1901 or later)."),
    (
        ChartDiffers,
        lambda: games(listed(y1901=[10, 10, 9, 4, 0, 0, 0])),
        "games.csv row 4, column Centres: France: the centre chart says 9, but 10 is typed.",
    ),
    (
        BackFromTheDead,
        lambda: Board(B, chart={1901: (0, 10, 10, 4, 0, 0, 0), 1902: B}),
        "Austria has 10 centres in 1902 after having none the year before.",
    ),
    (NotSeven, lambda: Board((34,)), "A board has seven centre counts, not 1."),
    (NotSeven, lambda: Board(B, chart={1901: (5, 5)}), "A board has seven counts in 1901, not 2."),
    (
        NotSeven,
        lambda: call(B, options=[["docked", *[0] * 8]]),
        "A board has seven values for docked, not 8.",
    ),
    (
        NotSeven,
        lambda: call(B, options=[["powers", "A", "E"]]),
        "A board has seven names in the powers row, not 2.",
    ),
    (MissingYear, lambda: score("NDC", Board(B, eliminated=OPEN)), "NDC needs the last game year."),
    (
        MissingElimination,
        lambda: score("NDC", Board(B, (), (None,) * 5 + OPEN[5:], 1908)),
        "NDC needs the year in which Italy was eliminated.",
    ),
    (
        MissingChart,
        lambda: Board(B).need(chart=True),
        "The system needs the centre chart: a row per year in the options, or a column per year in the games.",
    ),
    (
        MissingChartYears,
        lambda: Board(B, year=1904, chart={1902: B, 1904: B}).need(chart=True),
        "The system needs the centre chart for every year; missing: 1901 and 1903.",
    ),
    (
        ChartYearDiffers,
        lambda: Board(B, year=1904, chart={1902: B}),
        "The centre chart ends in 1902, but 1904 is typed.",
    ),
    (
        ChartEliminationDiffers,
        lambda: Board(B, (), {"Italy": 1902}, chart={1901: B}),
        "Italy: the centre chart says eliminated in 1901, but 1902 is typed.",
    ),
    # a system
    (UnknownSystem, lambda: find("DIXICON"), "There is no scoring system DIXICON. Did you mean DIXIECON?"),
    (UnknownSystem, lambda: find("?"), "There is no scoring system ?."),
    (
        NotInPrint,
        lambda: find("superpastis"),
        "Super Pastis: its rule is not found in print. If you know it, state it in CUSTOM.",
    ),
    (
        NotOneSystem,
        lambda: find("calhamer"),
        "CALHAMER may be either of two systems: type NDC for NDC 1995, or CALHAMER82 for Calhamer 1982.",
    ),
    (
        NotOneSystem,
        lambda: find("Saul"),
        "The scores of SAUL are votes: choose a system for the wins, such as DRAWSIZE, and type each "
        "player's votes as their override.",
    ),
    (
        UnknownOption,
        lambda: call(B, options=[["drew", 1]], using="WBC"),
        "WBC has no option drew. Did you mean draw?",
    ),
    (
        UnknownOption,
        lambda: call(B, options=[["zzz", 1]], using="WBC"),
        "WBC has no option zzz. Its options: win, draw and conceded.",
    ),
    (
        OptionOutOfRange,
        lambda: call(B, options=[["scs", "cubes"]]),
        "The option 'scs' is squares, share or tribute, not cubes.",
    ),
    (
        OptionOutOfRange,
        lambda: call(B, options=[["rows", -1]]),
        "The option 'rows' is a whole number from 0 to 10000, not -1.",
    ),
    (
        ConcessionTooSmall,
        lambda: call((14, 10, 10, 0, 0, 0, 0), ["x", *[None] * 6], using="WBC"),
        "WBC takes a concession from 15 centres on; Austria has 14 centres.",
    ),
    (
        ConcessionToSmaller,
        lambda: call((15, 16, 3, 0, 0, 0, 0), ["x", *[None] * 6], using="WBC"),
        "WBC takes a concession only to the largest power; Austria has 15 centres, another has 16.",
    ),
    (
        ConcessionTooSmall,
        lambda: call((14, 10, 10, 0, 0, 0, 0), options=[["civil disorder", None, "x", "x"]], using="WBC"),
        "WBC takes a concession from 15 centres on; Austria has 14 centres. Austria is the only power still played, and none is marked: read as conceded to it.",
    ),
    (
        ConcessionToSmaller,
        lambda: call((15, 16, 3, 0, 0, 0, 0), options=[["civil disorder", None, "x", "x"]], using="WBC"),
        "WBC takes a concession only to the largest power; Austria has 15 centres, another has 16. Austria is the only power still played, and none is marked: read as conceded to it.",
    ),
    (
        NobodyDraws,
        lambda: call(B, options=[["civil disorder", *["x"] * 7]]),
        "All survivors are in civil disorder, so nobody draws: the director marks the result.",
    ),
    (
        UnequalDraw,
        lambda: score(
            "NDC", Board((12, 8, 14, 0, 0, 0, 0), [0, 1], (None, None, None, 1904, 1905, 1906, 1906), 1908)
        ),
        "NDC accepts an agreed draw only with equal counts; Austria has 12 centres and England has 8 centres. Type the counts they agreed on.",
    ),
    (
        DrawTooLarge,
        lambda: score("CALGARY", Board((7, 7, 7, 7, 6, 0, 0), range(5))),
        "CALGARY allows a draw of at most four; 5 are marked.",
    ),
    (
        SoloUnknown,
        lambda: score("MYSTERY", Board(SOLO)),
        "MYSTERY has no value for a solo until the event is over; to score it now, set the option solo.",
    ),
    (
        NotBesideOthers,
        lambda: _standings("HURST", [[*HEADER, "System"], [1, 1, "A", "Ann", 5, "SOS"]]),
        "HURST scores an event as a whole: no game of it can have another system.",
    ),
    (
        NoProspects,
        lambda: prospects_of(18),
        "18 centres have won: they have no prospects, which are n / (18 - n).",
    ),
    # the cells of a call
    (
        WrongShape,
        lambda: call([[1, 2, 3]] * 2),
        "The centres must be seven cells, or rows of seven; these are 2 x 3.",
    ),
    (
        OtherShape,
        lambda: call([B, B], [[None] * 7]),
        "The draw marks must have the shape of the centres, 2 x 7, not 1 x 7.",
    ),
    (
        OtherShape,
        lambda: call(B, None, [[None]] * 7),
        "The elimination years must have the shape of the centres, 1 x 7, not 7 x 1.",
    ),
    (
        WrongYears,
        lambda: call([B, B], year=[[1907, 1907, 1907]]),
        "The year must be one cell, or one for each board; these are 1 x 3.",
    ),
    (
        YearsDiffer,
        lambda: call(B, year=[1907, 1908, None, None, None, None, 1907]),
        "The years typed for one board differ: 1907 and 1908.",
    ),
    (
        YearsDiffer,
        lambda: games(listed(Year=[1907, "08", "", "", "", "", ""])),
        "games.csv rows 2 to 8, column Year: The years typed for one board differ: 1907 and 1908.",
    ),
    (
        NotAMark,
        lambda: call(B, ["perhaps", *[None] * 6]),
        "Column 1 of draw: Austria is marked 'perhaps'; type x for yes, or leave it blank for no.",
    ),
    (
        WinBesideMarks,
        lambda: call(B, ["x", "solo", *[None] * 5]),
        "Column 2 of draw: England is marked 'solo', and Austria is marked too. A win has no other mark; if it "
        "was a draw, type x for each member.",
    ),
    (
        LossBesideDraw,
        lambda: call(B, ["x", "x", "lost", *[None] * 4]),
        "Column 3 of draw: France is marked 'lost' beside the marks of a draw. Leave the cell blank if the "
        "draw left it out; otherwise type x.",
    ),
    (
        DrawOfOne,
        lambda: call(B, ["draw", *[None] * 6]),
        "Column 1 of draw: Austria alone is marked 'draw'. Mark every member of the draw.",
    ),
    (
        DrawOfOtherSize,
        lambda: call(B, ["3-way draw", "x", *[None] * 5]),
        "Column 1 of draw: Austria is marked '3-way draw', but 2 powers are marked. Mark every member of the "
        "draw, and nobody else.",
    ),
    (
        NotAMark,
        lambda: call(B, options=[["civil disorder", None, 2]]),
        "Value 2 of civil disorder in the options: England is marked 2; type x for yes, or leave it blank for no.",
    ),
    (
        NotAMark,
        lambda: games(listed(Unranked=["", "?", "", "", "", "", ""])),
        "games.csv row 3, column Unranked: The row is marked '?'; type x for yes, or leave it blank for no.",
    ),
    (
        NoSuchBoardWithSeveral,
        lambda: call([B, B], options=[["docked", 1]]),
        "docked is a fact about one board, but several are given.",
    ),
    (
        HalfGiven,
        lambda: call(B, headings="Docked"),
        "The headings of a board are given without the facts.",
    ),
    (
        HalfGiven,
        lambda: call(B, facts=[[1]] * 7),
        "The facts of a board are given without the headings.",
    ),
    (
        OtherFacts,
        lambda: call(B, headings=[["Docked", 1901]], facts=[[1]] * 7),
        "A board in a row takes a column of headings with seven facts each, not 1 x 2 and 7 x 1.",
    ),
    (
        OtherFacts,
        lambda: call([[n] for n in B], headings=[["Docked", 1901]], facts=[[1]] * 7),
        "A board in a column takes a row of headings with seven facts each, not 1 x 2 and 7 x 1.",
    ),
    (
        SameColumnTwice,
        lambda: call(B, headings=[["New player"], ["newplayer"]], facts=[[None] * 6 + ["x"]] * 2),
        "Two columns are headed New player.",
    ),
    (
        GivenTwice,
        lambda: call(B, options=[["civil disorder", "x"]], headings="Civil disorder", facts=[["x"] * 7]),
        "Civil disorder is given in the options and beside the board; leave one of them blank.",
    ),
    (
        GivenTwice,
        lambda: call(B, options=[[1905, *B]], headings=[[1905]], facts=[B]),
        "1905 is given in the options and beside the board; leave one of them blank.",
    ),
    (
        GivenTwice,
        lambda: rows(ROWS, centres=B),
        "Centres is given in a range of its own and beside the board; leave one of them blank.",
    ),
    (
        OtherFacts,
        lambda: rows([row[1:] for row in ROWS]),
        "A board in a column takes a row of headings with seven facts each, not 1 x 4 and 7 x 3.",
    ),
    (
        BlankCount,
        lambda: rows([[*row[:3], None if row[3] == 4 else row[3]] for row in ROWS]),
        "Row 4, column Centres: Germany has no centres typed yet; type 0 for a power without any.",
    ),
    (
        BlankCount,
        lambda: Board((10, None, None, 4, 0, 0, None)),
        "England, France and Turkey have no centres typed yet; type 0 for a power without any.",
    ),
    (
        OtherBoards,
        lambda: rows([[1, "A", *row[2:]] if row[3] else [1, "B", *row[2:]] for row in ROWS]),
        "Rows 1 to 7: These rows belong to different boards (board A of round 1 and board B of round 1); put the rows of each board together.",
    ),
    (
        NoBoardGiven,
        lambda: is_told(NoBoardGiven(), dip_check("DCC")),
        "No board is given: give its centres, or a row of headings with Power and the rows below it.",
    ),
    (
        NotARow,
        lambda: is_told(NotARow(value="0.5"), dip_check("DCC", B, row=0.5)),
        "0.5 is not a row number. Leave the argument row out, or give ROW() of the board's first row.",
    ),
    (SeveralBoards, lambda: _several(), "Only one board can be explained at a time; 2 are given."),
    # what a program gives
    (
        NotAList,
        lambda: Board("13 21 0 0 0 0 0"),
        "'13 21 0 0 0 0 0' is not seven counts in the order Austria to Turkey, or by power.",
    ),
    (NotAPower, lambda: Board({"Austira": 3}), "'Austira' is not one of the seven powers."),
    (
        NotRows,
        lambda: api_standings("SOS", "games.csv"),
        "'games.csv' is no row of a games list; give rows by their headings, a DataFrame, or rows below headings.",
    ),
    (
        NotSettings,
        lambda: api_standings("SOS", [], 3),  # type: ignore[arg-type]
        '3 is neither Settings nor a mapping such as {"rounds": 3, "combine": "best 2"}.',
    ),
    (
        OwnOption,
        lambda: score("WBC", B, draw=[0, 1]),
        "WBC has an option draw of its own; give the board as Board(...), with its draw in it.",
    ),
    (NotPlayed, lambda: raise_first(scores("SOS", [UNPLAYED])), "Board 1: This game has no result."),
    # a games list
    (
        NotAPower,
        lambda: games(listed(powers=["Atlantis", *"EFGIRT"])),
        "games.csv row 2, column Power: 'Atlantis' is not one of the seven powers.",
    ),
    (
        NotAPower,
        lambda: games(listed(powers=["", *"EFGIRT"])),
        "games.csv row 2, column Power: A blank cell is not one of the seven powers.",
    ),
    (
        SamePowerTwice,
        lambda: games(listed(powers="AAFGIRT")),
        "games.csv row 3, column Power: Austria is listed twice.",
    ),
    (SamePowerTwice, lambda: call(B, options=[["powers", *"AAFGIRT"]]), "Austria is listed twice."),
    (
        MissingPowers,
        lambda: games(listed(board="Top", round_="final")[:-2]),
        "games.csv rows 2 to 6, column Power: Board Top of round Final has no row for Russia and Turkey.",
    ),
    (
        MissingColumn,
        lambda: games([["Round", "Board", "Power", "Player"]]),
        "games.csv: There is no column headed Centres.",
    ),
    (SameColumnTwice, lambda: games([[*HEADER, "CENTRES"]]), "games.csv: Two columns are headed CENTRES."),
    (
        NotARound,
        lambda: games([HEADER, *board_rows(round_="all")[:1]]),
        "games.csv row 2, column Round: 'all' is not a round; type a whole number from 1 to 9999, or Final.",
    ),
    (
        NotARound,
        lambda: games([HEADER, *board_rows(round_=1.5)[:1]]),
        "games.csv row 2, column Round: 1.5 is not a round; type a whole number from 1 to 9999, or Final.",
    ),
    (
        NotARound,
        lambda: games([HEADER, *board_rows(round_=" ")[:1]]),
        "games.csv row 2, column Round: A blank cell is not a round; type a whole number from 1 to 9999, "
        "or Final.",
    ),
    (
        NotARound,
        lambda: games([HEADER, *board_rows(round_=10_000)[:1]]),
        "games.csv row 2, column Round: 10000 is not a round; type a whole number from 1 to 9999, or Final.",
    ),
    (
        NoDateTyped,
        lambda: games([[*HEADER, "Date"], [*board_rows(round_="")[0], ""]]),
        "games.csv row 2, column Date: This row has no date. Type one such as 2024-01-31.",
    ),
    (
        NoBoardName,
        lambda: games([HEADER, *board_rows(board="")[:1]]),
        "games.csv row 2, column Board: This row does not name its board.",
    ),
    (
        NotANumber,
        lambda: games(listed(Override=["", "lots", "", "", "", "", ""])),
        "games.csv row 3, column Override: 'lots' is not a number.",
    ),
    (
        NotAWeight,
        lambda: games(listed(Weight=["", -1, "", "", "", "", ""])),
        "games.csv row 3, column Weight: -1 is not a weight; type 0 or more, or a fraction such as 2/3.",
    ),
    (
        WeightIsADate,
        lambda: games(listed(Weight=["", 46056, "", "", "", "", ""])),
        "games.csv row 3, column Weight: 46056 is a date: spreadsheets turn a weight such as 2/3 into a date. "
        "Format the cell as text, then type the weight again.",
    ),
    (
        WeightsDiffer,
        lambda: games(listed(Weight=[2, "", 1.5, "", "", "", ""])),
        "games.csv row 4, column Weight: The weights of this board differ.",
    ),
    (
        ErrorInCell,
        lambda: games(listed(("#REF!", *B[1:]))),
        "games.csv row 2, column Centres: A cell holds an error, #REF!.",
    ),
    # an event
    (
        NotOfScoresAlone,
        lambda: total_of(rule_of("best 2 + last"), [Fraction(1)]),
        "The rule best 2 + last needs a whole event, not one player's scores: use it in the standings.",
    ),
    (
        TwoBoards,
        lambda: _told("SOS", [HEADER, *board_rows(), *board_rows(board=2, players=("a", *"uvwxyz"))]),
        "row 9, column Player: a is on two boards of round 1: 1 and 2.",
    ),
    (
        TwoSeats,
        lambda: _told("SOS", [HEADER, *board_rows(players="abcdaef")]),
        "row 6, column Player: a has two powers on board 1 of round 1: Austria and Italy.",
    ),
    # what is to check
    (
        NotTheLargest,
        lambda: _odd("SOS", listed((3, 16, 15, 0, 0, 0, 0), draw="x      ")),
        "row 2, column draw: Austria is not the largest power; England has 16 centres.",
    ),
    (
        WithoutRow,
        lambda: _odd("CONQUEST", listed((12, 10, 6, 4, 2, 0, 0), Year=[1907] * 7)[:6]),
        "rows 2 to 6, column Power: Russia and Turkey have no row and are read as not played.",
    ),
    (
        StarredCounts,
        lambda: _odd("SOS", listed(("5*", 5, 5, "5 *", 5, 5, 4))),
        "rows 2 to 8, column Centres: The star beside the count of Austria and Germany is ignored.",
    ),
    (
        IdleInDraw,
        lambda: _odd("SOS", listed(draw="xx     ", civil_disorder=" x     ")),
        "row 3, column draw: England is marked in the draw, and in civil disorder.",
    ),
    (
        TypedScore,
        lambda: _odd("SOS", listed(override=[None, "2,5", *[None] * 5])),
        "row 3, column override: England counts 2.5, typed by the director.",
    ),
    (
        NotNew,
        lambda: _odd(
            "CONQUEST",
            [
                *(
                    facts := listed(
                        new_player="x      ", yyear=[1908] * 7, eliminated=[None] * 4 + [1905] * 3
                    )
                ),
                *(
                    ["Final", *row[1:3], name, *row[4:]]
                    for row, name in zip(facts[1:], "agbcdef", strict=True)
                ),
            ],
        ),
        "row 9, column new player: a has played before, so is not a new player here.",
    ),
    (
        AlikeNames,
        lambda: _odd(
            "SOS",
            [
                HEADER,
                *board_rows(players=["Zoë O", *"abcdef"]),
                *board_rows(round_=2, players=["", "zoe-o", *"ghijk"]),
            ],
        ),
        "row 2, column Player: Zoë O and zoe-o differ only in signs, accents or the order of words: one player or two?",
    ),
    (
        AlikeNames,
        lambda: _odd(
            "SOS",
            [
                HEADER,
                *board_rows(players=["Frank", *"abcdef"]),
                *board_rows(round_=2, players=["", "Frnak", *"ghijk"]),
            ],
        ),
        "row 2, column Player: Frank and Frnak differ only in one letter: one player or two?",
    ),
    (
        SamePowerAgain,
        lambda: _odd(
            "SOS", [HEADER, *board_rows(players="abcdefg"), *board_rows(round_=2, players="ahijklm")]
        ),
        "row 9, column Player: a has Austria more than once, in rounds 1 and 2.",
    ),
    (
        SamePowersAgain,
        lambda: _odd("SOS", [HEADER, *board_rows(), *board_rows(round_=2, players="abcdegf")]),
        "These players have a power more than once: a, b, c and 2 more.",
    ),
    (
        AgainstTheDraw,
        lambda: _odd(
            "SOS",
            [HEADER, *board_rows(players="abcdefg"), *board_rows(round_=2, players="ahijklm")],
            Settings(powers="never twice"),
        ),
        "row 9, column Player: a plays Austria a second time (round 1).",
    ),
    (
        MuchAgainstTheDraw,
        lambda: _odd(
            "SOS",
            [
                HEADER,
                *board_rows(players="abcdefg"),
                *board_rows(board=2, players="hijklmn"),
                *board_rows(round_=2, players="abcdefg"),
                *board_rows(round_=2, board=2, players="hijklnm"),
            ],
            Settings(powers="never twice"),
        ),
        "Powers again: 12.",
    ),
    (EmptyRoster, lambda: read_roster([HEADER]), "There are no players below the headings."),
    (
        NobodyPlays,
        lambda: _seated([HEADER, *board_rows(players="ab cdef")]),
        "Nobody plays France.",
    ),
    (
        SeveralFinals,
        lambda: _odd(
            "SOS",
            [
                HEADER,
                *board_rows(round_="Final"),
                *board_rows(round_="final", board="Top", players="hijklmn"),
            ],
        ),
        "rows 9 to 15, column Round: There are 2 Finals: boards 1 and Top.",
    ),
    (
        UnknownFinalist,
        lambda: _odd("SOS", [HEADER, *board_rows(), *board_rows(SOLO, round_="Final", players="hbcdefg")]),
        "row 9, column Player: h won the Final but played no round before it.",
    ),
    (
        BestWithoutCentres,
        lambda: _odd("SOS", [*listed(), *board_rows(round_=2, players="abcdegf")], best=True),
        "row 6, column Centres: Best Italy is a player without a centre: e.",
    ),
    (
        LargeDecimal,
        lambda: _odd("DRAGONFLIGHT", listed(tiebreak=["0,25", *["0,24"] * 6])),
        "row 2, column tiebreak: DRAGONFLIGHT's hidden decimal is from 0 to 0.24 a game; a has 0.25.",
    ),
    (
        MostOfGames,
        lambda: _standings("SOS", listed(), Settings(combine="best 3 games", most_rounds=3)),
        "The option called most rounds limits only rounds, but the rule best 3 games combines games.",
    ),
    (
        NoTieBreak,
        lambda: _odd(
            "WBC",
            [
                [*HEADER, 1901],
                *board_rows((12, 11, 11, 0, 0, 0, 0), y1901=[None] * 7),
                *board_rows((6, 5, 5, 4, 4, 6, 4), board=2, players="hijklmn", y1901=(6, 5, 5, 4, 4, 6, 4)),
            ],
        ),
        "Without a centre chart for every game there are no mean centres: b, c, d and 3 more.",
    ),
    (
        TooFewPlayed,
        lambda: _odd("SOS", listed(), Settings(min_rounds=2)),
        "Fewer than 2 rounds played: a, b, c and 4 more.",
    ),
    # an event that cannot be decided
    (
        UnknownCombiningRule,
        lambda: rule_of("product"),
        f"There is no rule 'product' for combining rounds. Known: {KNOWN}.",
    ),
    (
        NoRuleForRounds,
        lambda: total_of(rule_of("NDC"), [Fraction(100)], 3),
        "NDC says how to combine two rounds, not 3; choose best 2 or mean all.",
    ),
    (
        UnknownTieBreak,
        lambda: _standings("SOS", [HEADER], Settings(tiebreak=("win",))),
        f"There is no tie-break 'win'. Did you mean wins? Known: {KNOWN}.",
    ),
    (
        NoSuchPlayer,
        lambda: _explained("Anne"),
        "There is no player 'Anne'. Did you mean Ann?",
    ),
    (
        NoSuchTeam,
        lambda: explain_team(_teams(), "Red"),
        "There is no team 'Red'. Did you mean Reds?",
    ),
    (
        UnknownTeamRule,
        lambda: _teams(rule="median"),
        f'There is no rule \'median\' for teams. Known: {KNOWN}, alone or with "per round" or "of totals".',
    ),
    (
        NotTeamRounds,
        lambda: _teams(rounds="first"),
        "'first' is not all, Final or numbers of rounds, such as 1, 3.",
    ),
    (
        RoundsOfTotals,
        lambda: _teams(rule="sum of totals", rounds="1"),
        'Totals include all rounds: leave out either the rounds of teams or "of totals".',
    ),
    (
        TwoTeams,
        lambda: _in_teams(players="aacdefg"),
        "row 3, column Team: a is in two teams, Reds and Blues.",
    ),
    (
        TeamOfNobody,
        lambda: _in_teams(players=("a", "", *"cdefg")),
        "row 3, column Team: No player has the team Blues.",
    ),
    (
        TooManyMembers,
        lambda: _in_teams(size=1),
        "row 4, column Team: Reds has 2 members in round 1, more than 1: a and c.",
    ),
    (
        InNoTeam,
        lambda: _odd("SOS", listed(Team=TEAMS)),
        "These players are in no team: d, e, f and 1 more.",
    ),
    (
        FinalAmongAll,
        lambda: _standings("SOS", [HEADER, *board_rows(round_="final")], Settings(format="all rounds")),
        "A round is called Final: the format must then be final, top-board or top-places, not all rounds.",
    ),
    (
        TooFewRounds,
        lambda: _standings("SOS", [HEADER, *board_rows(round_=3)], Settings(rounds=2)),
        "2 rounds are planned, but there is a game of round 3.",
    ),
    (
        EventNotOver,
        lambda: _told("MYSTERY", [HEADER, *board_rows(SOLO)], Settings(rounds=2)),
        "row 2, column Centres: MYSTERY has no value for a solo until the event is over (round 1 of 2 is the last one played).",
    ),
    (
        NoDrawnGame,
        lambda: _told("MYSTERY", [HEADER, *board_rows(SOLO)], Settings()),
        "row 2, column Centres: MYSTERY cannot value a solo without a drawn game in the event; type its value in the option solo.",
    ),
]


def _several() -> None:
    assert dip_explain("DCC", [B, B]) == SeveralBoards.cell
    raise SeveralBoards(count=2)


def _explained(player: str) -> None:
    rows = board_rows(players=("Ann", "Bob", *"cdefg"))
    explain_total(system.find("SOS"), read_games([HEADER, *rows]).games, USUAL, {}, player)


TEAMS = ("Reds", "Blues", "Reds", *[""] * 4)


def _teams(*, players: Sequence[str] = "abcdefg", **rule: Any) -> TeamTable:
    played = read_games(listed(players=players, Team=TEAMS)).games
    return team_table(system.find("SOS"), played, Settings(double="sum", team=TeamRule(**rule)))


def _in_teams(**given: Any) -> None:
    """Raise the fault that leaves teams without a total."""
    raise Faults(_teams(**given).faults)


def _standings(using: str, rows: Sequence[Sequence[Any]], settings: Settings = USUAL) -> None:
    api_standings(using, read_games(rows).games, settings)


def _odd(using: str, rows: Sequence[Sequence[Any]], settings: Settings = USUAL, **looking: Any) -> None:
    """Raise the first problem that the director should check."""
    known = find(using)
    found = found_problems(known, read_games(rows, fewer=known.fewer).games, settings, **looking)
    first, *_ = (one for one in found if not isinstance(one.fault, SameCounts))
    raise first.fault


def _seated(rows: Sequence[Sequence[Any]]) -> None:
    """Raising what cannot be of who sits where."""
    raise Faults(chain_(*impossible_seats(read_seats(rows).games, SeatsAsked()).values()))


def _told(using: str, rows: Sequence[Sequence[Any]], settings: Settings = USUAL) -> None:
    """Make standings, and raise the fault that they leave out."""
    raise Faults(api_standings(using, read_games(rows).games, settings).faults)


@each(
    ("kind", "provoke", "sentence"),
    SENTENCES,
    ids=[f"{kind.__name__}-{i}" for i, (kind, _, _) in enumerate(SENTENCES)],
)
def test_a_mistake_and_its_sentence(kind: type[Fault], provoke: Callable[[], object], sentence: str) -> None:
    with pytest.raises((Fault, Faults)) as caught:
        provoke()
    faults = getattr(caught.value, "faults", [caught.value])
    told = [str(fault).replace(str(fault.facts.get("known", KNOWN)), KNOWN) for fault in faults]
    assert [*zip(map(type, faults), told, strict=True)] == [(kind, sentence)]


def test_the_known_ones_are_told() -> None:
    """A further kind of fault needs no change here."""
    with pytest.raises(UnknownTieBreak) as caught:
        tie_breaks_named(["win"])
    names = str(caught.value.facts["known"]).replace(" and ", ", ").split(", ")
    assert [one.name for one in tie_breaks_named(names)] == names
    assert {"msd", "mppd", "centres", "mean centres", "wins", "draws", "best game", "typed"} <= {*names}
    with pytest.raises(UnknownCombiningRule) as missed:
        rule_of("product")
    rules = str(missed.value.facts["known"])
    assert rules.startswith("sum, mean, mean all, best N, drop N, ")
    own = (one for one in system.systems() if callable(one.combine) and one.qualifies is None)
    assert [one.key for one in own if one.key not in rules] == []


def test_every_mistake_is_reached() -> None:
    kinds = {
        kind
        for module in CORE
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Fault) and not kind.__subclasses__()
    }
    assert len(kinds) > 30
    assert kinds <= {kind for kind, _, _ in SENTENCES} | {kind for kind, *_ in DOUBTS}


def test_a_mistake_is_a_sentence() -> None:
    for kind, _, sentence in SENTENCES:
        assert sentence[-1] in ".?"
        assert "None" not in sentence
        assert kind.__doc__ is not None


@pytest.mark.parametrize(
    ("cell", "kinds"),
    [
        (
            "#N/A",
            {
                UnknownSystem,
                NotInPrint,
                NotOneSystem,
                BlankCount,
                MissingYear,
                MissingElimination,
                MissingChart,
                MissingChartYears,
                NobodyDraws,
                NotPlayed,
                UnknownCombiningRule,
                NotOfScoresAlone,
                UnknownTeamRule,
                EventNotOver,
                NoDrawnGame,
                SoloUnknown,
            },
        ),
        ("#NUM!", {OptionOutOfRange, TooFewRounds, NoRuleForRounds, NoProspects}),
    ],
)
def test_cell_errors(cell: str, kinds: set[type[Fault]]) -> None:
    """Missing is #N/A, out of range is #NUM!, and all else is #VALUE!."""
    assert {kind for kind, _, _ in SENTENCES if kind.cell == cell} == kinds
    assert {kind.cell for kind, _, _ in SENTENCES} == {"#N/A", "#NUM!", "#VALUE!"}


def test_the_gravest_mistake_is_the_cell_error() -> None:
    missing, impossible = BlankCount([0], "centres"), NoCentres()
    beyond = OptionOutOfRange(name="win", what="a number", value="x")
    assert Faults([missing, impossible, beyond]).cell == "#VALUE!"
    assert Faults([missing, beyond]).cell == "#NUM!"
    assert Faults([missing]).cell == "#N/A"


def test_a_whole_call_shows_its_sentence_in_check_only() -> None:
    assert dip_check("DIXICON", B) == "There is no scoring system DIXICON. Did you mean DIXIECON?"
    assert dip_score("DIXICON", B) == [["#N/A"] * 7]


def test_no_sentence_is_written_twice() -> None:
    sentences = [kind.__doc__ for kind in {kind for kind, _, _ in SENTENCES}]
    assert len(sentences) == len(set(sentences))


def test_no_words_make_no_list() -> None:
    """Code may write `join(words) or "none"`."""
    assert [join("ABC"[:n]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert join_at_most([], 2) == ""
