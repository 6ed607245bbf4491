"""Many workbooks in one go: no workbook stops the others, and all results are reported."""

import csv
import errno
import io
import json
import os
import pty
import re
import select
import subprocess
import sys
import warnings
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from tests.workbooks.work import BeginsOnce, Dies, NeverBegins, length
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts import batch, processes, rebuild_data
from xl_dipscore.workbooks.acts.attempt import Failed
from xl_dipscore.workbooks.acts.paths import workbooks
from xl_dipscore.workbooks.acts.rebuild import rebuild

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK, FAULTY, MISUSED = 0, 1, 2


@pytest.fixture(scope="session")
def rebuilt(corrected, tmp_path_factory) -> bytes:
    """The corrected workbook after a rebuild."""
    path = tmp_path_factory.mktemp("rebuilt") / "event.xlsx"
    path.write_bytes(corrected)
    assert rebuild(path).changed
    return path.read_bytes()


def rows_of(text: str) -> dict[str, list[str]]:
    """The cells of the final table, by the file's name."""
    lines = [
        [cell.strip() for cell in line.strip("│┃ ").split("│")] for line in text.splitlines() if "│" in line
    ]
    return {line[0]: line[1:] for line in lines}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_is_rebuilt_and_summed_up(dipscore, folder, rebuilt, jobs):
    got = dipscore("rebuild", "season", "--jobs", jobs)
    assert (got.status, got.out) == (OK, "")
    assert {path.read_bytes() for path in folder.iterdir()} == {rebuilt}
    assert len(list(folder.iterdir())) == 3
    rows = rows_of(got.err)
    assert list(rows) == ["season/a.xlsx", "season/b.xlsx", "season/c.xlsx", "3 files"]
    cells = rows["season/a.xlsx"]
    assert cells[0] == "4"
    assert int(cells[1]) > 7
    assert cells[2] == "0"
    assert float(cells[3]) > 0
    assert int(rows["3 files"][1]) == 3 * int(cells[1])
    assert "━━━ 3/3" not in got.err


def test_again_there_is_nothing_to_change(dipscore, folder):
    dipscore("rebuild", folder)
    stamps = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    got = dipscore("rebuild", folder)
    assert rows_of(got.err)["3 files"][1] == "0"
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == stamps


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_workbook_never_stops_the_others(dipscore, folder, rebuilt, corrected, jobs):
    bad = {
        "0.xlsx": b"no workbook",
        "ab.xlsx": corrected[: len(corrected) // 2],
        "old.xlsm": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500),
        "bad.xlsx": corrected,
    }
    for name, data in bad.items():
        (folder / name).write_bytes(data)
    (folder / "~$bad.xlsx").touch()
    got = dipscore("rebuild", folder, "nowhere.xlsx", "--jobs", jobs)
    assert got.status == MISUSED  # for the file that is not there
    assert {(folder / f"{name}.xlsx").read_bytes() for name in "abc"} == {rebuilt}
    for name, data in bad.items():
        assert (folder / name).read_bytes() == data
        assert rows_of(got.err)[str(folder / name)][1] == "not done"
        assert f"{folder / name}: {name}" in got.err
    assert "bad.xlsx is open in Excel" in got.err
    assert "There is no file nowhere.xlsx." in got.err
    assert got.err.count("not done") == 5


def test_a_dry_run_says_what_would_change_and_changes_nothing(dipscore, folder, corrected, rebuilt):
    got = dipscore("rebuild", folder, "--dry-run")
    assert got.status == OK
    assert {path.read_bytes() for path in folder.iterdir()} == {corrected}
    old, new = Package.read(corrected), Package.read(rebuilt)
    lines = got.out.splitlines()
    mine = [
        line.removeprefix(f"{folder / 'a.xlsx'}: ") for line in lines if line.startswith(str(folder / "a"))
    ]
    assert 3 * len(mine) == len(lines)
    assert f"Games!M16 {old.value('Games', 'M16'):.15g} -> {new.value('Games', 'M16'):.15g}" in mine
    for line in mine:
        sheet, ref = re.match(r"(.+)!([A-Z]+\d+) ", line).groups()
        before, after = (rebuild_data.text_of_value(package.value(sheet, ref)) for package in (old, new))
        assert line == f"{sheet}!{ref} {before} -> {after}"
        assert before != after
    assert "Would change" in got.err


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "blank"), ("", "blank"), (True, "TRUE"), (20.1, "20.1"), (700.0, "700"), ("OK: x", '"OK: x"')],
)
def test_values_are_shown_as_people_read_them(value, shown):
    assert rebuild_data.text_of_value(value) == shown


