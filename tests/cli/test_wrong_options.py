"""Options that cannot be meant: each gets a sentence, on the command line and in an options block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_group

from tests import games
from tests.each import each
from tests.said import check_refused, check_said, sentence
from xl_dipscore.cli.app import NotTogether, OnlyFor
from xl_dipscore.cli.commands import app
from xl_dipscore.cli.reading import NotASetting, NotOfABoard
from xl_dipscore.cli.seat import NotAWeighting
from xl_dipscore.errors import EmptyItem, Fault, Faults, NamedTwice
from xl_dipscore.rules.seating.wishes import NotRegions, UnknownMethod
from xl_dipscore.rules.system import OptionOutOfRange, UnknownOption, find
from xl_dipscore.rules.tournament.teams import NotTeamRounds
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.event_options import SeasonBackwards, read_event_options
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.functions import FUNCTIONS

STANDINGS: list[tuple[str, type[Fault], dict[str, object]]] = [
    ("--tiebreak msd,msd", NamedTwice, {"value": "'msd'"}),
    ("--tiebreak MSD,wins,m-s-d", NamedTwice, {"value": "'msd'"}),
    ("--tiebreak wins,,centres", EmptyItem, {"value": "'wins,,centres'"}),
    ("--tiebreak wins,", EmptyItem, {"value": "'wins,'"}),
    ("--tiebreak ,", EmptyItem, {}),
    ("--set =1", NotASetting, {"word": "'=1'"}),
    ("--set pot=", NotASetting, {"word": "'pot='"}),
    ("--set pot", NotASetting, {"word": "'pot'"}),
    ("--set pot=1 --set Pot=2", NamedTwice, {"value": "'Pot'"}),
    ("--set combine=sum --combine mean", NamedTwice, {"value": "'combine'"}),
    ("--set min_rounds=1 --min-rounds 2", NamedTwice, {}),
    ("--set rows=3", UnknownOption, {"name": "rows"}),
    ("--sit-out -1", OptionOutOfRange, {"name": "'sit out'", "value": "-1"}),
    ("--sit-out nan", OptionOutOfRange, {"name": "'sit out'"}),
    ("--round-weights 1,,2", EmptyItem, {"value": "'1,,2'"}),
    ("--round-weights 1,2,", EmptyItem, {}),
    ("--round-weights 1;;2", EmptyItem, {}),
    ("--round-weights -1,2", OptionOutOfRange, {"name": "'round weights'"}),
    ("--min-games -1", OptionOutOfRange, {"name": "'min games'"}),
    ("--last 0_months", OptionOutOfRange, {"name": "'last'"}),
    ("--from 2024-09-01 --to 2024-08-31", SeasonBackwards, {"since": "2024-09-01", "until": "2024-08-31"}),
    ("--teams --team-rounds 1,1", NamedTwice, {"value": "'1'"}),
    ("--teams --team-rounds 1,,2", EmptyItem, {}),
    ("--teams --team-rounds 0", NotTeamRounds, {"value": "'0'"}),
    ("--team-rule sum", OnlyFor, {"options": "--team-rule", "flag": "--teams"}),
]
OTHERS: list[tuple[str, type[Fault], dict[str, object]]] = [
    ("score SOS games.csv --set pot=1,", EmptyItem, {"value": "'1,'"}),
    ("score SOS games.csv --set min-rounds=2", NotOfABoard, {"name": "min-rounds"}),
    ("explain SOS games.csv --set Combine=sum", NotOfABoard, {"name": "Combine"}),
    ("standings SOS games.csv --rounds 2 --rounds=3", NamedTwice, {"value": "'--rounds'"}),
    ("seat games.csv -o a.csv -o b.csv", NamedTwice, {"value": "'-o'"}),
    ("score SOS games.csv --set pot=1 --set POT=1", NamedTwice, {"value": "'pot'"}),
    ("compare games.csv SOS SOS", NamedTwice, {"value": "'SOS'"}),
    ("compare games.csv SOS Squares", NamedTwice, {"value": "'SOS'"}),
    ("systems SOS sos", NamedTwice, {"value": "'SOS'"}),
    ("awards SOS games.csv --set by=score --by centres", NamedTwice, {"value": "'by'"}),
    ("qualify SOS games.csv --sit-out -2", OptionOutOfRange, {"name": "'sit out'"}),
    ("seat games.csv --weight met=1 --weight MET=2", NamedTwice, {"value": "'met'"}),
    ("seat games.csv --weight =5", NotAWeighting, {"word": "'=5'"}),
    ("seat games.csv --powers regions=", NotRegions, {}),
    ("seat games.csv --powers wheel=", UnknownMethod, {}),
    ("seat games.csv --powers regions=FR--IGA-TE", NotRegions, {}),
    ("seat event.xlsx --round 1 --keep A --keep a", NamedTwice, {"value": "'a'"}),
    ("seat event.xlsx --round 1 --away Ann,Bob,ann", NamedTwice, {"value": "'ann'"}),
    ("seat event.xlsx --round 1 --away Ann,,Bob", EmptyItem, {}),
    ("seat event.xlsx --round 1 --who Ann --no-log", NotTogether, {"options": "--who and --no-log"}),
    ("fill event.xlsx games.csv --who Ann --no-log", NotTogether, {}),
    ("rename a b event.xlsx --who Ann --no-log", NotTogether, {}),
    ("new SOS out.xlsx --set tiebreak=wins,wins", NamedTwice, {"value": "'wins'"}),
    ("new SOS out.xlsx --set tiebreak=wins,", EmptyItem, {}),
    ("new SOS out.xlsx --set from=2024-09-01", OnlyFor, {"options": "from", "flag": "--league"}),
    ("new SOS out.xlsx --set sit_out=-1", OptionOutOfRange, {"name": "'sit out'"}),
    ("new SOS out.xlsx --teams --set team_rounds=2,2", NamedTwice, {"value": "'2'"}),
    ("new SOS out.xlsx --league --set from=2024-09-01 --set to=2024-08-31", SeasonBackwards, {}),
    ("season event.xlsx -o s.xlsx --circuit CUSTOMCIRCUIT --set points=1 --set points=2", NamedTwice, {}),
    ("season event.xlsx -o s.xlsx --circuit CUSTOMCIRCUIT --set points=25,,15", EmptyItem, {}),
    ("season event.xlsx -o s.xlsx --circuit CUSTOMCIRCUIT --set =1", NotASetting, {"word": "'=1'"}),
    ("rebuild event.xlsx --dry-run --backup", NotTogether, {"options": "--dry-run and --backup"}),
    ("rebuild event.xlsx --dask here:1 --jobs 2", NotTogether, {"options": "--dask and --jobs"}),
    ("import games.csv --email", OnlyFor, {"options": "--email", "flag": "-o EVENT.XLSX"}),
    ("import games.csv -o games2.csv --no-log", OnlyFor, {"options": "--no-log"}),
    ("import games.csv --list", NotTogether, {"options": "--list and FILE"}),
    ("import --list -o games2.csv", NotTogether, {"options": "--list and -o"}),
    ("export wdd --list", NotTogether, {"options": "--list and KIND"}),
    ("export --list -o out", NotTogether, {"options": "--list and -o"}),
    (
        "export json games.csv --system SOS --scores now",
        NotTogether,
        {"options": "games.csv (no workbook) and --scores"},
    ),
    ("install calc --xlam x.xlam", NotTogether, {"options": "--xlam and calc"}),
    ("install excel --oxt x.oxt", NotTogether, {"options": "--oxt and excel"}),
    ("install calc --bundled --oxt x.oxt", NotTogether, {"options": "--bundled and --oxt"}),
    ("uninstall excel --bundled", NotTogether, {"options": "excel and --bundled"}),
]


def numbers_of(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Each option of all commands that takes a whole number: the command's words, the option, its type."""
    for name, each_ in getattr(command, "commands", {}).items():
        yield from numbers_of(each_, (*words, name))
    for one in [*command.params, *getattr(getattr(command, "unnamed", None), "params", ())]:
        if one.type.name.startswith("int"):
            yield words, one.opts[-1], one.type


