"""One LibreOffice with the extension, for all tests that ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosts.calc.calc_office import Office, missing
from xl_dipscore.hosts import calc


@pytest.fixture(scope="session")
def extensions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the extensions that come with LibreOffice, with ours installed by the command."""
    home = tmp_path_factory.mktemp("office")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(calc, "_program", lambda: home / "program" / "soffice")
        calc.install(bundled=True)
    return home / "share" / "extensions"


@pytest.fixture(scope="session")
def running(extensions: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    if missing():
        pytest.skip(missing())
    profile = tmp_path_factory.mktemp("profile")
    office = Office(profile, f"-env:BUNDLED_EXTENSIONS={extensions.as_uri()}")
    yield office
    office.end()


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """One LibreOffice without the extension."""
    if missing():
        pytest.skip(missing())
    office = Office(tmp_path_factory.mktemp("bare"))
    yield office
    office.end()


@pytest.fixture
def office(running: Office, request: pytest.FixtureRequest) -> Office:
    """The session's LibreOffice; in one without plain names only tests marked `oldest` run."""
    if not running.knows_plain_names and request.node.get_closest_marker("oldest") is None:
        pytest.skip(f"LibreOffice 25.2 or newer is needed; here is {running.version}")
    return running
