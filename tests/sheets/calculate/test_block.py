"""When two values are equal, for people and for a file."""

from tests.each import each
from xl_dipscore.sheets.calculate.block import agree
from xl_dipscore.sheets.xlsx.cell import ErrorMark


@each(
    ("value", "other"),
    [
        (1, 1.0),
        (0.1 + 0.2, 0.3),
        (0, 1e-14),
        ("", None),
        (None, None),
        (True, True),
        ("a", "a"),
        (1e20, 1e20),
    ],
)
def test_equal(value: object, other: object) -> None:
    assert agree(value, other)  # type: ignore[arg-type]
    assert agree(other, value)  # type: ignore[arg-type]


@each(
    ("value", "other"),
    [(1, True), (0, False), (0, None), (0, ""), ("1", 1), ("a", "A"), (1, 1 + 1e-12), (0, 1e-12)],
)
def test_not_equal(value: object, other: object) -> None:
    assert not agree(value, other)  # type: ignore[arg-type]
    assert not agree(other, value)  # type: ignore[arg-type]


def test_an_error_is_not_the_text_of_its_mark() -> None:
    assert agree(ErrorMark("#N/A"), ErrorMark("#N/A"))
    assert not agree(ErrorMark("#N/A"), "#N/A")
    assert not agree(ErrorMark("#N/A"), ErrorMark("#NUM!"))


def test_nearness_is_relative_for_large_numbers() -> None:
    assert agree(1_000_000, 1_000_000.5, near=1e-6)
    assert not agree(1_000_000, 1_000_002, near=1e-6)
