"""GenCon, Indianapolis."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from xl_dipscore.errors import group_by_key, join
from xl_dipscore.rules.board import POWERS, SEATS, Board, count_of
from xl_dipscore.rules.event.decision import (
    IN_FULL,
    LEVEL,
    TOP_BOARD,
    Qualification,
    Qualified,
    Weights,
    unsure_note,
)
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.points import Points, centres
from xl_dipscore.rules.system import Options, system

INTERMEDIATE = "intermediate round"


def all_rounds(scores: Sequence[Fraction], rounds: int, *, preliminary: int = 2) -> Weights:
    """The sum of the scores; who advances is decided by country.

    Options:
        preliminary: the number of preliminary rounds; the one after them is the intermediate round
    """
    return [IN_FULL] * len(scores)


@dataclass(frozen=True)
class Stage:
    """Qualifying for the round `to`: the places for each country, the deciding games, the barred players."""

    to: str
    places: int
    scored: Sequence[Scored]
    barred: set[str]
    remark: str = ""


def best_of_each_country(event: Event, options: Options) -> Qualification:
    """For each country, the two players with the largest counts in one game of the preliminary rounds go to
    the intermediate round, and the player with the largest count in that round goes to the top board.

    Before the intermediate round, the best player of the preliminary rounds is listed for the top board.
    """
    rounds, fewest = options["preliminary"], event.settings.min_rounds
    first = [one for one in event.by_points if one.game.round != "Final" and one.game.round <= rounds]
    then = [one for one in event.by_points if one.game.round == rounds + 1]
    words = "Round 1 is the preliminary round" if rounds == 1 else f"Rounds 1 to {rounds} are preliminary"
    notes = [f"{words}, round {rounds + 1} is the intermediate one (option preliminary)."]
    played = replace(event, scored=first).results
    few = {player for player, results in played.items() if len({one.round for one in results}) < fewest}
    if few:
        notes.append(f"Fewer than {count_of(fewest, 'round')} played: {join(sorted(few))}.")
    unranked = {player for player, results in played.items() if any(one.typed.unranked for one in results)}
    unsure = set(event.unsure)
    if unsure:
        notes.append(unsure_note(sorted(unsure)))
    barred = few | unranked | unsure | ({""} if played else set())
    stages = (
        Stage(INTERMEDIATE, 2, first, barred),
        Stage(TOP_BOARD, 1, then, barred) if then else Stage(TOP_BOARD, 1, first, barred, "so far"),
    )
    rows = []
    for stage in stages:
        advancing = [row for seat in SEATS for row in best_of_country(stage, seat, notes)]
        notes += [] if stage.remark else double_qualifier_notes(stage, advancing)
        rows += advancing
    faults = tuple(fault for one in event.scored for fault in one.faults)
    return Qualification(tuple(rows), tuple(notes), faults)


def double_qualifier_notes(stage: Stage, advancing: Sequence[Qualified]) -> Iterator[str]:
    for player, theirs in group_by_key((row.player, row.power) for row in advancing).items():
        if player and len(theirs) > 1:
            yield f"{player} is through to the {stage.to} as {join(theirs)}; the director decides."


def players_of_country(stage: Stage, seat: int) -> Iterator[tuple[str, str, Board]]:
    """For each scored game whose player is not barred: a name for lists, the player (or blank), the board."""
    for one in stage.scored:
        player, board = one.game.seats[seat].player, one.game.board
        if one.scores is not None and board is not None and player not in stage.barred:
            yield player or f"board {one.game.name} of round {one.game.round}", player, board


def best_of_country(stage: Stage, seat: int, notes: list[str]) -> list[Qualified]:
    """Players who advance with one country, each once; all who are level for the last place, with a note."""
    power = POWERS[seat]
    best: dict[str, tuple[int, str]] = {}
    for name, player, board in players_of_country(stage, seat):
        if board.centres[seat] and board.counts[seat] > best.get(name, (-1,))[0]:
            best[name] = (board.counts[seat], player)
    ranked = sorted(best, key=lambda name: (-best[name][0], name.casefold(), name))
    cut = min((best[name][0] for name in ranked[: stage.places]), default=0)
    through = [name for name in ranked if best[name][0] >= cut]
    level = [name for name in through if best[name][0] == cut] if len(through) > stage.places else []
    if level and not stage.remark:
        notes.append(
            f"{power}, {stage.to}: {join(level)} are level with {count_of(cut)}; the director decides."
        )
    rows = [
        Qualified(
            stage.to,
            best[name][1],
            power,
            Fraction(best[name][0]),
            ", ".join(filter(None, (stage.remark, LEVEL if name in level else ""))),
        )
        for name in through
    ]
    return rows if len(rows) >= stage.places else [*rows, *last_to_go(stage, seat, through, notes)]


def last_to_go(stage: Stage, seat: int, survivors: Sequence[str], notes: list[str]) -> list[Qualified]:
    """The player, or level players, eliminated last with a country that has fewer survivors than places."""
    power = POWERS[seat]
    gone: dict[str, tuple[int, str]] = {}
    for name, player, board in players_of_country(stage, seat):
        if name not in survivors:
            gone[name] = max(gone.get(name, (0, "")), (board.eliminated[seat] or 0, player))
    latest = max((year for year, _ in gone.values()), default=0)
    unknown = sorted(name for name, (year, _) in gone.items() if not year)
    last = sorted(name for name, (year, _) in gone.items() if year == latest > 0)
    if not stage.remark:
        fate = f"{power}, {stage.to}: {f'only {join(survivors)}' if survivors else 'nobody'} survived"
        if unknown:
            notes.append(f"{fate}, and no year of elimination is known for {join(unknown)}.")
        if len(last) > 1:
            notes.append(f"{fate}, and {join(last)} were eliminated last, in {latest}.")
        elif len(survivors) + 1 < min(stage.places, len(gone)):
            notes.append(f"{fate}; only the last one eliminated goes on; the director fills the other place.")
    words = (stage.remark, f"eliminated in {latest}", LEVEL if len(last) > 1 else "")
    remark = ", ".join(filter(None, words))
    return [Qualified(stage.to, gone[name][1], power, Fraction(0), remark) for name in last]


@system(
    "GENCON",
    "GenCon",
    family="country",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    combine=all_rounds,
    qualifies=best_of_each_country,
    format="top-places",
    pot=lambda board, options: sum(board.counts),
    marks=False,
)
def gencon(board: Board) -> Points:
    """A point a centre, however the game ended; the best counts of each country go on to the next round.

    There are no votes and no draws. Who advances is decided over all boards of a round: for each country the
    two best counts reach the intermediate round, and the best one of that round reaches the top board, where
    the most centres win. "If countries are eliminated the last elimination goes to the next round": if fewer
    players survived with a country than it has places, the last one eliminated advances too.

    Open:
        A solo or a concession scores its centres, like every other result.
        If counts are equal, or a player is best in two countries, the director decides who goes on.
        If counts on the top board are equal, the centres of all rounds before it decide.
        After the seven of the top board come the others, by their centres in all rounds.
        If nobody survived with a country, the director decides who takes its second place.
        The article has four preliminary rounds in one place, two in another: `preliminary`, by default two.
    """
    return centres(board)
