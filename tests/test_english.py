"""The English of the code: names that can be searched for, and docstrings that are read once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.each import each

PACKAGE = Path(__file__).parents[1] / "xl_dipscore"
PARTICIPLE = re.compile(
    r"(?!(?:bed|embed|feed|need|red|seed|shed|speed)$)\w*ed|begun|bound|bought|broken|brought|built|caught|chosen|come"
    r"|cut|dealt|drawn|drew|fallen|felt|fit|found|given|gone|got|grown|held|hidden|kept|known|laid|left|lent|let|lost"
    r"|made|meant|met|paid|put|said|sat|seen|sent|set|shown|shut|sold|sought|spent|split|stood|struck|taken|taught"
    r"|thought|thrown|told|torn|understood|won|worn|written|wound"
)
SMALL = re.compile(
    "again|anew|as|at|away|back|before|by|down|for|from|in|of|off|on|once|only|out|over|so|to|up"
)
MOST_NAMES = 40
TURN = re.compile(
    r"\b("
    r"what (it|is|are|was|were|a|an|the|they|each|has|have|had|no|that|its|there|nobody|somebody)"
    r"|who (has|have|had)|those (that|of|who|which|whose)|(come|comes|came) (to|about)|hangs? on|but for"
    r"|nothing (that|but|for|is|of)|nobody (has|is|but)|all that|all the same"
    r"|as (it|they) (is|are|was|were|stands?)|(is|are) to be|that it has|(has|have) not"
    r"|(of|to|for|with|in|by) what|(is|are) said|stands? (for|there)|made of|where (nothing|nobody|none)"
    r")\b",
    re.IGNORECASE,
)
"""Turns that most often need a second reading. Each can be right; many of them are not."""
MOST_TURNS = 4


def is_bare(name: str) -> bool:
    """Is a name a participle, perhaps with a small word, and without a noun?"""
    first, *rest = name.strip("_").split("_")
    return bool(PARTICIPLE.fullmatch(first)) and all(map(SMALL.fullmatch, rest))


def definitions_in(tree: ast.Module) -> Iterator[ast.AST]:
    """The module and its statements, at any depth: expressions define no names and have no docstrings."""
    todo: list[ast.AST] = [tree]
    while todo:
        yield (node := todo.pop())
        todo += [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.expr)]


def said_in(file: Path) -> tuple[list[str], list[str]]:
    """Names of functions and methods, and docstrings; a property may be a participle that states a fact."""
    names, texts = [], []
    for node in definitions_in(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef) and "property" not in " ".join(
            map(ast.dump, node.decorator_list)
        ):
            names.append(node.name)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for line in node.body:
                match line:
                    case ast.Expr(ast.Constant(str() as text)):
                        texts.append(text)
    return names, texts


def test_names_and_docstrings_are_read_once() -> None:
    bare, turns, words = [], [], 0
    for file in PACKAGE.rglob("*.py"):
        names, texts = said_in(file)
        bare += [f"{file}: {name}" for name in names if is_bare(name)]
        turns += [f"{file}: {one[0]}" for text in texts for one in TURN.finditer(text)]
        words += sum(len(text.split()) for text in texts)
    assert len(bare) <= MOST_NAMES, bare
    assert 1000 * len(turns) / words <= MOST_TURNS, turns


@each("name", ["shown", "_told", "put", "said_once", "written_on", "typed"])
def test_a_bare_participle_is_found(name: str) -> None:
    assert is_bare(name)


@each("name", ["write_names", "typed_cell", "is_locked", "seed", "_counted_seats"])
def test_a_name_with_a_noun_is_none(name: str) -> None:
    assert not is_bare(name)


@each(
    "text",
    [
        "The numbers that changed though nothing that they come from did.",
        "What is computed whatever it showed.",
        "Cells that came to what they must not show again what they did.",
        "What the list of players has too few of for these people.",
        "Label of all powers whose lines end there; nothing for all but the first of them.",
    ],
)
def test_a_turn_is_found(text: str) -> None:
    assert TURN.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "Numbers that changed although their inputs did not.",
        "Formulas that are always recomputed; their stored values prove nothing.",
        "Restore the old values of wrong cells and of their dependents.",
        "Rows and columns that the player list lacks for these people.",
    ],
)
def test_a_plain_sentence_has_none(text: str) -> None:
    assert not TURN.search(text)
