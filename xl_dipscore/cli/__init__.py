"""The command dipscore, which needs no spreadsheet program. Related commands share a file."""

from xl_dipscore.cli import stopping

__all__ = ["main"]


def main() -> None:
    """Run the command that was typed. Faults are printed as sentences, without a traceback."""
    stopping.listen()
    try:
        # Imported late: the processes that `rebuild` starts import this module too, but need no commands.
        from xl_dipscore.cli.start import run_command_line

        run_command_line()
    finally:
        stopping.end()