def test_numbers_that_no_option_takes(dipscore) -> None:
    """None of the messages has a word or sign of programmers."""
    found = [*numbers_of(get_group(app))]
    assert {"--jobs", "--boards", "--seed", "--min-games"} <= {name for _, name, _ in found}
    for words, name, kind in found:
        least, most = (getattr(kind, end, None) for end in ("min", "max"))
        outside = [*([] if least is None else [least - 1]), *([] if most is None else [most + 1])]
        for value in ("x", "2.5", "is not", *outside):
            got = dipscore(*words, name, value)
            check_refused(got, OptionOutOfRange, name=name)
            assert str(value) in got.err
            assert not re.search(r"[<>=]|\bint\b|Usage", got.err), got.err
            for limit in (least, most):
                assert limit is None or str(limit) in got.err


def test_all_wrong_numbers_are_told_together(dipscore) -> None:
    got = dipscore("new", "SOS", "--boards", 0, "--rounds=x", "out.xlsx")
    assert (got.status, len(got.err.splitlines())) == (2, 2)
    check_said(got.err, OptionOutOfRange, name="--boards", value="0")
    check_said(got.err, OptionOutOfRange, name="--rounds", value="'x'")


@pytest.fixture
def event(tmp_path: Path, small: bytes) -> Path:
    rows = games.rows(1, "A", games.CLOCK, players="abcdefg")
    (tmp_path / "games.csv").write_text(csv_text([games.HEADER, *rows]))
    (tmp_path / "event.xlsx").write_bytes(small)
    return tmp_path / "event.xlsx"


