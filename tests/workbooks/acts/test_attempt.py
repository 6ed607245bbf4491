"""Work on one of many files: what becomes of its errors."""

from pathlib import Path
from typing import Any

import pytest

from xl_dipscore.errors import Fault, Faults, Misuse
from xl_dipscore.workbooks.acts.attempt import Desk, Failed, attempt, failure


class Wrong(Fault):
    """{what} is wrong."""


class Passing(Fault):
    """{what} is open in a program."""

    passing = True


class Command(Misuse):
    """There is no {what}."""


FILE = Path("cup.xlsx")


def raising(error: BaseException) -> Any:
    def work(path: Path) -> None:
        raise error

    return work


def test_a_result_is_the_result() -> None:
    assert attempt(lambda path: path.name, FILE) == "cup.xlsx"
    assert attempt(lambda path: None, FILE) is None


def test_all_faults_of_a_file_together() -> None:
    found = attempt(raising(Faults([Wrong(what="A"), Passing(what="B")])), FILE)
    assert found == Failed(("A is wrong.", "B is open in a program."), passing=True)
    assert attempt(raising(Wrong(what="A")), FILE) == Failed(("A is wrong.",))


def test_a_wrong_command_is_told_from_a_wrong_file() -> None:
    found = attempt(raising(Command(what="system")), FILE)
    assert found == Failed(("There is no system.",), misuse=True)


def test_an_error_of_ours_does_not_end_the_others() -> None:
    for error in (KeyError("x"), RecursionError("deep"), GeneratorExit("odd")):
        found = attempt(raising(error), FILE)
        assert isinstance(found, Failed)
        assert type(error).__name__ in found.sentences[0]
        assert not found.misuse


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_a_stop_ends_everything(stop: type[BaseException]) -> None:
    with pytest.raises(stop):
        attempt(raising(stop()), FILE)


def test_sentences_begin_with_the_path_if_it_has_folders() -> None:
    assert failure(Path("2026/cup.xlsx"), Wrong(what="A")).sentences == (
        f"{Path('2026/cup.xlsx')}: A is wrong.",
    )
    assert failure(FILE, Wrong(what="A")).sentences == ("A is wrong.",)


def test_a_desk_counts_finished_files_and_takes_known_results() -> None:
    seen: list[tuple[str, int]] = []
    desk = Desk(lambda path, done: seen.append((path.name, done)))
    desk.begin(FILE)
    desk.store_result(FILE, 1)
    assert not desk.store_known_result(Path("b"), lambda path: None)
    assert desk.store_known_result(Path("c"), lambda path: 0)
    assert seen == [("cup.xlsx", 0), ("cup.xlsx", 1), ("c", 2)]
    assert desk.results == {FILE: 1, Path("c"): 0}
