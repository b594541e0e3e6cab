"""The errors of a response, one row each, to be read, filtered and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from corefscore.analysis.errors import kummerfeld, martschat
from corefscore.analysis.errors.found import Found
from corefscore.analysis.errors.kinds import KINDS, NUMBER, TAXONOMIES, find_kinds
from corefscore.analysis.errors.units import Mentions, Units, entities
from corefscore.core.arrays import Ints
from corefscore.core.export import Exportable, abridged
from corefscore.core.tables import Column, Table
from corefscore.matching.documents import document_number
from corefscore.matching.matched import Matched
from corefscore.matching.mention_types import TYPES

WIDEST = 40
COLUMNS = (
    *("kind", "document", "start", "end", "type", "size", "key_entity", "response_entity"),
    *("other_start", "other_end", "other_type"),
)
RECORD = (
    *("document", "taxonomy", "kind", "start", "end", "text", "type", "size", "key_entity", "response_entity"),
    *("other_start", "other_end", "other_text", "other_type", "distance", "sentences"),
)


@dataclass(frozen=True, eq=False)
class Errors(Exportable):
    """One row for each error; -1 stands for none.

    An error is about the mention from `start` to `end`, the first of `size` that are wrong together. `other` is the
    closest mention of the entity that it should be with (or should not), or in a span error the response's mention.
    `key_entity` and `response_entity` are where the mention is.
    """

    mentions: Mentions
    taxonomies: tuple[str, ...]
    kind: Ints
    document: Ints
    start: Ints
    end: Ints
    type: Ints
    size: Ints
    key_entity: Ints
    response_entity: Ints
    other_start: Ints
    other_end: Ints
    other_type: Ints

    @classmethod
    def of(cls, matched: Matched, tree: str = martschat.TREES[0]) -> Errors:
        """The errors of both taxonomies; `tree` chooses the antecedents of the second."""
        mentions = Mentions.of(matched)
        repaired, as_they_are = Units.of(mentions), Units.of(mentions, same_spans=True)
        parts = (
            _columns(mentions, repaired, kummerfeld.find(repaired)),
            _columns(mentions, as_they_are, martschat.find(as_they_are, tree)),
        )
        return cls(mentions, TAXONOMIES, *(np.concatenate(both) for both in zip(*parts, strict=True)))

    def __len__(self) -> int:
        return len(self.kind)

    def __repr__(self) -> str:
        return f"<Errors {abridged(f'{name} {count:,}' for name, count in self.counts.items() if count)}>"

    @property
    def counts(self) -> dict[str, int]:
        """How many errors there are of each kind."""
        found = np.bincount(self.kind, minlength=len(KINDS)).tolist()
        return {kind.name: count for kind, count in zip(KINDS, found, strict=True)}

    def only(
        self,
        *,
        taxonomy: str | None = None,
        kinds: Iterable[str] | None = None,
        documents: Iterable[str] | None = None,
    ) -> Errors:
        """The errors of one taxonomy, of some kinds, or of some documents."""
        if taxonomy not in (None, *TAXONOMIES):
            raise ValueError(f"there is no taxonomy {taxonomy!r}; choose from {', '.join(TAXONOMIES)}")
        taxonomies = self.taxonomies if taxonomy is None else (taxonomy,)
        kept = np.isin(self.kind, [NUMBER[kind.name] for kind in KINDS if kind.taxonomy in taxonomies])
        if kinds is not None:
            kept &= np.isin(self.kind, sorted(find_kinds(kinds)))
        if documents is not None:
            kept &= np.isin(self.document, [document_number(self.mentions.matched.key, name) for name in documents])
        columns = {name: getattr(self, name)[kept] for name in COLUMNS}
        return replace(self, taxonomies=taxonomies, **columns)

    def records(self) -> list[dict[str, Any]]:
        """One error after the other, in plain words and numbers."""
        return list(self._entries())

    def _entries(self) -> Iterator[dict[str, Any]]:
        key, response = self.mentions.matched.key, self.mentions.matched.response
        columns = (getattr(self, name).tolist() for name in COLUMNS)
        for kind, document, start, end, kind_of, size, ours, theirs, other_start, other_end, other_type in zip(
            *columns, strict=True
        ):
            apart = other_start >= 0 and KINDS[kind].name != "span"
            yield {
                "document": key.names[document],
                "taxonomy": KINDS[kind].taxonomy,
                "kind": KINDS[kind].name,
                "start": start,
                "end": end,
                "text": self._text(document, start, end),
                "type": TYPES[kind_of],
                "size": size,
                "key_entity": key.label(ours) if ours >= 0 else None,
                "response_entity": response.label(theirs) if theirs >= 0 else None,
                "other_start": other_start if other_start >= 0 else None,
                "other_end": other_end if other_start >= 0 else None,
                "other_text": self._text(document, other_start, other_end) if other_start >= 0 else None,
                "other_type": TYPES[other_type] if other_start >= 0 else None,
                "distance": abs(start - other_start) if apart else None,
                "sentences": self._sentences(document, start, other_start) if apart else None,
            }

    def _text(self, document: int, start: int, end: int) -> str:
        words = self.mentions.texts[document]
        if words is None:
            return f"[{start}]" if start == end else f"[{start}-{end}]"
        return " ".join(words.tokens[start : end + 1])

    def _sentences(self, document: int, start: int, other: int) -> int | None:
        words = self.mentions.texts[document]
        return None if words is None else abs(int(words.sentence[start]) - int(words.sentence[other]))

    def table(self) -> Table:
        """A row for each error."""
        titles = {
            "document": "Document",
            "kind": "Kind",
            "tokens": "Tokens",
            "text": "Mention",
            "type": "Type",
            "size": "Mentions",
            "key_entity": "Key",
            "response_entity": "Response",
            "other_text": "With",
            "other_type": "Its type",
            "distance": "Distance",
        }
        columns = [
            Column(title, key, "count" if key in ("size", "distance") else "word") for key, title in titles.items()
        ]
        shown = ({**record, "tokens": _tokens(record)} for record in self._entries())
        rows = [[_shortened(record[key]) for key in titles] for record in shown]
        counts = (f"{KINDS[NUMBER[name]].title}: {count:,}" for name, count in self.counts.items() if count)
        return Table(columns, rows, foot=("; ".join(counts) or "No errors",))

    def summary(self) -> ErrorSummary:
        """How many errors there are of each kind."""
        return ErrorSummary(self)

    def by_type(self) -> list[list[int]]:
        """For each kind, how many errors are about each type of mention."""
        code = np.bincount(self.kind * len(TYPES) + self.type, minlength=len(KINDS) * len(TYPES))
        rows: list[list[int]] = code.reshape(len(KINDS), len(TYPES)).tolist()
        return rows

    def to_dict(self) -> dict[str, object]:
        return {"counts": self.counts, "errors": list(self._entries())}

    def full_table(self) -> Table:
        """All that is known of each error, a row each."""
        rows = [[entry[name] for name in RECORD] for entry in self._entries()]
        return Table([Column(name, name) for name in RECORD], rows)

    def _repr_html_(self) -> str:
        return self.summary().to_html()


@dataclass(frozen=True, eq=False)
class ErrorSummary(Exportable):
    """How many errors there are of each kind, in all and by the type of mention."""

    errors: Errors

    def __repr__(self) -> str:
        return f"<ErrorSummary of {len(self.errors):,} errors>"

    def table(self) -> Table:
        columns = [Column("Kind", "kind"), Column("Errors", "errors", "count"), Column("Mentions", "mentions", "count")]
        columns += [Column(name.capitalize(), name, "count") for name in TYPES]
        errors = self.errors
        rows = [
            [kind.title, sum(types), int(errors.size[errors.kind == number].sum()), *types]
            for number, (kind, types) in enumerate(zip(KINDS, errors.by_type(), strict=True))
            if kind.taxonomy in errors.taxonomies
        ]
        return Table(columns, rows)

    def to_dict(self) -> dict[str, int]:
        return self.errors.counts


def _columns(mentions: Mentions, units: Units, found: Found) -> tuple[Ints, ...]:
    other = found.other
    other_start, other_end, other_type = (entities(column, other) for column in (units.start, units.end, units.type))
    border = found.kind == NUMBER["span"]
    rows = units.response_row[found.unit[border]]
    other_start[border] = mentions.matched.response.start[rows]
    other_end[border] = mentions.matched.response.end[rows]
    other_type[border] = mentions.response.type[rows]
    unit = found.unit
    return (
        found.kind,
        units.document[unit],
        units.start[unit],
        units.end[unit],
        units.type[unit],
        found.size,
        units.key_entity[unit],
        units.response_entity[unit],
        other_start,
        other_end,
        other_type,
    )


def _tokens(record: dict[str, Any]) -> str:
    return f"{record['start']}-{record['end']}" if record["end"] > record["start"] else str(record["start"])


def _shortened(value: Any) -> Any:
    return f"{value[: WIDEST - 1]}…" if isinstance(value, str) and len(value) > WIDEST else value
