"""The table of the errors of a response, with one row for each error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypedDict

import numpy as np

from corefscore.analysis.errors import kummerfeld, martschat
from corefscore.analysis.errors.joint_mentions import ComparedMentions, JointMentions, or_none
from corefscore.analysis.errors.kinds import (
    KINDS,
    KUMMERFELD,
    NUMBER,
    RELATIONS,
    TAXONOMIES,
    FoundErrors,
    find_kinds,
)
from corefscore.core.arrays import Bools, Floats, Ints
from corefscore.core.export import Exportable
from corefscore.core.problems import check_choice
from corefscore.core.tables import Column, Table
from corefscore.matching.documents import document_number
from corefscore.matching.language import TYPES
from corefscore.matching.matched import Matched
from corefscore.metrics.registry import METRICS
from corefscore.metrics.selection import metric_name

WIDEST = 40
COLUMNS = (
    *("kind", "document", "start", "end", "type", "size", "key_entity", "response_entity"),
    *("other_start", "other_end", "other_type"),
)
TITLES = {
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


class _ErrorRecord(TypedDict):
    document: str
    taxonomy: str
    kind: str
    start: int
    end: int
    text: str
    type: str
    size: int
    key_entity: str | None
    response_entity: str | None
    other_start: int | None
    other_end: int | None
    other_text: str | None
    other_type: str | None
    distance: int | None
    sentences: int | None


class ErrorRecord(_ErrorRecord, total=False):
    """All details of one error. A value is None if there is no such entity or no other mention.

    `cost` is there only after `Errors.with_costs`.
    """

    cost: float


@dataclass(frozen=True, eq=False)
class Errors(Exportable):
    """The errors of a response, with one row for each error. In columns, -1 means that there is no such value.

    Parameters
    ----------
    mentions : ComparedMentions
        The mentions of both sides.
    taxonomies : tuple of str
        The taxonomies whose errors are in the table.
    kind : array of int
        The kind of each error, as an index in `KINDS`.
    document, start, end, type : array of int
        The mention of the error. If the error has several mentions, this is the first.
    size : array of int
        The number of mentions of the error.
    key_entity, response_entity : array of int
        The entities of the mention.
    other_start, other_end, other_type : array of int
        The closest mention of the entity to which the mention should belong, or should not belong. For a span error,
        this is the response mention.
    cost : array of float, optional
        How much F1 would rise if only this error were repaired; see `with_costs`.
    cost_metric : str
        The metric of the costs.

    Examples
    --------
    >>> import corefscore
    >>> errors = corefscore.score([["a", "b", "c", "d"]], [["a", "b"], ["c", "d"]]).errors
    >>> errors
    <Errors divided 1, recall 1>
    >>> [(record["kind"], record["text"], record["other_text"]) for record in errors.records()]
    [('divided', 'c', 'b'), ('recall', 'c', 'b')]
    """

    mentions: ComparedMentions
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
    cost: Floats | None = field(default=None, kw_only=True)
    cost_metric: str = field(default="", kw_only=True)

    @classmethod
    def of(cls, matched: Matched, tree: str = martschat.TREES[0]) -> Errors:
        """Return the errors of all taxonomies.

        Parameters
        ----------
        matched : Matched
            The mentions of both sides.
        tree : str
            The spanning tree that chooses the antecedents of the second taxonomy.

        Returns
        -------
        Errors
            A row for each error.

        Raises
        ------
        ValueError
            If there is no such tree.
        """
        mentions = ComparedMentions.of(matched)
        with_spans, as_matched = JointMentions.of(mentions), JointMentions.of(mentions, join_spans=False)
        parts = [
            _columns(mentions, with_spans, kummerfeld.find(with_spans)),
            _columns(mentions, as_matched, martschat.find(as_matched, tree)),
        ]
        taxonomies = tuple(each for each in TAXONOMIES if each != RELATIONS or matched.whole is not None)
        if matched.whole is not None:
            from corefscore.analysis.errors.relation_errors import relation_errors

            parts.append(relation_errors(matched))
        return cls(mentions, taxonomies, *(np.concatenate(all_of) for all_of in zip(*parts, strict=True)))

    def __len__(self) -> int:
        return len(self.kind)

    def __repr__(self) -> str:
        return f"<Errors {', '.join(f'{name} {count:,}' for name, count in self.counts.items() if count)}>"

    @property
    def counts(self) -> dict[str, int]:
        """The number of errors of each kind."""
        found = zip(KINDS, np.bincount(self.kind, minlength=len(KINDS)).tolist(), strict=True)
        return {kind.name: count for kind, count in found if kind.taxonomy != RELATIONS or RELATIONS in self.taxonomies}

    def only(
        self,
        *,
        taxonomy: str | Iterable[str] | None = None,
        kinds: Iterable[str] | None = None,
        documents: Iterable[str] | None = None,
    ) -> Errors:
        """Return the errors that meet all given conditions.

        Parameters
        ----------
        taxonomy : str or iterable of str, optional
            One or several of `TAXONOMIES`.
        kinds : iterable of str, optional
            Names of kinds of errors.
        documents : iterable of str, optional
            Names of documents, or parts of names.

        Returns
        -------
        Errors
            The table with these errors.

        Raises
        ------
        ValueError
            If there is no such taxonomy, kind or document.
        """
        wanted = TAXONOMIES if taxonomy is None else [taxonomy] if isinstance(taxonomy, str) else [*taxonomy]
        for each in wanted:
            check_choice("taxonomy", each, TAXONOMIES)
        taxonomies = tuple(each for each in wanted if each in self.taxonomies)
        kept = np.isin(self.kind, [NUMBER[kind.name] for kind in KINDS if kind.taxonomy in taxonomies])
        if kinds is not None:
            kept &= np.isin(self.kind, sorted(find_kinds(kinds)))
        if documents is not None:
            kept &= np.isin(self.document, [document_number(self.mentions.matched.key, name) for name in documents])
        return replace(self._rows(kept), taxonomies=taxonomies)

    def _rows(self, rows: Ints | Bools) -> Errors:
        columns = {name: getattr(self, name)[rows] for name in COLUMNS}
        return replace(self, cost=None if self.cost is None else self.cost[rows], **columns)

    def with_costs(self, metric: str) -> Errors:
        """Return the errors of Kummerfeld and Klein with their costs, the highest cost first.

        Parameters
        ----------
        metric : str
            The name of the metric. The cost of an error is how much the F1 of this metric would rise if only this error
            were repaired.

        Returns
        -------
        Errors
            The table with costs.

        Raises
        ------
        ValueError
            If costs are not defined for the metric, or if mentions have weights.

        Examples
        --------
        >>> import corefscore
        >>> errors = corefscore.score([["a", "b", "c", "d"]], [["a", "b"], ["c", "d"]]).errors.with_costs("muc")
        >>> [(record["kind"], round(record["cost"], 2)) for record in errors.records()]
        [('divided', 0.2)]
        """
        from corefscore.analysis.errors.error_costs import error_costs

        if self.mentions.matched.key.weight is not None:
            raise ValueError("costs of errors are not defined for mentions with weights; score without weights")
        errors = self.only(taxonomy=KUMMERFELD)
        joint = JointMentions.of(errors.mentions)
        entities = (errors.key_entity, errors.response_entity)
        cost = error_costs(joint, errors.document, errors.kind, *entities, errors.size, metric)
        costed = replace(errors, cost=cost, cost_metric=metric_name(metric))
        return costed._rows(np.argsort(-cost, kind="stable"))

    def records(self) -> list[ErrorRecord]:
        """Return a record with all details of each error.

        Returns
        -------
        list of ErrorRecord
            The records, in the order of the rows.
        """
        records = list(self._records())
        if self.cost is not None:
            for record, cost in zip(records, self.cost.tolist(), strict=True):
                record["cost"] = cost
        return records

    def _records(self) -> Iterator[ErrorRecord]:
        key, response = self.mentions.matched.key, self.mentions.matched.response
        columns = (getattr(self, name).tolist() for name in COLUMNS)
        for kind, document, start, end, type_, size, ours, theirs, other_start, other_end, other_type in zip(
            *columns, strict=True
        ):
            has_other = other_start >= 0
            is_apart = has_other and KINDS[kind].name != "span"
            yield {
                "document": key.names[document],
                "taxonomy": KINDS[kind].taxonomy,
                "kind": KINDS[kind].name,
                "start": start,
                "end": end,
                "text": self._text(document, start, end),
                "type": TYPES[type_],
                "size": size,
                "key_entity": key.label(ours) if ours >= 0 else None,
                "response_entity": response.label(theirs) if theirs >= 0 else None,
                "other_start": other_start if has_other else None,
                "other_end": other_end if has_other else None,
                "other_text": self._text(document, other_start, other_end) if has_other else None,
                "other_type": TYPES[other_type] if has_other else None,
                "distance": abs(start - other_start) if is_apart else None,
                "sentences": self._sentences(document, start, other_start) if is_apart else None,
            }

    def _text(self, document: int, start: int, end: int) -> str:
        return self.mentions.texts.quoted(document, start, end)

    def _sentences(self, document: int, start: int, other: int) -> int | None:
        """Return the distance of two tokens in sentences."""
        words = self.mentions.texts[document]
        return None if words is None else abs(int(words.sentence[start]) - int(words.sentence[other]))

    def table(self) -> Table:
        """Return a row for each error.

        Returns
        -------
        Table
            A table for readers. Long texts are cut off.
        """
        columns = [
            Column(title, key, "count" if key in ("size", "distance") else "word") for key, title in TITLES.items()
        ]
        shown = ({**record, "tokens": _tokens(record)} for record in self.records())
        if self.cost is not None:
            columns.insert(0, Column("Cost", "cost", "percent"))
        rows = [[_fitted(values[column.key]) for column in columns] for values in shown]
        counts = (f"{KINDS[NUMBER[name]].title}: {count:,}" for name, count in self.counts.items() if count)
        return Table(columns, rows, foot=("; ".join(counts) or "No errors", *self._cost_note()))

    def _cost_note(self) -> list[str]:
        if self.cost is None:
            return []
        title = METRICS[self.cost_metric].title
        return [f"cost: points by which the F1 of {title} would rise if only this error were repaired"]

    def summary(self) -> ErrorSummary:
        """Return the number of errors of each kind.

        Returns
        -------
        ErrorSummary
            A result with these numbers.
        """
        return ErrorSummary(self)

    def by_type(self) -> list[list[int]]:
        """Return, for each kind of error, the number of errors for each type of mention.

        Returns
        -------
        list of list of int
            A row for each kind of error, in the order of `KINDS`, and a column for each of `TYPES`.
        """
        code = np.bincount(self.kind * len(TYPES) + self.type, minlength=len(KINDS) * len(TYPES))
        rows: list[list[int]] = code.reshape(len(KINDS), len(TYPES)).tolist()
        return rows

    def to_dict(self) -> dict[str, object]:
        costs = {"cost_metric": self.cost_metric} if self.cost is not None else {}
        return {"counts": self.counts, **costs, "errors": self.records()}

    def full_table(self) -> Table:
        """Return a row for each error with all its details.

        Returns
        -------
        Table
            A column for each field of `ErrorRecord`. Texts are not cut off.
        """
        names = [name for name in ErrorRecord.__annotations__ if name != "cost" or self.cost is not None]
        columns = [Column(name, name) for name in names]
        return Table(columns, [list(record.values()) for record in self.records()])

    def _repr_html_(self) -> str:
        return self.summary().to_html()


@dataclass(frozen=True, eq=False)
class ErrorSummary(Exportable):
    """The number of errors of each kind, in total and by the type of mention."""

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


def _columns(mentions: ComparedMentions, joint: JointMentions, found: FoundErrors) -> tuple[Ints, ...]:
    """Return the columns of the table, in the order of `COLUMNS`."""
    row = found.mention
    other_start, other_end, other_type = (
        or_none(column, found.other) for column in (joint.start, joint.end, joint.type)
    )
    is_span = found.kind == NUMBER["span"]
    response_rows = joint.response_row[row[is_span]]
    other_start[is_span] = mentions.matched.response.start[response_rows]
    other_end[is_span] = mentions.matched.response.end[response_rows]
    other_type[is_span] = mentions.response.type[response_rows]
    return (
        found.kind,
        joint.document[row],
        joint.start[row],
        joint.end[row],
        joint.type[row],
        found.size,
        joint.key_entity[row],
        joint.response_entity[row],
        other_start,
        other_end,
        other_type,
    )


def _tokens(record: ErrorRecord) -> str:
    return f"{record['start']}-{record['end']}" if record["end"] > record["start"] else str(record["start"])


def _fitted(value: object) -> object:
    return f"{value[: WIDEST - 1]}…" if isinstance(value, str) and len(value) > WIDEST else value
