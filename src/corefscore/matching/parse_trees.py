"""Trees of phrases from the parse bits of a file, such as ``(NP(NP*`` and ``*)``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from corefscore.formats.conll.parsed import Parsed

OPENED = re.compile(r"\(([^()*\s]+)")
AROUND = "NP"


class Phrase:
    """A phrase: its label, and the words and phrases directly below it. A word is its token number."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.children: list[Tree] = []

    def __repr__(self) -> str:
        return f"({self.label} {' '.join(map(repr, self.children))})"


Tree: TypeAlias = int | Phrase


def phrase_of(words: Sequence[Parsed], start: int, end: int) -> Phrase:
    """Return a noun phrase around the words, with the parse of these words below it.

    Brackets that open before the words or close after them are ignored.

    Parameters
    ----------
    words : sequence of Parsed
        All words of the document.
    start, end : int
        The first and the last of the words.

    Examples
    --------
    >>> bits = [("the", "DT", "(NP(NP*"), ("use", "NN", "*)"), ("of", "IN", "(PP*"), ("art", "NN", "(NP*)))")]
    >>> phrase_of([Parsed(*bit) for bit in bits], 0, 3)
    (NP (NP (NP 0 1) (PP 2 (NP 3))))
    """
    top = Phrase(AROUND)
    open_phrases = [top]
    for token in range(start, end + 1):
        opening, _, closing = words[token].bit.partition("*")
        for label in OPENED.findall(opening):
            phrase = Phrase(label)
            open_phrases[-1].children.append(phrase)
            open_phrases.append(phrase)
        open_phrases[-1].children.append(token)
        for _ in range(closing.count(")")):
            if len(open_phrases) > 1:
                open_phrases.pop()
    return top
