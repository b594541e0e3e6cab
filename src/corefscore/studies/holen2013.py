"""The 21 entities of Holen (2013) that a person ranked, with the scores and ranks that the paper prints.

Tables 2 to 5 of the paper print the mentions of fifteen pairs of key entity and response entity, and five scores of
each. Table 6 ranks all 21. The paper says that four of the other six are perfect and two have no response entity. It
does not print their mentions and scores. Here each of them has two mentions without words (the paper counts 64 mentions
in all, one more than here).

The paper does not print the texts. Here each document consists of its mentions only. If a response entity has a mention
of another key entity, the response entity of that one never has it (BN2 has "The President", "he" and "his", which BN1
lost; MZ17 has the two "him" of MZ40; MZ40 has the last "she" of MZ33; MZ19 has the "them" of MZ17). So these are the
same mentions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.formats.builder import GivenText

SOURCE = "Holen 2013, Tables 2 to 6"
METRICS = ("muc", "b3", "ceafe", "ceafm", "blanc")


class PartialMention(NamedTuple):
    """A response mention that is a part of a key mention: the number of the key mention, and the words."""

    of: int
    text: str


class TakenMention(NamedTuple):
    """A response mention that belongs to another key entity: the name of this entity, and the number of the mention."""

    entity: str
    mention: int


class PrintedScore(NamedTuple):
    """Precision, recall and F1 in percent, as printed."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Judged:
    """A key entity and its response entity, as in the paper.

    Parameters
    ----------
    name : str
        The name of the entity. Its first two letters are the document.
    category : str
        The category of the paper.
    human : int
        The rank that the person gave.
    key : tuple of str
        The words of the key mentions.
    response : tuple
        The response mentions. Each is the number of the key mention that it equals, a part of a key mention, a mention
        of another entity, or words that are not a key mention.
    printed : mapping of str to PrintedScore
        The scores of each metric.
    """

    name: str
    category: str
    human: int
    key: tuple[str, ...]
    response: tuple[int | PartialMention | TakenMention | str, ...]
    printed: Mapping[str, PrintedScore] = field(default_factory=dict)

    @property
    def document(self) -> str:
        """The name of the document."""
        return self.name[:2]


def _printed(*rows: str) -> dict[str, PrintedScore]:
    """Return the scores of each metric from rows of precision, recall and F1."""
    columns = zip(*([float(figure) for figure in row.split()] for row in rows), strict=True)
    return {metric: PrintedScore(*figures) for metric, figures in zip(METRICS, columns, strict=True)}


UNPRINTED = ("", "")
ALL_0 = _printed(*["0 0 0 0 0"] * 3)
ALL_100 = _printed(*["100 100 100 100 100"] * 3)
HALF = _printed(*["0 50 50 50 0"] * 3)
TWO_THIRDS = _printed(*["50 66.67 66.67 66.67 33.33"] * 3)

