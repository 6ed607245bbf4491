"""Install.cmd and Uninstall.cmd of the folder for Windows, which has a Python of its own.

python -m xl_dipscore.cli.windows_folder (install | uninstall) [quiet]

Install makes the ready workbooks with macros on this computer: Windows does not take them for downloads, so
their macros need no unblocking. Uninstall deletes a file only if its digest is in one of two lists: the files
that the folder brought, and the workbooks that Install made.
"""

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from xl_dipscore.errors import Fault, Faults, join_at_most
from xl_dipscore.hosts import vba, windows
from xl_dipscore.sheets.files import reason_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.author import templates_folder

BROUGHT, MADE = "python/brought.txt", "python/made.txt"
"""Lists with digests: the files of the folder, and the workbooks that Install made."""
LATER, FOLDERS = "files.txt", "folders.txt"
"""What Uninstall.cmd deletes itself, because the Python that runs here has it open: files, and folders that
are empty then, inner ones first."""
UNINSTALL = "Uninstall.cmd"
WORKBOOKS, FIRST = "workbooks", "any-system.xlsm"
"""The folder of the ready workbooks, and the one that Install opens at its sheet Guide."""
NAMED = "functions.xlsx"
"""The ready workbook that has the functions as names, and needs no macros."""
ENTRY = "xl_dipscore.lnk"
"""The entry of the Start menu. It opens the folder of the ready workbooks."""
WRONG = 2
_MOST = 5


class NoList(Fault):
    """{path} is missing, so nothing tells which files came with this folder. Nothing was deleted; to be rid \
of the folder, save your workbooks elsewhere and delete it."""


