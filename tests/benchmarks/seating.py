"""Compare our draws with lower bounds and with two programs: meetings, powers, regions, neighbours, clubs.

    python -m tests.benchmarks.seating [A B C D E time]

What the draws give is counted here anew, from the boards alone. The figures of the programs are those of the
same experiments, recorded once: the leading tournament program's own code, and a port of the desktop program
DCM. Processor time is of the dearest round. Ends with 1 where a figure is missed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import mean

from xl_dipscore.rules.seating.drawing import draw
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.wishes import Wishes, powers_of

REGIONS = ("FR", "IGA", "TE")
LETTERS = "AEFGIRT"
BORDERS = ["AG", "AI", "AR", "AT", "EF", "EG", "ER", "FG", "FI", "GR", "RT", "IT", "GI"]
EVENTS = 3
missed: list[str] = []


def forced(boards: int, rounds: int) -> int:
    """The repeat meetings that no draw can avoid, as a board's seven players spread over few boards."""
    each, more = divmod(7, boards)
    pairs = more * each * (each + 1) // 2 + (boards - more) * each * (each - 1) // 2
    return boards * pairs * rounds * (rounds - 1) // 2


class Figures(dict[str, float]):
    """The counts of an event's draws."""

    def __init__(self, calls: Sequence[BoardCall], seconds: float) -> None:
        met: Counter[frozenset[str]] = Counter()
        near: Counter[frozenset[str]] = Counter()
        powers: Counter[tuple[str, str]] = Counter()
        regions: Counter[tuple[str, str]] = Counter()
        for call in calls:
            for (k, a), (m, b) in combinations(enumerate(call.players), 2):
                met[frozenset((a, b))] += 1
                pair = LETTERS[k] + LETTERS[m], LETTERS[m] + LETTERS[k]
                near[frozenset((a, b))] += any(one in BORDERS for one in pair)
            for k, a in enumerate(call.players):
                powers[a, LETTERS[k]] += 1
                regions[a, next(one for one in REGIONS if LETTERS[k] in one)] += 1
        self.met = met
        super().__init__(
            meetings=sum(n * (n - 1) // 2 for n in met.values()),
            most=max(met.values()),
            powers=_again(powers),
            regions=_again(regions),
            neighbours=_again(near),
            seconds=seconds,
        )


def _again(counts: Counter) -> int:
    return sum(n - 1 for n in counts.values() if n)


def by_rounds(players: Sequence[Player], rounds: int, wishes: Wishes, seed: int) -> Figures:
    """Draw all rounds, each after the earlier ones have been played."""
    calls: list[BoardCall] = []
    dearest = 0.0
    for round_ in range(1, rounds + 1):
        start = time.process_time()
        calls += draw(players, [round_], calls, wishes, seed=seed).calls
        dearest = max(dearest, time.process_time() - start)
    return Figures(calls, dearest)


def at_once(players: Sequence[Player], rounds: int, wishes: Wishes, seed: int) -> Figures:
    start = time.process_time()
    calls = draw(players, range(1, rounds + 1), (), wishes, seed=seed).calls
    return Figures(calls, time.process_time() - start)


def people(count: int) -> list[Player]:
    return [Player(f"p{n:03d}") for n in range(count)]


def over_events(how: Callable[..., Figures], count: int, rounds: int, wishes: Wishes) -> dict[str, float]:
    """Summarise several events: the means of their counts, and the maxima of their maxima."""
    made = [how(people(count), rounds, wishes, seed) for seed in range(EVENTS)]
    found = {key: mean(one[key] for one in made) for key in made[0]}
    return {**found, **{key: max(one[key] for one in made) for key in ("most", "seconds")}}


def reach(what: str, figure: float, limit: float) -> str:
    if figure > limit:
        missed.append(f"{what}: {figure:g}, not {limit:g}")
    return f"{figure:7.1f}{' !' if figure > limit else '  '}"


def part_a() -> None:
    """Everybody plays four rounds: count repeat meetings, and the pairs that meet most often."""
    theirs = {
        28: (72, 68.6), 35: (60, 58.5), 42: (37, 38.5), 49: (7.4, 14.6),
        56: (4.0, 9.0), 63: (0.5, 5.5), 70: (0, 1.4), 98: (0, 0),
    }  # fmt: skip
    print("players  bound  leading    DCM  by rounds  most  powers  at once     s")
    for count, (leading, desktop) in theirs.items():
        bound = forced(count // 7, 4)
        found, planned = (over_events(how, count, 4, Wishes()) for how in (by_rounds, at_once))
        print(
            f"{count:7}{bound:7}{leading:>9}{desktop:>7}  {reach(f'A {count}', found['meetings'], bound)}"
            f"{found['most']:6g} {reach(f'A {count} powers', found['powers'], 0)}"
            f"{reach(f'A {count} at once', planned['meetings'], bound)}{found['seconds']:6.2f}"
        )


def part_b() -> None:
    """Three rounds with regions: count repeated regions and repeat meetings."""
    theirs = {28: (19.7, 8), 49: (31.3, 16.3), 70: (42.7, 21), 98: (64, 28), 140: ("-", "-")}
    print("players  bound  leading    DCM  regions  meetings (bound)     s")
    for count, (leading, desktop) in theirs.items():
        found = over_events(by_rounds, count, 3, Wishes(powers_of("regions")))
        bound, meetings = 2 * count // 7, forced(count // 7, 3)
        print(
            f"{count:7}{bound:7}{leading:>9}{desktop:>7}{reach(f'B {count}', found['regions'], bound)}"
            f" {reach(f'B {count} meetings', found['meetings'], meetings)} ({meetings})"
            f"{found['seconds']:10.2f}"
        )


def part_c() -> None:
    """Count repeated neighbours over four rounds, with as few repeat meetings."""
    theirs = {14: (35.3, 35.2), 21: (34.3, 34.2), 28: (26.7, 6), 35: (19.0, 2), 42: (12.7, 2)}
    print("players  leading  neighbours  meetings (bound)     s")
    for count, (leading, limit) in theirs.items():
        found = over_events(by_rounds, count, 4, Wishes())
        meetings = forced(count // 7, 4)
        print(
            f"{count:7}{leading:>9}   {reach(f'C {count}', found['neighbours'], limit)}"
            f" {reach(f'C {count} meetings', found['meetings'], meetings)} ({meetings})"
            f"{found['seconds']:9.2f}"
        )


def lifelike(count: int, seed: int) -> list[Player]:
    """A field of which 82 % play each round, three of five are in clubs of five, and four couples exist."""
    dice = random.Random(1000 + seed)
    names = [f"p{n:03d}" for n in range(count)]
    away: dict[str, set[int]] = {name: set() for name in names}
    for round_ in range(1, 5):
        here = [name for name in names if dice.random() < 0.82]
        dice.shuffle(here)
        for name in {*names} - {*here[: len(here) // 7 * 7]}:
            away[name].add(round_)
    return [
        Player(
            name,
            club=f"club {n // 5}" if n < count * 6 // 10 else "",
            apart=(names[n + count // 2],) if n < 4 else (),
            away=frozenset(away[name]),
        )
        for n, name in enumerate(names)
    ]


def part_d() -> None:
    """A lifelike event: four rounds with regions, clubs and couples."""
    # Regions, and club mates where all their pairs are typed in; what both programs have there.
    theirs = {40: (23.3, 2.3), 64: (47.3, 0), 110: (84.0, 0)}
    print("registered  leading: regions, club mates  regions  couples  club mates  meetings  powers     s")
    for count, (regions, mates) in theirs.items():
        found: list[tuple[float, ...]] = []
        for seed in range(EVENTS):
            players = lifelike(count, seed)
            one = by_rounds(players, 4, Wishes(powers_of("regions")), seed)
            club = {player.name: player.club for player in players}
            couples = [frozenset((player.name, other)) for player in players for other in player.apart]
            together = [sorted(pair) for pair in one.met.elements()]
            clubs = sum(bool(club[a]) and club[a] == club[b] for a, b in together)
            found.append(
                (one["regions"], sum(one.met[pair] for pair in couples), clubs, one["meetings"],
                 one["powers"], one["seconds"])
            )  # fmt: skip
        own, pairs, clubs_, meetings, powers = (mean(column) for column in [*zip(*found, strict=True)][:5])
        print(
            f"{count:10}{regions:18}{mates:12}{reach(f'D {count}', own, 0.6 * regions)}"
            f"{reach(f'D {count} couples', pairs, 0)}{reach(f'D {count} clubs', clubs_, mates + 0.05)}"
            f"{meetings:9.1f}{reach(f'D {count} powers', powers, 0)}{max(one[5] for one in found):6.2f}"
        )


def part_e() -> None:
    """Everybody plays seven rounds: nobody met twice, every power once."""
    theirs = {49: (101, 19), 56: ("-", "-"), 63: ("-", "-"), 77: ("-", "-"), 91: ("-", "-")}
    print("players  leading: meetings, powers  by rounds: meetings, powers  at once: meetings, powers")
    for count, (meetings, powers) in theirs.items():
        line = f"{count:7}{meetings:>19}{powers:>8}    "
        for how in (by_rounds, at_once):
            found = how(people(count), 7, Wishes(), 1)
            line += (
                "".join(reach(f"E {count} {key}", found[key], 0) for key in ("meetings", "powers")) + "     "
            )
        print(line)


def part_time() -> None:
    """140 players: the slowest of four rounds, and a check that the same draw comes out twice."""
    for what, wishes in (
        ("nothing more", Wishes()),
        ("regions", Wishes(powers_of("regions"))),
        ("regions, clubs, couples, 172 registered", Wishes(powers_of("regions"))),
    ):
        players = lifelike(172, 1) if "clubs" in what else people(140)
        found = by_rounds(players, 4, wishes, 1)
        print(f"140 players, {what}: {reach('time', found['seconds'], 5)} s of processor time")
    first, second = (draw(lifelike(64, 1), [1, 2], seed=7).calls for _ in range(2))
    print(f"the same seed, the same seats: {first == second}")
    if first != second:
        missed.append("the same seed")


PARTS = {"A": part_a, "B": part_b, "C": part_c, "D": part_d, "E": part_e, "time": part_time}


def main(words: Sequence[str]) -> int:
    for name in words or PARTS:
        print(f"\n{name}. {PARTS[name].__doc__}\n")
        PARTS[name]()
    print("\n" + ("; ".join(missed) or "Every figure is reached."))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
