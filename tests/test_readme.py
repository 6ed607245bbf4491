"""The READMEs and the registries agree; the pages' commands, code and links are tried."""

import ast
import re
import shlex
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

from tests.each import each
from xl_dipscore import POWERS, __version__, systems
from xl_dipscore.cli.app import Kinds
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import WHERE_TO_REPORT, where_to_report
from xl_dipscore.rules.system import NOT_IN_PRINT, System, by_family
from xl_dipscore.tables.functions import FUNCTIONS

ROOT = Path(__file__).parents[1]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for folder in ("xl_dipscore", "templates", "tests")
    for path in ROOT.joinpath(folder).rglob("*.md")
} | {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")}
README = PAGES["README.md"]
SYSTEMS = PAGES["xl_dipscore/rules/systems/README.md"]
STANDINGS = PAGES["xl_dipscore/rules/tournament/README.md"]
HOSTS = PAGES["xl_dipscore/hosts/README.md"]
FUNCTION_PAGE = PAGES["templates/FUNCTIONS.md"]
COMMANDS = PAGES["xl_dipscore/cli/README.md"]
COMMAND_LINE = typer.main.get_command(app)


def page_of(system: System) -> str:
    """The text of a system's page."""
    return PAGES[f"xl_dipscore/rules/systems/pages/{system.key}.md"]


def section(page: str, heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    assert found, heading
    return found[1]


def calls() -> list[tuple[str, str]]:
    """Every call of dipscore on a page, in a line of its own or within a sentence."""
    found = r"^ *(dipscore .*)$|`(dipscore [^`]*)`|(?:&& \S*/|run +)(dipscore .*?)(?:  |$)"
    return [
        (name, "".join(call).replace("\\|", "|"))
        for name, page in PAGES.items()
        for call in re.findall(found, page, re.M)
    ]


def test_the_first_formulas_show_what_they_give() -> None:
    rows = [line.split("|")[1:-1] for line in re.findall(r"^\| [2-8] \|.*", README, re.M)]
    table = [[cell.strip() for cell in line] for line in (row[1:] for row in rows)]
    assert [line[0] for line in table] == [*POWERS]
    given = [[[int(line[1])] for line in table], [[line[2]] for line in table]]
    for column, (name, arguments) in enumerate((("DCC_SCORE", given), ("NDC_PROSPECTS", given[:1])), 3):
        assert f"={name}(B2:B8" in README
        function = next(function for function in FUNCTIONS if function.name == name)
        assert [line[column] for line in table] == [
            f"{row[0] + 1e-9:.2f}" for row in function.call(*arguments)
        ]


def test_every_system_and_no_other() -> None:
    listed = re.findall(r"^\| `([A-Z0-9]+)` \|", section(SYSTEMS, "The table"), re.M)
    assert listed == [system.key for some in by_family().values() for system in some]


def test_every_rule_of_its_own_is_in_the_table_of_totals() -> None:
    listed = re.findall(r"^\| `([A-Z0-9]+)` \| .* \| .* \|$", section(STANDINGS, "Totals"), re.M)
    assert listed == [one.key for one in systems() if one.combine != "sum" or one.tiebreak]


def test_no_text_of_a_rule_has_a_letter_that_it_does_not_explain() -> None:
    for one in systems():
        texts = [one.rule_text, (one.combine.__doc__ or "") if callable(one.combine) else ""]
        for text in (" ".join(text.split("Options:")[0].split()) for text in texts):
            letters = set(re.findall(r"(?<![\w.&-])\d*([B-HJ-Z])(?![\w.&'-])", text))
            unexplained = {x for x in letters if not re.search(rf"\b{x} (is|the)\b", text)}
            assert not unexplained, (one.key, unexplained, text)


def test_what_is_not_found_in_print_is_told() -> None:
    told = section(SYSTEMS, "Not found in print")
    assert [name for name in NOT_IN_PRINT if name not in told] == []


def test_every_open_reading_is_told() -> None:
    missing = [(one.key, point) for one in systems() for point in one.unsettled if point not in page_of(one)]
    assert missing == []


def test_what_may_surprise_a_player_is_told() -> None:
    missing = [(one.key, remark) for one in systems() for remark in one.remarks if remark not in page_of(one)]
    assert missing == []


def test_a_system_has_its_options_and_a_board_whose_lines_add_up() -> None:
    for one in systems():
        options = re.findall(r"^\| `([^`]+)` \| .* \| .* \|$", page_of(one), re.M)
        assert options == [option.name for option in one.options], one.key
        worked = page_of(one).partition("## A board line by line")[2].partition("\n## ")[0]
        rows = [line.strip("| ").split(" | ") for line in re.findall(r"^\| .*", worked, re.M)][2:]
        *lines, score = [(label, amounts) for label, *amounts in rows if "(not added up)" not in label]
        assert score[0] == "**Score**", one.key
        for seat in (seat for seat in range(7) if score[1][seat] != "?"):
            added = sum(Fraction(amounts[seat]) for _, amounts in lines)
            assert abs(added - Fraction(score[1][seat])) <= Fraction(len(lines), 1000), (one.key, seat)


def test_every_function_and_no_other() -> None:
    listed = set(re.findall(r"^\| `([A-Z0-9_]+)\(", section(FUNCTION_PAGE, "The functions"), re.M))
    own = {f.name for f in FUNCTIONS if f.name.split("_", 1)[1] not in ("SCORE", "TOTAL")}
    assert listed == own | {"DIP_SCORE", "DIP_TOTAL"}


def test_every_command_and_no_other() -> None:
    listed = set(re.findall(r"^\*\*`dipscore ([a-z]+)", COMMANDS, re.M))
    assert listed == set(COMMAND_LINE.commands)


@each(("page", "call"), calls())
def test_a_command_on_a_page_exists_with_its_options(page: str, call: str) -> None:
    words = re.sub(r"[\[\]]", " ", call).split()[1:]
    command, path = COMMAND_LINE, []
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        if isinstance(command, Kinds) and words[0] not in command.commands:
            break
        path.append(words.pop(0))
        assert path[-1] in command.commands, (page, call)
        command = command.commands[path[-1]]
    command = command.unnamed if isinstance(command, Kinds) else command
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    used = {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert used <= known, (page, call)


def test_every_tie_break_is_listed(dipscore) -> None:
    listed = re.findall(r"^\| `([a-z ]+)` \|", section(STANDINGS, "Ranks"), re.M)
    Path("games.csv").write_text("round,board,power,player,centres\n1,A,Austria,,\n")
    refused = dipscore("standings", "SOS", "games.csv", "--tiebreak", "none of them").err
    known = refused.split("Known: ")[1].strip().rstrip(".")
    assert listed == re.split(", | and ", known)


def test_two_commands_and_nothing_else_in_their_blocks() -> None:
    for heading in ("Run", "Test"):
        blocks = re.findall(r"^```\n(.*?)^```", section(README, heading), re.M | re.S)
        assert [len(block.splitlines()) for block in blocks] == [1]


@pytest.mark.slow
def test_an_event_on_the_command_line(dipscore) -> None:
    (made,) = re.findall(r"^   (dipscore new .*)$", section(PAGES["templates/COMMANDS.md"], "An event"), re.M)
    assert dipscore(*shlex.split(made)[1:]).status == 0
    assert dipscore("rebuild", "spring.xlsx").status == 0


class Frame:
    """A DataFrame, as far as README uses one."""

    def __init__(self, rows: Iterable[Any], columns: Iterable[str] | None = None) -> None:
        self.rows = [dict(row if columns is None else zip(columns, row, strict=True)) for row in rows]

    def __setitem__(self, column: str, values: list[Any]) -> None:
        for row, value in zip(self.rows, values, strict=True):
            row[column] = value

    @property
    def columns(self) -> list[str]:
        return [*self.rows[0]]

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        return self.rows

    def astype(self, kinds: Mapping[str, type]) -> list[dict[str, float]]:
        return [{name: kind(row[name]) for name, kind in kinds.items()} for row in self.rows]


def test_the_researchers_code_scores_and_says_why(capsys, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Frame))
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)
    exec(compile(code, "README.md", "exec"), {})
    scored, *lines = capsys.readouterr().out.splitlines()
    first, second = ast.literal_eval(scored)
    squares = 13**2 + 10**2 + 3**2 + 8**2
    assert first["England"] == float(Fraction(600, 3) + Fraction(100 * 13**2, squares))
    assert second == dict.fromkeys(POWERS, 0.0) | {"Austria": 700.0}
    assert lines[0] == "600 points shared by 3 members of the draw 0.0 200.0 200.0 200.0 0.0 0.0 0.0"


def test_people_are_told_where_to_report_a_wrong_score() -> None:
    """README, `--help`, the form for issues, and later the address that a person fills in."""
    assert f"A score is wrong? {WHERE_TO_REPORT}" in " ".join(README.split())
    assert WHERE_TO_REPORT in str(app.info.epilog)
    assert where_to_report("a@b.example").endswith(" to a@b.example.")
    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong-score.yml").read_text("utf-8")
    assert {"system", "board", "expected", "source"} <= set(re.findall(r"^    id: (\w+)$", form, re.M))
    cited = (ROOT / ".github" / "CITATION.cff").read_text("utf-8")
    assert f"version: {__version__}\n" in cited


def test_three_doors_of_900_words() -> None:
    assert len(README.split()) <= 900
    doors = re.findall(r"^## (A .*|An .*)$", README, re.M)
    assert doors == ["A director", "A researcher", "An engineer"]
    ready = {str(path.relative_to(ROOT)) for path in ROOT.glob("templates/anywhere/*.xlsx")}
    linked = set(re.findall(r"\]\((templates/[^)]+\.xlsx)\)", section(README, "A director")))
    assert linked == ready | {"templates/functions.xlsx"}


def anchors(page: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page, re.M)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


@each(
    ("page", "link"),
    [
        (name, link)
        for name, page in PAGES.items()
        for link in re.findall(r"\]\(([^)\s]+)\)", page)
        if "://" not in link
    ],
)
def test_a_link_leads_somewhere(page: str, link: str) -> None:
    file, _, anchor = link.partition("#")
    goal = (ROOT / page).parent / file if file else ROOT / page
    assert goal.exists()
    assert not anchor or anchor in anchors(goal.read_text(encoding="utf-8"))


def test_numbers_on_the_pages() -> None:
    from tests.hosts.calls import CALLS

    assert "the same calls, more than 800," in " ".join(HOSTS.split())
    assert len(CALLS) > 800
    named = "NDC 1995, DC(C), DixieCon, WBC, C-Diplo, Boston Massacre, Mystery"
    assert f"{named}, [over 90 others]" in " ".join(README.split())
    assert len(systems()) - len(named.split(", ")) > 90
    shown = 600 / 3 + 100 * 11**2 / (3 * 11**2 + 1)  # the board in the picture: 11, 11, 11 and 1
    assert f'"Why {shown:.2f}?"' in README
