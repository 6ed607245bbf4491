"""Raw cell values to Boards, options and games; names every bad cell."""

from xl_dipscore.cells.boards import read_boards
from xl_dipscore.cells.csv_text import csv_rows, csv_text
from xl_dipscore.cells.games import (
    GameList,
    GameRow,
    MissingColumn,
    NoBoardName,
    NotARound,
    SameColumnTwice,
    header_word,
    read_games,
)
from xl_dipscore.cells.given import GivenEvent
from xl_dipscore.cells.options import (
    EVENT_OPTIONS,
    LEAGUE,
    TEAM,
    BoardOptions,
    EventOptions,
    read_event_options,
    read_options,
)
from xl_dipscore.cells.rows import NoBoardGiven, check_alone, has_rows, read_rows, with_facts
from xl_dipscore.cells.seats import read_seats
from xl_dipscore.cells.values import (
    Cell,
    block,
    is_blank,
    is_omitted,
    marked,
    number,
    power,
    shown,
    worded,
    year,
)
