"""The mentions of many documents as columns.

A corpus keeps its mentions in the order of the text (document, first token, last token). If it was read from files, its
entities are numbered by their first mention. So equal annotations give equal columns, however they were written.
Clusters from memory keep their order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, overload

import numpy as np

from corefscore.core.arrays import (
    GONE,
    Array,
    Bools,
    Floats,
    Ints,
    changes,
    ints,
    is_ordered,
    numbers,
    order_and_keys,
    order_by,
    runs,
)
from corefscore.core.problems import Problem
from corefscore.core.views import TOKEN, Document, Mention

if TYPE_CHECKING:
    from corefscore.core.relations import Relations
    from corefscore.core.texts import EmptyNodes, Part, Source, Text

AnyColumn = TypeVar("AnyColumn", Ints, Floats)

UNKNOWN: Mapping[str, int | bool | str] = {
    "head": -1,
    "zero": False,
    "shape": 0,
    "minimum": 0,
    "type": "",
    "referring": True,
    "semtype": "",
}
"""The optional columns of a corpus, each with the value that means "not known"."""

Parts: TypeAlias = tuple[tuple[int, int], ...]
"""Ranges of tokens, each from its first to its last token, in the order of the text."""


def without_empty_nodes(text: Text) -> Text:
    """Return the text without its empty nodes."""
    plain: Text = getattr(text, "plain", text)
    return plain


class Memory(NamedTuple):
    """A source that is not a file, such as a list of clusters."""

    name: str

    def line_of(self, index: int) -> int:
        """Return 0, because there are no lines."""
        return 0


class Origin(NamedTuple):
    """All that a corpus knows about a document, except its mentions.

    Parameters
    ----------
    name : str
        The name of the document.
    source : Source
        The source that it was read from.
    line : int
        The line with its name; 0 if it has the name of its file.
    text : Text, optional
        Its words.
    empty : EmptyNodes, optional
        Its empty nodes, where the format has such nodes.
    unit : str
        What the numbers of mentions count: tokens, characters (each is a word of `text`), or names (the text is a list
        of names).
    divided : bool
        Whether the text is divided into sentences; if not, all words are in one sentence.
    joined : tuple of Part
        The documents that were joined into this one, in order. Empty if none were joined.
    """

    name: str
    source: Source
    line: int = 0
    text: Text | None = None
    empty: EmptyNodes | None = None
    unit: str = TOKEN
    divided: bool = True
    joined: tuple[Part, ...] = ()

    @property
    def has_empty_nodes(self) -> bool:
        """Whether the document has tokens that represent omitted words."""
        return self.empty is not None and len(self.empty.token) > 0


class Origins(Sequence[Origin]):
    """All that is known about each document of a corpus, in order."""

    def __init__(self, origins: Iterable[Origin]) -> None:
        self._origins = tuple(origins)

    def __len__(self) -> int:
        return len(self._origins)

    @overload
    def __getitem__(self, index: int) -> Origin: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Origin]: ...
    def __getitem__(self, index: int | slice) -> Origin | Sequence[Origin]:
        return self._origins[index]

    def __iter__(self) -> Iterator[Origin]:
        return iter(self._origins)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each document."""
        return tuple(origin.name for origin in self)

    @property
    def files(self) -> tuple[str, ...]:
        """The name of the file of each document."""
        return tuple(origin.source.name for origin in self)

    @property
    def have_empty_nodes(self) -> bool:
        """Whether any document can have empty nodes, even if its text has none."""
        return any(origin.empty is not None for origin in self)

    @property
    def sources(self) -> list[str]:
        """The names of the files, without repetitions."""
        return list(dict.fromkeys(self.files))


