"""Systems of leagues and of the French and Australian circuits, by the arithmetic of their rules."""

from fractions import Fraction

from tests.boards import full
from tests.each import each
from xl_dipscore import Board, score

HALF = Fraction(1, 2)
GONE = [None] * 5 + [1905, 1903]
LATER = [None] * 5 + [1906, 1905]
DRAWN = full(11, 9, 8, 4, 2, 0, 0, gone=GONE, year=1907)
LEVEL = full(10, 10, 5, 5, 4, 0, 0, gone=GONE, year=1907)
SOLO = full(18, 9, 5, 1, 1, 0, 0, gone=GONE, year=1907)
ALIVE = full(11, 6, 5, 5, 4, 2, 1, year=1907)


@each(
    ("key", "board", "expected"),
    [
        # A value by centres, 18 shared at the top and 18 by all within two of it.
        ("WINNAMUR", DRAWN, (18 + 5 + 18 + 9, 18 + 3 + 9, 18 + 2, 14, 9, 0, 0)),
        ("WINNAMUR", full(11, 6, 5, 5, 4, 3, 0), (18 + 5 + 18 + 18, 18, 16, 16, 14, 12, 0)),
        ("WINNAMUR", SOLO, (82, 0, 0, 0, 0, 0, 0)),
        (
            "WINNAMUR year=0.1",
            DRAWN,
            [
                n + Fraction(y, 10)
                for n, y in zip((50, 30, 20, 14, 9, 0, 0), (7, 7, 7, 7, 7, 5, 3), strict=True)
            ],
        ),
        # By place among the survivors, and more for the top.
        ("DIPLOLIGUE", DRAWN, (16 + 4, 14, 12, 10, 8, 0, 0)),
        (
            "DIPLOLIGUE",
            LEVEL,
            (*[Fraction(16 + 14, 2) + 1] * 2, *[Fraction(12 + 10, 2)] * 2, 8, 0, 0),
        ),
        ("DIPLOLIGUE", SOLO, (16 + 4, 14, 12, *[Fraction(10 + 8, 2)] * 2, 0, 0)),
        ("BUTCHER", DRAWN, (2, 2, 2, 2, 2, 0, 0)),
        ("BUTCHER", ALIVE, (HALF,) * 7),
        ("BUTCHER", SOLO, (7, 0, 0, 0, 0, 0, 0)),
        (
            "BANGKOK22",
            DRAWN,
            (
                11 * 105 + 420 + 420 + 420 // 2 + 210 + 210,
                9 * 105 + 420 // 2 + 210 + 210,
                8 * 105 + 210 + 210,
                4 * 105 + 210 + 210,
                2 * 105 + 210 + 210,
                5 * 35,
                3 * 35,
            ),
        ),
        ("BANGKOK22", SOLO, (4000, 0, 0, 0, 0, 0, 0)),
        (
            "NAMURAGGRAVATED",
            full(9, 7, 7, 4, 4, 3, 0),
            (1 + 21 + 38, *[1 + 19 + Fraction(14 + 7, 2)] * 2, 1 + 14, 1 + 14, 1 + 12, 1),
        ),
        ("NAMURAGGRAVATED", SOLO, (73, *[-15] * 6)),
        (
            "KIS",
            full(11, 9, 8, 4, 2, 0, 0, gone=[None] * 5 + [1906, 1905], year=1907),
            (13, 11, 10, 6, 4, 1, 0),
        ),
        (
            "KIS",
            full(18, 9, 5, 1, 1, 0, 0, gone=LATER, year=1907),
            (34, Fraction(9, 2), Fraction(5, 2), 1, 1, 1, 0),
        ),
        ("PDL", SOLO, (40, 0, 0, 0, 0, 0, 0)),
        ("PDL", full(11, 9, 8, 4, 2, 0, 0, draw=[0, 1, 2]), (10, 10, 10, 0, 0, 0, 0)),
        ("PDL", full(11, 6, 5, 5, 4, 2, 1, draw=[0, 1, 2, 3, 4, 5]), (0,) * 7),
        (
            "PDL",
            Board((11, 9, 8, 4, 2, 0, 0), [0, 1], civil_disorder=[3, 5]),
            (20, 20, 0, -5, 0, -5, 0),
        ),
        ("CRUISECON", full(16, 15, 3, 0, 0, 0, 0, draw=[0, 1, 2]), (32 + 5, 32 + 5, 32 + 1, 0, 0, 0, 0)),
        ("CRUISECON", full(18, 16, 0, 0, 0, 0, 0), (96 + 18, 0, 0, 0, 0, 0, 0)),
        ("HURST", SOLO, SOLO.counts),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_by_the_rule(key: str, board: Board, expected: object) -> None:
    name, *words = key.split()
    options = {word.split("=")[0]: Fraction(word.split("=")[1]) for word in words}
    assert list(score(name, board, **options)) == list(expected)  # type: ignore[call-overload]
