"""Other people's files: what they are, what is in them, and what cannot be read."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from tests import games
from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.errors import Faults
from xl_dipscore.workbooks.acts.take_in import (
    NothingInIt,
    NotJson,
    TakenIn,
    _as_typed,
    _is_json,
    _parse_json,
    _read_json_beside,
    read_import,
)

HERE = Path("nowhere")
LIST = games.text([games.HEADER, *games.rows(1, "A", games.CLOCK, players="abcdefg")]).encode()


def taken(data: bytes, name: str = "list.csv", kind: str | None = None, **how: Any) -> TakenIn:
    return read_import(name, data, kind, beside=HERE, **how)


def test_a_games_list_and_its_size() -> None:
    found = taken(LIST)
    assert (len(found.good), found.faults) == (1, [])
    assert found.summary.endswith("7 rows.")


def test_a_list_of_players() -> None:
    found = taken(b"Player,Club\nAnn,Reds\nBob,Blues\n")
    assert [person.player for person in found.read.people] == ["Ann", "Bob"]
    assert found.summary.endswith("2 rows.")
    assert found.good == []


def test_a_workbook_of_ours_and_a_kind_that_is_asked_for() -> None:
    data = book_of({"Games": [HEADER, *board(), *board(2)]}).to_bytes()
    found = taken(data, "cup.xlsx")
    assert found.summary == "a workbook with games, 2 boards."
    assert len(found.good) == 2
    with pytest.raises(Faults):
        taken(data, "cup.xlsx", "wdd")


def test_nothing_below_the_headings() -> None:
    (only,) = taken(b"Round,Board,Power,Player,Centres\n").faults
    assert isinstance(only, NothingInIt)


def test_a_formula_without_a_value_is_told_with_its_cell() -> None:
    book = Workbook()
    for row in (["Player", "Club"], ["Ann", "=1+1"]):
        book.worksheets[0].append(row)
    book.worksheets[0].title = "Players"
    data = io.BytesIO()
    book.save(data)
    found = taken(data.getvalue(), "list.xlsx")
    assert any("B2" in str(fault) for fault in found.faults)


def test_a_faulty_board_is_not_among_the_good() -> None:
    rows = [*games.rows(1, "A", games.CLOCK), *games.rows(1, "B", [40, *games.CLOCK[1:]])]
    found = taken(games.text([games.HEADER, *rows]).encode())
    assert [game.name for game in found.good] == ["A"]
    assert len(found.faults) == 1


def test_json_is_told_by_its_first_letter() -> None:
    assert all(map(_is_json, (b"{}", b" \n[1]", b"\xef\xbb\xbf{")))
    assert not any(map(_is_json, (b"", b"a{", b"Player\n{")))


def test_one_value_or_a_value_a_line() -> None:
    assert _parse_json(b'{"a": 1}') == {"a": 1}
    assert _parse_json(b'{"a": 1}\n\n{"a": 2}\n') == [{"a": 1}, {"a": 2}]
    assert _parse_json(b'{\n"a": 1\n}') == {"a": 1}
    with pytest.raises(json.JSONDecodeError):
        _parse_json(b'{"a": 1}\n{')


def test_damaged_json_is_told_with_its_line() -> None:
    with pytest.raises(NotJson) as wrong:
        taken(b'{"a":\n oops}', "games.json")
    assert wrong.value.facts["line"] == 2
    with pytest.raises(NotJson):
        taken(b"[" * 100_000, "deep.json")


def test_a_file_beside_is_read_only_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "more.json").write_text("[1]")
    inside = tmp_path / "inside"
    inside.mkdir()
    assert _read_json_beside(tmp_path, "more.json") == [1]
    assert _read_json_beside(inside, "../more.json") is None
    assert _read_json_beside(tmp_path, "gone.json") is None
    assert _read_json_beside(tmp_path, "inside") is None


def test_texts_of_a_list_as_its_program_had_them() -> None:
    assert [_as_typed(text) for text in ("5", "Ann", "5.5", "05")][:3] == [5, "Ann", "5.5"]


def test_titles_above_the_headings_are_no_headings() -> None:
    found = taken(b"Spring Cup,,,,\n,,,,\n" + LIST)
    assert len(found.good) == 1
    with pytest.raises(Faults):
        taken(b"nothing,that\nanybody,knows\n")