def install(root: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Put the functions and the tab into Excel, and make workbooks and the entry of the Start menu.

    Yields sentences. Raises faults of `windows.install` before anything is changed, and OSError.
    """
    windows.install(environment, str(_python(root)))
    yield "Excel has the functions and the tab Diplomacy. If Excel is open, close it and open it again."
    kept = make_workbooks(root)
    yield f"Ready workbooks: {root / WORKBOOKS}"
    if kept:
        yield f"Kept as you changed them: {join_at_most(kept, _MOST)}."
    if entry := _entry(environment):
        try:
            entry.parent.mkdir(parents=True, exist_ok=True)
            make_shortcut(entry, root / WORKBOOKS)
        except Exception as wrong:  # pywin32 has exceptions of its own; the functions are there all the same
            yield f"The Start menu cannot be changed ({wrong}): open the workbooks from their folder."
        else:
            yield f"The Start menu has {entry.stem}, which opens them."
    if drive := _onedrive(root, environment):
        yield (
            f"This folder is in OneDrive ({drive}), which may remove files from this computer. If functions "
            "stop, move the folder to a place outside OneDrive, and start Install there."
        )


def make_workbooks(root: Path) -> list[str]:
    """Make or renew the ready workbooks with macros. Returns those that somebody changed, which are kept."""
    made, kept = read_list(root / MADE), []
    (root / WORKBOOKS).mkdir(exist_ok=True)
    for ready in sorted(templates_folder().glob("*.xlsx")):
        ending = ready.suffix if ready.name == NAMED else vba.ENDINGS[ready.suffix]
        name = f"{WORKBOOKS}/{ready.stem}{ending}"
        path = root / name
        if path.exists() and _digest(path) != made.get(name):
            kept.append(path.name)
            continue
        package = Package.read(ready)
        if ready.name != NAMED:
            vba.put_macros(package)
        package.write(path)
        made[name] = _digest(path)
        write_list(root / MADE, made)  # after each, so that a list exists if this is interrupted
    return kept


def uninstall(root: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Undo Install, and delete the files of the folder that nobody changed. Yields sentences.

    Python's own files are in use: Uninstall.cmd deletes them. Raises NoList, InUse, OSError.
    """
    if not (root / BROUGHT).exists():
        raise NoList(path=root / BROUGHT)
    if other := windows.other_python(str(_python(root)), environment):
        yield f"Excel computes with another Python, {other}, and keeps the functions."
    else:
        windows.uninstall(environment)
        yield "Excel no longer has the functions and the tab Diplomacy."
    if (entry := _entry(environment)) and entry.exists():
        entry.unlink()
    kept = delete_files(root)
    yield f"Kept as you changed them: {join_at_most(kept, _MOST)}." if kept else "The files are deleted."
    if others := sorted(path.name for path in _others(root)):
        yield f"Your own files stay: {join_at_most(others, _MOST)}."


def delete_files(root: Path) -> list[str]:
    """Delete files whose digests are in the lists, and empty folders. Returns the changed files, which stay.

    Files in use and their folders go into LATER and FOLDERS.
    """
    kept, in_use = [], []
    listed = {**read_list(root / BROUGHT), **read_list(root / MADE)}
    for name, digest in listed.items():
        path = root / name
        if not path.is_file():
            continue
        if _digest(path) != digest:
            kept.append(name)
        elif path.parent == root / "python" or not _delete(path):  # this Python may still read its own files
            in_use.append(name)
    compiled = [*(root / "python").rglob("__pycache__/*.pyc")]
    in_use += [path.relative_to(root).as_posix() for path in compiled if not _delete(path)]
    in_use += [name for name in (MADE, BROUGHT) if (root / name).exists()]
    folders = {parent for name in listed for parent in PurePosixPath(name).parents}
    folders |= {folder / "__pycache__" for folder in folders}
    deepest = sorted((one.as_posix() for one in folders - {PurePosixPath()}), key=len, reverse=True)
    left = [name for name in deepest if not _remove_folder(root / name)]
    # In ASCII: cmd reads the lists in another code page than Python.
    for path, names in ((root / LATER, in_use), (root / FOLDERS, left)):
        lines = "".join(name.replace("/", "\\") + "\n" for name in names)
        path.write_text(lines, encoding="ascii", newline="\r\n")
    return kept


def read_list(path: Path) -> dict[str, str]:
    """Digests by the names of files. Nothing for a missing list."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def write_list(path: Path, digests: Mapping[str, str]) -> None:
    path.write_text("".join(f"{digest}  {name}\n" for name, digest in digests.items()), encoding="utf-8")


def make_shortcut(path: Path, target: Path) -> None:
    """Write a shortcut of Windows."""
    import pythoncom
    from win32com.shell import shell

    link = pythoncom.CoCreateInstance(
        shell.CLSID_ShellLink, None, pythoncom.CLSCTX_INPROC_SERVER, shell.IID_IShellLink
    )
    link.SetPath(str(target))
    link.SetDescription("Workbooks for tournaments of Diplomacy")
    link.QueryInterface(pythoncom.IID_IPersistFile).Save(str(path), 0)


def _others(root: Path) -> Iterator[Path]:
    """The files in the folder and beside the workbooks that are in no list."""
    names = (*read_list(root / BROUGHT), *read_list(root / MADE), LATER, FOLDERS, UNINSTALL)
    listed = {root / name for name in names}
    for folder in (root, root / WORKBOOKS):
        if folder.is_dir():
            yield from (one for one in folder.iterdir() if one.is_file() and one not in listed)


def _delete(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True


def _remove_folder(path: Path) -> bool:
    """Remove an empty folder. True if it is gone."""
    with contextlib.suppress(OSError):
        path.rmdir()
    return not path.exists()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _python(root: Path) -> Path:
    return root / "python" / "python.exe"


def _entry(environment: Mapping[str, str]) -> Path | None:
    roaming = Path(environment.get("APPDATA", ""))
    programs = ("Microsoft", "Windows", "Start Menu", "Programs", ENTRY)
    return roaming.joinpath(*programs) if roaming.is_absolute() else None


def _onedrive(root: Path, environment: Mapping[str, str]) -> str:
    """The folder of OneDrive that `root` is in; blank if none."""
    drives = (environment.get(name, "") for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"))
    return next((drive for drive in drives if drive and root.is_relative_to(drive)), "")


def main(words: list[str]) -> int:
    """Run an act, print its sentences, and return the exit status: 0, or WRONG after a sentence about it.

    Python itself ends with other numbers, when it finds its files no more.
    """
    acts: dict[str, Callable[[Path, Mapping[str, str]], Iterator[str]]]
    acts = {"install": install, "uninstall": uninstall}
    root = Path(sys.executable).parents[1]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        for line in acts[words[0]](root, os.environ):
            print(line, flush=True)
        if words == ["install"]:
            os.startfile(root / WORKBOOKS / FIRST)  # type: ignore[attr-defined]
    except Faults as wrong:
        print(*(fault.text_without_commands for fault in wrong.faults), sep="\n")
        return WRONG
    except OSError as wrong:
        print(": ".join(filter(None, [wrong.filename, reason_of(wrong)])) + ".")
        return WRONG
    except Exception as odd:
        print(f"Something went wrong that should not: {type(odd).__name__}: {odd}. Please report it.")
        return WRONG
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