ENTITIES: tuple[Judged, ...] = (
    Judged(
        "BC45",
        "2a",
        7,
        ("The KMT vice chairman", "Wang Jin-pyng", "his", "his", "He", "he"),
        (1, 2, 3, 4, 5),
        _printed("100 100 90.90 100 100", "80 83.33 90.90 83.33 66.67", "88.89 90.91 90.90 90.91 80"),
    ),
    Judged(
        "BC22",
        "2a",
        8,
        ("KMT Chairman Lien Chan", "Chairman Lien Chan", "Lien Chan"),
        (0, 2),
        _printed("100 100 80 100 100", "50 66.67 80 66.67 33.33", "66.67 80 80 80 50"),
    ),
    Judged("BC51", "1", 1, UNPRINTED, (0, 1), ALL_100),
    Judged("BN0", "1", 1, UNPRINTED, (0, 1), ALL_100),
    Judged(
        "BN1",
        "2a",
        13,
        ("Bill Clinton", "The President", "he", "his", "Mr. Clinton", "his", "He", "he"),
        (0, 4, 5, 6, 7),
        _printed("100 100 76.92 100 68.42", "85.71 62.50 76.92 62.50 46.43", "92.31 76.92 76.92 76.92 55.32"),
    ),
    Judged(
        "BN2",
        "3",
        15,
        ("he and his wife , now a New York senator", "their"),
        (TakenMention("BN1", 1), 0, TakenMention("BN1", 2), TakenMention("BN1", 3)),
        _printed("66.67 25 33.33 25 0", "0 50 33.33 50 0", "0 33.33 33.33 33.33 0"),
    ),
    Judged(
        "MZ19",
        "3",
        14,
        ("the more affluent Taiwanese", "their", "the latter group"),
        (0, 1, TakenMention("MZ17", 1)),
        TWO_THIRDS,
    ),
    Judged(
        "MZ33",
        "4",
        17,
        ("Chang , Mei-liang , chairperson of the TBAD Women 's Division ,", "her", "she", "Her", "she"),
        (1, 2, 3),
        _printed("100 100 75 100 100", "50 60 75 60 30", "66.67 75 75 75 46.15"),
    ),
    Judged(
        "MZ17",
        "3",
        15,
        ("her elder son and daughter", "them"),
        (0, TakenMention("MZ40", 1), TakenMention("MZ40", 3)),
        _printed("0 33.33 40 33.33 0", "0 50 40 50 0", "0 40 40 40 0"),
    ),
    Judged(
        "MZ40",
        "3",
        17,
        ("Her ten-year-old child", "him", "The child", "him"),
        (0, TakenMention("MZ33", 4), 2),
        _printed("50 66.67 57.14 66.67 33.33", "33.33 50 57.14 50 20", "40 57.14 57.14 57.14 25"),
    ),
    Judged(
        "MZ22",
        "2b",
        10,
        ("a school in Shenzhen for the children of Hong Kong expats", "the school in Shenzhen"),
        (PartialMention(0, "a school in Shenzhen"), 1),
        HALF,
    ),
    Judged("MZ24", "1", 1, UNPRINTED, (0, 1), ALL_100),
    Judged("MZ38", "4", 19, UNPRINTED, (), ALL_0),
    Judged(
        "NW0",
        "2b",
        10,
        ("China 's People 's Congress", "China 's People 's Congress"),
        (PartialMention(0, "People 's Congress"), PartialMention(1, "People 's Congress")),
        ALL_0,
    ),
    Judged(
        "NW1",
        "2b",
        8,
        ("vice-chief committee member Jiyun Tian", "Jiyun Tian", "He"),
        (PartialMention(0, "committee member Jiyun Tian"), 1, 2),
        TWO_THIRDS,
    ),
    Judged(
        "NW2",
        "2a",
        5,
        ("New Zealand", "New Zealand", "New Zealand", "New Zealand 's", "New Zealand"),
        (0, 1, 2, 3),
        _printed("100 100 88.89 100 100", "75 80 88.89 80 60", "85.71 88.89 88.89 88.89 75"),
    ),
    Judged("NW3", "1", 1, UNPRINTED, (0, 1), ALL_100),
    Judged("NW4", "4", 19, UNPRINTED, (), ALL_0),
    Judged(
        "NW5",
        "2b",
        10,
        (
            "China 's People 's Congress delegation led by vice-chief committee member Jiyun Tian",
            "the delegation from China 's People 's Congress",
        ),
        (PartialMention(0, "China 's People 's Congress delegation"), 1),
        HALF,
    ),
    Judged("WB0", "4", 19, ("the beauty industry", "it"), ("the one hand", 1), HALF),
    Judged("WB1", "4", 19, ("the consumer", "they"), ("clinical dermatologists", 1), HALF),
)

