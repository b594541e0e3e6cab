"""Mentions of CorefUD, such as ``(e3-person-2``: their fields, and the parts of mentions with gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Array, Ints, ints, runs
from corefscore.core.corpus import Parts
from corefscore.core.problems import Problem
from corefscore.formats.conll.brackets import Mark, Pair, spans_of, texts

USUAL = "eid-etype-head-other"
ENTITY_FIELDS = ("eid", "GRP")
TYPE_FIELDS = ("etype", "entity")
PART = re.compile(r"(.+)\[(\d{1,9})/(\d{1,9})\]")
NUMBER = re.compile(r"[0-9]{1,9}")
FIRST_WORD = 1


class Fields(NamedTuple):
    """Which of the fields of a mention, between dashes, is what; -1 for a field that is not there."""

    entity: int
    head: int
    type: int
    minimum: int

    @classmethod
    def of(cls, header: str) -> Fields:
        """The fields that ``global.Entity`` names.

        >>> Fields.of("eid-etype-head-other")
        Fields(entity=0, head=2, type=1, minimum=-1)
        """
        fields = header.split("-")

        def index(*names: str) -> int:
            return next((fields.index(name) for name in names if name in fields), -1)

        return cls(index(*ENTITY_FIELDS), index("head"), index(*TYPE_FIELDS), index("minspan"))


class Mentions(NamedTuple):
    """Mentions as columns, in the order in which they open.

    `head` counts the words of a mention from 1; `minimum` has the texts of those minimum spans that are given. `line`
    and `sentence` are those where a mention opens, `last_line` and `last_sentence` those where it closes.
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
        """The name of a mention's entity."""
        return text_of(self.labels[self.entity[row]])


def text_of(label: bytes | str) -> str:
    return label.decode() if isinstance(label, bytes) else label


def _field(text: str, index: int) -> str:
    """A field of a mark; nothing if there is none of that number."""
    fields = text.split("-")
    return fields[index] if 0 <= index < len(fields) else ""


def with_names(source: str, marks: Sequence[Mark], fields: Fields) -> tuple[list[Mark], list[Problem]]:
    """Marks with the names of their entities; a mark that closes a mention has nothing else."""
    named = [mark._replace(name=_field(mark.text, fields.entity)) if mark.opens else mark for mark in marks]
    problems = [
        Problem(source, mark.cell.line, f"{mark.text!r} names no entity; write (e1-person-1 or the like")
        for mark in named
        if not mark.name
    ]
    return named, problems


def mentions_of(source: str, pairs: Sequence[Pair], fields: Fields) -> tuple[Mentions, list[Problem]]:
    """The mentions of pairs of marks, and a problem for each head that is no number."""
    spans = spans_of(pairs)
    heads = [_field(opening.text, fields.head) for opening, _ in pairs]
    problems = [
        Problem(
            source,
            opening.cell.line,
            f"{opening.text!r}: the head is no number; give the number of a word in the mention",
        )
        for (opening, _), head in zip(pairs, heads, strict=True)
        if head and not NUMBER.fullmatch(head)
    ]
    minima = (_field(opening.text, fields.minimum) for opening, _ in pairs)
    mentions = Mentions(
        spans.document,
        spans.start,
        spans.end,
        spans.entity,
        spans.labels,
        ints([int(head) if NUMBER.fullmatch(head) else FIRST_WORD for head in heads]),
        texts([_field(opening.text, fields.type) for opening, _ in pairs]),
        {row: minimum for row, minimum in enumerate(minima) if minimum},
        spans.line,
        ints([closing.cell.line for _, closing in pairs]),
        ints([opening.cell.sentence for opening, _ in pairs]),
        ints([closing.cell.sentence for _, closing in pairs]),
    )
    return mentions, problems


Whole: TypeAlias = list[int]
"""A mention whose parts are gathered: the rows of these."""


def join_parts(source: str, mentions: Mentions) -> tuple[Mentions, dict[int, Parts], list[Problem]]:
    """Make one mention of those whose names say that they are parts of it, such as ``e3[1/2]`` and ``e3[2/2]``.

    Returns
    -------
    tuple
        The mentions, the parts of those that have several, by row, and the problems.
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
    """The entities whose names have the mark of a part."""
    if labels.dtype != object and b"[" not in labels.tobytes():
        return {}
    matches = (PART.fullmatch(text_of(label)) for label in labels.tolist())
    return {entity: match for entity, match in enumerate(matches) if match}


def _gather(source: str, mentions: Mentions, partial: Mapping[int, re.Match[str]]) -> tuple[list[Whole], list[Problem]]:
    """The parts of each mention, and those that lack others."""
    waiting: dict[tuple[int, str, int], list[Whole]] = {}
    wholes: list[Whole] = []
    problems: list[Problem] = []
    for row in np.flatnonzero(np.isin(mentions.entity, list(partial))).tolist():
        match = partial[int(mentions.entity[row])]
        name, number, count = match[1], int(match[2]), int(match[3])
        candidates = waiting.setdefault((int(mentions.document[row]), name, count), [])
        fitting = [whole for whole in candidates if len(whole) == number - 1]
        if number == 1:
            wholes.append([row])
            candidates += wholes[-1:]
        elif len(fitting) != 1:
            fault = "it can belong to several mentions" if fitting else f"part {number - 1} does not stand before it"
            message = f"part {number} of a mention of entity {name}: {fault}"
            problems.append(Problem(source, int(mentions.line[row]), message))
            candidates[:] = [whole for whole in candidates if whole not in fitting]
        else:
            fitting[0].append(row)
        candidates[:] = [whole for whole in candidates if len(whole) < count]
    for (_, name, count), unfinished in waiting.items():
        for whole in unfinished:
            message = f"a mention of entity {name} has {len(whole)} of its {count} parts; add the others"
            problems.append(Problem(source, int(mentions.line[whole[0]]), message))
    return wholes, problems


def _entangled(
    source: str, mentions: Mentions, wholes: Sequence[Whole], parts: Mapping[int, Parts]
) -> Iterator[Problem]:
    """Mentions whose parts share a token, or do not stand in the order of the text."""
    for first, *others in wholes:
        if any(end >= start for (_, end), (start, _) in pairwise(parts.get(first, ()))):
            message = f"parts of a mention of entity {mentions.name(first).rpartition('[')[0]} overlap"
            line = int(mentions.line[others[0]])
            yield Problem(source, line, f"{message}; close each part before the next begins")


def _joined_entities(mentions: Mentions, partial: Mapping[int, re.Match[str]]) -> tuple[Ints, Array]:
    """Entities without the marks of parts in their names."""
    documents = np.zeros(len(mentions.labels), dtype=np.int64)
    documents[mentions.entity] = mentions.document
    names = [partial[entity][1] if entity in partial else text_of(name) for entity, name in enumerate(mentions.labels)]
    entities: dict[tuple[int, str], int] = {}
    number = [entities.setdefault(key, len(entities)) for key in zip(documents.tolist(), names, strict=True)]
    return ints(number)[mentions.entity], texts([name for _, name in entities])
