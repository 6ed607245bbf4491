"""Work on many files on a Dask cluster."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from xl_dipscore.errors import Fault
from xl_dipscore.workbook.attempt import Desk, T, Unexpected, attempt, failure


class NoDask(Fault):
    """Dask is not installed; install it with: python -m pip install 'xl_dipscore[dask]'."""


class NoCluster(Fault):
    """No Dask cluster answers at {address}."""


def on_dask(work: Callable[[Path], T], paths: Sequence[Path], address: str, desk: Desk) -> None:
    """Do the work on a Dask cluster.

    Its machines must have this package, and see the same folders under the same names. Dask may run a task
    twice, which does no harm: a finished workbook needs no second change.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise NoDask from None
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError):
        raise NoCluster(address=address) from None
    with client:
        # Dask would reuse results of calls with equal arguments, but the files may have changed.
        tasks = client.map(partial(attempt, work), [path.absolute() for path in paths], pure=False)
        begun = dict(zip(tasks, paths, strict=True))
        try:
            for task in distributed.as_completed(tasks, loop=client.loop):
                path = begun[task]
                try:
                    desk.store_result(path, task.result())
                except Exception as odd:  # the machine died, or lacks this package
                    desk.store_result(path, failure(path, Unexpected(name=path.name, what=str(odd))))
        except KeyboardInterrupt:
            client.cancel(tasks)
            raise
