"""Read names and marks that people type."""

import re
import unicodedata
from functools import lru_cache

YES, NO = ("x", "yes", "y", "true", "1", "✓", "✔", "☑", "√"), ("", "no", "n", "false", "0", "☐")
"""Marks that people type for yes and for no."""


def same_person(name: str) -> str:
    """A text by which names are compared: the same for spellings that a spreadsheet treats as equal."""
    return name.lower() if name.isascii() else visible_text(name).translate(_JOINERS).lower()


def visible_text(text: str) -> str:
    """The visible part of a text. Accents are combined with letters; invisible characters are left out.

    Joiners (invisible characters) stay between letters that change shape at a joiner, as in Persian.
    """
    return text if text.isascii() else _normalise_text(text)


@lru_cache(maxsize=1 << 12)
def _normalise_text(text: str) -> str:
    return re.sub(_HIDDEN, "", unicodedata.normalize("NFC", text.translate(_SPACES)))


WIDTHLESS = (
    "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH JOINER}\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}"
    "\N{SOFT HYPHEN}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}"
)
"""The invisible characters that chats and web pages add most often."""

_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u202f"), " ")
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
_SHAPED = "\u0590-\u1fff\u2e80-\U0003ffff"
"""Letters of the Middle East and of Asia, and emoji: characters that change shape at a joiner."""
_HIDDEN = (
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]"
    f"|[\u200c\u200d](?![{_SHAPED}])|(?<![{_SHAPED}])[\u200c\u200d]"
)
"""Zero-width spaces, joiners beside other letters, direction marks, soft hyphens, variation selectors.

Compiled when the first such text is read, because that takes longer than a start should."""
