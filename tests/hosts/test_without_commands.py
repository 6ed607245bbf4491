"""What directors without a command line read: the folder for Windows and the menu name no command."""

import importlib
import pkgutil
from collections.abc import Iterator

import xl_dipscore
from tests.each import each
from xl_dipscore.errors import Fault, names_command

COMMANDS_ONLY = (
    "xl_dipscore.cli.",
    "xl_dipscore.hosts.calc",  # `install calc`
    "xl_dipscore.hosts.page.build",
    "xl_dipscore.sheets.calculate.excel",  # an engine of `rebuild`
    "xl_dipscore.workbooks.acts.cluster",
    "xl_dipscore.workbooks.acts.processes",
    "xl_dipscore.workbooks.acts.regenerate",
    "xl_dipscore.workbooks.acts.season",
    "xl_dipscore.workbooks.plain.convert",
)
"""Modules whose faults only commands raise, except for the folder's own acts."""
FOLDER = "xl_dipscore.cli.windows_folder"
OPTION = {"OrTheRest"}
"""Faults that are raised for commands only, beside others."""
ONLY_ELSEWHERE = {"calc_component", "calc_menu", "office_driver"}
"""Modules that need LibreOffice's Python; they have no faults."""


def faults_of(kind: type[Fault]) -> Iterator[type[Fault]]:
    for one in kind.__subclasses__():
        yield one
        yield from faults_of(one)


def reached() -> list[type[Fault]]:
    for module in pkgutil.walk_packages(xl_dipscore.__path__, "xl_dipscore."):
        if module.name.rpartition(".")[2] not in {*ONLY_ELSEWHERE, "__main__"}:
            importlib.import_module(module.name)
    return [
        one
        for one in faults_of(Fault)
        if one.__module__.startswith("xl_dipscore.")
        and (one.__module__ == FOLDER or not one.__module__.startswith(COMMANDS_ONLY))
        and one.__name__ not in OPTION
    ]


def test_no_sentence_of_the_menu_or_of_install_names_a_command() -> None:
    kinds = reached()
    assert len(kinds) > 300
    named = [one for one in kinds if any(map(names_command, (one.__doc__ or "", one.in_menu)))]
    assert named == []


@each(
    ("text", "expected"),
    [
        ("Add --system DCC.", True),
        ("Run: pip install xlwings", True),
        ("Make one with dipscore new.", True),
        ("The page dipscore.html needs no Excel.", False),
        ("Start Install in the folder dipscore.", False),
        ("A draw -- nobody won.", False),
    ],
)
def test_names_of_commands(text: str, expected: bool) -> None:
    assert names_command(text) is expected


def test_a_remedy_without_a_command_stays() -> None:
    class Odd(Fault, remedy="Add --rest."):
        """It is odd."""

    class Plain(Fault, remedy="Delete it."):
        """It is odd."""

    class Two(Fault, remedy="Add --rest.", in_menu="Tick Rest."):
        """It is odd."""

    texts = [one(place="row 2").text_without_commands for one in (Odd, Plain, Two)]
    assert texts == ["row 2: It is odd.", "row 2: It is odd. Delete it.", "row 2: It is odd. Tick Rest."]
