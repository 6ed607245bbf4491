"""A workbook is read once; it is read again only after an act has changed cells."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import games
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.edit import Edit, carry_out
from xl_dipscore.workbooks.acts.fill import fill, fill_edit
from xl_dipscore.workbooks.acts.rebuild import compute_in_memory
from xl_dipscore.workbooks.acts.rename import rename, rename_edit
from xl_dipscore.workbooks.acts.shown_numbers import numbers
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.book import edits_in


def players(event: EventIn) -> set[str]:
    return {name for game in event.game_extract.game_list.games for name in game.players}


def carried(event: EventIn, edit: Edit) -> EventIn:
    """The event after an edit that leaves nothing to say."""
    event, edit = carry_out(event, edit)
    assert edit.notes == ()
    return event


def test_an_event_stays_what_it_was_until_it_is_opened_anew(small: bytes) -> None:
    event = EventIn(Package.read(small))
    assert players(event) == {*"abcdefg"}
    wanted = rename_edit(event, "c", "Zoë")
    assert players(EventIn(event.book)) == {*"abcdefg"}
    after = carried(event, wanted)
    assert players(event) == {*"abcdefg"}
    assert players(after) == {"Zoë", *"abdefg"}


def test_one_act_after_the_other_on_an_open_event(small: bytes) -> None:
    """The second act knows the name that the first has typed; both are edits of one workbook."""
    event = EventIn(Package.read(small))
    event = carried(event, rename_edit(event, "c", "Zoë"))
    rows = games.rows(2, "B", games.SOLO, players=[*"ab", "Zoë", *"defg"])
    listed = read_games([games.HEADER, *rows]).games
    event, filling = carry_out(event, fill_edit(event, listed))
    assert [line for line in filling.put.replaced if "Player" in line] == []
    assert filling.put.boards == 1
    won = [game for game in event.game_extract.game_list.games if game.board.winner is not None]
    assert [game.seats[2].player for game in won] == ["Zoë"]
    # The new name on four boards, and a solo's seven counts but for those that were the same.
    changed = sum(one != other for one, other in zip(games.SOLO, games.CLOCK, strict=True))
    assert [edit.ref[0] for edit in edits_in(event.book)].count("D") == 4
    assert [edit.ref[0] for edit in edits_in(event.book)].count("E") == changed


def test_after_computing_the_event_shows_the_new_numbers(small: bytes) -> None:
    event = EventIn(Package.read(small))
    assert {*numbers(event).scores.values()} == {None}
    report, after = compute_in_memory(event, "event.xlsx")
    assert len(report.changed) == 4 * 7
    assert numbers(after) == numbers(EventIn(Package.read(after.file.to_bytes())))
    # 100 points by the squares of the centres.
    squares = [count**2 for count in games.CLOCK]
    expected = [100 * one / sum(squares) for one in squares]
    assert [*numbers(after).scores.values()][:7] == pytest.approx(expected)


def filled(path: Path) -> tuple[str, ...]:
    rows = games.rows(1, "A", games.CLOCK, players=["a", *"hijklm"])
    return fill(path, read_games([games.HEADER, *rows]).games).problems


@pytest.mark.parametrize(
    "act",
    [
        filled,
        lambda path: rename(path, "c", "n").problems,
    ],
    ids=["fill", "rename"],
)
def test_an_act_tells_of_the_workbook_as_it_left_it(
    act: Callable[[Path], tuple[str, ...]], small: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(small)
    told = act(path)
    assert told == EventIn(Package.read(path)).problem_lines
    assert told != EventIn(Package.read(small)).problem_lines
