"""One document as text for a terminal, with its mentions in brackets. The colour shows whether a mention is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from corefscore.analysis.verdicts import MISSING, RIGHT, SPURIOUS, VERDICTS, WRONG, Verdicts
from corefscore.core.escaping import printable
from corefscore.matching.language import TextFeatures
from corefscore.matching.matched import Matched
from corefscore.matching.same_tokens import on_same_tokens

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
    """A piece of text, and the verdict on its mention; `PLAIN` outside mentions."""

    text: str
    verdict: int = PLAIN


class Bracket(NamedTuple):
    """A mention of either side, with the label of its bracket."""

    start: int
    end: int
    label: str
    verdict: int


@dataclass(eq=False)
class DocumentText:
    """One document of a key and a response, as text.

    Parameters
    ----------
    matched : Matched
        Key and response.
    document : int
        The number of the document.
    """

    matched: Matched
    document: int

    def __post_init__(self) -> None:
        self.matched = on_same_tokens(self.matched)

    def pieces(self) -> Iterator[list[Piece]]:
        """Yield a list of pieces for each sentence."""
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
                pieces += (Piece(f"[{each.label} ", each.verdict) for each in opening.get(token, ()))
                pieces.append(Piece(printable(word)))
                pieces += (
                    Piece(f"]{each.label}" if each in crossed else "]", each.verdict) for each in closing.get(token, ())
                )
                pieces.append(Piece(" "))
            yield pieces[:-1]

    def _lines(self, brackets: list[Bracket]) -> Iterator[list[tuple[int, str]]]:
        """Yield the tokens of each sentence. If words are not known, yield the numbers of tokens in mentions."""
        words = TextFeatures(self.matched.key, self.matched.response)[self.document]
        if words is None or words.loose:
            inside = sorted({token for each in brackets for token in range(each.start, each.end + 1)})
            yield _numbered(inside) if words is None else [(token, words.tokens[token]) for token in inside]
            return
        line: list[tuple[int, str]] = []
        for token, (sentence, word) in enumerate(zip(words.sentence.tolist(), words.tokens, strict=True)):
            if line and sentence != words.sentence[line[-1][0]]:
                yield line
                line = []
            line.append((token, word))
        yield line

    def _brackets(self) -> Iterator[Bracket]:
        verdicts = Verdicts(self.matched)
        key, response = self.matched.key, self.matched.response
        rows = key.view(self.document).rows
        for row in range(rows.start, rows.stop):
            if verdicts.key[row] == MISSING:
                name = verdicts.key_name(int(key.entity[row]))
                yield Bracket(int(key.start[row]), int(key.end[row]), f"-{name}", MISSING)
        rows = response.view(self.document).rows
        for row in range(rows.start, rows.stop):
            verdict, key_row = int(verdicts.response[row]), int(self.matched.key_row[row])
            name = verdicts.response_name(int(response.entity[row]))
            ours = verdicts.key_name(int(key.entity[key_row])) if key_row >= 0 else ""
            label = {RIGHT: name, WRONG: f"{ours}≠{name}", SPURIOUS: f"+{name}"}[verdict]
            yield Bracket(int(response.start[row]), int(response.end[row]), label, verdict)

    def counts(self) -> dict[str, int]:
        """Return the number of mentions for each verdict."""
        found = dict.fromkeys(VERDICTS, 0)
        for bracket in self._brackets():
            found[VERDICTS[bracket.verdict]] += 1
        return found

    def to_text(self) -> str:
        """Return the text without colours."""
        return "\n".join("".join(piece.text for piece in line) for line in self.pieces())


def _numbered(tokens: list[int]) -> list[tuple[int, str]]:
    """Return tokens as their numbers, with a sign where tokens are left out."""
    line: list[tuple[int, str]] = []
    for before, token in zip([-1, *tokens], tokens, strict=False):
        line += [(-1, GAP)] * (token > before + 1)
        line.append((token, f"#{token}"))
    return line


def crossing(brackets: list[Bracket]) -> set[Bracket]:
    """Return the brackets that cross another bracket. The brackets must be in the order of the text."""
    found: set[Bracket] = set()
    opened: list[Bracket] = []
    for bracket in brackets:
        opened = [each for each in opened if each.end >= bracket.start]
        for other in opened:
            if other.start < bracket.start <= other.end < bracket.end:
                found |= {bracket, other}
        opened.append(bracket)
    return found
