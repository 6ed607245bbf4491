"""--json: each command's document fits its schema, and has the numbers of the printed table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests import games
from tests.cli.test_command_words import commands
from tests.said import check_refused, check_said
from xl_dipscore.cli import documents
from xl_dipscore.cli.app import NotTogether, OnlyFor
from xl_dipscore.cli.documents import SCHEMAS, Column, encode
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import UnknownSystem
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_rows, csv_text

CALLS = {
    "score": "score DCC games.csv",
    "score-lines": "score MANORCON games.csv --lines",
    "standings": "standings DCC games.csv --rounds 2 --tiebreak msd,wins",
    "standings-teams": "standings SOS games.csv --teams --team-rule best_2",
    "check": "check NDC games.csv",
    "explain-board": "explain DCC games.csv --round 1 --board B",
    "explain-total": "explain DCC games.csv --player >5",
    "compare": "compare games.csv SOS DCC",
    "compare-events": "compare games.csv other.csv SOS DCC",
    "qualify": "qualify SOS games.csv",
    "awards": "awards MANORCON games.csv",
    "rebuild": "rebuild event.xlsx --dry-run --changes",
    "choose-systems": "choose DCC",
    "choose-events": "choose games.csv other.csv SOS DCC",
    "systems": "systems DCC SOS",
    "extract": "extract event.xlsx",
    "seat": "seat roster players.csv --rounds 2 --seed 1",
    "template-check": "template check event.xlsx",
    "formats": "export --list",
}
"""By schema, a call without --json. A low line stands for a space in a word."""
SLOW = {
    "season": "season standings.csv -o season.xlsx --circuit TDF",
    "check-season": "check TDF season.xlsx",
    "regenerate": "regenerate old.xlsx --template new.xlsx -o out",
}
WITHOUT_FRACTIONS = ("extract", "seat", "template-check", "formats")
AS_CSV = (
    "score",
    "score-lines",
    "standings",
    "standings-teams",
    "compare",
    "compare-events",
    "qualify",
    "awards",
)


def words(call: str) -> list[str]:
    return [word.replace("_", " ") for word in call.split()]


@pytest.fixture
def folder(tmp_path: Path, small: bytes) -> Path:
    header, *rows = games.event()
    with_team = [[*header, "Team"], *([*row, f"Team {n % 3}"] for n, row in enumerate(rows))]
    for row in with_team[1:]:
        row[-1] = f"Team {len(str(row[3])) % 3}"
    (tmp_path / "games.csv").write_text(csv_text(with_team))
    (tmp_path / "players.csv").write_text("\n".join(["Player", *(f"Player {n}" for n in range(14))]))
    (tmp_path / "other.csv").write_text(csv_text([header, *rows[:14]]))
    package = Package.read(small)
    package.set_value("Games", "E2", 9)
    package.set_value("Games", "E5", 2)
    package.write(tmp_path / "event.xlsx")
    return tmp_path


@cache
def validator(schema: str) -> Draft202012Validator:
    made = json.loads((Path(documents.__file__).with_name("schemas.json")).read_text("utf-8"))[schema]
    return Draft202012Validator(made)


def valid(printed: str, schema: str) -> dict[str, Any]:
    """The document, after a comparison with its schema."""
    found = json.loads(printed, parse_constant=pytest.fail)
    assert (found["schema"], found["schema_version"]) == (schema, SCHEMAS[schema].version)
    assert [error.message for error in validator(schema).iter_errors(found)] == []
    return found


def exact_numbers(found: Any) -> Iterator[Fraction]:
    """All exact numbers of a document. Each is the number beside it, whose nearest double it is."""
    if isinstance(found, list):
        for one in found:
            yield from exact_numbers(one)
    if not isinstance(found, dict):
        return
    for name, value in found.items():
        yield from exact_numbers(value)
        if name.endswith("_exact"):
            beside = found[name.removesuffix("_exact")]
            pairs = zip(beside, value, strict=True) if isinstance(beside, list) else [(beside, value)]
            for shown, exact in pairs:
                assert (exact is None) == (not isinstance(shown, int | float)), (name, shown, exact)
                if exact is not None:
                    assert shown == float(Fraction(exact))
                    yield Fraction(exact)


def test_every_command_with_a_table_has_json() -> None:
    has = {" ".join(path) for path, one in commands() if any("--json" in each.opts for each in one.params)}
    tables = {" ".join(path) for path, one in commands() if any("--show" in each.opts for each in one.params)}
    wanted = {"score", "standings", "check", "explain", "awards", "qualify", "compare"}
    wanted |= {"systems", "season", "rebuild", "choose", "extract", "template check", "regenerate"}
    wanted |= {"seat", "seat workbook", "seat roster", "import", "export"}
    assert has == wanted
    assert tables <= has
    tried = {" ".join(call.split()[:2]) for call in {**CALLS, **SLOW}.values()}
    assert {one.split()[0] for one in has} == {one.split()[0] for one in tried} | {"import"}
    assert CALLS.keys() | SLOW.keys() | {"refused"} == SCHEMAS.keys()


def test_the_stored_schemas_are_those_of_the_program() -> None:
    stored = Path(documents.__file__).with_name("schemas.json").read_text("utf-8")
    assert stored == documents.json_schemas()


REFUSED = (
    *(f"{name} SOS no-power.csv" for name in ("score", "check", "standings", "qualify", "awards", "explain")),
    "score SOS empty.csv --lines",
    "explain SOS faulty.csv",
    "compare no-power.csv SOS",
    "extract faulty.xlsx",
    "season text.xlsx -o season.xlsx --circuit TDF",
    "seat roster no-power.csv",
    "seat workbook text.xlsx --round 1 --dry-run",
)
"""Calls whose input is refused as a whole."""


@pytest.mark.parametrize("call", REFUSED)
def test_what_is_wrong_is_a_document_too(dipscore, folder, call: str) -> None:
    (folder / "no-power.csv").write_text("round,board,player\n1,A,Zoë\n", "utf-8")
    (folder / "empty.csv").write_text("")
    (folder / "text.xlsx").write_text("hello")
    header, *rows = games.event()
    (folder / "faulty.csv").write_text(csv_text([header, *([*row[:4], 9, *row[5:]] for row in rows[:7])]))
    package = Package.read(folder / "event.xlsx")
    for row in range(2, 9):
        package.set_value("Games", f"E{row}", 9)
    package.write(folder / "faulty.xlsx")
    got = dipscore(*words(call), "--json")
    assert got.status == 1
    problems = valid(got.out, "refused")["problems"]
    assert problems
    assert {one["rank"] for one in problems} == {"wrong"}
    assert all(one["sentence"] in got.err for one in problems)


@pytest.mark.slow
def test_a_schema_refuses_another_document() -> None:
    for name in SCHEMAS:
        Draft202012Validator.check_schema(validator(name).schema)
        good = json.loads(documents.document(name))
        assert validator(name).is_valid(good)
        assert not validator(name).is_valid({**good, "more": 1})
        assert not validator(name).is_valid({**good, "schema_version": 0})
        assert not validator(name).is_valid({key: good[key] for key in [*good][:-1]})


@pytest.mark.parametrize("schema", CALLS)
def test_a_document_fits_its_schema_and_has_all_numbers_of_the_table(dipscore, folder, schema: str) -> None:
    plain = dipscore(*words(CALLS[schema]))
    got = dipscore(*words(CALLS[schema]), "--json")
    found = valid(got.out, schema)
    assert got.status == plain.status
    if schema != "rebuild":  # the seconds differ
        assert {*got.err.splitlines()} <= {*plain.err.splitlines()}
    exact = [*exact_numbers(found)]
    assert exact or schema in (*WITHOUT_FRACTIONS, "check", "compare", "compare-events", "rebuild", "systems")
    if schema in AS_CSV:
        same_as_csv(found["rows"], csv_rows(plain.out.encode(), "stdout"))
    elif schema in ("explain-board", "explain-total", "choose-systems"):
        shown = {*re.findall(r"-?\d+(?:\.\d+)?", plain.out)}
        assert {text(one) for one in exact} <= shown


def same_as_csv(rows: list[dict[str, Any]], table: list[list[Any]]) -> None:
    header, *lines = ([str(cell) for cell in line] for line in table)
    header = [name.replace("Team", "team") for name in header]
    assert len(rows) == len(lines) > 1
    for row, line in zip(rows, lines, strict=True):
        for name, cell in zip(header, line, strict=True):
            check_cell(row[name], cell)


def check_cell(value: Any, cell: str) -> None:
    if value is None:
        assert cell == ""
    elif isinstance(value, list):
        assert " ".join(map(str, value)) == cell
    elif isinstance(value, int | float):
        assert float(value) == float(cell)
    else:
        assert value == cell


def test_a_draw_is_the_games_file(dipscore, folder) -> None:
    call = words(CALLS["seat"])
    table = csv_rows(dipscore(*call).out.encode(), "stdout")[1:]
    found = valid(dipscore(*call, "--json").out, "seat")
    seats = [(row["round"], row["board"], power, row[power]) for row in found["rows"] for power in POWERS]
    assert [tuple(map(str, seat)) for seat in seats] == [tuple(map(str, row[:4])) for row in table]
    assert (found["seed"], found["costs"] != []) == (1, True)


def test_extracted_games_are_the_csv(dipscore, folder) -> None:
    table = csv_rows(dipscore("extract", "event.xlsx").out.encode(), "stdout")
    same_as_csv(valid(dipscore("extract", "event.xlsx", "--json").out, "extract")["rows"], table)
    assert dipscore("extract", "event.xlsx", "--json", "-o", "games.json").out == ""
    valid((folder / "games.json").read_text(), "extract")


def test_lists_and_findings(dipscore, folder) -> None:
    for name in ("import", "export"):
        shown = dipscore(name, "--list").out
        found = valid(dipscore(name, "--list", "--json").out, "formats")
        assert [row["kind"] for row in found["rows"] if row["name"] not in shown] == []
    check_refused(dipscore("import", "games.csv", "--json"), OnlyFor, options="--json", flag="--list")
    check_refused(dipscore("export", "wdd", "event.xlsx", "--json"), OnlyFor, options="--json")
    shown = " ".join(dipscore("template", "check", "event.xlsx").out.split())
    found = valid(dipscore("template", "check", "event.xlsx", "--json").out, "template-check")
    assert sum(map(len, (found["found"], found["missing"], found["wrong"]))) > 0
    assert all(" ".join(one.split()) in shown for one in found["found"] + found["missing"])


@pytest.mark.slow
def test_a_draw_and_a_regenerated_workbook(dipscore, folder, played, makes) -> None:
    (folder / "old.xlsx").write_bytes(played)
    (folder / "new.xlsx").write_bytes(makes())
    assert dipscore("import", "players.csv", "-o", "new.xlsx").status == 0
    drawn = dipscore("seat", "new.xlsx", "--round", 1, "--seed", 1, "--dry-run", "--json")
    boards = valid(drawn.out, "seat")["rows"]
    assert {row[power] for row in boards for power in POWERS} == {f"Player {n}" for n in range(14)}
    got = dipscore(*words(SLOW["regenerate"]), "--json")
    (row,) = valid(got.out, "regenerate")["rows"]
    assert (row["boards"], row["faults"], row["numbers_changed"]) == (4, [], len(row["moved"]))


@pytest.mark.slow
def test_a_season(dipscore, folder) -> None:
    dipscore("standings", "SOS", "games.csv", "-o", "standings.csv", "--excel")  # with a byte-order mark
    got = dipscore(*words(SLOW["season"]), "--json")
    found = valid(got.out, "season")
    assert [one["player"] for one in found["rows"]]
    assert [*exact_numbers(found)]
    checked = dipscore(*words(SLOW["check-season"]), "--json")
    valid(checked.out, "check-season")
    assert checked.status == 0
    told = dipscore("explain", "TDF", "season.xlsx", "--player", found["rows"][0]["player"], "--json")
    total = valid(told.out, "explain-total")["sections"][0]["lines"][-1]
    assert (total["result"], total["numbers"][-1]) == (True, found["rows"][0]["total"])


@pytest.mark.parametrize("schema", AS_CSV)
def test_a_file_of_json_replaces_only_such_a_file(dipscore, folder, schema: str) -> None:
    call = [*words(CALLS[schema]), "--json"]
    printed = dipscore(*call).out
    for _ in range(2):
        assert dipscore(*call, "-o", "out.json").out == ""
        assert (folder / "out.json").read_text("utf-8") == printed
    (folder / "out.json").write_text('{"mine": 1}')
    assert dipscore(*call, "-o", "out.json").status == 2
    assert (folder / "out.json").read_text() == '{"mine": 1}'


@pytest.mark.parametrize("schema", [one for one in CALLS if "games.csv" in CALLS[one]])
def test_a_fault_is_in_the_document_and_a_refusal_leaves_no_output(dipscore, folder, schema: str) -> None:
    call = words(CALLS[schema])
    wrong = [word if word not in ("DCC", "SOS", "NDC", "MANORCON") else "DCCX" for word in call]
    refused = dipscore(*wrong, "--json")
    assert (refused.status, refused.out) == (2, "")
    if call[0] != "choose":
        check_said(refused.err, UnknownSystem)
    assert "dipscore systems" in refused.err
    without = [word.replace("games.csv", "gone.csv") for word in call]
    gone = dipscore(*without, "--json")
    assert gone.status == dipscore(*without).status > 0
    assert (gone.out == "") == (gone.status == 2)
    lines = (folder / "games.csv").read_text().splitlines()
    (folder / "games.csv").write_text("\n".join([lines[0], lines[1].replace(",18,", ",28,"), *lines[2:]]))
    faulty = dipscore(*call, "--json")
    plain = dipscore(*call)
    assert faulty.status == plain.status
    if faulty.out:
        found = valid(faulty.out, schema)
        assert any(one["rank"] == "wrong" for one in found["problems"]) == (faulty.status == 1)
        for one in found["problems"]:
            assert one["sentence"] in faulty.err + plain.out


def test_json_is_not_combined_with_other_forms(dipscore, folder) -> None:
    check_refused(dipscore("standings", "SOS", "games.csv", "--json", "--show"), NotTogether)
    check_refused(dipscore("standings", "SOS", "games.csv", "--json", "--excel", "-o", "x.csv"), NotTogether)


@pytest.mark.slow
@pytest.mark.parametrize(
    "call", ["rebuild event.xlsx --changes", "compare other.csv event.xlsx SOS", "choose event.xlsx SOS"]
)
def test_secret_scores_are_in_no_document(dipscore, folder, played, call: str) -> None:
    from xl_dipscore.workbooks.layout.setup import Setup

    def book(shows: str) -> None:
        package = Package.read(played)
        area = Setup(package).area("Print_shows")
        assert area is not None
        package.set_value(area.sheet, f"{chr(64 + area.left)}{area.top}", shows)
        package.set_value("Games", "E16", 5)
        package.set_value("Games", "E17", 4)
        (folder / "event.xlsx").write_bytes(package.to_bytes())

    book("now")
    open_ = dipscore(*words(call), "--json")
    book("hidden until the awards")
    secret = dipscore(*words(call), "--json")
    assert "left out" in secret.out + secret.err
    if call.startswith("rebuild"):
        (row,) = valid(secret.out, "rebuild")["rows"]
        assert (row["changed"], row["moved"], row["cells_changed"] > 0) == ([], [], True)
        assert valid(open_.out, "rebuild")["rows"][0]["changed"]
    elif call.startswith("compare"):
        assert "event" in {row.get("event") for row in json.loads(open_.out)["rows"]}
        assert {row.get("event") for row in json.loads(secret.out)["rows"]} == {"other"}
    else:
        assert valid(open_.out, "choose-events")
        assert secret.out == ""


@given(st.fractions(max_denominator=10**9))
def test_a_number_has_its_exact_fraction_beside_it(amount: Fraction) -> None:
    (found,) = json.loads(json.dumps([encode([Column("score", "exact", "")], {"score": amount})]))
    assert Fraction(found["score_exact"]) == amount
    assert found["score"] == float(amount)
    assert isinstance(found["score"], int) == (amount.denominator == 1)


def test_the_seven_powers_are_keys() -> None:
    found = json.loads(documents.document("explain-board", rows=[dict.fromkeys(POWERS, Fraction(1, 3))]))
    assert found["rows"][0]["Turkey_exact"] == "1/3"
