"""Do every step of templates/TUTORIAL.md in a real LibreOffice, and take pictures of its windows.

python3 templates/tour.py EXTENSIONS WORKBOOK SIGN-UP.CSV FOLDER

templates/pictures.py runs this script with LibreOffice's Python. The script needs Xvfb, openbox, xdotool,
ImageMagick and the free display 77. It publishes the page into the folder `site` beside the workbook.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

DISPLAY = ":77"
SIZE = "1024x600"
SETTLED = 1.5
"""Seconds to wait until a window is drawn."""
POWERS = "AEFGIRT"
BOARDS = {"A": ((10, 7, 6, 5, 3, 2, 1), ""), "B": ((0, 13, 10, 3, 8, 0, 0), "EFG")}
"""The boards of round 1: the centres of each power, and the powers in the draw."""


def surroundings():
    return {**os.environ, "DISPLAY": DISPLAY, "PATH": os.defpath}


@contextmanager
def running(*command):
    """Run a program until the end of the block."""
    process = subprocess.Popen(command, env=surroundings(), stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def run(*command):
    subprocess.run(command, env=surroundings(), check=True, capture_output=True)


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def connected(pipe):
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    for _ in range(300):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.2)
    raise RuntimeError("soffice does not answer")


class Tour:
    """A workbook that is open in LibreOffice, whose window fills a virtual screen."""

    def __init__(self, context, workbook, folder):
        self._context, self._folder = context, folder
        desktop = self._service("com.sun.star.frame.Desktop")
        self.document = desktop.loadComponentFromURL(workbook.as_uri(), "_blank", 0, ())
        self.frame = self.document.CurrentController.Frame
        self._dispatch(".uno:Sidebar", Sidebar=False)
        title_bar, position_and_size = 24, 15
        width, height = map(int, SIZE.split("x"))
        self.frame.ContainerWindow.setPosSize(0, 0, width, height - title_bar, position_and_size)
        time.sleep(2 * SETTLED)

    def _service(self, name):
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)

    def _dispatch(self, address, **given):
        helper = self._service("com.sun.star.frame.DispatchHelper")
        helper.executeDispatch(self.frame, address, "", 0, properties(**given))

    def picture(self, name, *more):
        """Save a picture of the screen in few colours. more: options of ImageMagick's import."""
        time.sleep(SETTLED)
        out = f"png8:{self._folder / name}.png"
        run("import", "-window", "root", *more, "+dither", "-colors", "64", out)

    def sheet(self, name, cell="A1"):
        controller = self.document.CurrentController
        controller.setActiveSheet(self.document.Sheets.getByName(name))
        controller.select(self.cell(name, cell))

    def cell(self, sheet, ref):
        return self.document.Sheets.getByName(sheet).getCellRangeByName(ref)

    @contextmanager
    def item(self, word):
        """Choose an item of the menu Diplomacy. The code of the `with` block answers the item's windows."""
        call = threading.Thread(target=self._dispatch, args=(f"org.diplomacy.xldipscore:{word}",))
        call.start()
        time.sleep(SETTLED)
        yield
        for _ in range(20):
            call.join(3)
            if not call.is_alive():
                return
            run("xdotool", "key", "Return")  # its last message, which may take a while to come
        raise RuntimeError(f"{word} still waits for an answer")

    def answer(self, text="", *, shot=""):
        """Type text into the open window, and press Enter. shot: the name of a picture taken before Enter."""
        if text:
            run("xdotool", "key", "ctrl+a")
            run("xdotool", "type", "--delay", "40", str(text))
        if shot:
            self.picture(shot)
        run("xdotool", "key", "Return")
        time.sleep(SETTLED)

    def open_menu(self, *, shot):
        """Open the menu Diplomacy, take a picture named `shot`, and close the menu."""
        run("xdotool", "mousemove", "400", "28", "click", "1")
        self.picture(shot, "-crop", "1000x370+0+0", "+repage")
        run("xdotool", "key", "Escape", "Escape")

    def type_results(self):
        """Type the results of round 1, whose boards are on Games from row 2 on."""
        row = 2
        for counts, draw in BOARDS.values():
            for power, count in zip(POWERS, counts, strict=True):
                self.cell("Games", f"E{row}").Value = count
                self.cell("Games", f"F{row}").String = "x" if power in draw else ""
                row += 1


def walk(tour, sign_up, site):
    """Do every step of the tutorial in order. sign_up: the list to import. site: the folder for the page."""
    tour.sheet("Players", "A5")
    with tour.item("take_in"):
        tour.answer(sign_up.name, shot="tour-form")  # the window opens in its folder
        tour.answer(shot="tour-people")
    tour.sheet("Games", "D2")
    with tour.item("draw_round"):
        tour.answer(shot="tour-draw")
        tour.answer(shot="tour-drawn")
    tour.sheet("Games")  # a selected Player cell would show its hint over later pictures
    tour.sheet("Slips")
    tour.picture("tour-slips")
    tour.type_results()
    tour.sheet("Games", "M10")
    tour.picture("tour-typed")
    tour.open_menu(shot="menu")
    tour.cell("Games", "E10").Value += 1
    with tour.item("check"):
        tour.answer(shot="tour-check")
    tour.cell("Games", "E10").Value -= 1
    tour.sheet("Games", "D11")
    with tour.item("explain"):
        tour.picture("tour-explain")
    site.mkdir()
    with tour.item("publish"):
        tour.answer(site)


def main(extensions, workbook, sign_up, folder):
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dipscore-")))
        stack.enter_context(running("Xvfb", DISPLAY, "-screen", "0", f"{SIZE}x24"))
        time.sleep(SETTLED)
        stack.enter_context(running("openbox"))
        pipe = f"tour{os.getpid()}"
        options = ("--norestore", "--nologo", "--nodefault", f"--accept=pipe,name={pipe};urp;")
        places = {"UserInstallation": profile, "BUNDLED_EXTENSIONS": Path(extensions)}
        profiles = (f"-env:{name}={path.as_uri()}" for name, path in places.items())
        stack.enter_context(running("soffice", *options, *profiles))
        tour = Tour(connected(pipe), Path(workbook), Path(folder))
        walk(tour, Path(sign_up), Path(workbook).with_name("site"))


if __name__ == "__main__":
    main(*sys.argv[1:])