@dataclass(frozen=True, eq=False, repr=False)
class Corpus:
    """The mentions of many documents as columns.

    Parameters
    ----------
    origins : Origins
        What is known about each document: name, source, text.
    document, start, end, entity : array of int
        The numbers of the document, first token, last token and entity of each mention.
    labels : array
        The name of each entity.
    source_index : array of int, optional
        The index of each mention in its source. Its line is found from this index.
    weight : array of float, optional
        The weight of each mention. Without it, all mentions weigh the same.
    extra : mapping of str to array
        Columns that only some sources have (see `UNKNOWN`). `head` is a token number. `zero` marks mentions without a
        word of their own. `type` is the type of the entity. `shape` and `minimum` are numbers in `shapes`, from 1: the
        parts of a mention with gaps, and the minimum span of a mention. `referring` is False for mentions that do not
        refer, and `semtype` says what they are.
    shapes : tuple of Parts
        The tokens of mentions with gaps, and of minimum spans.
    relations : Relations, optional
        Elements of plural entities, and bridges, if the source has such relations.
    global_names : bool
        Whether one name means one entity in all documents. Otherwise a name is a number inside one document.

    Examples
    --------
    >>> from corefscore.core.arrays import ints
    >>> columns = map(ints, ([0, 0], [0, 4], [1, 4], [0, 0]))
    >>> corpus = Corpus.build([Origin("story", Memory("example"))], *columns, labels=np.array(["Ann"]))
    >>> corpus, corpus["story"].mentions[0]
    (<Corpus: 1 documents, 2 mentions, 1 entities>, <Mention of Ann: tokens 0 to 1>)
    """

    origins: Origins
    document: Ints
    start: Ints
    end: Ints
    entity: Ints
    labels: Array
    source_index: Ints | None = None
    weight: Floats | None = None
    extra: Mapping[str, Array] = field(default_factory=dict)
    shapes: tuple[Parts, ...] = ()
    relations: Relations | None = None
    global_names: bool = False

    @classmethod
    def build(
        cls,
        origins: Iterable[Origin],
        document: Ints,
        start: Ints,
        end: Ints,
        entity: Ints,
        labels: Array,
        source_index: Ints | None = None,
        extra: Mapping[str, Array] | None = None,
        shapes: Sequence[Parts] = (),
        relations: Relations | None = None,
        global_names: bool = False,
    ) -> Corpus:
        """Build a corpus from mentions in any order.

        With a `source_index`, entities are numbered by their first mention. Without it, they keep their numbers.
        Relations use the numbers of mentions and entities in the order given.

        Parameters
        ----------
        origins : iterable of Origin
            What is known about each document: name, source, text.
        document, start, end, entity : array of int
            The numbers of the document, first token, last token and entity of each mention.
        labels : array
            The name of each entity.
        source_index : array of int, optional
            The index of each mention in its source.
        extra : mapping of str to array, optional
            Columns that only some sources have (see `UNKNOWN`).
        shapes : sequence of Parts
            The tokens of mentions with gaps, and of minimum spans.
        relations : Relations, optional
            Elements of plural entities, and bridges.
        global_names : bool
            Whether one name means one entity in all documents.

        Returns
        -------
        Corpus
            The corpus, with its mentions in the order of the text.
        """
        corpus = cls(
            origins if isinstance(origins, Origins) else Origins(origins),
            document,
            start,
            end,
            entity,
            labels,
            source_index,
            extra=extra or {},
            shapes=tuple(shapes),
            relations=relations,
            global_names=global_names,
        )
        return corpus._in_text_order()

    def __repr__(self) -> str:
        return f"<Corpus: {len(self):,} documents, {self.mentions:,} mentions, {len(self.labels):,} entities>"

    def __len__(self) -> int:
        return len(self.origins)

    def __iter__(self) -> Iterator[Document]:
        return map(self.view, range(len(self)))

    def __getitem__(self, name: str) -> Document:
        return self.view(self.number[name])

    def view(self, number: int) -> Document:
        """Return one document by its number.

        Parameters
        ----------
        number : int
            The number of the document, from 0.

        Returns
        -------
        Document
            The document with its mentions and entities.
        """
        return self._views.setdefault(number, Document(self, number))

    @cached_property
    def _views(self) -> dict[int, Document]:
        return {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each document."""
        return self.origins.names

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each document, by its name."""
        return {name: number for number, name in enumerate(self.names)}

    @property
    def clusters(self) -> dict[str, list[list[Hashable]]]:
        """The entities of each document as lists of mentions, by the document's name; see `Document.clusters`."""
        return {document.name: document.clusters for document in self}

    @property
    def mentions(self) -> int:
        """The number of mentions."""
        return len(self.document)

    @property
    def span(self) -> tuple[Ints, ...]:
        """The columns that distinguish mentions."""
        columns = (self.document, self.start, self.end)
        return (*columns, self.extra["shape"]) if "shape" in self.extra else columns

    @property
    def is_related(self) -> bool:
        """Whether there are relations between mentions or entities, or a column of mentions that do not refer."""
        return self.relations is not None or "referring" in self.extra

    @property
    def has_plain_spans(self) -> bool:
        """Whether no mention has gaps and no document can have empty nodes."""
        return not self.shapes and not self.origins.have_empty_nodes

    @property
    def rows_with_gaps(self) -> Ints:
        """The rows of the mentions that have several parts."""
        return ints(np.flatnonzero(self.extra["shape"])) if "shape" in self.extra else ints([])

    @property
    def sizes(self) -> Ints:
        """The number of tokens of each mention, without the tokens in its gaps."""
        sizes = self.end - self.start + 1
        for row in self.rows_with_gaps.tolist():
            sizes[row] = sum(end - start + 1 for start, end in self.parts(row))
        return sizes

    def parts(self, row: int) -> Parts:
        """Return the tokens of a mention, as ranges.

        Parameters
        ----------
        row : int
            The row of the mention.

        Returns
        -------
        tuple of (int, int)
            The first and the last token of each part. A mention without gaps has one part.
        """
        shape = int(self.extra["shape"][row]) if "shape" in self.extra else 0
        return self.shapes[shape - 1] if shape else ((int(self.start[row]), int(self.end[row])),)

    def parts_of(self, rows: Ints) -> list[Parts]:
        """Return the tokens of the mentions in the given rows, as ranges.

        Parameters
        ----------
        rows : array of int
            The rows of the mentions.

        Returns
        -------
        list of tuples of (int, int)
            The parts of each mention, as `parts` returns them.
        """
        shape = self.extra["shape"][rows] if "shape" in self.extra else np.zeros_like(rows)
        columns = (column.tolist() for column in (shape, self.start[rows], self.end[rows]))
        return [
            self.shapes[shape - 1] if shape else ((start, end),) for shape, start, end in zip(*columns, strict=True)
        ]

    @cached_property
    def entity_sizes(self) -> Ints:
        """The number of mentions of each entity."""
        return np.bincount(self.entity, minlength=len(self.labels))

    @cached_property
    def entity_documents(self) -> Ints:
        """The document of each entity."""
        documents = np.empty(len(self.labels), dtype=np.int64)
        documents[self.entity] = self.document
        return documents

    @cached_property
    def document_bounds(self) -> Ints:
        """The row of the first mention of each document, followed by the number of mentions."""
        return np.searchsorted(self.document, numbers(len(self) + 1))

    @cached_property
    def source_name(self) -> str:
        """The file that the corpus was read from, as messages name it."""
        names = self.origins.sources or ["nothing"]
        return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"

    def mention(self, row: int) -> Mention:
        """Return one mention by its row.

        Parameters
        ----------
        row : int
            The row of the mention.

        Returns
        -------
        Mention
            The mention.
        """
        return Mention(self.view(int(self.document[row])), row)

    def label(self, entity: int) -> str:
        """Return the name of an entity in its file.

        Parameters
        ----------
        entity : int
            The number of the entity.

        Returns
        -------
        str
            The name.
        """
        name = self.labels[entity]
        return name.decode() if isinstance(name, bytes) else str(name)

    def line(self, row: int) -> int:
        """Return the line of the file on which a mention begins, or 0 if there is none.

        Parameters
        ----------
        row : int
            The row of the mention.

        Returns
        -------
        int
            The number of the line, from 1; 0 if there is no line.
        """
        return 0 if self.source_index is None else self._source(row).line_of(int(self.source_index[row]))

    def problem(self, row: int, message: str) -> Problem:
        """Return a problem with one mention, with its file and line.

        Parameters
        ----------
        row : int
            The row of the mention.
        message : str
            What is wrong, and what to do.

        Returns
        -------
        Problem
            The problem.
        """
        return Problem(self._source(row).name, self.line(row), message)

    def _source(self, row: int) -> Source:
        return self.origins[int(self.document[row])].source

    def quoted(self, row: int) -> str:
        """Return the name of a mention in messages: its text and its tokens.

        Parameters
        ----------
        row : int
            The row of the mention.

        Returns
        -------
        str
            The text in quotes, the tokens, and the name of the document.
        """
        mention = self.mention(row)
        unit, start, end = mention.document.origin.unit, mention.start, mention.end
        tokens = f"{unit} {start}" if start == end else f"{unit}s {start} to {end}"
        return f"{mention.text!r} ({tokens}) of document {mention.document.name!r}"

    def take(self, rows: Ints | Bools) -> Corpus:
        """Return the corpus with only the given mentions. Entities without a mention are removed.

        Parameters
        ----------
        rows : array of int or of bool
            The rows of the mentions to keep, or whether to keep each mention.

        Returns
        -------
        Corpus
            The same documents with fewer mentions.
        """
        return self._rows(rows)._without_empty_entities()

    def with_documents(self, origins: Sequence[Origin], number: Ints) -> Corpus:
        """Return the corpus with other documents: document i becomes number[i]. If that is -1, it is removed.

        Parameters
        ----------
        origins : sequence of Origin
            What is known about the other documents.
        number : array of int
            The new number of each document, or -1.

        Returns
        -------
        Corpus
            The corpus, with its mentions in the order of the text.
        """
        kept = number[self.document] >= 0
        part = self if kept.all() else self.take(kept)
        relations = part.relations and part.relations.with_documents(number)
        moved = replace(part, origins=Origins(origins), document=number[part.document], relations=relations)
        return moved._in_text_order()

    def in_text_order(self) -> Corpus:
        """Sort the mentions in the order of the text, and number the entities by their first mention.

        Returns
        -------
        Corpus
            The corpus with its mentions in this order.
        """
        return self._in_text_order()._with_entities_in_order()

    def _in_text_order(self) -> Corpus:
        corpus = self
        if not is_ordered(*self.span):
            order, columns = order_and_keys(*self.span)
            corpus = self._rows(order, **dict(zip(("document", "start", "end"), columns, strict=False)))
        span = runs(changes(*corpus.span))
        repeats = len(span) > 0 and span[-1] < len(span) - 1
        if corpus.source_index is not None:
            # Mentions of the same tokens keep the order of the source while entities are numbered.
            corpus = corpus._rows(order_by(span, corpus.source_index)) if repeats else corpus
            corpus = corpus._with_entities_in_order()
        return corpus._rows(order_by(span, corpus.entity)) if repeats else corpus

    def _rows(self, rows: Ints | Bools, **known: Any) -> Corpus:
        """Return the corpus with only the given rows. `known` are columns in which these rows were already taken."""
        span: dict[str, Any] = {
            name: getattr(self, name)[rows] for name in ("document", "start", "end") if name not in known
        }
        return replace(
            self,
            **known,
            **span,
            entity=self.entity[rows],
            source_index=_taken(self.source_index, rows),
            weight=_taken(self.weight, rows),
            extra={name: column[rows] for name, column in self.extra.items()},
            relations=self.relations and self._moved_relations(numbers(self.mentions)[rows], numbers(len(self.labels))),
        )

    def _moved_relations(self, rows: Ints, entities: Ints) -> Relations | None:
        """Return the relations among the given mentions and entities, in the given order."""
        old = zip((self.mentions, len(self.labels)), (rows, entities), strict=True)
        return self.relations and self.relations.moved(*(_new_numbers(count, kept) for count, kept in old))

    def _with_entities_in_order(self) -> Corpus:
        """Return the corpus with its entities numbered by their first mention."""
        first = np.full(len(self.labels), self.mentions, dtype=np.int64)
        first[self.entity[::-1]] = numbers(self.mentions)[::-1]
        if (first[1:] > first[:-1]).all():
            return self
        return self._renumbered(order_by(first))

    def _without_empty_entities(self) -> Corpus:
        sizes = np.bincount(self.entity, minlength=len(self.labels))
        return self if sizes.all() else self._renumbered(np.flatnonzero(sizes))

    def _renumbered(self, order: Ints) -> Corpus:
        """Return the corpus with only the given entities, numbered in the given order."""
        relations = self.relations and self._moved_relations(numbers(self.mentions), order)
        entity = _new_numbers(len(self.labels), order)[self.entity]
        return replace(self, entity=entity, labels=self.labels[order], relations=relations)


def _new_numbers(count: int, kept: Ints) -> Ints:
    """Return the new number of each of `count` items. The `kept` items are numbered in the given order."""
    number = np.full(count, GONE, dtype=np.int64)
    number[kept] = numbers(len(kept))
    return number


def _taken(column: AnyColumn | None, rows: Ints | Bools) -> AnyColumn | None:
    return None if column is None else column[rows]


def concatenate(corpora: Sequence[Corpus]) -> Corpus:
    """Join several corpora into one, one corpus after the other."""
    if len(corpora) == 1:
        return corpora[0]
    documents = np.cumsum([0, *map(len, corpora)])
    entities = np.cumsum([0, *(len(corpus.labels) for corpus in corpora)])
    indexes = [corpus.source_index for corpus in corpora if corpus.source_index is not None]
    weights = [corpus.weight for corpus in corpora if corpus.weight is not None]
    return Corpus(
        origins=Origins(origin for corpus in corpora for origin in corpus.origins),
        document=np.concatenate([c.document + d for c, d in zip(corpora, documents, strict=False)]),
        start=np.concatenate([corpus.start for corpus in corpora]),
        end=np.concatenate([corpus.end for corpus in corpora]),
        entity=np.concatenate([c.entity + e for c, e in zip(corpora, entities, strict=False)]),
        labels=np.concatenate([corpus.labels for corpus in corpora]),
        source_index=np.concatenate(indexes) if len(indexes) == len(corpora) else None,
        weight=np.concatenate(weights) if len(weights) == len(corpora) else None,
        extra={name: _joined(corpora, name) for name in dict.fromkeys(name for c in corpora for name in c.extra)},
        shapes=tuple(shape for corpus in corpora for shape in corpus.shapes),
        relations=_joined_relations(corpora, entities, documents),
        global_names=all(corpus.global_names for corpus in corpora),
    )


def _joined_relations(corpora: Sequence[Corpus], entities: Ints, documents: Ints) -> Relations | None:
    mentions = np.cumsum([0, *(corpus.mentions for corpus in corpora)])
    found = [
        corpus.relations.shifted(*map(int, before))
        for corpus, *before in zip(corpora, mentions, entities, documents, strict=False)
        if corpus.relations is not None
    ]
    if not found:
        return None
    from corefscore.core.relations import joined_relations

    return joined_relations(found)


def _joined(corpora: Sequence[Corpus], name: str) -> Array:
    """Join one column of several corpora. A corpus may lack it."""
    columns = [corpus.extra.get(name, np.full(corpus.mentions, UNKNOWN[name])) for corpus in corpora]
    if name in ("shape", "minimum"):
        before = np.cumsum([0, *(len(corpus.shapes) for corpus in corpora)])
        columns = [np.where(column > 0, column + b, 0) for column, b in zip(columns, before, strict=False)]
    return np.concatenate(columns)
