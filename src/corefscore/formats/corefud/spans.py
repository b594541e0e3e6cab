"""Mentions of CorefUD, such as ``(e3-person-2``: their fields, and the parts of mentions with gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Array, Bools, Ints, ints, runs
from corefscore.core.corpus import Parts
from corefscore.core.problems import Problem, warn
from corefscore.core.texts import EmptyNodes
from corefscore.formats.conll.lines import Section
from corefscore.formats.corefud.empty_nodes import Node

USUAL = "eid-etype-head-other"
ENTITY_FIELDS = ("eid", "GRP")
TYPE_FIELDS = ("etype", "entity")
PART = r"(.+)\[(\d{1,9})/(\d{1,9})\]"
NUMBER = r"[0-9]{1,9}"


class Fields(NamedTuple):
    """The index of each field of a mention, between dashes; -1 if a field is missing."""

    entity: int
    head: int
    type: int
    minimum: int

    @classmethod
    def of(cls, header: str) -> Fields:
        """Return the fields that ``global.Entity`` declares.

        >>> Fields.of("eid-etype-head-other")
        Fields(entity=0, head=2, type=1, minimum=-1)
        """
        fields = header.split("-")

        def index(*names: str) -> int:
            return next((fields.index(name) for name in names if name in fields), -1)

        return cls(index(*ENTITY_FIELDS), index("head"), index(*TYPE_FIELDS), index("minspan"))


class Mentions(NamedTuple):
    """Mentions as columns, in the order in which they open.

    `head` counts the words of a mention from 1. `minimum` has the texts of the minimum spans that are given. `line` and
    `sentence` are where a mention opens, `last_line` and `last_sentence` are where it closes.
    """

    document: Ints
    start: Ints
    end: Ints
    entity: Ints
    labels: Array
    head: Ints
    type: Array
    minimum: dict[int, str]
    line: Ints
    last_line: Ints
    sentence: Ints
    last_sentence: Ints

    def name(self, row: int) -> str:
        """Return the name of a mention's entity."""
        return label_text(self.labels[self.entity[row]])


class Attribute(NamedTuple):
    """An attribute of a token with relations, such as ``Bridge=e1<e2``: its document, its line and its text."""

    document: int
    line: int
    text: str


class Found(NamedTuple):
    """The contents of a file, and its problems; `header` is the value of ``global.Entity``."""

    header: str
    sections: list[Section]
    mentions: Mentions
    nodes: list[Node]
    attributes: list[Attribute]
    problems: list[Problem]


def label_text(label: bytes | str) -> str:
    return label.decode() if isinstance(label, bytes) else label


Whole: TypeAlias = list[int]
"""The rows of the parts of one mention."""


def join_parts(source: str, mentions: Mentions) -> tuple[Mentions, dict[int, Parts], list[Problem]]:
    """Join parts of a mention, such as ``e3[1/2]`` and ``e3[2/2]``, into one mention.

    Returns
    -------
    tuple
        The mentions; the parts of mentions with several parts, by row; and the problems.
    """
    partial = _partial_entities(mentions.labels)
    if not partial:
        return mentions, {}, []
    wholes, problems = _gather(source, mentions, partial)
    parts = {
        whole[0]: tuple(zip(mentions.start[whole].tolist(), mentions.end[whole].tolist(), strict=True))
        for whole in wholes
        if len(whole) > 1
    }
    problems += _entangled(source, mentions, wholes, parts)
    columns = mentions._asdict()
    labels, minimum = columns.pop("labels"), columns.pop("minimum")
    for name in ("end", "head", "last_line", "last_sentence"):
        columns[name] = columns[name].copy()
        columns[name][[whole[0] for whole in wholes]] = columns[name][[whole[-1] for whole in wholes]]
    columns["entity"], labels = _joined_entities(mentions, partial)
    is_kept = np.ones(len(mentions.start), dtype=bool)
    is_kept[[row for whole in wholes for row in whole[1:]]] = False
    row_of = runs(is_kept).tolist()
    joined = Mentions(
        **{name: column[is_kept] for name, column in columns.items()},
        labels=labels,
        minimum={row_of[row]: text for row, text in minimum.items() if is_kept[row]},
    )
    return joined, {row_of[row]: stretches for row, stretches in parts.items()}, problems


