"""Draw rounds: assign a board and a power to each player, and list costs, such as repeats, in words."""

from xl_dipscore.rules.seating.drawing import Drawn, draw
from xl_dipscore.rules.seating.explain import explain, sums
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.planning import TellProgress
from xl_dipscore.rules.seating.search import Progress
from xl_dipscore.rules.seating.terms import term
from xl_dipscore.rules.seating.wishes import Wishes, letters_of, novice_powers_of, order_of, powers_of