@pytest.mark.parametrize(("typed", "kind", "facts"), STANDINGS, ids=[one for one, *_ in STANDINGS])
def test_standings_refuse(dipscore, event, typed: str, kind: type[Fault], facts: dict[str, Any]) -> None:
    words = [word.replace("0_", "0 ") for word in typed.split()]
    check_refused(dipscore("standings", "SOS", "games.csv", *words), kind, **facts)


@pytest.mark.parametrize(("call", "kind", "facts"), OTHERS, ids=[one for one, *_ in OTHERS])
def test_commands_refuse(dipscore, event, call: str, kind: type[Fault], facts: dict[str, Any]) -> None:
    before = {path: path.read_bytes() for path in event.parent.iterdir()}
    check_refused(dipscore(*call.split()), kind, **facts)
    assert {path: path.read_bytes() for path in event.parent.iterdir()} == before


def test_a_family_may_hold_a_system_that_is_named(dipscore, event) -> None:
    header, *_ = dipscore("compare", "games.csv", "SOS", "proportional").table
    assert header[1] == "SOS"
    assert len({*header}) == len(header)


@each(
    ("rows", "kind"),
    [
        ([["tiebreak", "wins", "", "wins"]], NamedTwice),
        ([["tiebreak", "wins, ,centres"]], EmptyItem),
        ([["sit out", -1]], OptionOutOfRange),
        ([["round weights", "1; ;2"]], EmptyItem),
        ([["combine", "sum"], ["Combine", "mean"]], NamedTwice),
        ([["pot", 1], ["pot", 2]], NamedTwice),
        ([["from", "2024-09-01"], ["to", "2024-08-31"]], SeasonBackwards),
    ],
)
def test_the_same_in_the_cells_of_an_options_block(rows: list[list[Any]], kind: type[Fault]) -> None:
    listed = [[*games.HEADER], *games.rows(1, "A", games.CLOCK, players="abcdefg")]
    wide = [[*row, *[""] * (4 - len(row))] for row in rows]
    called = {one.name: one.call for one in FUNCTIONS}
    assert called["DIP_STANDINGS"]("SOS", listed, wide) == kind.cell
    problems = called["DIP_PROBLEMS"]("SOS", listed, wide)
    assert any(re.search(sentence(kind), str(cell)) for row in problems for cell in row), problems


def test_sizes_and_equal_values_may_be_given_twice_and_blank_cells_stay_nothing() -> None:
    rows = [["rows", 3], ["rows", 9], ["tiebreak", "wins", "", "centres"]]
    options = read_event_options(rows, find("SOS"))
    assert (options.rows, options.settings.tiebreak) == (9, ("wins", "centres"))
    # A workbook says once more what a solo is worth where the director has typed it.
    assert read_event_options([*rows, rows[-1]], find("SOS")) == options
    with pytest.raises(Faults) as refused:
        read_options([["docked", *"1234567"], ["Docked", *"1234560"]], find("SOS"))
    assert [type(fault) for fault in refused.value.faults] == [NamedTwice]


@pytest.mark.slow
def test_new_says_at_once_that_a_rule_counts_more_rounds_than_there_are(
    tmp_path: Path, dipscore: Any
) -> None:
    out, best = tmp_path / "e.xlsx", "combine=best 9"
    got = dipscore("new", "SOS", out, "--rounds", 3, "--boards", 1, "--set", best)
    assert got.status == 0
    assert sum("best 9" in line and line.startswith("Doubt: ") for line in got.err.splitlines()) == 1
