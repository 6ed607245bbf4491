"""The command dipscore: scores without a spreadsheet program. One file per group of commands."""

from xl_dipscore.cli import stopping

__all__ = ["main"]


def main() -> None:
    """Run the command line. Faults of a call are printed as sentences, without a traceback."""
    stopping.listen()
    try:
        # Here, for a process that `rebuild` starts imports this module too, and needs no commands.
        from xl_dipscore.cli.start import run_command_line

        run_command_line()
    finally:
        stopping.end()
