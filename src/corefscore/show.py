"""One document as text for a terminal: its mentions in brackets, coloured by how they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from corefscore.errors.words import Texts
from corefscore.matching import Matched
from corefscore.standing import MISSING, RIGHT, SPURIOUS, STANDINGS, WRONG, Standing
from corefscore.table import printable

STYLES = {RIGHT: "green", WRONG: "yellow", MISSING: "red", SPURIOUS: "blue"}
LEGEND = {
    RIGHT: "[1 right]",
    WRONG: "[1≠b wrong entity: of key entity 1, found in b]",
    MISSING: "[-1 missing]",
    SPURIOUS: "[+b spurious]",
}
PLAIN = -1
GAP = "…"


class Piece(NamedTuple):
    """Some text, and how it stands."""

    text: str
    standing: int = PLAIN


class Bracket(NamedTuple):
    """A mention of either side, with the label of its bracket."""

    start: int
    end: int
    label: str
    standing: int


@dataclass(eq=False)
class Shown:
    """One document of a key and a response."""

    matched: Matched
    document: int

    def pieces(self) -> Iterator[list[Piece]]:
        """A line of pieces for each sentence."""
        brackets = sorted(self._brackets(), key=lambda each: (each.start, -each.end))
        opening: dict[int, list[Bracket]] = {}
        closing: dict[int, list[Bracket]] = {}
        crossed = crossing(brackets)
        for bracket in brackets:
            opening.setdefault(bracket.start, []).append(bracket)
            closing.setdefault(bracket.end, []).insert(0, bracket)
        for line in self._lines(brackets):
            pieces: list[Piece] = []
            for token, word in line:
                pieces += (Piece(f"[{each.label} ", each.standing) for each in opening.get(token, ()))
                pieces.append(Piece(printable(word)))
                pieces += (
                    Piece(f"]{each.label}" if each in crossed else "]", each.standing) for each in closing.get(token, ())
                )
                pieces.append(Piece(" "))
            yield pieces[:-1]

    def _lines(self, brackets: list[Bracket]) -> Iterator[list[tuple[int, str]]]:
        """The tokens of each sentence; without words, the numbers of the tokens that are in mentions."""
        words = Texts(self.matched.key, self.matched.response)[self.document]
        if words is None:
            inside = sorted({token for each in brackets for token in range(each.start, each.end + 1)})
            numbered = [(token, str(token)) for token in inside]
            yield [
                (token, text if place == 0 or token == inside[place - 1] + 1 else text)
                for place, (token, text) in enumerate(numbered)
            ]
            return
        line: list[tuple[int, str]] = []
        for token, (sentence, word) in enumerate(zip(words.sentence.tolist(), words.tokens, strict=True)):
            if line and sentence != words.sentence[line[-1][0]]:
                yield line
                line = []
            line.append((token, word))
        yield line

    def _brackets(self) -> Iterator[Bracket]:
        standing = Standing(self.matched)
        key, response = self.matched.key, self.matched.response
        rows = key.view(self.document).rows
        for row in range(rows.start, rows.stop):
            if standing.key[row] == MISSING:
                name = standing.key_name(int(key.entity[row]))
                yield Bracket(int(key.start[row]), int(key.end[row]), f"-{name}", MISSING)
        rows = response.view(self.document).rows
        for row in range(rows.start, rows.stop):
            how, twin = int(standing.response[row]), int(self.matched.twin[row])
            name = standing.response_name(int(response.entity[row]))
            ours = standing.key_name(int(key.entity[twin])) if twin >= 0 else ""
            label = {RIGHT: name, WRONG: f"{ours}≠{name}", SPURIOUS: f"+{name}"}[how]
            yield Bracket(int(response.start[row]), int(response.end[row]), label, how)

    def counts(self) -> dict[str, int]:
        """How many mentions stand in each way."""
        found = dict.fromkeys(STANDINGS, 0)
        for bracket in self._brackets():
            found[STANDINGS[bracket.standing]] += 1
        return found

    def to_text(self) -> str:
        return "\n".join("".join(piece.text for piece in line) for line in self.pieces())


def crossing(brackets: list[Bracket]) -> set[Bracket]:
    """The brackets that cross another; they are in the order of the text."""
    found: set[Bracket] = set()
    opened: list[Bracket] = []
    for bracket in brackets:
        opened = [each for each in opened if each.end >= bracket.start]
        for other in opened:
            if other.start < bracket.start <= other.end < bracket.end:
                found |= {bracket, other}
        opened.append(bracket)
    return found
