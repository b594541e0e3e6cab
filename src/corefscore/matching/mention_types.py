"""Heads, types and trimmed borders of mentions, from the words of a document.

No parse is needed. Where a corpus has the heads of its mentions (a column `head`), these count. Otherwise:

- The head is the last token before a word that ends a noun phrase (a preposition, a relative pronoun, a comma: see
  `STOP_WORDS`), without a possessive 's. In a document without words it is the last token.
- A mention of one token is a pronoun if the list of the document's likely language has it. Any other mention is a name
  if its head is capitalised (at the beginning of a sentence only if the word does not occur in small letters elsewhere
  in the document), and nominal if not. A mention without a word of its own (a column `zero`) is a zero. In a document
  without words the type is unknown.

Everything except the lists of pronouns is made for English. In scripts without capital letters no mention is a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.views import NO_WORD
from corefscore.formats.memory import MentionText
from corefscore.matching.language import PRONOUNS, likely_language

NAME, NOMINAL, PRONOUN, ZERO, UNKNOWN = range(5)
TYPES = ("name", "nominal", "pronoun", "zero", "unknown")

_STOPS = """
    of in on at by for from with without to into onto about above after against among around as before behind below
    between during inside near outside over since through under until upon within who whom whose which that where when
    and or but , ; : - -- ( ) -lrb- -rrb- . ? !
"""
_PRO_FORMS = "where when why how here there then all any few many several some such neither either"
STOP_WORDS = frozenset(_STOPS.split())
PRO_FORMS = frozenset(_PRO_FORMS.split())
"""Words that stand for a location, a time or a number, as pronouns stand for a noun."""
POSSESSIVES = frozenset(["'s", "’s", "'"])


@dataclass(eq=False)
class TokenFeatures:
    """The tokens of one document, with columns of what is known of each.

    Parameters
    ----------
    tokens : list of str
        The tokens.
    sentence : array of int
        The number of the sentence of each token.
    next_core, last_core : array of int
        For each token the next one, and the last one, that cannot be trimmed off a mention.
    stops : array of int
        The tokens that end a noun phrase; the head is before them.
    possessive, pronoun, name : array of bool
        Whether each token is a possessive ending, a pronoun, a name.
    loose : bool
        Whether the tokens are mentions from memory, which are no text; a mention may be there twice.
    """

    tokens: list[str]
    sentence: Ints
    next_core: Ints
    last_core: Ints
    stops: Ints
    possessive: Bools
    pronoun: Bools
    name: Bools
    loose: bool

    @classmethod
    def of(cls, sentences: list[list[str]], loose: bool = False) -> TokenFeatures:
        """The features of the tokens of some sentences."""
        tokens = [word for sentence in sentences for word in sentence]
        lower = [token.lower() for token in tokens]
        pronouns = PRO_FORMS | PRONOUNS[likely_language(lower)]
        symbol = _column(len(token) == 1 and not token.isalpha() for token in tokens)
        article = _column(word == "the" for word in lower)
        possessive = _column(word in POSSESSIVES for word in lower)
        return cls(
            tokens,
            np.repeat(numbers(len(sentences)), [len(sentence) for sentence in sentences]),
            _next(~(symbol | article)),
            _last(~(symbol | possessive)),
            np.flatnonzero(_column(word in STOP_WORDS for word in lower)),
            possessive,
            _column(word in pronouns for word in lower),
            _names(sentences, set(tokens)),
            loose,
        )

    def heads(self, start: Ints, end: Ints) -> Ints:
        """The likely head of each mention."""
        index = np.searchsorted(self.stops, start, "right")
        stop = np.append(self.stops, len(self.tokens))[index]
        head = np.minimum(stop - 1, end)
        return ints(np.maximum(head - self.possessive[head], start))

    def trimmed(self, start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """First and last tokens of mentions without articles, possessives and symbols at their borders."""
        first = np.minimum(self.next_core[start], end)
        return first, np.maximum(self.last_core[end], first)

    def types(self, start: Ints, end: Ints, head: Ints) -> Ints:
        """The type of each mention, as an index in `TYPES`."""
        named = np.where(self.name[head], NAME, NOMINAL)
        return np.where((start == end) & self.pronoun[start], PRONOUN, named)


def _column(values: Iterable[bool]) -> Bools:
    return np.fromiter(values, dtype=bool)


def _next(wanted: Bools) -> Ints:
    """For each row the first wanted one from there on."""
    rows = np.where(wanted, numbers(len(wanted)), len(wanted))
    return np.minimum.accumulate(rows[::-1])[::-1]


def _last(wanted: Bools) -> Ints:
    """For each row the last wanted one up to there."""
    return np.maximum.accumulate(np.where(wanted, numbers(len(wanted)), -1))


def _names(sentences: list[list[str]], seen: set[str]) -> Bools:
    """Whether each token is a capitalised word, and not only because a sentence begins with it."""
    return _column(
        word[:1].isupper() and (index > 0 or word.lower() not in seen)
        for sentence in sentences
        for index, word in enumerate(sentence)
    )


class MentionFeatures(NamedTuple):
    """For each mention of a corpus its head, its type, and its trimmed first and last token."""

    head: Ints
    type: Ints
    start: Ints
    end: Ints


class TextFeatures:
    """The features of the tokens of each document, made when they are asked for.

    The words are those of the key, or of the response where the key has none.
    """

    def __init__(self, key: Corpus, response: Corpus) -> None:
        self._sides = (key, response)
        self._found: dict[int, TokenFeatures | None] = {}

    def __getitem__(self, document: int) -> TokenFeatures | None:
        """The tokens of a document, or None if its words are not known."""
        if document not in self._found:
            self._found[document] = self._read(document)
        return self._found[document]

    def _read(self, document: int) -> TokenFeatures | None:
        ends = [side.end[side.view(document).rows] for side in self._sides]
        needed = 1 + max((int(end.max()) for end in ends if end.size), default=-1)
        for side in self._sides:
            text = side.origins[document].text
            sentences = text.sentences if text is not None else []
            if any(word != NO_WORD for sentence in sentences for word in sentence):
                lacking = needed - sum(map(len, sentences))
                longer = [*sentences, [NO_WORD] * lacking] if lacking > 0 else sentences
                return TokenFeatures.of(longer, loose=isinstance(text, MentionText))
        return None

    def of_mentions(self, corpus: Corpus) -> MentionFeatures:
        """The features of all mentions of one side."""
        unknown = np.full(corpus.mentions, UNKNOWN)
        found = MentionFeatures(corpus.end.copy(), unknown, corpus.start.copy(), corpus.end.copy())
        for document in range(len(corpus)):
            rows = corpus.view(document).rows
            tokens = self[document] if rows.start < rows.stop else None
            if tokens is not None:
                start, end = corpus.start[rows], corpus.end[rows]
                head = tokens.heads(start, end)
                columns = (head, tokens.types(start, end, head), *tokens.trimmed(start, end))
                for column, values in zip(found, columns, strict=True):
                    column[rows] = values
        return _with_known(corpus, found)


def _with_known(corpus: Corpus, found: MentionFeatures) -> MentionFeatures:
    """Heads and zeros that the corpus itself has replace those that were found."""
    head, zero = corpus.extra.get("head"), corpus.extra.get("zero")
    if head is not None:
        found = found._replace(head=np.where(head >= 0, head, found.head))
    return found if zero is None else found._replace(type=np.where(zero, ZERO, found.type))
