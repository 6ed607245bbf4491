"""Who sits where and plays what: draws of rounds, and what they cost in words."""

from xl_dipscore.seating.drawing import Drawn, draw
from xl_dipscore.seating.explain import Cost, Explained, Sum, explain, sums
from xl_dipscore.seating.people import BoardCall, Player, check_roster
from xl_dipscore.seating.planning import Told
from xl_dipscore.seating.search import Progress
from xl_dipscore.seating.terms import Term, term, terms
from xl_dipscore.seating.wishes import Powers, Wishes, letters_of, order_of, powers_of

__all__ = [
    "BoardCall",
    "Cost",
    "Drawn",
    "Explained",
    "Player",
    "Powers",
    "Progress",
    "Sum",
    "Term",
    "Told",
    "Wishes",
    "check_roster",
    "draw",
    "explain",
    "letters_of",
    "order_of",
    "powers_of",
    "sums",
    "term",
    "terms",
]
