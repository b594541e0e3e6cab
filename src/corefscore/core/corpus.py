"""The mentions of many documents as columns, and small views of them for people.

A corpus keeps its mentions in the order of the text (document, first token, last token) and, when it was read from
files, numbers its entities by their first mention, so that equal annotations are equal columns however they were
written. Clusters from memory keep the order in which they were given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeAlias, overload

import numpy as np

from corefscore.core.arrays import Array, Bools, Floats, Ints, changes, is_ordered, numbers, order_by, runs

MENTION_COLUMNS = ("document", "start", "end", "entity", "place", "weight")

UNKNOWN: Mapping[str, Any] = {"head": -1, "zero": False, "shape": 0, "minimum": 0, "type": ""}
"""The columns a corpus may have besides, each with what it holds where nothing is known."""

Parts: TypeAlias = tuple[tuple[int, int], ...]
"""Tokens as stretches, each from its first to its last token, in the order of the text."""


NO_WORD = "_"
TOKEN, CHARACTER, NAME = "token", "character", "name"


class Text(Protocol):
    """The words of one document, read when somebody asks for them."""

    @property
    def sentences(self) -> list[list[str]]: ...

    def line_of(self, token: int) -> int: ...


def without_empty_nodes(text: Text) -> Text:
    """A text without the tokens that only some formats have, if it is one of them."""
    plain: Text = getattr(text, "plain", text)
    return plain


class Source(Protocol):
    """Where documents were read: a name for messages, and the line of a place in it."""

    @property
    def name(self) -> str: ...

    def line_of(self, place: int) -> int: ...

    def comparison(self, other: Source) -> Callable[[Text, Text], bool]:
        """A way to tell whether two texts, of this source and of another, surely have the same words and sentences."""
        ...


class Memory(NamedTuple):
    """Something that is no file, such as a list of clusters."""

    name: str

    def line_of(self, place: int) -> int:
        return 0

    def comparison(self, other: Source) -> Callable[[Text, Text], bool]:
        return lambda ours, theirs: isinstance(other, Memory) or ours.sentences == theirs.sentences


class EmptyNodes(NamedTuple):
    """The tokens of a document that stand for words left out, in the order of the text.

    `word` is how many real words come before each; nodes between the same words have different `rank`s, whatever their
    place among the tokens. `sentence` is the number of their sentence, `dependency` has the parents of each, as
    (parent, relation), where a parent is the number of a real word, ``~i`` for empty node i, or None for the root.
    """

    token: Ints
    word: Ints
    rank: Ints
    sentence: Ints
    dependency: tuple[tuple[tuple[int | None, str], ...], ...]


class Origin(NamedTuple):
    """What a corpus knows of a document besides its mentions.

    `line` is where its name is written, 0 if it is named after its file. `unit` is what mentions are counted in:
    tokens, characters (each a word of `text`), or names in a list that is the text. A text that is not `divided` has
    all its words in one sentence, whatever their sentences were.
    """

    name: str
    source: Source
    line: int = 0
    text: Text | None = None
    empty: EmptyNodes | None = None
    unit: str = TOKEN
    divided: bool = True


class Origins(Sequence[Origin]):
    """The documents of a corpus in their order."""

    def __init__(self, origins: Iterable[Origin]) -> None:
        self._origins = tuple(origins)

    def __len__(self) -> int:
        return len(self._origins)

    @overload
    def __getitem__(self, place: int) -> Origin: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Origin]: ...
    def __getitem__(self, place: int | slice) -> Origin | Sequence[Origin]:
        return self._origins[place]

    def __iter__(self) -> Iterator[Origin]:
        return iter(self._origins)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(origin.name for origin in self)

    @property
    def files(self) -> tuple[str, ...]:
        """The name of the file that each comes from."""
        return tuple(origin.source.name for origin in self)

    @property
    def have_empty_nodes(self) -> bool:
        return any(origin.empty is not None for origin in self)

    @property
    def sources(self) -> list[str]:
        """The names of these files, each once."""
        return list(dict.fromkeys(self.files))


@dataclass(frozen=True, eq=False, repr=False)
class Corpus:
    """Mentions as columns: `document`, `start` and `end` (token numbers, inclusive), `entity`.

    `place` is where a mention begins in its source, for messages; `weight` is what it counts for, where that is
    not 1 for all. `extra` has columns that only some sources know (see `UNKNOWN`): `head` is a token number, `zero`
    tells mentions without a word of their own, `type` is the kind of entity. `shape` and `minimum` count in `shapes`
    from 1: the parts of a mention with gaps, and the least that a mention must cover.
    """

    origins: Origins
    document: Ints
    start: Ints
    end: Ints
    entity: Ints
    labels: Array
    place: Ints | None = None
    weight: Floats | None = None
    extra: Mapping[str, Array] = field(default_factory=dict)
    shapes: tuple[Parts, ...] = ()

    @classmethod
    def build(
        cls,
        origins: Iterable[Origin],
        document: Ints,
        start: Ints,
        end: Ints,
        entity: Ints,
        labels: Array,
        place: Ints | None = None,
        extra: Mapping[str, Array] | None = None,
        shapes: Sequence[Parts] = (),
    ) -> Corpus:
        """A corpus from mentions in any order; `labels` has a name for each entity number.

        Where a source gives the place of mentions, entities are numbered by their first mention, else as they come.
        """
        corpus = cls(
            origins if isinstance(origins, Origins) else Origins(origins),
            document,
            start,
            end,
            entity,
            labels,
            place,
            extra=extra or {},
            shapes=tuple(shapes),
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
        """One document, by its number."""
        return self._views.setdefault(number, Document(self, number))

    @cached_property
    def _views(self) -> dict[int, Document]:
        return {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.origins.names

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each document, by its name."""
        return {name: number for number, name in enumerate(self.names)}

    @property
    def mentions(self) -> int:
        return len(self.document)

    @property
    def span(self) -> tuple[Ints, ...]:
        """The columns that tell mentions apart."""
        columns = (self.document, self.start, self.end)
        return (*columns, self.extra["shape"]) if "shape" in self.extra else columns

    @property
    def has_plain_spans(self) -> bool:
        """Whether mentions are all tokens from one to another, and tokens are counted alike in every file."""
        return not self.shapes and not self.origins.have_empty_nodes

    def parts(self, row: int) -> Parts:
        """The tokens of a mention."""
        shape = int(self.extra["shape"][row]) if "shape" in self.extra else 0
        return self.shapes[shape - 1] if shape else ((int(self.start[row]), int(self.end[row])),)

    def parts_of(self, rows: Ints) -> list[Parts]:
        """The tokens of some mentions."""
        shape = self.extra["shape"][rows] if "shape" in self.extra else np.zeros_like(rows)
        columns = (column.tolist() for column in (shape, self.start[rows], self.end[rows]))
        return [
            self.shapes[shape - 1] if shape else ((start, end),) for shape, start, end in zip(*columns, strict=True)
        ]

    @cached_property
    def entity_sizes(self) -> Ints:
        return np.bincount(self.entity, minlength=len(self.labels))

    @cached_property
    def entity_documents(self) -> Ints:
        documents = np.empty(len(self.labels), dtype=np.int64)
        documents[self.entity] = self.document
        return documents

    @cached_property
    def document_bounds(self) -> Ints:
        """Where the mentions of each document begin, and after the last, where they end."""
        return np.searchsorted(self.document, numbers(len(self) + 1))

    @cached_property
    def source_name(self) -> str:
        """The file the corpus was read from, for messages."""
        names = self.origins.sources or ["nothing"]
        return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"

    def mention(self, row: int) -> Mention:
        return Mention(self.view(int(self.document[row])), row)

    def label(self, entity: int) -> str:
        """The name of an entity in its file."""
        name = self.labels[entity]
        return name.decode() if isinstance(name, bytes) else str(name)

    def line(self, mention: int) -> int:
        """The line of its file on which a mention begins; 0 if there is none."""
        if self.place is None:
            return 0
        source = self.origins[int(self.document[mention])].source
        return source.line_of(int(self.place[mention]))

    def take(self, rows: Ints | Bools) -> Corpus:
        """The corpus with some of its mentions only; entities left without any are gone."""
        return self._rows(rows)._without_empty_entities()

    def with_documents(self, origins: Sequence[Origin], number: Ints) -> Corpus:
        """The corpus over other documents: document i becomes number[i], or is left out if that is -1."""
        kept = number[self.document] >= 0
        part = self if kept.all() else self.take(kept)
        moved = replace(part, origins=Origins(origins), document=number[part.document])
        return moved._in_text_order()

    def _in_text_order(self) -> Corpus:
        corpus = self
        if not is_ordered(*self.span):
            corpus = self._rows(order_by(*self.span))
        span = runs(changes(*corpus.span))
        repeats = len(span) > 0 and span[-1] < len(span) - 1
        if corpus.place is not None:
            # Mentions of the same tokens stand as in the source while entities are numbered.
            corpus = corpus._rows(order_by(span, corpus.place)) if repeats else corpus
            corpus = corpus._with_entities_in_order()
        return corpus._rows(order_by(span, corpus.entity)) if repeats else corpus

    def _rows(self, rows: Ints | Bools) -> Corpus:
        columns = ((name, getattr(self, name)) for name in MENTION_COLUMNS)
        taken: dict[str, Any] = {name: column[rows] for name, column in columns if column is not None}
        if self.extra:
            taken["extra"] = {name: column[rows] for name, column in self.extra.items()}
        return replace(self, **taken)

    def _with_entities_in_order(self) -> Corpus:
        """Entities numbered by their first mention."""
        first = np.full(len(self.labels), self.mentions, dtype=np.int64)
        first[self.entity[::-1]] = numbers(self.mentions)[::-1]
        if (first[1:] > first[:-1]).all():
            return self
        return self._renumbered(order_by(first))

    def _without_empty_entities(self) -> Corpus:
        sizes = np.bincount(self.entity, minlength=len(self.labels))
        return self if sizes.all() else self._renumbered(np.flatnonzero(sizes))

    def _renumbered(self, order: Ints) -> Corpus:
        """The corpus with some of its entities, numbered in another order."""
        number = np.full(len(self.labels), -1, dtype=np.int64)
        number[order] = numbers(len(order))
        return replace(self, entity=number[self.entity], labels=self.labels[order])


