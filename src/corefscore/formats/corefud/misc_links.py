"""Elements and bridges of CorefUD: ``SplitAnte=a<b`` and ``Bridge=a<b:relation`` in the last column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import GONE, are_among
from corefscore.core.problems import InputError, Problem, warn
from corefscore.core.relations import Relations, joined_relations
from corefscore.formats.base import RESPONSE_SIDE
from corefscore.formats.corefud.spans import Attribute, Mentions, label_text
from corefscore.formats.related import Bridge, relations_of

SPLIT, BRIDGE = "SplitAnte", "Bridge"
LINK = re.compile(r"([^<:,]+)<([^<:,]+)(?::(.*))?", re.S)


class Link(NamedTuple):
    """One link of an attribute: the element or anchor, the plural entity or anaphor, and the relation."""

    source: str
    target: str
    relation: str


def read_relations(
    source: str, attributes: Iterable[Attribute], mentions: Mentions, side: str | None = None
) -> Relations | None:
    """Read the relations of a file. Return None if it has none.

    Parameters
    ----------
    source : str
        The file.
    attributes : iterable of Attribute
        The attributes of the file.
    mentions : Mentions
        The mentions of the file.
    side : str, optional
        Which side of a pair is read. In a response, a bridge without a known mention counts as wrong, with a warning.

    Raises
    ------
    InputError
        If an attribute cannot be read, or if a bridge of a key names something that does not exist.
    """
    listed = list(attributes)
    if not listed:
        return None
    reader = _LinkReader(source, _Named.of(mentions, listed), side == RESPONSE_SIDE)
    for attribute in listed:
        reader.read(attribute)
    return reader.relations()


class _Named(NamedTuple):
    """What attributes can name: the entities of their documents by name, and the mentions that open on their lines.

    `entity` has the number of an entity by document and name, `row` the first mention of an entity by line and entity.
    """

    entity: dict[tuple[int, str], int]
    row: dict[tuple[int, int], int]

    @classmethod
    def of(cls, mentions: Mentions, attributes: Sequence[Attribute]) -> _Named:
        documents, lines = (
            {*column} for column in zip(*((each.document, each.line) for each in attributes), strict=True)
        )
        rows = np.flatnonzero(are_among(mentions.document, documents))
        _, first = np.unique(mentions.entity[rows], return_index=True)
        rows = rows[np.sort(first)]
        numbers = mentions.entity[rows]
        entity: dict[tuple[int, str], int] = {}
        columns = (mentions.document[rows].tolist(), mentions.labels[numbers].tolist(), numbers.tolist())
        for document, label, number in zip(*columns, strict=True):
            entity.setdefault((document, label_text(label)), number)
        opening = np.flatnonzero(are_among(mentions.line, lines))[::-1]
        at = zip(mentions.line[opening].tolist(), mentions.entity[opening].tolist(), strict=True)
        return cls(entity, dict(zip(at, opening.tolist(), strict=True)))


class _LinkReader:
    """Reads attributes one after the other."""

    def __init__(self, source: str, named: _Named, is_response: bool) -> None:
        self.source = source
        self.named = named
        self.is_response = is_response
        self.problems: list[Problem] = []
        self.dangling: list[Problem] = []
        self.repeated: list[int] = []
        self.nowhere: list[int] = []
        self.elements: dict[tuple[int, int], None] = {}
        self.bridges: dict[Bridge, None] = {}
        self.unknown: list[int] = []

    def read(self, attribute: Attribute) -> None:
        """Read an attribute."""
        seen: set[Link] = set()
        name, _, value = attribute.text.partition("=")
        for text in value.split(","):
            match = LINK.fullmatch(text)
            if match is None:
                message = f"{name}={text} is not a link; write {name}=e1<e2"
                self.problems.append(Problem(self.source, attribute.line, message))
                continue
            link = Link(match[1], match[2], match[3] or "")
            known = tuple(self.named.entity.get((attribute.document, entity), GONE) for entity in link[:2])
            if link in seen:
                self.repeated.append(attribute.line)
            elif name == SPLIT:
                self._element(attribute, *known)
            else:
                self._bridge(attribute, link, *known)
            seen.add(link)

    def _element(self, attribute: Attribute, part: int, whole: int) -> None:
        if GONE in (part, whole):
            self.nowhere.append(attribute.line)
        else:
            self.elements[whole, part] = None

    def _bridge(self, attribute: Attribute, link: Link, anchor: int, entity: int) -> None:
        anaphor = self.named.row.get((attribute.line, entity), GONE)
        if anchor == GONE:
            self._report(attribute, f"the entity {link.source} has no mention in this document")
        if anaphor == GONE:
            self._report(attribute, f"no mention of entity {link.target} begins here")
            self.unknown.append(attribute.document)
        else:
            self.bridges[Bridge(anaphor, GONE, anchor, link.relation)] = None

    def _report(self, attribute: Attribute, fault: str) -> None:
        advice = "it counts as wrong" if self.is_response else "correct it or remove the bridge"
        self.dangling.append(Problem(self.source, attribute.line, f"{attribute.text}: {fault}; {advice}"))

    def relations(self) -> Relations | None:
        """Return the relations. Raises InputError if there are problems."""
        problems = self.problems + ([] if self.is_response else self.dangling)
        if problems:
            raise InputError(problems)
        for problem in self.dangling:
            warn(*problem)
        for lines, message in (
            (self.repeated, "links of SplitAnte or Bridge are repeated and count once; keep one of each"),
            (self.nowhere, "links of SplitAnte name an entity without mentions and are ignored; correct them"),
        ):
            if lines:
                warn(self.source, lines[0], f"{len(lines):,} {message}")
        unknown = (relations_of([], [Bridge(GONE, GONE, GONE, "")]) for _ in self.unknown)
        strays = [each.shifted(0, 0, document) for each, document in zip(unknown, self.unknown, strict=True) if each]
        known = relations_of([*self.elements], self.bridges)
        found = [*([known] if known else []), *strays]
        return joined_relations(found) if found else None


class WrittenLinks:
    """The attributes of relations to write, by the tokens of one document.

    Parameters
    ----------
    names : mapping of int to str
        The name of each entity.
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names
        self._links: dict[tuple[int, str], list[str]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._links.values()))

    def element(self, token: int, part: int, whole: int) -> None:
        """Add an element at the first token of a mention of the plural entity."""
        self._links.setdefault((token, SPLIT), []).append(f"{self.names[part]}<{self.names[whole]}")

    def bridge(self, token: int, anchor: int, anaphor: int, relation: str) -> None:
        """Add a bridge at the first token of its anaphor. Anchor and anaphor are numbers of entities."""
        kind = f":{relation}" if relation else ""
        self._links.setdefault((token, BRIDGE), []).append(f"{self.names[anchor]}<{self.names[anaphor]}{kind}")

    def at(self, token: int) -> Iterable[str]:
        """Yield the attributes of a token."""
        for name in (BRIDGE, SPLIT):
            if (token, name) in self._links:
                yield f"{name}={','.join(self._links[token, name])}"
