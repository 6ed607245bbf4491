"""Standings, tie-breaks and best countries in plain formulas equal the package's, in two programs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.each import each
from tests.tables.native.engines import STRICT, TWO, Rows, in_each, missing
from tests.tables.native.plain_events import YEARS, Case, board, differences, some_event
from xl_dipscore import Faults
from xl_dipscore.rules import points
from xl_dipscore.rules.board import STARTED
from xl_dipscore.rules.event import tiebreak
from xl_dipscore.rules.event.decision import TOP_TO_COME, Decision, Weight
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.settings import AwardRule, Format, Settings
from xl_dipscore.rules.event.tiebreak import tie_break
from xl_dipscore.rules.event.worth import (
    InOrder,
    InOrderOfScore,
    LessMeanOfPower,
    NthBestGame,
    NthBestRound,
    Number,
    OfDroppedRounds,
    Ratio,
    Total,
    Worth,
)
from xl_dipscore.rules.system import find, systems
from xl_dipscore.rules.tournament.awards import Compared, awards_by_name
from xl_dipscore.rules.tournament.combine import rule_of, ways
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks
from xl_dipscore.tables.native.columns import PlacedColumns
from xl_dipscore.tables.native.compiled import compile_system
from xl_dipscore.tables.native.event import check, for_an_event, messages, standings_columns, totals_columns
from xl_dipscore.tables.native.plan import EventPlan, NoFormInEvent
from xl_dipscore.tables.native.results import games_columns
from xl_dipscore.tables.native.weights import weight_text

pytestmark = pytest.mark.usefixtures("new_books")

ALL_TYPED = ("unranked", "override", "tiebreak", "new_player", "extra_points", "weight")
CHAIN = ("wins", "draws", "best game", "countback centres", "msd", "typed")


# -- what has a form ----------------------------------------------------------------------------


HAVE_A_FORM = tuple(one.name for one in tie_breaks() if one.worth is not None)
IN_CELLS = [one for one in systems() if one.key != "HURST"]
"""All systems except HURST, whose final scores plain formulas cannot express."""


@pytest.mark.parametrize("system", IN_CELLS, ids=lambda system: system.key)
def test_every_system_has_its_standings_in_cells(system: Any) -> None:
    rounds = 2 if system.key == "NDC" else 6
    for format_ in ("all rounds", "final", "top-board"):
        settings = Settings(format=format_)
        check(EventPlan(system, rounds, 60, settings, typed=ALL_TYPED, chart=True))


def test_every_tie_break_has_a_form_or_declares_why_it_has_none() -> None:
    chain = Settings(tiebreak=HAVE_A_FORM)
    check(EventPlan(find("DCC"), 4, 60, chain, typed=ALL_TYPED, chart=True))
    assert [one.name for one in tie_breaks() if bool(one.no_form) is (one.name in HAVE_A_FORM)] == []


def test_of_who_lost_a_place_only_tie_breaks_are_left_out_of_standings() -> None:
    plan = EventPlan(find("DCC"), 3, 60, Settings(tiebreak=("wins", "best game")))
    left_out = [one.heading for one in standings_columns(plan) if "[no total:]" in one.text]
    assert left_out == [one.heading for one in plan.breaks]
    assert len(left_out) == 2


@each(
    ("rule", "weight"),
    [
        ("sum", "1"),
        ("mean", "CHOOSE([played],1,1/2,1/3)"),
        ("mean all", "CHOOSE([rounds combined],1,1/2,1/3)"),
        ("best 2", 'CHOOSE([order],1,1,"")'),
        ("100/100/50", "CHOOSE([order],1,1,1/2)"),
        ("drop 1", 'CHOOSE([rounds combined],"",CHOOSE([order],1,""),CHOOSE([order],1,1,""))'),
        # 75 % over two rounds, 85 % over two, a third of all three.
        ("DCC", "CHOOSE([rounds combined],1,1/2,CHOOSE([played],3/8,17/40,1/3))"),
    ],
)
def test_a_rule_says_what_a_round_weighs(rule: str, weight: str) -> None:
    assert weight_text(rule_of(rule), 3) == weight


def test_every_way_to_combine_rounds_has_a_form() -> None:
    for way in ways():
        if not rule_of(way.example).of_games:  # a league's
            check(EventPlan(find("DRAWSIZE"), 6, 60, Settings(way.example)))


def _refusals() -> Iterator[tuple[str, Callable[[], EventPlan]]]:
    def plan(key: str = "DCC", settings: Settings | None = None, rounds: int = 3, **words: Any) -> EventPlan:
        return EventPlan(find(key), rounds, 60, settings or Settings(), **words)

    def like(key: str, **changes: Any) -> EventPlan:
        return EventPlan(replace(find(key), **changes), 3, 60, Settings(format="final"), typed=ALL_TYPED)

    def above_ten(scores: Any, rounds: int) -> list[Weight | None]:
        return [Weight() if score > 10 else None for score in scores]

    def crowned(event: Event, options: Any) -> Decision:
        return Decision(event.scored, event.rounds)

    def end(event: Event, options: Any) -> Event:
        return event

    yield "The rule DCC for combining rounds has no form in cells.", lambda: like("DCC", combine=above_ten)
    yield (
        "How DCC decides an event with the format final has no form in cells.",
        lambda: like("DCC", formats={"final": crowned}),
    )
    yield (
        "What the end of an event changes for DCC has no form in cells.",
        lambda: like("DCC", at_the_end=end),
    )
    yield (
        "What CONQUEST welcomes new players with has no form in cells; type it as a plain number.",
        lambda: replace(
            like("CONQUEST", welcome=lambda event, options: options["newcomer"] * 2),
            cells={"newcomer": "Setup!$B$1"},
        ),
    )
    yield (
        "The option groups has no form in cells.",
        lambda: plan(settings=Settings(format="top-places", groups=True)),
    )
    yield (
        "The tie-break best game has no form in cells where two boards of a round count.",
        lambda: plan(settings=Settings(double="sum", tiebreak=("best game",))),
    )
    for name in ("head to head", "shared games"):
        yield (
            f"The tie-break {name} has no form in cells, for it looks at who is level.",
            lambda name=name: plan(settings=Settings(tiebreak=(name,))),
        )
    yield (
        "The rule ranks best 3 for combining rounds has no form in cells under MYSTERY.",
        lambda: plan("MYSTERY", Settings("ranks best 3")),
    )
    yield "The tie-break typed has no form in cells without a column Tiebreak.", lambda: plan("CONQUEST")
    yield (
        "The tie-break mean centres has no form in cells without a column for each year of a chart.",
        lambda: plan("WBC"),
    )
    yield "NDC says how to combine two rounds, not 3; choose best 2 or mean all.", lambda: plan("NDC")
    yield "There is no rule 'worst 2' for combining rounds", lambda: plan(settings=Settings("worst 2"))
    yield "There is no tie-break 'luck'.", lambda: plan(settings=Settings(tiebreak=("luck",)))


@each(("sentence", "plan"), [*_refusals()])
def test_what_has_no_form_is_refused_with_its_name(sentence: str, plan: Callable[[], EventPlan]) -> None:
    with pytest.raises(Faults) as refused:
        check(plan())
    assert str(refused.value).startswith(sentence)


Declare = Callable[[str, Worth], None]


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Declare:
    """Declare a tie-break, with a statement of its value, for one test."""
    monkeypatch.setattr(tiebreak, "_tie_breaks", {**tiebreak._tie_breaks})
    return lambda name, worth: tie_break(name)(lambda: worth) and None


@pytest.mark.parametrize(
    "amount",
    [
        lambda game: game.typed.team != "",  # no fact of a game in cells
        lambda game: STARTED[game.seat],  # a list, one seat of it
        lambda game: max(game.board.chart)[0],
        lambda game: game.by(lambda board: points.alive_after(board, 1905, 1)),  # a board may lack the year
    ],
)
def test_an_amount_that_cells_cannot_tell_is_refused(declare: Declare, amount: Any) -> None:
    declare("new", Total("new", amount))
    with pytest.raises(Faults) as refused:
        check(EventPlan(find("DCC"), 3, 60, Settings(tiebreak=("new",))))
    assert [type(one) for one in refused.value.faults] == [NoFormInEvent]
    assert refused.value.faults[0].sentence.startswith("The tie-break new has no form in cells")


def test_the_sheet_says_what_has_no_form() -> None:
    assert messages(EventPlan(find("DCC"), 3, 60)) == ()
    (told,) = messages(EventPlan(find("GENCON"), 3, 60))
    assert "country by country" in told
    (told,) = messages(EventPlan(find("MYSTERY"), 3, 60))
    assert "joins after the first round" in told


@pytest.mark.parametrize("system", IN_CELLS, ids=lambda system: system.key)
def test_no_column_has_the_name_of_another(system: Any) -> None:
    words = {
        "round",
        "board",
        "power",
        "player",
        "centres",
        "draw",
        "eliminated",
        "year",
        "docked",
        *ALL_TYPED,
    }
    chain = Settings(tiebreak=HAVE_A_FORM, format="top-board", decimals=2)
    for settings in (chain, Settings(double="best", format="final", tiebreak=()), Settings("ranks")):
        plan = EventPlan(system, 2, 60, settings, typed=ALL_TYPED, chart=True)
        made = compile_system(
            system, {}, {*words, "civil_disorder", "chart", "1901", "1902"}, {"solo": ["Totals!$A$2"]}
        )
        games = [one.name for one in (*for_an_event(made, plan, "Totals!$A$2"), *games_columns(plan))]
        assert len({*games, *words, "score", "chart"}) == len(games) + len(words) + 2
        letters = dict.fromkeys([*games, *words], "A")
        totals = [one.name for one in totals_columns(plan, PlacedColumns(letters, 9, "Games"))]
        assert len({*totals}) == len(totals)


# -- what the cells say -------------------------------------------------------------------------


def typed(boards: list[Any], places: Mapping[tuple[int, int], Mapping[str, Any]]) -> list[Any]:
    """The boards with further typed cells, by board and seat."""
    for (n, seat), cells in places.items():
        boards[n][seat] |= cells
    return boards


def rules() -> Iterator[Case]:
    """Every way to combine rounds, and every tie-break, over totals that are often level."""
    by_rounds = [way.example for way in ways() if "game" not in way.example]  # others have no form in cells
    for n, rule in enumerate([*by_rounds, "DCC", "drop 3", "best 1", "50/30/20/10"]):
        event = some_event(n, "DRAWSIZE", 4)
        yield Case(f"rule-{n}", "DRAWSIZE", event, 4, Settings(rule, tiebreak=("wins",)), shuffled=n % 2 > 0)
    for n, one in enumerate(one for one in tie_breaks() if one.worth is not None):
        event = some_event(40 + n, "DRAWSIZE", 3)
        typed(event, {(k, k % 7): {"Tiebreak": k % 3} for k in range(9)})
        settings = Settings("best 2" if n % 2 else "sum", tiebreak=(one.name,))
        yield Case(f"break-{n}", "DRAWSIZE", event, 3, settings)


def half_a_top(board: Any) -> Any:
    """The board's top: alone 1, and for each of several level 1/2."""
    if board.winner is not None:
        return points.winner_takes(board, 1)
    half = Fraction(1, 2)
    alone = points.top(board, half, "Alone")
    return points.to_each("Top", half, points.within(board, 0)) + alone


