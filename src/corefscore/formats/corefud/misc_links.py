"""Elements and bridges of CorefUD: ``SplitAnte=a<b`` and ``Bridge=a<b:relation`` in the last column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from corefscore.core.arrays import GONE
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
    reader = _LinkReader(source, mentions, side == RESPONSE_SIDE)
    for attribute in attributes:
        reader.read(attribute)
    return reader.relations()


class _LinkReader:
    """Reads attributes one after the other."""

    def __init__(self, source: str, mentions: Mentions, is_response: bool) -> None:
        self.source = source
        self.is_response = is_response
        self.problems: list[Problem] = []
        self.dangling: list[Problem] = []
        self.repeated: list[int] = []
        self.nowhere: list[int] = []
        self.elements: dict[tuple[int, int], None] = {}
        self.bridges: dict[Bridge, None] = {}
        self.unknown: list[int] = []
        names = [label_text(label) for label in mentions.labels.tolist()]
        columns = zip(mentions.document.tolist(), mentions.line.tolist(), mentions.entity.tolist(), strict=True)
        self.entity: dict[tuple[int, str], int] = {}
        self.row: dict[tuple[int, int], int] = {}
        for row, (document, line, entity) in enumerate(columns):
            self.entity.setdefault((document, names[entity]), entity)
            self.row.setdefault((line, entity), row)

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
            known = tuple(self.entity.get((attribute.document, entity), GONE) for entity in link[:2])
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
        anaphor = self.row.get((attribute.line, entity), GONE)
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
