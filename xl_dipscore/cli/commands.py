"""Every command. `--help` shows their groups in this order."""

# isort: off
from xl_dipscore.cli import games, demo, formula, events, seat, workbooks, publish, exchange, hosts  # noqa: F401

# isort: on
from xl_dipscore.cli.app import app

__all__ = ["app"]
