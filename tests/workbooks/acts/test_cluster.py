"""A Dask cluster, with a client in place of Dask's."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from xl_dipscore.workbooks.acts.attempt import Desk, Failed
from xl_dipscore.workbooks.acts.cluster import NoCluster, NoDask, on_dask


class Task:
    def __init__(self, result: Any) -> None:
        self._result = result

    def result(self) -> Any:
        if isinstance(self._result, Exception):
            raise self._result
        return self._result() if callable(self._result) else self._result

    def release(self) -> None:
        Client.released.append(self._result)


class Client:
    """A cluster with these results; the one for a path that is not absolute would be lost."""

    loop = None
    refused: Exception | None = None
    results: list[Any] = []  # noqa: RUF012
    cancelled: list[Any] = []  # noqa: RUF012
    released: list[Any] = []  # noqa: RUF012
    asked: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, address: str, **how: Any) -> None:
        if self.refused is not None:
            raise self.refused

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, work: Any, paths: list[Path], **how: Any) -> list[Task]:
        assert all(path.is_absolute() for path in paths)
        Client.asked = how
        return [Task(one) for one in self.results]

    def cancel(self, tasks: list[Task]) -> None:
        Client.cancelled = tasks


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> type[Client]:
    def last_first(tasks: list[Task], loop: Any) -> Any:
        return reversed(tasks)

    monkeypatch.setitem(
        sys.modules,
        "distributed",
        SimpleNamespace(Client=Client, as_completed=last_first),  # type: ignore[arg-type]
    )
    monkeypatch.setattr(Client, "refused", None)
    monkeypatch.setattr(Client, "released", [])
    return Client


def desk() -> Desk:
    return Desk(lambda path, done: None)


def test_each_result_belongs_to_its_file_whatever_the_order(client: type[Client]) -> None:
    client.results = [1, 2]
    found = desk()
    on_dask(len, [Path("a"), Path("b")], "here", found)
    assert found.results == {Path("a"): 1, Path("b"): 2}
    assert client.asked == {"pure": False}


def test_a_machine_that_died_costs_its_file_only(client: type[Client]) -> None:
    client.results = [OSError("gone"), 2]
    found = desk()
    on_dask(len, [Path("a"), Path("b")], "here", found)
    assert isinstance(found.results[Path("a")], Failed)
    assert found.results[Path("b")] == 2


def test_a_stop_cancels_the_others(client: type[Client]) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    client.results = [stop, 2]
    found = desk()
    with pytest.raises(KeyboardInterrupt):
        on_dask(len, [Path("a"), Path("b")], "here", found)
    assert found.results == {Path("b"): 2}
    assert len(client.cancelled) == 1
    assert client.released == [2]


def test_a_result_that_is_here_need_not_stay_on_the_cluster(client: type[Client]) -> None:
    """Otherwise Dask would do the finished work of a dead machine again."""
    client.results = [1, 2, 3]
    on_dask(len, [Path("a"), Path("b"), Path("c")], "here", desk())
    assert client.released == [3, 2, 1]


def test_without_dask_and_without_a_cluster(client: type[Client], monkeypatch: pytest.MonkeyPatch) -> None:
    for refused in (OSError(), ValueError()):
        monkeypatch.setattr(client, "refused", refused)
        with pytest.raises(NoCluster, match="nowhere:1"):
            on_dask(len, [], "nowhere:1", desk())
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDask):
        on_dask(len, [], "here", desk())