def test_the_report_is_for_programs(dipscore, folder, corrected, rebuilt):
    (folder / "bad.xlsx").write_bytes(b"no")
    got = dipscore("rebuild", "season", "--report", "report.json", "--changes")
    assert got.status == FAULTY
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert (report["dry_run"], report["not_begun"]) == (False, [])
    files = {file["path"]: file for file in report["files"]}
    assert files["season/bad.xlsx"] == {
        "path": "season/bad.xlsx",
        "faults": ["season/bad.xlsx: bad.xlsx is not an Excel workbook (.xlsx, .xlsm, .xltx or .xltm)."],
    }
    one = files["season/a.xlsx"]
    assert one["boards"] == 4
    assert one["not_computed"] == []
    assert one["seconds"] > 0
    old, new = Package.read(corrected), Package.read(rebuilt)
    for change in one["changed"]:
        place = change["sheet"], change["cell"]
        assert (change["old"], change["new"]) == (old.value(*place), new.value(*place))
    assert one["moved"][0].keys() == {"player", "round", "board", "power", "what", "old", "new"}


def test_what_is_not_computed_is_listed_and_the_status_says_so(dipscore, tmp_path, corrected):
    import openpyxl

    (tmp_path / "a.xlsx").write_bytes(corrected)
    book = openpyxl.load_workbook("a.xlsx")
    book["Games"]["Q2"] = "=NOSUCHFUNCTION(M2)"
    book.save("a.xlsx")
    got = dipscore("rebuild", "a.xlsx", "--engine", "python", "--report", "r.json")
    assert got.status == FAULTY
    assert "1 cell not computed" in got.err.splitlines()[0]
    assert re.search(r"^a\.xlsx: Games!Q2 keeps its old value: .+", got.err, re.M)
    (listed,) = json.loads(Path("r.json").read_text())["files"][0]["not_computed"]
    assert (listed["sheet"], listed["cell"]) == ("Games", "Q2")
    assert listed["reason"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--report", "season/a.xlsx"], "season/a.xlsx must end in .json"),
        (["--report", "no/report.json"], "there is no such folder"),
        (["--jobs", "0"], "--jobs"),
        (["--engine", "abacus"], "--engine"),
    ],
)
def test_a_wrong_call_changes_nothing(dipscore, folder, corrected, words, sentence):
    got = dipscore("rebuild", "season/b.xlsx", *words)
    assert got.status == MISUSED
    assert sentence in " ".join(got.err.split())
    assert {path.read_bytes() for path in folder.iterdir()} == {corrected}


class TestBackup:
    def test_the_old_file_is_kept(self, dipscore, folder, corrected, rebuilt):
        assert dipscore("rebuild", folder / "a.xlsx", "--backup").status == OK
        assert (folder / "a.xlsx").read_bytes() == rebuilt
        assert (folder / "a.bak.xlsx").read_bytes() == corrected

    def test_no_change_no_backup(self, dipscore, folder):
        dipscore("rebuild", folder)
        dipscore("rebuild", folder, "--backup")
        assert len(list(folder.iterdir())) == 3

    def test_an_older_one_is_never_written_over(self, dipscore, folder, corrected, rebuilt):
        (folder / "a.bak.xlsx").write_bytes(b"mine")
        dipscore("rebuild", folder / "a.xlsx", "--backup")
        assert (folder / "a.bak.xlsx").read_bytes() == b"mine"
        assert (folder / "a.bak2.xlsx").read_bytes() == corrected
        (folder / "a.xlsx").write_bytes(corrected)
        dipscore("rebuild", folder / "a.xlsx", "--backup")
        assert {path.name for path in folder.glob("a*")} == {"a.xlsx", "a.bak.xlsx", "a.bak2.xlsx"}

    def test_a_backup_in_a_folder_is_not_rebuilt(self, dipscore, folder, corrected):
        dipscore("rebuild", folder, "--backup")
        assert rows_of(dipscore("rebuild", folder).err).keys() >= {str(folder / "a.xlsx"), "3 files"}
        assert (folder / "b.bak.xlsx").read_bytes() == corrected

    def test_a_dry_run_makes_none(self, dipscore, folder):
        dipscore("rebuild", folder, "--backup", "--dry-run")
        assert len(list(folder.iterdir())) == 3


