"""Import all commands, in the order in which `--help` lists their groups.

`python -m xl_dipscore.cli.commands` prints the content of commands.tsv, which `start` reads.
"""

from collections.abc import Iterator

from typer.main import get_group

# isort: off
from xl_dipscore.cli import new, games, demo, formula, events, choose, seat, workbooks, season  # noqa: F401
from xl_dipscore.cli import publish, exchange, hosts  # noqa: F401

# isort: on
from xl_dipscore.cli.app import app

__all__ = ["app"]


def table() -> str:
    """The content of commands.tsv: for each command, its file, name, group and first paragraph of help."""
    return "".join(map("\t".join, _lines()))


def _lines() -> Iterator[tuple[str, ...]]:
    for name, one in get_group(app).commands.items():
        first = next(iter(getattr(one, "commands", {}).values()), one)
        file = getattr(first.callback, "__module__", "").rpartition(".")[2]
        help_ = " ".join((one.help or "").split("\n\n")[0].split())
        yield file, name, str(getattr(one, "rich_help_panel", "")), f"{help_}\n"


if __name__ == "__main__":
    print(table(), end="")
