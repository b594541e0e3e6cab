"""Annotations with relations: as corpora, from small files, and at random."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.core.relations import Relations
from corefscore.result import Score
from tests.anaphora_brute import Annotation, Mention

NAMES = "ABCDEF"
RELATIONS = ("poss", "subset", "")


def corpus_of(documents: Mapping[str, Annotation], shift: int = 0, by_entity: bool = False) -> Corpus:
    """Annotations as columns, with tokens shifted; `by_entity` states the entities of anchors only."""
    columns: list[tuple[int, int, int, int]] = []
    labels: list[str] = []
    referring: list[bool] = []
    elements: list[tuple[int, int]] = []
    bridges: list[tuple[int, int, int, str]] = []
    for document, side in enumerate(documents.values()):
        rows: dict[Mention, int] = {}
        number: dict[str, int] = {}
        for name, mentions in side.entities.items():
            number[name] = len(labels)
            labels.append(name)
            for start, end in mentions:
                rows[start, end] = len(columns)
                columns.append((document, start + shift, end + shift, number[name]))
                referring.append((start, end) not in side.nonreferring)
        parts = [(plural, part) for plural, parts in side.elements.items() for part in parts]
        elements += [(number[plural], number[part]) for plural, part in parts if plural in number and part in number]
        for anaphor, anchor, relation in side.bridges:
            row = -1 if anchor is None else rows[anchor]
            bridges.append((rows[anaphor], -1 if by_entity else row, -1 if row < 0 else columns[row][3], relation))
    of_document, first, last, entity = (ints([row[column] for row in columns]) for column in range(4))
    whole, part = (ints([pair[side] for pair in elements]) for side in range(2))
    from_row, to_row, to_entity = (ints([int(bridge[column]) for bridge in bridges]) for column in range(3))
    relations = np.array([bridge[3] for bridge in bridges], dtype=object)
    return Corpus.build(
        [Origin(name, Memory("memory")) for name in documents],
        of_document,
        first,
        last,
        entity,
        np.array(labels, dtype=object),
        extra={"referring": np.array(referring, dtype=bool)},
        relations=Relations(whole, part, from_row, to_row, to_entity, relations),
    )


def read_small(path: Path, column: int) -> Annotation:
    """A document of the exploded form: closers without names, one of the columns of mentions, and bridges."""
    entities: dict[str, set[Mention]] = {}
    elements: dict[str, set[str]] = {}
    nonreferring: set[Mention] = set()
    found: dict[str, Mention] = {}
    bridges: list[dict[str, str]] = []
    opened: list[tuple[dict[str, str], int]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        for part in re.findall(r"\)|\([^()]*", cells[column]):
            if part != ")":
                opened.append((_fields(part[1:]), int(cells[0])))
                continue
            fields, start = opened.pop()
            mention = found[fields["MarkableID"]] = (start, int(cells[0]))
            entities.setdefault(fields["EntityID"], set()).add(mention)
            for plural in fields.get("ElementOf", "").split(","):
                elements.setdefault(plural, set()).add(fields["EntityID"])
            if fields["EntityID"].endswith("-Pseudo"):
                nonreferring.add(mention)
        bridges += [_fields(part) for part in re.split(r"[()]+", cells[11]) if part not in ("", "_")]
    return Annotation(
        {name: frozenset(mentions) for name, mentions in entities.items()},
        {name: frozenset(parts) for name, parts in elements.items()},
        frozenset(nonreferring),
        [(found[each["MarkableID"]], found[each["MentionAnchor"]], each["Rel"]) for each in bridges],
    )


def _fields(text: str) -> dict[str, str]:
    return dict(each.split("=") for each in text.split("|"))


@st.composite
def sides(draw: st.DrawFn, mentions: int = 8) -> Annotation:
    """Entities of some of the mentions, plural ones among them that may hold each other, bridges, and expletives."""
    owners = draw(st.lists(st.sampled_from(f"{NAMES}-"), min_size=mentions, max_size=mentions))
    entities: dict[str, set[Mention]] = {}
    for token, owner in enumerate(owners):
        if owner != "-":
            entities.setdefault(owner, set()).add((2 * token, 2 * token))
    present = sorted(entities)
    elements = {}
    for index, plural in enumerate(present):
        # A plural entity has elements among those before it, so that there is no circle.
        parts: set[str] = draw(st.sets(st.sampled_from(present[:index]), max_size=3)) if index else set()
        is_plural = draw(st.booleans())
        if parts and is_plural:
            elements[plural] = frozenset(parts)
    every = sorted(mention for members in entities.values() for mention in members)
    nonreferring: set[Mention] = draw(st.sets(st.sampled_from(every), max_size=2)) if every else set()
    pairs = st.tuples(st.sampled_from(every), st.sampled_from([*every, None]), st.sampled_from(RELATIONS))
    bridges = draw(st.lists(pairs, max_size=4)) if every else []
    return Annotation(
        {name: frozenset(members) for name, members in entities.items()},
        elements,
        frozenset(nonreferring),
        bridges,
    )


pairs_of_annotations = st.lists(st.tuples(sides(), sides()), min_size=1, max_size=2)


def figures(score: Score) -> list[float]:
    """The four counts of a score."""
    return [*score[3:7]]