def _partial_entities(labels: Array) -> dict[int, re.Match[str]]:
    """Return the entities whose names mark a part of a mention."""
    if labels.dtype != object and b"[" not in labels.tobytes():
        return {}
    bracket = b"]" if labels.dtype.kind == "S" else "]"
    marked = [(entity, label) for entity, label in enumerate(labels.tolist()) if label.endswith(bracket)]
    matches = ((entity, re.fullmatch(PART, label_text(label))) for entity, label in marked)
    return {entity: match for entity, match in matches if match}


def _gather(source: str, mentions: Mentions, partial: Mapping[int, re.Match[str]]) -> tuple[list[Whole], list[Problem]]:
    """Return the parts of each mention, and a problem for each mention with a missing part."""
    waiting: dict[tuple[int, str, int], list[Whole]] = {}
    wholes: list[Whole] = []
    problems: list[Problem] = []
    is_partial = np.zeros(len(mentions.labels), dtype=bool)
    is_partial[list(partial)] = True
    for row in np.flatnonzero(is_partial[mentions.entity]).tolist():
        match = partial[int(mentions.entity[row])]
        name, number, count = match[1], int(match[2]), int(match[3])
        candidates = waiting.setdefault((int(mentions.document[row]), name, count), [])
        fitting = [whole for whole in candidates if len(whole) == number - 1]
        if number == 1:
            wholes.append([row])
            candidates += wholes[-1:]
        elif len(fitting) != 1:
            fault = "it can belong to several mentions" if fitting else f"part {number - 1} does not come before it"
            message = f"part {number} of a mention of entity {name}: {fault}; correct the numbers of the parts"
            problems.append(Problem(source, int(mentions.line[row]), message))
            candidates[:] = [whole for whole in candidates if whole not in fitting]
        else:
            fitting[0].append(row)
        candidates[:] = [whole for whole in candidates if len(whole) < count]
    for (_, name, count), unfinished in waiting.items():
        for whole in unfinished:
            message = f"a mention of entity {name} has {len(whole)} of its {count} parts; add the other parts"
            problems.append(Problem(source, int(mentions.line[whole[0]]), message))
    return wholes, problems


def _entangled(
    source: str, mentions: Mentions, wholes: Sequence[Whole], parts: Mapping[int, Parts]
) -> Iterator[Problem]:
    """Yield a problem for each mention whose parts share a token or are not in the order of the text."""
    for first, *others in wholes:
        if any(end >= start for (_, end), (start, _) in pairwise(parts.get(first, ()))):
            message = f"parts of a mention of entity {mentions.name(first).rpartition('[')[0]} overlap"
            line = int(mentions.line[others[0]])
            yield Problem(source, line, f"{message}; close each part before the next begins")


def _joined_entities(mentions: Mentions, partial: Mapping[int, re.Match[str]]) -> tuple[Ints, Array]:
    """Return the entities, and their names without the marks of parts."""
    documents = np.zeros(len(mentions.labels), dtype=np.int64)
    documents[mentions.entity] = mentions.document
    kind = mentions.labels.dtype
    names = mentions.labels.tolist()
    for entity, match in partial.items():
        names[entity] = match[1].encode() if kind.kind == "S" else match[1]
    entities: dict[tuple[int, bytes | str], int] = {}
    number = [entities.setdefault(key, len(entities)) for key in zip(documents.tolist(), names, strict=True)]
    return ints(number)[mentions.entity], np.array([name for _, name in entities], dtype=kind)