STATED: Mapping[str, Worth] = {
    "losses": Number("losses", lambda game: game.lost, fewest=True),
    "as turkey": Number("games", lambda game: game.power == "Turkey" or (game.seat == 0 and game.won)),
    "large": Number("games", lambda game: game.centres >= 10 and not game.won),
    "points": Total("points", lambda game: 3 * game.won + game.drew - (1 - game.survived)),
    "not counted": Total("centres", lambda game: None if game.centres < 5 else Fraction(1, 2) * game.centres),
    "tops": Total("tops", lambda game: game.by(half_a_top)),
    "places": Total(
        "places",
        lambda game: game.by(lambda board: points.places((7, 5, 3, 1, 0, 0, 0), points.by_centres(board))),
    ),
    "doubled": Total("typed", lambda game: 2 * game.typed.tiebreak),
    "per draw": Ratio("centres", lambda game: game.centres, over=lambda game: game.drew, of_what="draws"),
    "per year": Ratio("gain", lambda game: game.gain, lambda game: game.chart_years, "years", True),
    "gain less mean": LessMeanOfPower("gain", lambda game: game.centres),
    "third gain": NthBestGame("gain", lambda game: game.gain, n=3),
    "gains": InOrder("gain", lambda game: game.gain),
    "gains by score": InOrderOfScore("gain", lambda game: game.gain),
    "second round": NthBestRound("centres", lambda game: game.centres, n=2),
    "dropped centres": OfDroppedRounds("centres", lambda game: game.centres),
}
"""Statements of each word, about amounts that no tie-break of the package has."""
AT_MOST_ONE_GAME = ("third gain", "gains", "gains by score")


