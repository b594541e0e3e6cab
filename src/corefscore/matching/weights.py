"""How much a mention weighs: one number for each mention, from its words, its length, a file, or a function.

`information` follows the conjecture of Holen (2013) that a mention counts for as much as it tells: a pronoun next to
nothing, a longer description more than a short one, a name more than a description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeGuard

import numpy as np

from corefscore.core.arrays import Floats, ints
from corefscore.core.corpus import Corpus, Document, Mention
from corefscore.core.problems import SHOWN, InputError, Problem, fail
from corefscore.core.settings import CHOICES
from corefscore.matching.language import closed_words, likely_language

if TYPE_CHECKING:
    from pathlib import Path

Weigher: TypeAlias = Callable[[Mention], float]
"""A function that says what a mention weighs."""

Weights: TypeAlias = "str | Path | Weigher"
"""`information`, `tokens`, the path of a file, or a function."""

PRONOUN = 0.1
NAME = 1.5
NOUNS_ARE_LARGE = ("de",)
"""Languages in which a large letter is no sign of a name."""

# How tags of parts of speech begin in the Penn, Chinese and Arabic Treebanks, STTS, and Universal Dependencies.
NAMES = ("PROPN", "NNP", "NR", "NE", "NOUN_PROP")
CONTENT = (*NAMES, "NOUN", "NN", "NT", "NUM", "V", "J", "RB", "AD", "CD", "CARD", "FW", "X")


GIVEN = "given"


def weights_policy(weights: Weights | None) -> str | None:
    """The name under which the settings know some weights: `given` for a file or a function."""
    return weights if weights is None or is_policy(weights) else GIVEN


def is_policy(weights: Weights | None) -> TypeGuard[str]:
    """Whether weights are one of the choices of the policy."""
    return isinstance(weights, str) and weights in CHOICES["weights"]


def weigh(key: Corpus, response: Corpus, how: Weights) -> tuple[Corpus, Corpus]:
    """Key and response, over the same documents, with a weight for each mention, or without any for `none`.

    Raises
    ------
    InputError
        If weights are `given` by columns that a side does not have.
    """
    if how == "none":
        return _unweighted(key), _unweighted(response)
    if how == GIVEN:
        for side in (key, response):
            if side.weight is None:
                raise fail(side.source_name, 0, "has no weights; give both sides a column of them, or other weights")
        return key, response
    if callable(how):
        columns = [_by_function(side, how) for side in (key, response)]
    elif how == "information":
        columns = [*information(key, response)]
    elif how == "tokens":
        columns = [tokens(side) for side in (key, response)]
    else:
        from pathlib import Path

        columns = [_from_file(Path(how), side) for side in (key, response)]
    return with_weights(key, columns[0]), with_weights(response, columns[1])


def _unweighted(corpus: Corpus) -> Corpus:
    return corpus if corpus.weight is None else replace(corpus, weight=None)


def with_weights(corpus: Corpus, weight: Iterable[float]) -> Corpus:
    """The corpus with a weight for each mention, in the order of its columns; a weight is a number above 0."""
    column = np.asarray(weight, dtype=np.float64)
    if column.shape != (corpus.mentions,):
        raise ValueError(f"there are {corpus.mentions:,} mentions, but {column.size:,} weights")
    wrong = np.flatnonzero(~(np.isfinite(column) & (column > 0)))
    if len(wrong):
        raise InputError((_not_positive(corpus, row, column[row]) for row in wrong[:SHOWN]), total=len(wrong))
    return replace(corpus, weight=column)


def _not_positive(corpus: Corpus, row: int, weight: float) -> Problem:
    message = f"mention {shown(corpus, row)} weighs {weight:g}; a weight must be a number above 0"
    return Problem(_source(corpus, row), corpus.line(row), message)


def _source(corpus: Corpus, row: int) -> str:
    return corpus.origins[int(corpus.document[row])].source.name


def shown(corpus: Corpus, row: int) -> str:
    """A mention as messages name it."""
    mention = corpus.mention(row)
    return f"{mention.text!r} (tokens {mention.start} to {mention.end} of document {mention.document.name!r})"


def tokens(corpus: Corpus) -> Floats:
    """The number of tokens of each mention."""
    return (corpus.end - corpus.start + 1).astype(np.float64)


def _by_function(corpus: Corpus, function: Weigher) -> Floats:
    return np.array([function(corpus.mention(row)) for row in range(corpus.mentions)], dtype=np.float64)


def information(
    key: Corpus, response: Corpus, language: str | None = None, pronoun: float = PRONOUN, name: float = NAME
) -> tuple[Floats, Floats]:
    """What the mentions of key and response tell.

    With c words of content a mention weighs log2(1 + c), and `name` times that if most of these words are names; one
    without any, such as a pronoun, weighs `pronoun`. Where a document has no words, every token is one of content.
    """
    if not len(key):
        return np.zeros(0), np.zeros(0)
    tellings = [_Telling.of(_one_with_words(*pair), language) for pair in zip(key, response, strict=True)]
    content, names = (np.cumsum([0, *chain.from_iterable(column)]) for column in zip(*tellings, strict=True))
    sizes = ints([len(telling.content) for telling in tellings])
    sides = []
    for side in (key, response):
        before = (np.cumsum(sizes) - sizes)[side.document]
        begin, end = before + side.start, np.minimum(before + side.end + 1, len(content) - 1)
        known = sizes[side.document] > side.end
        own = np.where(known, content[end] - content[np.minimum(begin, end)], side.end - side.start + 1)
        named = np.where(known, names[end] - names[np.minimum(begin, end)], 0)
        worth = np.log2(1 + own) * np.where(2 * named > own, name, 1.0)
        sides.append(np.where(own == 0, pronoun, worth))
    return sides[0], sides[1]


def _one_with_words(key: Document, response: Document) -> Document:
    return response if key.tokens is None else key


class _Telling(NamedTuple):
    """For each token of a document, how many words of content it has, and how many names."""

    content: list[int]
    names: list[int]

    @classmethod
    def of(cls, document: Document, language: str | None) -> _Telling:
        tags = _tags(document)
        if tags is not None:
            return cls(*([int(_is_any(tag, kinds)) for tag in tags] for kinds in (CONTENT, NAMES)))
        # Clusters in memory have whole mentions as tokens.
        tokens = [token.split() for token in document.tokens or ()]
        language = language or likely_language(chain.from_iterable(tokens))
        closed = closed_words(language)
        vocabulary = set(chain.from_iterable(tokens))
        content = {word for word in vocabulary if word.lower() not in closed and any(map(str.isalnum, word))}
        # A word that also occurs in small letters has a large one because a sentence begins there.
        names = {word for word in content if word[0].isupper() and word.lower() not in vocabulary}
        if language in NOUNS_ARE_LARGE:
            names = set()
        return cls(*([sum(map(chosen.__contains__, words)) for words in tokens] for chosen in (content, names)))


def _tags(document: Document) -> list[str] | None:
    """The parts of speech of a document, if it has them in a tag set that is known here."""
    tags: list[str] | None = getattr(document.corpus.origins[document.number].text, "tags", None)
    if tags is None or 5 * sum(_is_any(tag, CONTENT) for tag in tags) < len(tags):
        return None
    return tags


@cache
def _is_any(tag: str, kinds: tuple[str, ...]) -> bool:
    return any(part.startswith(kinds) for part in tag.split("+"))


SPAN_COLUMNS = ("document", "start", "end", "weight")
TEXT_COLUMNS = ("text", "weight")
ANY_OTHER = "*"


def _from_file(path: Path, corpus: Corpus) -> Floats:
    """Weights from a CSV file: for spans (document, start, end, weight), or for texts (text, weight)."""
    by_span, found = _read_weights(path)

    def weight_of(mention: Mention) -> float:
        place = (mention.document.name, mention.start, mention.end) if by_span else mention.text.lower()
        return found.get(place, found.get(ANY_OTHER, np.nan))

    column = _by_function(corpus, weight_of)
    missing = np.flatnonzero(np.isnan(column))
    if len(missing):
        advice = "add a row for it" if by_span else f"add a row for it, or one for all others with the text {ANY_OTHER}"
        names = (shown(corpus, row) for row in missing[:SHOWN])
        raise InputError(
            (Problem(str(path), 0, f"mention {name} has no weight; {advice}") for name in names), total=len(missing)
        )
    return column


def _read_weights(path: Path) -> tuple[bool, dict[object, float]]:
    """Whether a file has spans, and the weight of each span or text."""
    import csv

    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = csv.DictReader(stream)
            columns = tuple(name.strip().lower() for name in rows.fieldnames or ())
            if columns not in (SPAN_COLUMNS, TEXT_COLUMNS):
                spans, texts = ",".join(SPAN_COLUMNS), ",".join(TEXT_COLUMNS)
                raise fail(str(path), 1, f"is no file of weights; let its first line be {spans} or {texts}")
            rows.fieldnames = columns
            by_span = columns == SPAN_COLUMNS
            return by_span, dict(_weight(str(path), rows.line_num, row, by_span) for row in rows)
    except OSError as error:
        message = f"is neither information nor tokens, nor a file that can be read ({error.strerror})"
        raise fail(str(path), 0, message) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise fail(str(path), 0, f"is no CSV file in UTF-8 ({error})") from None


def _weight(path: str, line: int, row: dict[str, str], by_span: bool) -> tuple[object, float]:
    try:
        place = (row["document"], int(row["start"]), int(row["end"])) if by_span else row["text"].lower()
        return place, float(row["weight"])
    except (TypeError, ValueError, AttributeError):
        raise fail(path, line, "start, end and weight must be numbers, and no column may be left out") from None
