"""Results as JSON, for other programs: the schema of each kind of document, and how values become JSON.

`python -m xl_dipscore.cli.documents` prints the content of schemas.json: the same schemas as JSON Schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from xl_dipscore import __version__
from xl_dipscore.errors import ERRORS
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.points import as_double

EXACT = "_exact"
"""The end of the key with the exact fraction of a number, as text."""


def number(amount: object) -> object:
    """An exact number as JSON: a whole number, or the nearest double. Anything else is kept."""
    if isinstance(amount, float):
        return int(amount) if amount.is_integer() else amount
    if not isinstance(amount, Fraction):
        return amount
    return amount.numerator if amount.denominator == 1 else as_double(amount)


def exact_text(amount: object) -> str | None:
    """The fraction as text, such as 26000/57; None for a text and for nothing."""
    return str(amount) if isinstance(amount, int | Fraction) else None


def several(change: Callable[[object], object]) -> Callable[[object], object]:
    """Apply `change` to a value, or to each value of a list."""
    return lambda one: [*map(change, one)] if isinstance(one, list | tuple) else change(one)


def rounds_counted(words: object) -> object:
    """The rounds in a cell such as `1 3 Final`."""
    return [int(word) if word.isdecimal() else word for word in str(words or "").split()]


NUMBER, TEXT, NOTHING = {"type": "number"}, {"type": "string"}, {"type": "null"}
ROUND = {"anyOf": [{"type": "integer"}, TEXT, NOTHING]}
NUMBERS = {"anyOf": [NUMBER, NOTHING, {"type": "array", "items": {"anyOf": [NUMBER, TEXT, NOTHING]}}]}
VALUES = {"anyOf": [TEXT, *NUMBERS["anyOf"]]}
TEXTS = {"anyOf": [TEXT, NOTHING, {"type": "array", "items": {"anyOf": [TEXT, NOTHING]}}]}
KINDS: Mapping[str, Mapping[str, object]] = {
    "text": {"type": ["string", "null"]},
    "integer": {"type": ["integer", "null"]},
    "number": {"type": ["number", "null"]},
    "flag": {"type": "boolean"},
    "texts": {"type": "array", "items": TEXT},
    "round": ROUND,
    "rounds": {"type": "array", "items": ROUND},
    "cell": {"type": ["number", "string", "boolean", "null"]},
    "exact": NUMBERS,
    "value": VALUES,
}
"""Each kind of value as JSON Schema. A value of the kinds in FRACTIONS has its exact text beside it."""
FRACTIONS = ("exact", "value")


@dataclass(frozen=True)
class Column:
    """A key of an object."""

    name: str
    """The key; if `many`, a pattern of keys, such as `R[0-9]+`."""
    kind: str
    """A word of KINDS, or `table`: a list of objects with `columns`."""
    meaning: str
    columns: tuple[Column, ...] = ()
    many: bool = False

    def takes(self, name: str) -> bool:
        return name == self.name or (self.many and bool(re.fullmatch(self.name, name)))

    def encode(self, name: str, value: object) -> Iterator[tuple[str, object]]:
        """Yield the pairs of key and JSON: one, or two if the number is exact."""
        if self.kind == "table":
            yield name, [encode(self.columns, one) for one in value or ()]  # type: ignore[attr-defined]
            return
        if self.kind != "cell" and isinstance(value, str) and (value in ERRORS or not value):
            value = None
        if self.kind == "rounds":
            value = rounds_counted(value) if not isinstance(value, list) else value
        elif self.kind == "flag":
            value = bool(value)
        elif self.kind == "texts":
            value = [*map(str, value or ())]  # type: ignore[call-overload]
        elif self.kind == "text":
            value = None if value is None else str(value)
        yield name, several(number)(value)
        if self.kind in FRACTIONS:
            yield f"{name}{EXACT}", several(exact_text)(value)

    def schemas(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        """Yield the key or keys, each with its JSON Schema."""
        of = {"type": "array", "items": of_object(self.columns)} if self.columns else KINDS[self.kind]
        yield self.name, {**of, "description": self.meaning}
        if self.kind in FRACTIONS:
            yield f"{self.name}{EXACT}", {**TEXTS, "description": "The same as an exact fraction."}


def encode(columns: Sequence[Column], record: Mapping[str, object]) -> dict[str, object]:
    """A record as a JSON object. Keys that the record lacks are null or empty."""
    found: dict[str, object] = {}
    blank = {one.name: None for one in columns if not one.many}
    for name, value in {**blank, **record}.items():
        column = next(one for one in columns if one.takes(name))
        found |= column.encode(name, value)
    return found


def of_object(columns: Sequence[Column]) -> dict[str, object]:
    """The JSON Schema of an object with these keys. Of several patterns of keys, the first one applies."""
    named = dict(pair for one in columns if not one.many for pair in one.schemas())
    patterns: dict[str, object] = {}
    before = [*named]
    for one in (one for one in columns if one.many):
        others = "|".join(before)
        for ending, (_, of) in zip(("", EXACT), one.schemas(), strict=False):
            name = "" if ending else f"(?!.*{EXACT}$)"
            patterns[f"^(?!({others}){ending}$){name}({one.name}){ending}$"] = of
        before.append(one.name)
    made: dict[str, object] = {"type": "object", "properties": named}
    if patterns:
        made["patternProperties"] = patterns
    return {**made, "required": [*named], "additionalProperties": False}


def key(name: str, kind: str, meaning: str, *columns: Column) -> Column:
    return Column(name, kind, meaning, columns)


def keys(pattern: str, kind: str, meaning: str) -> Column:
    return Column(pattern, kind, meaning, many=True)


def power_keys(meaning: str) -> tuple[Column, ...]:
    return tuple(key(power, "exact", meaning) for power in POWERS)


PROBLEMS = key(
    "problems", "table", "Everything that standard error says about the input, worst first",
    key("rank", "text", "wrong, doubt or note"),
    key("kind", "text", "A fixed name for programs, such as `not seven cells`"),
    key("sentence", "text", "The sentence for people"),
    key("remedy", "text", "What to do, if the sentence does not say it"),
    key("place", "text", "The row and column"),
    key("round", "round", "The round"),
    key("board", "text", "The board"),
    key("power", "text", "The power"),
    key("player", "text", "The player"),
    key("row", "integer", "The row of the file"),
)  # fmt: skip
HEAD = (
    key("schema", "text", "The kind of document"),
    key("schema_version", "integer", "Raised whenever a key is removed or gets another meaning"),
    key("dipscore", "text", "The version of the program"),
)
SYSTEM = key("system", "text", "The key of the scoring system")
RULE = key("rule", "text", "The rule in words")
NOTES = key("notes", "texts", "Further sentences")
ROUND_OF, BOARD = key("round", "round", "The round: a number, or Final"), key("board", "text", "The board")
POWER, PLAYER = key("power", "text", "The power"), key("player", "text", "The player")
RANK = key("rank", "integer", "The rank; null without one")
WHERE = (ROUND_OF, BOARD, POWER, PLAYER)
OF_ROUNDS = keys("R[0-9]+|Final", "exact", "The score of a round; null: not played, or unknown")


@dataclass(frozen=True)
class Schema:
    """A kind of document: its version and its keys."""

    meaning: str
    columns: tuple[Column, ...]
    version: int = 1

    @property
    def all_columns(self) -> tuple[Column, ...]:
        return (*HEAD, *self.columns, PROBLEMS)

    def as_json_schema(self, name: str) -> dict[str, object]:
        made = of_object(self.all_columns)
        fixed = {"schema": {"const": name}, "schema_version": {"const": self.version}}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": name,
            "description": self.meaning,
            **made,
            "properties": {**made["properties"], **fixed},  # type: ignore[dict-item]
        }


def table_of(meaning: str, *columns: Column) -> Column:
    return key("rows", "table", meaning, *columns)


SCHEMAS: Mapping[str, Schema] = {
    "systems": Schema("`dipscore systems`: the scoring systems.", (
        table_of("A system each",
            key("key", "text", "The key"), key("name", "text", "The name"),
            key("aliases", "texts", "Other names"), key("family", "text", "What decides most of a score"),
            key("needs", "texts", "The facts that a score needs"), key("rule", "text", "The rule in words"),
            key("source", "text", "Where the rule is published"),
            key("unmarked", "text", "How a game without a mark of a draw is read"),
            key("remarks", "texts", "What may surprise a player"),
            key("unsettled", "texts", "What the source leaves open, and the reading taken"),
            key("options", "table", "The options of the system and of its events",
                key("name", "text", "The name, as in --set"), key("default", "text", "The default"),
                key("may be", "text", "The values that it takes"), key("meaning", "text", "Its meaning")),
        ),
    )),
    "score": Schema("`dipscore score`: a row for each power of each game with results.", (
        SYSTEM,
        table_of("A power of a game each, in the order of the file", *WHERE,
            key("centres", "integer", "Centres owned at the end"),
            key("score", "exact", "The score; null if a fact is missing or wrong"),
            keys("draw|new_player|civil_disorder|unranked|not_counted", "text", "A mark: x or null"),
            keys("[12][0-9]{3}", "integer", "The centres of a year of the chart"),
            keys("override|extra_points|tiebreak", "exact", "A number that the director typed"),
            keys("[a-z_]+", "cell", "Any other column of a games file")),
    )),
    "score-lines": Schema("`dipscore score --lines`: what makes each score.", (
        SYSTEM,
        table_of("A line of a power's score each", *WHERE, key("line", "text", "What the points are for"),
            key("amount", "exact", "The points")),
    )),
    "standings": Schema("`dipscore standings`: the table of players, best first.", (
        SYSTEM, RULE,
        key("tie_breaks", "texts", "The tie-breaks in order; each is a key of the rows"),
        table_of("A player each", RANK, PLAYER,
            key("total", "exact", "The total; null if a score is unknown"),
            OF_ROUNDS,
            keys("counted", "rounds", "The rounds that made the total"),
            keys("typed", "rounds", "The rounds whose score the director typed"),
            keys("games|sat out", "integer", "How many games were played, or rounds sat out"),
            keys("board tops|best [0-9]+", "exact", "Board tops, or a best score, where games are combined"),
            keys("(game|date) [0-9]+", "text", "The game, or the date, of a best score"),
            keys(".+", "exact", "A tie-break: a number, or several in their order")),
        NOTES,
    )),
    "standings-teams": Schema("`dipscore standings --teams`: the table of teams, best first.", (
        SYSTEM, RULE,
        table_of("A team each", RANK, key("team", "text", "The team"), key("total", "exact", "The total"),
            OF_ROUNDS,
            key("counted", "text", "What each member adds to the total"),
            key("dropped", "text", "The scores that do not count")),
        NOTES,
    )),
    "check": Schema("`dipscore check`: how each game was read, and what is wrong.", (
        SYSTEM, key("summary", "text", "The counts, as a sentence"),
        table_of("A game each", ROUND_OF, BOARD, key("place", "text", "Where the game is in the file"),
            key("reading", "text", "How the game was read; null if it is faulty")),
    )),
    "check-season": Schema("`dipscore check` of a season's workbook: what is wrong or doubtful.", ()),
    "explain-board": Schema("`dipscore explain` of a board: the lines that add up to its scores.", (
        SYSTEM, RULE, ROUND_OF, BOARD, key("ending", "text", "How the game ended"),
        table_of("A line each", key("line", "text", "What the points are for"),
            key("kind", "text", "figure: not added up; line: part of the score; total: the scores"),
            *power_keys("The points of the power; null: known only when the event is over")),
        NOTES,
    )),
    "explain-total": Schema("`dipscore explain --player` or `--team`: how a total comes about.", (
        key("system", "text", "The key of the scoring system; null for a season"),
        key("player", "text", "The player; null for a team"),
        key("team", "text", "The team; null for a player"),
        key("sections", "table", "The parts of the explanation",
            key("title", "text", "What it explains"), key("headings", "texts", "Headings of the numbers"),
            key("lines", "table", "Its lines", key("words", "text", "The line in words"),
                key("numbers", "exact", "Its numbers, one for each heading"),
                key("result", "flag", "Is it the result of the section?"))),
        NOTES,
    )),
    "compare": Schema("`dipscore compare` GAMES.CSV: each player's rank under each system.", (
        key("systems", "texts", "The systems in order; each is a key of the rows"),
        table_of("A player each", PLAYER, keys("[A-Z0-9]+", "integer", "The rank; null: none, or unknown")),
    )),
    "compare-events": Schema("`dipscore compare` of several files: ranks in each event.", (
        key("systems", "texts", "The systems in order; each is a key of the rows"),
        table_of("A player of an event each", key("event", "text", "The event"), PLAYER,
            keys(".+", "cell", "The rank; a text such as `2 to 5` if a fact is missing")),
        NOTES,
    )),
    "qualify": Schema("`dipscore qualify`: who goes on.", (
        SYSTEM,
        table_of("A player each", key("to", "text", "For what the player qualifies"), POWER, PLAYER,
            key("points", "exact", "The points that decided"), key("remark", "text", "A remark")),
        NOTES,
    )),
    "awards": Schema("`dipscore awards`: the best player of each country, with all ties.", (
        SYSTEM,
        table_of("A game each", POWER, PLAYER, key("score", "exact", "The score"),
            key("centres", "integer", "Centres owned at the end"), ROUND_OF, BOARD),
    )),
    "season": Schema("`dipscore season`: the season's table after the events were added.", (
        key("workbook", "text", "The season's workbook"), key("circuit", "text", "The key of the circuit"),
        table_of("A player each", key("rank", "cell", "The rank; `-` for none"), PLAYER,
            key("total", "exact", "The total; null if points are unknown"),
            key("events", "table", "The events of the player", key("event", "text", "The event"),
                key("points", "exact", "The points"))),
        NOTES,
    )),
    "rebuild": Schema("`dipscore rebuild`: what was computed in each workbook.", (
        key("dry_run", "flag", "Were the workbooks left unchanged?"),
        key("not_begun", "texts", "The workbooks left after Ctrl-C"),
        table_of("A workbook each",
            key("path", "text", "The file"),
            key("faults", "texts", "Why it was not computed; empty otherwise"),
            key("secret", "text", "Why numbers are left out; null if none are"),
            key("boards", "integer", "Boards with results"), key("seconds", "number", "The time"),
            key("cells_changed", "integer", "How many cells changed"),
            key("changed", "table", "Changed cells, unless secret", key("sheet", "text", "The sheet"),
                key("cell", "text", "The cell"), key("old", "cell", "The old value"),
                key("new", "cell", "The new value")),
            key("not_computed", "table", "Cells that could not be computed",
                key("sheet", "text", "The sheet"), key("cell", "text", "The cell"),
                key("reason", "text", "Why"),
                key("kept", "flag", "Does it keep its old value? Otherwise it is blank until opened")),
            key("moved", "table", "With --changes: changed results of players, unless secret",
                keys("[a-z_]+", "cell", "As in the CSV of --changes")),
            NOTES),
    )),
    "extract": Schema("`dipscore extract`: the results of a workbook, a row for each power of each game.", (
        table_of("A power of a game each", *WHERE, key("centres", "integer", "Centres owned at the end"),
            keys("[12][0-9]{3}", "integer", "The centres of a year of the chart"),
            keys("override|extra_points|tiebreak", "exact", "A number that the director typed"),
            keys(".+", "cell", "Any other column of a games file")),
        key("secret", "text", "Why typed scores are left out; null if they are not"),
    )),
    "seat": Schema("`dipscore seat`: a draw of boards and powers.", (
        key("seed", "integer", "The seed, with which the draw can be repeated"),
        key("complete", "flag", "Did the search end by itself?"),
        table_of("A board each", ROUND_OF, BOARD,
            *(key(power, "text", "The player of the power") for power in POWERS)),
        key("costs", "texts", "What the draw costs, as sentences"),
    )),
    "regenerate": Schema("`dipscore regenerate`: workbooks made from old ones, and the changed numbers.", (
        key("not_begun", "texts", "The workbooks left after Ctrl-C"),
        table_of("A workbook each", key("path", "text", "The old file"), key("new", "text", "The new file"),
            key("faults", "texts", "Why it was not made; empty otherwise"),
            key("secret", "text", "Why numbers are left out; null if none are"),
            key("boards", "integer", "Boards with results"),
            key("numbers_changed", "integer", "How many numbers of players are different"),
            key("not_computed", "integer", "How many cells could not be computed"),
            key("moved", "table", "The different numbers, unless secret",
                keys("[a-z_]+", "cell", "As in the CSV that is printed without --json")),
            NOTES),
    )),
    "template-check": Schema("`dipscore template check`: what the commands find in a workbook.", (
        key("found", "texts", "What they find"), key("missing", "texts", "What is missing"),
        key("unfilled", "texts", "What will not be filled"), key("wrong", "texts", "What is wrong"),
    )),
    "formats": Schema("`dipscore import --list` and `dipscore export --list`: the kinds of files.", (
        table_of("A kind each", key("kind", "text", "The word for --as, or for export"),
            key("name", "text", "What it is")),
    )),
    "choose-systems": Schema("`dipscore choose` SYSTEM: scores of typical boards, and laws.", (
        table_of("A system each", key("label", "text", "The system and its options"),
            key("name", "text", "The name"), key("sentences", "texts", "Rule, source, and open points"),
            key("laws", "texts", "The laws; empty with options of its own"),
            key("boards", "table", "A row of the sheet of scores each", key("board", "text", "The board"),
                key("what", "text", "Centres, Score, or what a centre is worth: the least and the most"),
                *power_keys("The number; null: unknown, or refused"))),
    )),
    "choose-events": Schema("`dipscore choose` of past events: what each system would have changed.", (
        key("tables", "table", "The tables", key("title", "text", "The title"),
            key("told", "texts", "Sentences about the columns"), key("columns", "texts", "The headings"),
            key("rows", "table", "The rows", keys(".+", "value", "The cell of that heading"))),
        NOTES,
    )),
    "refused": Schema("Any command with --json whose input is refused: only what is wrong with it.", ()),
}  # fmt: skip


def document(name: str, **parts: object) -> str:
    """The text of a document. parts: the values of the schema's keys; rows are mappings."""
    schema = SCHEMAS[name]
    head = {"schema": name, "schema_version": schema.version, "dipscore": __version__}
    return json.dumps(encode(schema.all_columns, {**head, **parts}), indent=1, ensure_ascii=False) + "\n"


def json_schemas() -> str:
    """All schemas as JSON Schema, by name: the content of schemas.json."""
    made = {name: schema.as_json_schema(name) for name, schema in SCHEMAS.items()}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(json_schemas(), end="")
