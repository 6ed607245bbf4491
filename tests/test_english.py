"""How the code speaks: names that can be searched for, and docstrings that are read once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    """Is it a participle, perhaps with a small word, and no noun that says of what?"""
    first, *rest = name.strip("_").split("_")
    return bool(PARTICIPLE.fullmatch(first)) and all(map(SMALL.fullmatch, rest))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Functions and methods; a property may be a participle that states a fact."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not any(
            "property" in ast.unparse(one) for one in node.decorator_list
        ):
            yield node


def docstrings(tree: ast.AST) -> Iterator[str]:
    """Of modules, classes, functions and attributes."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for line in body if isinstance(body, list) else ():
            match line:
                case ast.Expr(ast.Constant(str() as text)):
                    yield text


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return {str(file.relative_to(PACKAGE)): ast.parse(file.read_text()) for file in PACKAGE.rglob("*.py")}


def test_few_names_are_bare_participles(trees: dict[str, ast.Module]) -> None:
    bare = [
        f"{file}: {one.name}" for file, tree in trees.items() for one in functions(tree) if is_bare(one.name)
    ]
    assert len(bare) <= MOST_NAMES, bare


def test_few_turns_need_a_second_reading(trees: dict[str, ast.Module]) -> None:
    words, found = 0, []
    for file, tree in trees.items():
        for text in docstrings(tree):
            words += len(text.split())
            found += [f"{file}: {one[0]}" for one in TURN.finditer(text)]
    assert 1000 * len(found) / words <= MOST_TURNS, found


@pytest.mark.parametrize("name", ["shown", "_told", "put", "said_once", "written_on", "typed"])
def test_a_bare_participle_is_found(name: str) -> None:
    assert is_bare(name)


@pytest.mark.parametrize("name", ["write_names", "typed_cell", "is_locked", "seed", "_counted_seats"])
def test_a_name_with_a_noun_is_none(name: str) -> None:
    assert not is_bare(name)


@pytest.mark.parametrize(
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