TIES: Sequence[Literal["shared", "broken"]] = ("shared", "broken")


def new_award() -> Compared:
    """Of an amount that no other award has: the lead over the second, less a part of the centres."""
    return Compared(
        [lambda game: game.by(points.lead) - Fraction(1, 3) * game.centres, lambda game: game.score]
    )


def stated() -> Iterator[Case]:
    """An award and tie-breaks that are only stated, whatever they count."""
    for n, (rule, double) in enumerate((("best 2", None), ("sum", "best"))):
        event = some_event(110 + n, "SOS", 3)
        typed(event, {(k, k % 7): {"Tiebreak": k - 3, "Weight": k % 3} for k in range(7)})
        if double:
            event[3][0]["Player"] = event[4][1]["Player"] = "Twice"
        chain = tuple(name for name in STATED if double is None or name not in AT_MOST_ONE_GAME)
        settings = Settings(rule, tiebreak=chain, double=double, awards=AwardRule("new", ties=TIES[n]))
        yield Case(f"stated-{n}", "SOS", event, 3, settings, shuffled=n % 2 > 0, with_facts=True)


def rules_of_the_last_round() -> Iterator[Case]:
    """Rules that look at the last round, at all players or at more than one way, each in two formats.

    And each before the last round, in one format.
    """
    rules = (
        *("best 2 + last", "London Open + last x2", "sum + last x1.5 for top 5", "ranks drop 1"),
        *("100/80 then 100/100/50", "mean then London Open", "mean all then sum/(count+2)"),
    )
    kinds: tuple[tuple[Format, int], ...] = (
        ("all rounds", 4),
        ("final", 3),
        ("top-board", 4),
        ("top-places", 4),
    )
    for n, rule in enumerate(rules):
        for format_, rounds in kinds[n % 2 :: 2]:
            last = "top-board" if format_ == "top-places" else format_
            event = some_event(70 + n, "DRAWSIZE", rounds, 2, last)
            extra = {(k, (k + n) % 7): {"Extra points": k - 3, "Weight": k % 3} for k in range(5)}
            settings = Settings(rule, tiebreak=("wins", "dropped scores"), format=format_)
            yield Case(
                f"last-{format_}-{n}", "DRAWSIZE", typed(event, extra), rounds, settings, shuffled=n % 2 > 0
            )
        early = some_event(80 + n, "SOS", 3, 2)
        rounds, settings = (
            (4, Settings(rule, rounds=4, tiebreak=("best round", "second best"))),
            (3, Settings(rule, format="final", tiebreak=("best game",))),
            (4, Settings(rule, rounds=4, format="top-places")),
        )[n % 3]
        yield Case(f"early-{n}", "SOS", early, rounds, settings)
    odd = typed(some_event(90, "DCC", 4, 2), {(1, 0): {"Centres": 36}, (6, 2): {"Unranked": "x"}})
    odd[3][0]["Player"] = odd[2][1]["Player"] = "Twice"
    for n, rule in enumerate(("sum + last x1.5 for top 3", "ranks best 3", "best 2 then London Open")):
        yield Case(f"odd-last-{n}", "DCC", odd, 4, Settings(rule, min_rounds=2, tiebreak=()))


