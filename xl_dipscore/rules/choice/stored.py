"""The laws of all systems as stored in laws.json: trying every board takes too long for each question.

`python -m templates.systems` computes the file; tests compare a sample with new computations.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from xl_dipscore.rules.board import POWERS, Board
from xl_dipscore.rules.choice.laws import Found, Laws, Score
from xl_dipscore.rules.choice.shares import YEARS, needs_years
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import System


@dataclass(frozen=True)
class Stored:
    """What is known of a system, and the mean score of each country over the archived games."""

    laws: Laws
    countries: Sequence[Fraction] = ()
    games: int = 0
    """The number of archived games."""

    @property
    def how(self) -> str:
        """How the laws were found; blank for a system that has none."""
        system = self.laws.system
        if self.laws.left_out:
            return ""
        shared = "Without a solo, all survivors share the draw."
        if system.unmarked:
            shared = f"No power is marked in a draw. {system.unmarked_game}"
        first, second = sorted(YEARS)
        ends = f" Games end in {first} and in {second}." if needs_years(system) else ""
        return f"Found by trying all 3,120 ways to share 34 centres among seven powers. {shared}{ends}"

    @property
    def sentences(self) -> Sequence[str]:
        """Everything in sentences, each law with the board that breaks it."""
        laws = self.laws
        said = [laws.left_out] if laws.left_out else [one.sentence for one in laws.found]
        if laws.centre:
            least, middle, most = map(_shown, laws.centre)
            said.append(
                f"One more centre is worth from {least} to {most}; the median of all exchanges is {middle}."
            )
        if self.countries:
            mean = Fraction(sum(self.countries), 7)
            each = ", ".join(
                f"{power} {_shown(score)}" for power, score in zip(POWERS, self.countries, strict=True)
            )
            said.append(
                f"The mean score of a country over {self.games} archived games, too few to judge by: {each}; "
                f"of all seven {_shown(mean)}."
            )
        return said


def _shown(number: Fraction) -> str:
    return text(Fraction(round(number * 1000), 1000))


def as_data(stored: Stored) -> dict[str, Any]:
    """The data of a system, for laws.json."""
    laws = stored.laws
    return {
        "left out": laws.left_out,
        "laws": {
            one.law: [one.sentence, *(_data_of_score(score) for score in one.scores)] for one in laws.found
        },
        "centre": [*map(str, laws.centre)],
        "countries": [*map(str, stored.countries)],
        "games": stored.games,
    }


def _data_of_score(score: Score) -> list[Any]:
    board = score.board
    return [
        [*board.centres],
        [*board.eliminated],
        board.year,
        sorted(board.draw),
        score.seat,
        str(score.points),
    ]


def from_data(system: System, data: Mapping[str, Any]) -> Stored:
    """Read what `as_data` wrote."""
    found = [
        Found(law, sentence, tuple(map(_read_score, scores)))
        for law, (sentence, *scores) in data["laws"].items()
    ]
    laws = Laws(system, data["left out"], found, tuple(map(Fraction, data["centre"])))
    return Stored(laws, tuple(map(Fraction, data["countries"])), data["games"])


def _read_score(data: Sequence[Any]) -> Score:
    centres, eliminated, year, draw, seat, points = data
    return Score(Board(centres, draw, eliminated, year), seat, Fraction(points))


def stored_laws(system: System) -> Stored:
    """The stored laws of a system; a system that was declared later has none yet."""
    data = _all_data().get(system.key)
    if data is None:
        return Stored(Laws(system, f"The laws of {system.key} have not been computed yet."))
    return from_data(system, data)


@cache
def _all_data() -> dict[str, Any]:
    path = files("xl_dipscore.rules.choice") / "laws.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}
