"""What the words of a document tell of its mentions: heads, types, and borders that do not matter.

No parse is needed. Where a corpus knows the heads of its mentions (a column `head`), these count; otherwise

- the head is the last token before whatever follows a noun (a preposition, a relative pronoun, a comma: see `AFTER`),
  less a possessive 's; without words it is the last token;
- a mention is a pronoun if it is one token and that is in the list of the document's likely language; else a name if
  its head is capitalised (and, at the beginning of a sentence, does not occur in small letters elsewhere in the
  document); else nominal. A mention without a word of its own (a column `zero`) is a zero, and without words the type
  is unknown.

All but the lists of pronouns is made for English. Scripts without capital letters have no names by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.views import NO_WORD
from corefscore.formats.memory import MentionText
from corefscore.matching.language import PRONOUNS, likely_language

NAME, NOMINAL, PRONOUN, ZERO, UNKNOWN = range(5)
TYPES = ("name", "nominal", "pronoun", "zero", "unknown")

LISTS = {
    "after": """of in on at by for from with without to into onto about above after against among around as before
    behind below between during inside near outside over since through under until upon within who whom whose which
    that where when and or but , ; : - -- ( ) -lrb- -rrb- . ? !""",
    # Words that stand for a place, a time or a number, as pronouns do for a thing.
    "stand-ins": "where when why how here there then all any few many several some such neither either",
}
AFTER = frozenset(LISTS["after"].split())
STAND_INS = frozenset(LISTS["stand-ins"].split())
POSSESSIVES = frozenset(["'s", "’s", "'"])


@dataclass(eq=False)
class Words:
    """The tokens of one document, and columns that say what each of them is like."""

    tokens: list[str]
    sentence: Ints
    before: Ints
    """For each token the first from there on that the left border of a mention may not lose."""
    behind: Ints
    """For each token the last up to there that the right border of a mention may not lose."""
    stops: Ints
    """The tokens before which a head may stand."""
    possessive: Bools
    pronoun: Bools
    name: Bools
    loose: bool
    """Whether the tokens are mentions from memory, which make no text; some may be there twice."""

    @classmethod
    def of(cls, sentences: list[list[str]], loose: bool = False) -> Words:
        tokens = [word for sentence in sentences for word in sentence]
        lower = [token.lower() for token in tokens]
        pronouns = STAND_INS | PRONOUNS[likely_language(lower)]
        symbol = _column(len(token) == 1 and not token.isalpha() for token in tokens)
        article = _column(word == "the" for word in lower)
        possessive = _column(word in POSSESSIVES for word in lower)
        return cls(
            tokens,
            np.repeat(numbers(len(sentences)), [len(sentence) for sentence in sentences]),
            _next(~(symbol | article)),
            _last(~(symbol | possessive)),
            np.flatnonzero(_column(word in AFTER for word in lower)),
            possessive,
            _column(word in pronouns for word in lower),
            _names(sentences, set(tokens)),
            loose,
        )

    def heads(self, start: Ints, end: Ints) -> Ints:
        """The likely head of each mention."""
        place = np.searchsorted(self.stops, start, "right")
        stop = np.append(self.stops, len(self.tokens))[place]
        head = np.minimum(stop - 1, end)
        return ints(np.maximum(head - self.possessive[head], start))

    def trimmed(self, start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Mentions without articles, possessives and signs at their borders."""
        first = np.minimum(self.before[start], end)
        return first, np.maximum(self.behind[end], first)

    def types(self, start: Ints, end: Ints, head: Ints) -> Ints:
        named = np.where(self.name[head], NAME, NOMINAL)
        return np.where((start == end) & self.pronoun[start], PRONOUN, named)


def _column(values: Any) -> Bools:
    return np.fromiter(values, dtype=bool)


def _next(wanted: Bools) -> Ints:
    places = np.where(wanted, numbers(len(wanted)), len(wanted))
    return np.minimum.accumulate(places[::-1])[::-1]


def _last(wanted: Bools) -> Ints:
    return np.maximum.accumulate(np.where(wanted, numbers(len(wanted)), -1))


def _names(sentences: list[list[str]], seen: set[str]) -> Bools:
    """Whether each token is a capitalised word, and not only because a sentence begins with it."""
    return _column(
        word[:1].isupper() and (place > 0 or word.lower() not in seen)
        for sentence in sentences
        for place, word in enumerate(sentence)
    )


class Described(NamedTuple):
    """For each mention of a corpus its head, its type, and its borders without what does not matter."""

    head: Ints
    type: Ints
    start: Ints
    end: Ints


class Texts:
    """The words of documents, looked at once; those of the key, or of the response where the key has none."""

    def __init__(self, key: Corpus, response: Corpus) -> None:
        self._sides = (key, response)
        self._found: dict[int, Words | None] = {}

    def __getitem__(self, document: int) -> Words | None:
        if document not in self._found:
            self._found[document] = self._read(document)
        return self._found[document]

    def _read(self, document: int) -> Words | None:
        ends = [side.end[side.view(document).rows] for side in self._sides]
        needed = 1 + max((int(end.max()) for end in ends if end.size), default=-1)
        for side in self._sides:
            text = side.origins[document].text
            sentences = text.sentences if text is not None else []
            if any(word != NO_WORD for sentence in sentences for word in sentence):
                lacking = needed - sum(map(len, sentences))
                longer = [*sentences, [NO_WORD] * lacking] if lacking > 0 else sentences
                return Words.of(longer, loose=isinstance(text, MentionText))
        return None

    def described(self, corpus: Corpus) -> Described:
        """All mentions of one side."""
        found = Described(corpus.end.copy(), np.full(corpus.mentions, UNKNOWN), corpus.start.copy(), corpus.end.copy())
        for document in range(len(corpus)):
            rows = corpus.view(document).rows
            words = self[document] if rows.start < rows.stop else None
            if words is not None:
                start, end = corpus.start[rows], corpus.end[rows]
                head = words.heads(start, end)
                trimmed = words.trimmed(start, end)
                for column, values in zip(found, (head, words.types(start, end, head), *trimmed), strict=True):
                    column[rows] = values
        return _with_known(corpus, found)


def _with_known(corpus: Corpus, found: Described) -> Described:
    """What the corpus itself knows of heads and zeros comes first."""
    extra: Mapping[str, Any] = getattr(corpus, "extra", {})
    head, zero = extra.get("head"), extra.get("zero")
    if head is not None:
        found = found._replace(head=np.where(head >= 0, head, found.head))
    return found if zero is None else found._replace(type=np.where(zero, ZERO, found.type))