def extra_points_and_weights() -> Iterator[Case]:
    """In every kind of event, with two boards in a round too."""
    words = {(n, n % 7): {"Extra points": n / 2 - 1, "Weight": (0, 0.5, 1.5)[n % 3]} for n in range(7)}
    event = typed(some_event(8, "SOS", 3), words)
    yield Case("extra", "SOS", event, 3, Settings("best 2", tiebreak=("countback centres", "msd")))
    event[3][0]["Player"] = event[4][1]["Player"] = "Twice"
    for double in ("best", "sum"):
        settings = Settings("best 2", double=double, tiebreak=("best round", "dropped scores"))
        yield Case(f"extra-{double}", "SOS", event, 3, settings)
    mystery = everybody_from_the_start(some_event(60, "MYSTERY", 2, 3, "final"))
    settings = Settings(format="final")
    yield Case("extra-mystery", "MYSTERY", typed(mystery, words | {(6, 3): {"Extra points": 9}}), 2, settings)


def boards_of_weight_0() -> Iterator[Case]:
    """Totals ignore some boards of each round, and all of the last round."""

    def event(seed: int, key: str, last: str = "all rounds", more: Any = ()) -> list[Any]:
        boards = some_event(seed, key, 3, 2, last)
        off = [1, 2, *(n for n, rows in enumerate(boards) if rows[0]["Round"] in (3, "Final"))]
        words = {(n, n % 7): {"Weight": 0, "Extra points": 3} for n in off}
        boards[1][4]["Player"] = "Nowhere else"
        return typed(boards, words | dict(more))

    for n, rule in enumerate(("mean", "mean all", "drop 1", "ranks best 2", "best 2 then sum/(count+2)")):
        settings = Settings(rule, tiebreak=("msd", "best game", "wins"), min_rounds=n % 3)
        yield Case(f"zero-{n}", "DRAWSIZE", event(n, "DRAWSIZE"), 3, settings, shuffled=n % 2 > 0)
    new = {
        (n, (n + k) % 7): {"New player": "x", "Unranked": "x" if k else ""} for n in range(6) for k in (0, 3)
    }
    yield Case("zero-new", "CONQUEST", event(5, "CONQUEST", more=new), 3, Settings("best 2"))
    twice = event(6, "SOS")
    twice[1][0]["Player"] = twice[0][1]["Player"] = "Twice"
    yield Case("zero-twice", "SOS", twice, 3, Settings(tiebreak=("mean centres", "centres")))
    yield Case("zero-best", "SOS", twice, 3, Settings(double="best", tiebreak=("dropped scores",)))
    kinds: tuple[Format, ...] = ("final", "top-board", "top-places")
    for n, format_ in enumerate(kinds):
        last = "top-board" if format_ == "top-places" else format_
        yield Case(f"zero-{format_}", "DCC", event(7 + n, "DCC", last), 3, Settings(format=format_))
    for n, format_ in enumerate(("all rounds", "final", "final")):
        boards = everybody_from_the_start(event(60 + n, "MYSTERY", format_))
        yield Case(f"zero-mystery-{n}", "MYSTERY", boards, 3, Settings(format=format_))