class TestChanges:
    def test_the_players_who_moved(self, dipscore, folder, corrected, rebuilt):
        got = dipscore("rebuild", "season/a.xlsx", "--changes")
        assert got.status == OK
        header, *rows = got.table
        assert header == ["workbook", "player", "round", "board", "power", "what", "old", "new"]
        old, new = Package.read(corrected), Package.read(rebuilt)
        players = [old.value("Games", f"D{row}") for row in range(16, 23)]
        scores = [row for row in rows if row[5] == "Counts"]
        assert [row[1] for row in scores] == players[: len(scores)]
        assert scores[0][2:] == [
            *("2", "A", "Austria", "Counts"),
            *(repr(package.value("Games", "N16")) for package in (old, new)),
        ]
        totals = {row[1] for row in rows if row[5] == "Total"}
        assert totals == {row[1] for row in scores}
        assert {row[5] for row in rows} <= {"Counts", "Total", "Rank"}
        assert rows

    def test_a_name_is_no_formula(self, dipscore, folder, corrected):
        package = Package.read(corrected)
        package.set_value("Games", "D16", "=1+1")
        (folder / "a.xlsx").write_bytes(package.to_bytes())
        got = dipscore("rebuild", "season/a.xlsx", "--changes")
        assert {row[1] for row in csv.reader(io.StringIO(got.out))} >= {"'=1+1"}
        assert {row[1] for row in got.table} >= {"=1+1"}

    def test_another_best_of_a_country(self, dipscore, folder, corrected):
        package = Package.read(corrected)
        package.set_value("Games", "D2", "A newcomer")
        (folder / "a.xlsx").write_bytes(package.to_bytes())
        best = [
            row[1:] for row in dipscore("rebuild", "season/a.xlsx", "--changes").table if "Best" in row[5]
        ]
        assert best == [
            ["Player 0", "", "", "Austria", "Best country", "700", ""],
            ["A newcomer", "", "", "Austria", "Best country", "", "700"],
        ]

    def test_nobody_moves_when_nothing_changes(self, dipscore, folder):
        dipscore("rebuild", folder)
        assert len(dipscore("rebuild", folder, "--changes").table) == 1

    def test_a_dry_run_tells_who_would_move(self, dipscore, folder, corrected):
        would = dipscore("rebuild", "season/a.xlsx", "--changes", "--dry-run").out
        assert (folder / "a.xlsx").read_bytes() == corrected
        assert dipscore("rebuild", "season/a.xlsx", "--changes").out == would

    def test_sheets_and_columns_are_found_by_their_headings(self, dipscore, tmp_path, folder):
        import openpyxl

        book = openpyxl.load_workbook(folder / "a.xlsx")
        book["Standings"].title = "Tabelle"
        book.move_sheet("Tabelle", -2)
        book.save("moved.xlsx")
        got = dipscore("rebuild", "moved.xlsx", "--changes")
        whats = [row[5] for row in got.table[1:]]
        assert whats.count("Counts") == 28
        assert whats.count("Total") == 14

    def test_a_workbook_without_players_is_told(self, dipscore):
        import openpyxl

        openpyxl.Workbook().save("empty.xlsx")
        got = dipscore("rebuild", "empty.xlsx", "--changes")
        assert len(got.table) == 1
        assert "empty.xlsx: no players to list" in got.err


