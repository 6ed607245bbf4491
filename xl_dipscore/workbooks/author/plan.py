"""The plan of a new workbook: the system and the size of the event, which decide columns and rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from openpyxl.utils import get_column_letter as letter

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import FIRST_YEAR, Board
from xl_dipscore.rules.event.settings import TOP_FORMATS, Format
from xl_dipscore.rules.system import LARGEST_WHOLE, System
from xl_dipscore.rules.tournament.combine import no_total, own_rule, rule_of
from xl_dipscore.rules.tournament.decimals import score_decimals
from xl_dipscore.rules.tournament.table import MOST_BEST
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named
from xl_dipscore.tables.cells.columns import ALWAYS, BOARD_COLUMNS, FACTS, GAME_COLUMNS, SELDOM, title_of
from xl_dipscore.workbooks.author.lines import most_lines
from xl_dipscore.workbooks.layout.games import slots_named

CHART_YEARS = 15
"""The number of years of a centre chart that have columns on Games."""
TIE_BREAKS = 3
"""The number of columns of Standings for tie-breaks."""
EXPLAINED = 12
"""Lines of a board's explanation, with headings, if the director chooses or makes the system on Setup."""
SEEN = frozenset({"Round", "Date", "Board", "Power", "Player", "Team", "Centres", "Draw"})
"""Columns of Games that every event needs."""
TOTAL_EXPLAINED = 60
"""Rows for the explanation of a player's total."""
PROBLEMS = 80
"""Rows for the list of problems. A long sentence takes two or three."""
LISTED = 120
"""Rows for a list of all systems. Some rows are spare, so that a new system changes no formula."""
EVERY_SYSTEM = f'=DIP_SYSTEMS({{"rows",{LISTED + 1}}})&""'
"""Joined to "": otherwise, in LibreOffice, a text in a function's array is unequal to every text."""
DATE = title_of("date")
BELOW = 700
"""Spare rows of a league's Games, below the rows for games."""
OF_LEAGUE = 6
"""The number of columns to the left of the best games, on Standings of a league."""
LEAGUE_RULE = "best 3 games"
"""The rule by which a new league combines games, if the system has no rule of its own for games."""
STAND_IN = "best 2"
"""The rule that combines rounds at first, if the system's own rule has no total for so many rounds."""