class Columns:
    """Builds the optional columns. Reports each problem with the line of its mention."""

    def __init__(
        self, source: str, mentions: Mentions, parts: Mapping[int, Parts], nodes: Mapping[int, EmptyNodes]
    ) -> None:
        self.source = source
        self.mentions = mentions
        self.parts = parts
        self.nodes = nodes
        self.problems: list[Problem] = []
        self.faulty_minima: list[Problem] = []
        self.shapes: dict[Parts, int] = {}

    def extra(self) -> dict[str, Array]:
        self._check_sentences()
        head = self._heads()
        extra: dict[str, Array] = {"head": head, "zero": self._are_nodes(head)}
        if self.parts:
            extra["shape"] = self._shape_numbers(self.parts)
        if self.mentions.minimum:
            extra["minimum"] = self._shape_numbers({row: self._minimum(row) for row in self.mentions.minimum})
        if self.mentions.type.any():
            extra["type"] = self.mentions.type
        return extra

    def leave_out_minima(self) -> None:
        """Give one warning for all minimum spans that do not fit, instead of an error for each."""
        if self.faulty_minima:
            first = min(self.faulty_minima)
            message = f"{len(self.faulty_minima):,} minimum spans (minspan) do not fit their mentions"
            more = "they are left out, because only match=min uses them"
            warn(first.source, first.line, f"{message}, first here: {first.message.partition(';')[0]}; {more}")
        self.faulty_minima = []

    def _report(self, row: int, message: str) -> None:
        self.problems.append(self._problem(row, message))

    def _problem(self, row: int, message: str) -> Problem:
        message = f"a mention of entity {self.mentions.name(row)} {message}"
        return Problem(self.source, int(self.mentions.line[row]), message)

    def _check_sentences(self) -> None:
        for row in np.flatnonzero(self.mentions.sentence != self.mentions.last_sentence).tolist():
            closes = self.mentions.last_line[row]
            self._report(row, f"opens here and closes in another sentence (line {closes}); close it in its own")

    def _heads(self) -> Ints:
        """Return the head token of each mention."""
        start, end, number = self.mentions.start, self.mentions.end, self.mentions.head
        head = start + number - 1
        beyond = (head > end) | (number < 1)
        for row in self.parts:
            tokens = self._tokens(row)
            beyond[row] = not 0 < number[row] <= len(tokens)
            head[row] = tokens[0] if beyond[row] else tokens[number[row] - 1]
        for row in np.flatnonzero(beyond).tolist():
            size = len(self._tokens(row))
            self._report(row, f"has {size} words, but its head is word {number[row]}; count from 1")
        return np.where(beyond, start, head)

    def _are_nodes(self, token: Ints) -> Bools:
        """Return whether each token is an empty node."""
        if not self.nodes:
            return np.zeros(len(token), dtype=bool)
        width = 1 + max(int(token.max(initial=0)), *(int(nodes.token[-1]) for nodes in self.nodes.values()))
        nodes = np.concatenate([document * width + nodes.token for document, nodes in self.nodes.items()])
        code = self.mentions.document * width + token
        found: Bools = nodes[np.minimum(np.searchsorted(nodes, code), len(nodes) - 1)] == code
        return found

    def _tokens(self, row: int) -> list[int]:
        """Return the tokens of a mention."""
        parts = self.parts.get(row) or ((int(self.mentions.start[row]), int(self.mentions.end[row])),)
        return [token for start, end in parts for token in range(start, end + 1)]

    def _shape_numbers(self, found: Mapping[int, Parts]) -> Ints:
        column = np.zeros(len(self.mentions.start), dtype=np.int64)
        for row, parts in sorted(found.items()):
            column[row] = self.shapes.setdefault(parts, len(self.shapes) + 1) if parts else 0
        return column

    def _minimum(self, row: int) -> Parts:
        text = self.mentions.minimum[row]
        tokens = self._tokens(row)
        listed = [int(word) if re.fullmatch(NUMBER, word) else 0 for word in text.split(",")]
        if not all(0 < word <= len(tokens) for word in listed):
            message = f"has {len(tokens)} words and cannot have the minimum {text!r}; name some of its words"
            self.faulty_minima.append(self._problem(row, message))
            return ()
        return _stretches([tokens[word - 1] for word in sorted(listed)])


def _stretches(tokens: Sequence[int]) -> Parts:
    """Join sorted tokens into ranges without gaps.

    >>> _stretches([3, 4, 7])
    ((3, 4), (7, 7))
    """
    stretches: list[tuple[int, int]] = []
    for token in tokens:
        if stretches and stretches[-1][1] == token - 1:
            stretches[-1] = (stretches[-1][0], token)
        else:
            stretches.append((token, token))
    return tuple(stretches)