class TestWhichFiles:
    def test_folders_patterns_and_files_each_once(self, folder, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        inner = folder / "2025 [old]"
        (inner / ".git").mkdir(parents=True)
        for name in ("d.XLSM", "~$d.XLSM", "._d.XLSM", "d.bak.xlsm", "notes.txt", ".git/x.xlsx"):
            (inner / name).touch()
        (tmp_path / "link.xlsx").symlink_to(folder / "a.xlsx")
        named = ["a.xlsx", "b.xlsx", "c.xlsx"]

        def found(*words):
            return [
                path.relative_to(tmp_path / "season")
                for path in map(Path.absolute, workbooks(map(Path, words)))
            ]

        every = [Path("2025 [old]/d.XLSM"), *map(Path, named)]
        assert found("season") == every
        assert found("season/*.xlsx") == every[1:]
        assert found("season/*") == every
        assert found(str(tmp_path / "sea*" / "**" / "*.XLSM")) == every[:1]
        assert found("season/c.xlsx", "season", "link.xlsx", "season/../season/a.xlsx") == [
            every[3],
            *every[:3],
        ]
        assert found("season/2025 [old]/d.XLSM") == every[:1]
        assert found("season/2025 [old]/d.bak.xlsm") == [Path("2025 [old]/d.bak.xlsm")]

    @pytest.mark.parametrize(
        ("word", "sentence"),
        [("none", "There is no workbook in the folder none."), ("*.xlsm", "There is no file *.xlsm.")],
    )
    def test_nothing_found_is_a_sentence(self, dipscore, tmp_path, word, sentence):
        (tmp_path / "none").mkdir()
        got = dipscore("rebuild", word)
        assert got.status == (MISUSED if "no file" in sentence else FAULTY)
        assert sentence in got.err


class TestProcesses:
    def files(self, folder, *names):
        for name in names:
            (folder / name).write_bytes(name.encode())
        return [folder / name for name in names]

    @pytest.mark.parametrize("jobs", [1, 2, 5])
    def test_results_come_in_the_order_given(self, tmp_path, jobs):
        paths = self.files(tmp_path, *(f"{n}.txt" for n in (10, 9, 800, 7, 6, 5)))
        done = batch.run_batch(length, paths, jobs=jobs)
        assert list(done.done.items()) == [(path, len(path.name)) for path in paths]
        assert (done.left, done.failed_files) == ([], {})

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_what_should_not_happen_is_a_sentence(self, tmp_path, jobs):
        paths = self.files(tmp_path, "a", "raises", "b")
        done = batch.run_batch(length, paths, jobs=jobs)
        assert list(done.results) == [paths[0], paths[2]]
        (sentence,) = done.failed_files[paths[1]].sentences
        assert "raises was not changed" in sentence
        assert "RuntimeError: no such thing" in sentence

    def test_a_process_that_breaks_down_takes_no_other_file_with_it(self, tmp_path):
        names = [*"abc", "dies", *"defg", "dies too", *"hij"]
        paths = self.files(tmp_path, *names)
        done = batch.run_batch(length, paths, jobs=2)
        assert [path.name for path in done.failed_files] == ["dies", "dies too"]
        assert all("died" in one.sentences[0] for one in done.failed_files.values())
        assert done.results == {path: 1 for path in paths if len(path.name) == 1}

    @pytest.mark.parametrize(("work", "limit"), [(Dies(), 600), (NeverBegins(), 0.1)])
    def test_processes_that_do_not_begin_are_a_sentence(self, monkeypatch, tmp_path, work, limit):
        monkeypatch.setattr(processes, "START_SECONDS", limit)
        paths = self.files(tmp_path, *"abc")
        done = batch.run_batch(work, paths, jobs=2)
        assert list(done.failed_files) == paths
        assert all("no process" in one.sentences[0] for one in done.failed_files.values())

    def test_a_computer_that_starts_no_process_is_a_sentence(self, monkeypatch, tmp_path):
        def start(_):
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

        monkeypatch.setattr(SpawnProcess, "start", start)
        paths = self.files(tmp_path, *"abc")
        done = batch.run_batch(length, paths, jobs=2)
        assert list(done.failed_files) == paths
        assert all("no process" in one.sentences[0] for one in done.failed_files.values())

    def test_one_process_does_the_work_of_those_that_never_begin(self, tmp_path):
        paths = self.files(tmp_path, *"abcd")
        done = batch.run_batch(BeginsOnce(tmp_path / "taken"), paths, jobs=3)
        assert list(done.done.items()) == [(path, 1) for path in paths]

    def test_the_file_in_hand_is_told(self, tmp_path):
        paths = self.files(tmp_path, *"abc")
        seen = []
        batch.run_batch(length, paths, jobs=1, watch=lambda path, done: seen.append((path.name, done)))
        assert seen == [("a", 0), ("a", 1), ("b", 1), ("b", 2), ("c", 2), ("c", 3)]

    def test_the_default_is_no_more_processes_than_are_worth_it(self, monkeypatch):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
        assert [batch._default_jobs(files) for files in (0, 1, 7, 16, 1000)] == [1, 1, 1, 2, 8]


COMMAND = [sys.executable, "-c", "from xl_dipscore.cli import main; main()"]


def test_a_terminal_has_a_bar_with_the_file_in_hand_and_the_time_left(folder, corrected):
    for n in range(8):
        (folder / f"event [{n}].xlsx").write_bytes(corrected)
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    run = subprocess.Popen(
        [*COMMAND, "rebuild", folder], stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.close(theirs)
    seen = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            seen += os.read(ours, 10_000)
        except OSError:
            break
    os.close(ours)
    out, _ = run.communicate()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode())
    assert (run.returncode, out) == (OK, b"")
    assert re.search(r"\d+/11 (\d|-):(\d\d|--):(\d\d|--) \S", text)
    assert "event [7].xlsx" in text


@pytest.fixture
def distributed():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("distributed", reason="the extra `dask` is not installed")


@pytest.mark.dask
class TestDask:
    @pytest.fixture
    def cluster(self, distributed):
        import dask

        # How long the command waits for the result of a dead worker.
        with (
            dask.config.set({"distributed.comm.timeouts.connect": "2s"}),
            distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as made,
        ):
            yield made

    def test_the_same_work_on_a_cluster(self, dipscore, cluster, folder, rebuilt):
        (folder / "bad.xlsx").write_bytes(b"no")
        got = dipscore("rebuild", "season", "--dask", cluster.scheduler_address, "--report", "r.json")
        assert got.status == FAULTY
        assert {(folder / f"{name}.xlsx").read_bytes() for name in "abc"} == {rebuilt}
        assert list(rows_of(got.err)) == [
            *(f"season/{name}.xlsx" for name in ("a", "b", "bad", "c")),
            "4 files",
        ]
        assert "bad.xlsx is not an Excel workbook" in got.err
        files = {file["path"] for file in json.loads(Path("r.json").read_text())["files"]}
        assert "season/a.xlsx" in files
        again = dipscore("rebuild", "season/a.xlsx", "--dask", cluster.scheduler_address)
        assert again.status == OK
        assert again.err.startswith("season/a.xlsx: ")
        assert "nothing to change" in again.err

    def test_a_file_that_kills_its_worker_is_told(self, cluster, tmp_path):
        paths = TestProcesses().files(tmp_path, "a", "dies", "b")
        done = batch.run_batch(length, paths, dask=cluster.scheduler_address)
        assert list(done.failed_files) == [paths[1]]
        assert list(done.results) == [paths[0], paths[2]]


@pytest.mark.dask
def test_no_cluster_there_is_a_sentence(dipscore, distributed, folder, corrected):
    got = dipscore("rebuild", "season", "--dask", "no scheduler")
    assert got.status == MISUSED
    assert "No Dask cluster answers at no scheduler." in got.err
    assert {path.read_bytes() for path in folder.iterdir()} == {corrected}


def test_without_dask_there_is_a_sentence(dipscore, monkeypatch, folder):
    monkeypatch.setitem(sys.modules, "distributed", None)
    got = dipscore("rebuild", "season", "--dask", "tcp://127.0.0.1:8786")
    assert got.status == MISUSED
    assert "Dask is not installed;" in got.err


def test_a_failure_is_told_apart_from_a_result(tmp_path):
    assert batch.run_batch(length, [tmp_path / "raises"]).done == {
        tmp_path / "raises": Failed(
            batch.run_batch(length, [tmp_path / "raises"]).failed_files[tmp_path / "raises"].sentences
        )
    }