def concatenate(corpora: Sequence[Corpus]) -> Corpus:
    """One corpus with the documents of several, one after the other."""
    if len(corpora) == 1:
        return corpora[0]
    documents = np.cumsum([0, *map(len, corpora)])
    entities = np.cumsum([0, *(len(corpus.labels) for corpus in corpora)])
    places = [corpus.place for corpus in corpora if corpus.place is not None]
    weights = [corpus.weight for corpus in corpora if corpus.weight is not None]
    return Corpus(
        origins=Origins(origin for corpus in corpora for origin in corpus.origins),
        document=np.concatenate([c.document + d for c, d in zip(corpora, documents, strict=False)]),
        start=np.concatenate([corpus.start for corpus in corpora]),
        end=np.concatenate([corpus.end for corpus in corpora]),
        entity=np.concatenate([c.entity + e for c, e in zip(corpora, entities, strict=False)]),
        labels=np.concatenate([corpus.labels for corpus in corpora]),
        place=np.concatenate(places) if len(places) == len(corpora) else None,
        weight=np.concatenate(weights) if len(weights) == len(corpora) else None,
        extra={name: _joined(corpora, name) for name in dict.fromkeys(name for c in corpora for name in c.extra)},
        shapes=tuple(shape for corpus in corpora for shape in corpus.shapes),
    )


