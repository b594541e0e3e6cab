"""Views of a corpus for readers and for error analysis: documents, entities, mentions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corefscore.core.corpus import Corpus, Origin, Parts

NO_WORD = "_"
TOKEN, CHARACTER, NAME = "token", "character", "name"
"""The units in which the mentions of a document are counted."""


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
        """The source of the document, and its text."""
        return self.corpus.origins[self.number]

    @cached_property
    def tokens(self) -> list[str] | None:
        """The words of the document; None if they are not known."""
        text = self.origin.text
        words = [word for sentence in text.sentences for word in sentence] if text else []
        return None if all(word == NO_WORD for word in words) else words

    @cached_property
    def rows(self) -> slice:
        """The rows of its mentions in the columns of the corpus."""
        begin, end = self.corpus.document_bounds[self.number : self.number + 2]
        return slice(int(begin), int(end))

    @cached_property
    def mentions(self) -> list[Mention]:
        """Its mentions, in the order of the text."""
        return [Mention(self, row) for row in range(self.rows.start, self.rows.stop)]

    @cached_property
    def entities(self) -> list[Entity]:
        """Its entities, in the order of their first mentions."""
        groups: dict[int, list[Mention]] = {}
        for mention in self.mentions:
            groups.setdefault(mention.entity, []).append(mention)
        return [Entity(self, number, members) for number, members in groups.items()]

    @property
    def clusters(self) -> list[list[Hashable]]:
        """The entities as lists of mentions, in the form that `score` accepts.

        A mention is the pair of its first and last token (or character). A mention with gaps is several such pairs. If
        the document has names or is from memory, a mention is its name.
        """
        values: Sequence[Hashable] | None = getattr(self.origin.text, "mention_values", None)
        return [
            [mention.span if values is None else values[mention.start] for mention in entity.mentions]
            for entity in self.entities
        ]


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
        """The name of the entity in its file."""
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
        """The number of the first token."""
        return int(self.document.corpus.start[self.row])

    @property
    def end(self) -> int:
        """The number of the last token."""
        return int(self.document.corpus.end[self.row])

    @property
    def entity(self) -> int:
        """The number of the entity."""
        return int(self.document.corpus.entity[self.row])

    @property
    def line(self) -> int:
        """The line of the file on which the mention begins; 0 if there is none."""
        return self.document.corpus.line(self.row)

    @property
    def parts(self) -> Parts:
        """The tokens of the mention as ranges; most mentions have one range."""
        return self.document.corpus.parts(self.row)

    @property
    def span(self) -> Hashable:
        """The first and the last token. A mention with gaps has several such pairs."""
        return self.parts[0] if len(self.parts) == 1 else self.parts

    @property
    def type(self) -> str:
        """The type of the entity; an empty text if it is not known."""
        types = self.document.corpus.extra.get("type")
        value = "" if types is None else types[self.row]
        return value.decode() if isinstance(value, bytes) else str(value)

    @property
    def text(self) -> str:
        """The words of the mention, or its token numbers if the words are not known."""
        tokens = self.document.tokens
        if tokens is None:
            shown = (f"{start}" if start == end else f"{start}-{end}" for start, end in self.parts)
            return f"[{','.join(shown)}]"
        blank = "" if self.document.origin.unit == CHARACTER else " "
        return " ... ".join(blank.join(tokens[start : end + 1]) for start, end in self.parts)