def systems_of_their_own() -> Iterator[Case]:
    """Systems by their own rules and tie-breaks, one of each kind."""
    alone = [one for one in systems() if one.at_the_end is None]
    kinds = {(one.combine, one.tiebreak, one.welcome, *one.formats): one for one in alone}
    for n, system in enumerate(kinds.values()):
        rounds = 2 if system.key == "NDC" else 3 + n % 3
        yield Case(f"system-{system.key}", system.key, some_event(n, system.key, rounds, 2), rounds)
    for rounds in (2, 3, 4, 5):
        event = some_event(rounds, "DCC", rounds, 2)
        yield Case(f"dcc-{rounds}", "DCC", event, rounds, options={"divisor": "event"}, shuffled=True)


def odd_events() -> Iterator[Case]:
    """The troubles of a day: faults, names twice, substitutes, overrides, no rank, rounds to come."""

    def event(seed: int = 3, key: str = "DRAWSIZE", rounds: int = 3) -> list[Any]:
        return some_event(seed, key, rounds)

    yield Case("chain", "SOS", event(), 3, Settings("best 2", tiebreak=CHAIN), shuffled=True)
    faulty = typed(event(), {(1, 0): {"Centres": 36}})
    yield Case("faulty", "DRAWSIZE", faulty, 3, Settings(tiebreak=CHAIN), shuffled=True)
    some = {(n, n % 7): {"Override": 2 * n, "Unranked": "x" if n % 3 else "no"} for n in range(9)}
    overridden = typed(event(4, "DCC"), some)
    yield Case("overridden", "DCC", overridden, 3, Settings(tiebreak=("wins", "centres")))
    yield Case("min-rounds", "WBC", event(5, "WBC"), 3, Settings("sum", min_rounds=3))
    on_setup = {"rounds": 5, "min rounds": 2, "decimals": 1}
    settings = Settings(rounds=5, min_rounds=2, decimals=1)
    yield Case("setup", "DCC", event(6, "DCC"), 5, settings, typed_on_setup=on_setup)
    blank = dict.fromkeys(on_setup)
    yield Case("blank-setup", "DCC", event(6, "DCC"), 4, Settings("mean all"), typed_on_setup=blank)
    yield Case("decimals", "DCC", event(7, "DCC"), 3, Settings("drop 1", decimals=0))
    twice = event(8)
    twice[3][0]["Player"] = twice[4][1]["Player"] = "Twice"
    twice[5][2]["Player"] = twice[5][3]["Player"] = "Two seats"
    yield Case("unsure", "DRAWSIZE", twice, 3)
    yield Case("double-sum", "SOS", twice, 3, Settings(double="sum", tiebreak=("wins", "msd")))
    yield Case("double-best", "SOS", twice, 3, Settings("best 2", double="best", tiebreak=("centres",)))
    stray = event(9)
    stray[0][2]["Board"] = stray[4][5]["Round"] = None
    yield Case("stray", "DRAWSIZE", stray, 3)
    later = event(10)
    for row in (*later[7], *later[8]):
        row |= {"Centres": None, "Draw": None, "Eliminated": None, **dict.fromkeys(YEARS)}
    yield Case("to-come", "ARMADA", later, 3, Settings(rounds=3))
    yield Case("nobody", "DRAWSIZE", [[row | {"Player": ""} for row in rows] for rows in event(11)], 3)
    new = {(n, seat): {"New player": "x"} for n in range(9) for seat in (n % 7, (n + 3) % 7)}
    newcomers, welcome = typed(event(12, "CONQUEST"), new), {"new player": "event", "newcomer": 7}
    yield Case("new", "CONQUEST", newcomers, 3, options={"new player": "event"})
    yield Case("new-in-game", "CONQUEST", newcomers, 3, shuffled=True)
    yield Case("new-setup", "CONQUEST", newcomers, 3, Settings(), welcome, {"newcomer": 7})
    yield Case("none", "DCC", [], 3)