@dataclass(frozen=True)
class Plan:
    """A workbook to be made: its system, its size, how the event is decided, and first values of options."""

    system: System
    rounds: int
    boards: int
    ending: Format = "all rounds"
    options: Mapping[str, object] = field(default_factory=dict)
    every_column: bool = False
    """Does Games have columns for every fact that any system needs?"""
    teams: bool = False
    """Is there a column Team for players, and a sheet for the table of teams?"""
    league: bool = False
    """Do games have dates instead of rounds? Then Standings shows best games in place of rounds."""
    name: str = ""
    """The event's name; blank if its director types it later."""
    by_name: bool = False
    """In a workbook of plain formulas: are the scores computed by a function that is a defined name?"""

    @cached_property
    def slots(self) -> tuple[tuple[int | str, str], ...]:
        """For each board in the order of Games: its round and its name."""
        if self.league:
            return ((0, "A"),) * self.boards
        slots = slots_named(self.rounds, self.boards, top=self.ending in TOP_FORMATS)
        return (*slots, ("Final", "Final")) if self.ending == "final" else tuple(slots)

    @cached_property
    def facts(self) -> tuple[str | int, ...]:
        """Headings of rare facts that functions need for a board; then the years of a centre chart."""
        chart = self._level_powers_need_a_chart() or self._tie_breaks_need("chart")
        years = range(FIRST_YEAR, FIRST_YEAR + CHART_YEARS) if chart or self.every_column else ()
        return (*(title_of(word) for word in self._words if word in FACTS.values()), *years)

    @cached_property
    def _words(self) -> tuple[str, ...]:
        """The words of typed columns, as `cells.columns` names them, without Team and the chart."""
        if self.league:
            return tuple(word for word in GAME_COLUMNS if word not in SELDOM - {"not_counted"})
        newcomers = any(option.parameter == "newcomer" for option in self.system.options)
        asked = {"new_player": newcomers, "tiebreak": self._tie_breaks_need("tiebreak")}
        seldom = SELDOM - {word for word, one in asked.items() if one}
        ours = {"date", "not_counted"}  # for leagues; other events may add these columns
        return tuple(word for word in GAME_COLUMNS if word not in (ours if self.every_column else seldom))

    def _level_powers_need_a_chart(self) -> bool:
        """Does the system need a chart for a board with level powers, under the plan's options?"""
        try:
            self.system(Board((5, 5, 5, 5, 5, 5, 4), year=1908), **self._own_options)
        except Faults as asked:
            return any(fault.field == "chart" for fault in asked.faults)
        return False

    @property
    def _own_options(self) -> dict[str, object]:
        """The options of the plan that belong to the system, not to the event."""
        names = {option.name for option in self.system.options}
        return {name: value for name, value in self.options.items() if name in names}

    def _tie_breaks_need(self, fact: str) -> bool:
        typed = self.options.get("tiebreak")
        words = [] if typed is None else [*filter(None, map(str.strip, str(typed).split(",")))]
        return any(
            one.needs == fact for one in tie_breaks_named(self.system.tiebreak if typed is None else words)
        )

    @property
    def has_chart(self) -> bool:
        return isinstance(self.facts[-1], int)

    @cached_property
    def inputs(self) -> tuple[str | int, ...]:
        """The headings of the typed columns of Games. These columns come before the computed columns."""
        always = [*map(title_of, ALWAYS)]
        if self.league:
            always[0] = DATE
        after = always.index("Player") + 1
        team = ["Team"] if self.teams else []
        others = (title_of(word) for word in self._words if word not in BOARD_COLUMNS)
        return (*always[:after], *team, *always[after:], *self.facts, *others)

    @cached_property
    def headings(self) -> tuple[str | int, ...]:
        return (*self.inputs, "Score", "Counts", "Check")

    @property
    def folded(self) -> list[str | int]:
        """Headings of typed columns that few events of the system need; a new workbook folds them."""
        needed = {"year", "eliminated"} if self.every_column else {*self.system.needs}
        asked = set() if self.every_column else {title_of(word) for word in SELDOM}
        seen = SEEN | asked | {title_of(word) for word in needed}
        return [heading for heading in self.inputs if heading not in seen]

    @cached_property
    def explanation_lines(self) -> int:
        """Lines of the explanation of a board, headings included."""
        return most_lines(self.system, self._own_options) + 2 if self.names_its_system else EXPLAINED

    def column(self, heading: str | int) -> str:
        """The letter of a column on Games."""
        heading = DATE if self.league and heading == "Round" else heading
        return letter(self.headings.index(heading) + 1)

    @property
    def last_row(self) -> int:
        """The last row of Games for typing, including the spare rows of a league."""
        return 1 + 7 * len(self.slots) + (BELOW if self.league else 0)

    @property
    def table(self) -> str:
        """A reference to the games list with its headings, for functions of an event."""
        return f"Games!$A$1:${self.column(self.inputs[-1])}${self.last_row}"

    @property
    def input_areas(self) -> tuple[str, str]:
        """References to the headings of the games list, and to the cells below them."""
        last = self.column(self.inputs[-1])
        return f"Games!$A$1:${last}$1", f"Games!$A$2:${last}${self.last_row}"

    def cells(self, heading: str | int) -> str:
        """A reference to a column of Games, without its heading."""
        at = self.column(heading)
        return f"Games!${at}$2:${at}${self.last_row}"

    def places(self, heading: str | int) -> str:
        """A formula for the numbers of the rows of Games, from 1, even if rows are inserted above them."""
        cells = self.cells(heading)
        return f"(ROW({cells})-ROW({cells.partition(':')[0]})+1)"

    @property
    def names_its_system(self) -> bool:
        """Do formulas name the system? Otherwise they read Setup, where directors choose or make a system."""
        return not self.every_column and self.system.key != "CUSTOM"

    @property
    def scores(self) -> str:
        """The beginning of a function call that scores a board, before the arguments with the board."""
        return f"{self.system.key}_SCORE(" if self.names_its_system else "DIP_SCORE(Scoring_system,"

    def own_functions(self, kind: type) -> list[str]:
        """The system's own functions: their names without its key. kind: EachCount or EachPlayer."""
        own = self.system.functions if self.names_its_system else {}
        return [word for word, declared in own.items() if isinstance(declared, kind)]

    @property
    def format_cell(self) -> str:
        """A formula for the format: the cell on Setup or, if blank, the format of the workbook's system."""
        cell = 'INDEX(Event_options,MATCH("format",INDEX(Event_options,0,1),0),2)'
        own = self.system.format
        return f'IF({cell}="","{own}",{cell})' if self.names_its_system and own != "all rounds" else cell

    @property
    def mismatch_cell(self) -> str:
        """The cell with a sentence if Setup and Games name different systems; otherwise it is blank."""
        return "Setup!$J$3"

    @property
    def results(self) -> str:
        """A reference to the cells with typed centres: the column Centres, and the years of a chart."""
        last = self.column(self.facts[-1] if self.has_chart else "Centres")
        return f"Games!${self.column('Centres')}$2:${last}${self.last_row}"

    @property
    def most_players(self) -> int:
        """Rows of Standings: one for each seat; fewer in a league, where most people play several games."""
        return min(7 * len(self.slots), 2 * self.expected_players if self.league else LARGEST_WHOLE)

    @property
    def expected_players(self) -> int:
        """Rows of Players and of printed pages: one for each seat of a round, and half as many again."""
        if self.league:
            return min(7 * self.boards, max(35, 2 * self.boards), 140)
        return min(self.most_players, max(7 * self.boards * 3 // 2, 7 * self.boards + 14))

    @property
    def usual_players(self) -> int:
        """The players of an event whose boards of a round are full; of a league, a usual number."""
        return 2 * self.expected_players // 3 if self.league else 7 * self.boards

    @property
    def round_names(self) -> tuple[int | str, ...]:
        return () if self.league else tuple(dict.fromkeys(round_ for round_, _ in self.slots))

    @property
    def rule(self) -> str:
        """The rule for combining rounds or games that a new Setup has; "" for the system's own rule."""
        typed = str(self.options.get("combine") or "")
        usual = LEAGUE_RULE if self.league and not own_rule(self.system).of_games else ""
        return typed or usual or (STAND_IN if self.no_total else "")

    @property
    def best_columns(self) -> int:
        """The number of a player's best games that the tables of a league show."""
        return (rule_of(self.rule) if self.rule else own_rule(self.system)).most or MOST_BEST

    @property
    def standings_columns(self) -> int:
        """The number of columns of Standings: Rank, Player, Total, the rounds, Counted, tie-breaks."""
        if self.league:
            return OF_LEAGUE + 2 * max(self.best_columns, MOST_BEST) + TIE_BREAKS
        return 3 + len(self.round_names) + 1 + TIE_BREAKS

    @property
    def teams_columns(self) -> int:
        """The number of columns of Teams: Rank, Team, Total, the rounds, Counted, Dropped."""
        return 3 + len(self.round_names) + 2

    @property
    def no_total(self) -> str:
        """The reason why the system's own rule has no total for so many rounds; "" if it has one."""
        return no_total(self.system, self.rounds, self.ending)

    @cached_property
    def score_format(self) -> str:
        """A number format with as many decimals as the system's scores have, at most three."""
        places = score_decimals(self.system)
        return f"0.{'0' * places}" if places else "0"


def fitting_rounds(system: System, most: int, ending: Format = "all rounds") -> int:
    """The largest number of rounds, up to `most`, for which the system's own rule has a total; at least 1."""
    return next((n for n in range(most, 1, -1) if not no_total(system, n, ending)), 1)