RANKS: Mapping[str, Mapping[str, int | None]] = {
    name: dict(zip((*METRICS, "human"), (None if rank == "-" else int(rank) for rank in ranks), strict=True))
    for name, *ranks in (
        row.split()
        for row in """
            BC45 6 5 5 5 5 7
            BC22 8 7 7 7 8 8
            BC51 1 1 1 1 1 1
            BN0 1 1 1 1 1 1
            BN1 5 8 8 8 7 13
            BN2 13 18 18 18 13 15
            MZ19 10 10 10 10 10 14
            MZ33 8 9 9 9 9 17
            MZ17 13 17 17 17 13 15
            MZ40 12 12 12 12 12 17
            MZ22 13 13 13 13 13 10
            MZ24 1 1 1 1 1 1
            MZ38 - 19 19 19 13 19
            NW0 13 19 19 19 13 10
            NW1 10 10 10 10 10 8
            NW2 7 6 6 6 6 5
            NW3 1 1 1 1 1 1
            NW4 - 19 19 19 13 19
            NW5 13 13 13 13 13 10
            WB0 13 13 13 13 13 19
            WB1 13 13 13 13 13 19
        """.strip().splitlines()
    )
}
"""Table 6 as printed: the rank of each entity by each metric, and by a person."""


def corpora() -> tuple[Corpus, Corpus]:
    """Return key and response of the five documents.

    Examples
    --------
    >>> key, response = corpora()
    >>> len(key), key.mentions, response.mentions
    (5, 63, 53)
    """
    return _sides({text: _entities_of(text) for text in _texts()})


def pairs() -> tuple[Corpus, Corpus]:
    """Return key and response with a document for each pair of entities, as the paper scores them.

    Each document has the words of its whole text, so each mention has the same weight as there.
    """
    return _sides({judged.name: [judged] for judged in ENTITIES})


def _texts() -> list[str]:
    return list(dict.fromkeys(judged.document for judged in ENTITIES))


def _entities_of(text: str) -> list[Judged]:
    return [judged for judged in ENTITIES if judged.document == text]


Span = tuple[int, int]


def _sides(documents: Mapping[str, list[Judged]]) -> tuple[Corpus, Corpus]:
    laid_out = {text: _Text(_entities_of(text)) for text in _texts()}
    rows: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    labels: tuple[list[str], list[str]] = ([], [])
    origins = []
    for number, (name, judged_entities) in enumerate(documents.items()):
        text = laid_out[judged_entities[0].document]
        for judged in judged_entities:
            for side, spans in enumerate((text.key[judged.name], text.response[judged.name])):
                if spans:
                    rows[side].extend((number, *span, len(labels[side])) for span in spans)
                    labels[side].append(judged.name)
        origins.append(Origin(name, Memory(SOURCE), text=GivenText([text.words])))
    return _corpus(origins, rows[0], labels[0]), _corpus(origins, rows[1], labels[1])


def _corpus(origins: list[Origin], rows: list[tuple[int, ...]], labels: list[str]) -> Corpus:
    document, start, end, entity = ints(rows).T
    return Corpus.build(origins, document, start, end, entity, np.array(labels))


class _Text:
    """A text that consists of its mentions, and the spans of each entity on both sides."""

    def __init__(self, entities: list[Judged]) -> None:
        self.words: list[str] = []
        self.key = {judged.name: [self._append(mention) for mention in judged.key] for judged in entities}
        self.response = {judged.name: [self._span(judged, each) for each in judged.response] for judged in entities}

    def _append(self, text: str) -> Span:
        begin = len(self.words)
        self.words += text.split() or ["_"]
        return begin, len(self.words) - 1

    def _span(self, judged: Judged, mention: int | PartialMention | TakenMention | str) -> Span:
        if isinstance(mention, int):
            return self.key[judged.name][mention]
        if isinstance(mention, str):
            return self._append(mention)
        if isinstance(mention, TakenMention):
            return self.key[mention.entity][mention.mention]
        return self._part(self.key[judged.name][mention.of], mention.text.split())

    def _part(self, whole: Span, part: list[str]) -> Span:
        first = next(token for token in range(whole[0], whole[1] + 1) if self.words[token : token + len(part)] == part)
        return first, first + len(part) - 1