def endings() -> Iterator[Case]:
    """Finals, drawn and won and still to come, and top boards."""
    for seed in range(3):
        event = some_event(20 + seed, "DCC", 3, 2, "final")
        yield Case(f"final-{seed}", "DCC", event, 3, Settings(format="final", tiebreak=("msd", "best game")))
        event = some_event(30 + seed, "DRAWSIZE", 3, 2, "final")
        settings = Settings("best 2", tiebreak=("countback centres",), format="final", rounds=3)
        yield Case(f"final-best-{seed}", "DRAWSIZE", event, 3, settings, shuffled=True)
        event = some_event(20 + seed, "DCC", 3, 2, "top-board")
        settings = Settings(("best 2", None, "drop 1")[seed], format="top-board")
        yield Case(f"top-{seed}", "DCC", event, 3, settings)
    before = some_event(20, "DCC", 3, 2)
    yield Case("before-final", "DCC", before, 3, Settings(format="final"))
    yield Case("before-top", "DCC", before, 4, Settings("best 2", rounds=4, format="top-board"))
    tops: tuple[tuple[str, Format], ...] = (
        *(("DCC", "top-board"), ("DCC", "top-places"), ("GENCON", "top-places"), ("MYSTERY", "top-board")),
    )
    for n, (key, format_) in enumerate(tops):
        name, last = f"{key}-{format_}", Settings(format=format_, tiebreak=("msd", "best game"))
        event = everybody_from_the_start(some_event(24, key, 3, 2, "final"))
        yield Case(f"final-{name}", key, event, 3 + 2 * (n % 2), last, shuffled=n > 1)
        yield Case(f"qualified-{name}", key, event[:-1], 3, last)
        begun = everybody_from_the_start(some_event(24, key, 3, 2, "top-board"))
        for row in begun[5]:  # the top board; the other board is over
            row |= {"Centres": None, "Draw": None, "Eliminated": None, **dict.fromkeys(YEARS)}
        yield Case(f"begun-{name}", key, begun, 3, last)
    for n, rule in enumerate(("best 2 + last", "ranks best 2", "best 2 then sum/(count+2)", "mean all")):
        event = some_event(26, "SOS", 3, 2, "final" if n % 2 else "all rounds")
        kind: Format = "top-board" if n % 3 else "top-places"
        yield Case(f"rule-{n}", "SOS", event, 5, Settings(rule, rounds=5 if n > 1 else None, format=kind))
    yield Case("by-its-own", "GENCON", some_event(27, "GENCON", 4, 2, "top-board"), 4)
    yield Case("by-its-own-board", "PIGGYBACK", some_event(27, "PIGGYBACK", 4, 2, "top-board"), 4)
    two = Settings(format="top-board", tiebreak=("countback centres",))
    yield Case("top-of-two", "ARMADA", some_event(21, "ARMADA", 2, 2, "top-board"), 2, two)