def _joined(corpora: Sequence[Corpus], name: str) -> Array:
    """One column of several corpora, of which some may lack it."""
    columns = [corpus.extra.get(name, np.full(corpus.mentions, UNKNOWN[name])) for corpus in corpora]
    if name in ("shape", "minimum"):
        before = np.cumsum([0, *(len(corpus.shapes) for corpus in corpora)])
        columns = [np.where(column > 0, column + b, 0) for column, b in zip(columns, before, strict=False)]
    return np.concatenate(columns)


class Document:
    """One document of a corpus."""

    def __init__(self, corpus: Corpus, number: int) -> None:
        self.corpus = corpus
        self.number = number

    def __repr__(self) -> str:
        return f"<Document {self.name!r}: {self.rows.stop - self.rows.start:,} mentions>"

    @property
    def name(self) -> str:
        return self.corpus.names[self.number]

    @property
    def origin(self) -> Origin:
        return self.corpus.origins[self.number]

    @cached_property
    def tokens(self) -> list[str] | None:
        """The words of the document; None where they are not known."""
        text = self.origin.text
        words = [word for sentence in text.sentences for word in sentence] if text else []
        return None if all(word == NO_WORD for word in words) else words

    @cached_property
    def rows(self) -> slice:
        begin, end = self.corpus.document_bounds[self.number : self.number + 2]
        return slice(int(begin), int(end))

    @cached_property
    def mentions(self) -> list[Mention]:
        return [Mention(self, row) for row in range(self.rows.start, self.rows.stop)]

    @cached_property
    def entities(self) -> list[Entity]:
        groups: dict[int, list[Mention]] = {}
        for mention in self.mentions:
            groups.setdefault(mention.entity, []).append(mention)
        return [Entity(self, number, members) for number, members in groups.items()]


class Entity:
    """The mentions of one entity, in the order of the text."""

    def __init__(self, document: Document, number: int, mentions: list[Mention]) -> None:
        self.document = document
        self.number = number
        self.mentions = mentions

    def __repr__(self) -> str:
        return f"<Entity {self.label}: {len(self):,} mentions>"

    @property
    def label(self) -> str:
        return self.document.corpus.label(self.number)

    def __len__(self) -> int:
        return len(self.mentions)


class Mention:
    """One row of the corpus."""

    def __init__(self, document: Document, row: int) -> None:
        self.document = document
        self.row = row

    def __repr__(self) -> str:
        return f"<Mention of {self.document.corpus.label(self.entity)}: tokens {self.start} to {self.end}>"

    @property
    def start(self) -> int:
        return int(self.document.corpus.start[self.row])

    @property
    def end(self) -> int:
        return int(self.document.corpus.end[self.row])

    @property
    def entity(self) -> int:
        return int(self.document.corpus.entity[self.row])

    @property
    def line(self) -> int:
        return self.document.corpus.line(self.row)

    @property
    def parts(self) -> Parts:
        """The tokens of the mention, as stretches; most mentions have one."""
        return self.document.corpus.parts(self.row)

    @property
    def text(self) -> str:
        """The words of the mention, or its token numbers where the words are not known."""
        tokens = self.document.tokens
        if tokens is None:
            shown = (f"{start}" if start == end else f"{start}-{end}" for start, end in self.parts)
            return f"[{','.join(shown)}]"
        blank = "" if self.document.origin.unit == CHARACTER else " "
        return " ... ".join(blank.join(tokens[start : end + 1]) for start, end in self.parts)
