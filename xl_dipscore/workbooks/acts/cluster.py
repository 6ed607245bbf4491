"""Work on many files on a Dask cluster."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from xl_dipscore.errors import Fault
from xl_dipscore.workbooks.acts.attempt import Desk, T, Unexpected, attempt, failure


class NoDask(Fault):
    """Dask is not installed; install it with: python -m pip install 'xl_dipscore[dask]'."""


class NoCluster(Fault):
    """No Dask cluster answers at {address}."""


def on_dask(work: Callable[[Path], T], paths: Sequence[Path], address: str, desk: Desk) -> None:
    """Do the work on a Dask cluster.

    The machines of the cluster must have this package, and see the same folders under the same names. If Dask
    runs a task twice, this does no harm: a workbook that is finished is not changed again.
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
        # Without pure=False, Dask would use earlier results of equal paths, but the files may have changed.
        places = [path.absolute() for path in paths]
        begun = dict(zip(client.map(partial(attempt, work), places, pure=False), paths, strict=True))
        try:
            for task in distributed.as_completed([*begun], loop=client.loop):
                path = begun[task]
                try:
                    desk.store_result(path, task.result())
                except Exception as odd:  # a machine died or lacks this package
                    desk.store_result(path, failure(path, Unexpected(name=path.name, what=str(odd))))
                # Otherwise Dask would do the work again if the machine that did it died.
                del begun[task]
                task.release()
        except KeyboardInterrupt:
            client.cancel([*begun])
            raise