def mystery_events() -> Iterator[Case]:
    """The event computes the value of a solo. Nobody joins late, which plain formulas cannot express."""
    for seed, last in enumerate(("all rounds", "final", "top-board", "final", "final", "top-board")):
        event = everybody_from_the_start(some_event(60 + seed, "MYSTERY", 2, 3, last))
        yield Case(f"mystery-{seed}", "MYSTERY", event, 2, Settings(format=last), shuffled=seed > 3)
    event = everybody_from_the_start(some_event(62, "MYSTERY", 3))
    yield Case("mystery-typed", "MYSTERY", event, 3, Settings(), {"solo": 250}, {"solo": 250})
    yield Case("mystery-early", "MYSTERY", event, 4, Settings(rounds=4))
    yield Case("mystery-provisional", "MYSTERY", event, 4, Settings(rounds=4, provisional=True))


def everybody_from_the_start(boards: list[Any]) -> list[Any]:
    """The event without players who missed round 1."""
    there = {row["Player"] for rows in boards for row in rows if row["Round"] == 1}
    return [
        [row | {"Player": row["Player"] if row["Player"] in there else ""} for row in rows] for rows in boards
    ]


def by_each(
    cases: list[Case], folder: Path, programs: Collection[str] = TWO
) -> Iterator[tuple[Case, str, Mapping[str, Rows]]]:
    """The result of each case in each program."""
    if why := missing():
        pytest.skip(why)
    books = [case.write(folder) for case in cases]
    found = in_each(books, folder / "office", ["Standings", "Best countries", "Setup"], programs)
    for case, both in zip(cases, found, strict=True):
        for program, sheets in both.items():
            yield case, program, sheets


@pytest.mark.native
@pytest.mark.parametrize(
    "kind",
    [
        rules,
        rules_of_the_last_round,
        extra_points_and_weights,
        boards_of_weight_0,
        systems_of_their_own,
        odd_events,
        endings,
        mystery_events,
        stated,
    ],
)
def test_an_event_in_cells_is_what_the_product_makes_of_it(
    kind: Callable[[], Iterator[Case]], tmp_path: Path, declare: Declare, monkeypatch: Any
) -> None:
    for name, worth in STATED.items() if kind is stated else ():
        declare(name, worth)
    monkeypatch.setitem(awards_by_name(), "new", new_award())
    programs = TWO if kind in (rules, odd_events, stated) else STRICT
    for case, program, sheets in by_each(list(kind()), tmp_path, programs):
        for title, expected in case.expected().items():
            wrong = differences(sheets[title], expected)
            assert not wrong, (case.name, program, title, len(wrong), wrong[:6])


def called(boards: list[Any], name: str) -> list[Any]:
    """The boards under another name, and with other players."""
    return [[row | {"Board": name, "Player": f"{row['Player']} too"} for row in rows] for rows in boards]


