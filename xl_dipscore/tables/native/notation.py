"""Types for the texts that formulas are made of, so that mypy refuses one where another is meant.

| type | example | what it is |
|---|---|---|
| `Token` | `[won]` | a column: `.name` is `won`, and `.whole` is `[won:]`, the column with its heading |
| `Formula` | `IF([won]=1,[counts],0)` | a formula in which tokens stand for cells; a token is a formula too |
| `LambdaText` | `LET(@n,@centres+1,@n)` | a formula of a defined name, in which `@n` is a variable |
| `Stored` | `IF($AL9=1,$AM9,0)` | a formula as files store it, with references or their names of variables |
| `str` | `Centres` | a heading, a label or a sentence |

Only `PlacedColumns` makes a `Stored` of a `Formula`, and only `lambdas` makes one of a `LambdaText`.
"""

from typing import NewType


class Formula(str):
    """A formula in which tokens stand for cells."""

    __slots__ = ()


class Token(Formula):
    """The token of a column, such as `[won]`: the cell of this column in the formula's row."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return self[1:-1]

    @property
    def whole(self) -> str:
        """The part of a formula for the whole column with its heading, such as `[won:]`."""
        return f"[{self.name}:]"


def token_of(name: str) -> Token:
    """The token of the column with this name."""
    return Token(f"[{name}]")


LambdaText = NewType("LambdaText", str)
Stored = NewType("Stored", str)


def cell_text(formula: Stored) -> str:
    """The text of a cell with this formula."""
    return f"={formula}"
