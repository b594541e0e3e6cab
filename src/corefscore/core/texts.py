"""What a document has besides its mentions: words, empty nodes, parts, and a source."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from corefscore.core.arrays import Ints


class Text(Protocol):
    """The words of one document. They are read only when needed.

    A text may have more: `plain`, the same text without empty nodes; and `fingerprint`, bytes or None. Two texts with
    the same fingerprint have the same words and sentences, except for empty nodes.
    """

    @property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence."""
        ...

    def line_of(self, token: int) -> int:
        """Return the line of the file that has a token, or 0 if there is none."""
        ...


class Source(Protocol):
    """The source of documents, such as a file."""

    @property
    def name(self) -> str:
        """The name in messages."""
        ...

    def line_of(self, index: int) -> int:
        """Return the line of a mention by its index in the source, or 0 if there is none."""
        ...


class EmptyNodes(NamedTuple):
    """The tokens of a document that represent omitted words, in the order of the text.

    Parameters
    ----------
    token : array of int
        The token number of each node.
    word : array of int
        How many real words come before each node.
    rank : array of int
        A number that distinguishes nodes that are between the same two words.
    sentence : array of int
        The number of the sentence of each node.
    dependency : tuple
        The parents of each node, as (parent, relation). A parent is the number of a real word, ``~i`` for empty node i,
        or None for the root.
    """

    token: Ints
    word: Ints
    rank: Ints
    sentence: Ints
    dependency: tuple[tuple[tuple[int | None, str], ...], ...]


class Part(NamedTuple):
    """A document that is a part of a longer one: its name, and its first token in the longer one."""

    name: str
    first: int