def troubles() -> Iterator[tuple[str, Case]]:
    """Events without a table: the sentence of the status, and nobody with a total or a rank."""
    event = some_event(3, "DRAWSIZE", 3, 2)
    final = some_event(3, "DRAWSIZE", 2, 2, "final")

    def case(n: int, rounds: int = 3, settings: Settings | None = None, **words: Any) -> Case:
        return Case(
            f"trouble-{n}", "DRAWSIZE", words.pop("event", event), rounds, settings or Settings(), **words
        )

    yield "There are 18 players on Games, but rows for 10: make a new workbook.", case(1, players=10)
    yield "There are columns for 2 rounds, not for 3: make a new workbook.", case(2, 2)
    yield (
        "There are columns for 3 rounds, not for 5: make a new workbook.",
        case(3, typed_on_setup={"rounds": 5}),
    )
    yield "2 rounds are planned, but there is a game of round 3.", case(4, settings=Settings(rounds=2))
    yield "The number of rounds is a whole number, not 3.5.", case(5, 4, typed_on_setup={"rounds": 3.5})
    yield (
        "A round is called Final: the format must then be final, top-board or top-places, not all rounds.",
        case(6, 2, Settings(format="all rounds"), event=final),
    )
    yield (
        "A board of the Final is not called Top, but another one is: give its round a number.",
        case(7, 2, Settings(format="top-places"), event=[*final, *called(final[-1:], "Top")]),
    )
    yield (
        "NDC says how to combine two rounds, not 3; choose best 2 or mean all.",
        replace(case(8, settings=Settings(format="top-board")), key="NDC"),
    )


@pytest.mark.native
def test_where_there_can_be_no_table_nobody_has_a_total(tmp_path: Path) -> None:
    sentences, cases = zip(*troubles(), strict=True)
    said = dict(zip((case.name for case in cases), sentences, strict=True))
    for case, program, sheets in by_each(list(cases), tmp_path):
        assert sheets["Setup"][0][3] == said[case.name], program
        ranks = {row[0] for row in sheets["Standings"][1:]}
        totals = {row[2] for row in sheets["Standings"][1:]}
        assert ranks <= {"", None}, (case.name, program)
        assert totals <= {"#N/A", "", None}, (case.name, program)
        assert "#N/A" in totals


@pytest.mark.native
def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    """Players without a value under a tie-break, tables before the last board, and late joiners."""
    late = ["Late", *"BCDEFG"]
    first, second = (
        board(1, "A", "TUVWXYZ", (6, 6, 6, 5, 5, 4, 2)),
        board(2, "A", late, (18, 4, 4, 3, 3, 2, 0)),
    )
    other = board(1, "B", "ABCTDEF", (6, 6, 6, 5, 5, 4, 2))
    before = some_event(20, "DCC", 2, 2)
    no_chart = [[row | dict.fromkeys(YEARS) for row in rows] for rows in before]
    cases = {
        "T is on two boards of a round, or has two powers on one: correct the name on Games.": Case(
            "twice", "DCC", [first, other], 1
        ),
        "Nobody is ranked, because plain formulas cannot value the solo of a late joiner: Late": Case(
            "late", "MYSTERY", [first, second], 2
        ),
        "No round is called Final yet: this is the table before it.": Case(
            "no-final", "DCC", before, 2, Settings(format="final")
        ),
        TOP_TO_COME: Case("no-top", "DCC", before, 3, Settings(rounds=3, format="top-board")),
        "Without a centre chart for every game there are no mean centres.": Case(
            "no-chart", "DCC", no_chart, 2, Settings(tiebreak=("mean centres",))
        ),
    }
    said = {case.name: sentence for sentence, case in cases.items()}
    for case, program, sheets in by_each(list(cases.values()), tmp_path):
        assert sheets["Setup"][0][3] == said[case.name], program
        if case.name == "late":
            row = next(row for row in sheets["Standings"] if row[1] == "Late")
            assert (row[0] or "", row[2]) == ("", "#N/A")
            assert {row[0] or "" for row in sheets["Standings"][1:]} == {""}
