"""The weight of each mention, from its words, its length, a file, or a function.

`information` follows the conjecture of Holen (2013) that a mention should count for the information it carries: a
pronoun for very little, a long description for more than a short one, a name for more than a description.

Scores are ratios, so only the ratios of weights matter. Weights must be in a range in which floating point is exact
enough: their squares must not overflow or vanish, and the lightest mention must not be lost beside the heaviest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Floats, Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import SHOWN, InputError, Problem, fail
from corefscore.core.settings import GIVEN, UNWEIGHTED
from corefscore.core.views import CHARACTER, Document, Mention
from corefscore.formats.files import exists, read_bytes

if TYPE_CHECKING:
    from csv import DictReader
    from pathlib import Path

Weigher: TypeAlias = Callable[[Mention], float]
"""A function that returns the weight of a mention."""

Weights: TypeAlias = "str | Path | Weigher"
"""`information`, `tokens`, the path of a file, or a function."""

PRONOUN_WEIGHT = 0.1
NAME_WORDS = 1.5
"""The number of content words that a name counts for."""
LIGHTEST, HEAVIEST = 1e-100, 1e100
SPREAD = 1e9
"""The limits of weights, and the greatest allowed ratio of the heaviest mention to the lightest."""
CAPITALISED_NOUNS = ("de",)
"""Languages in which a capital letter does not show a name."""

# The beginnings of tags in the Penn, Chinese and Arabic Treebanks, STTS, and Universal Dependencies.
NAMES = ("PROPN", "NNP", "NR", "NE", "NOUN_PROP")
CONTENT = (*NAMES, "NOUN", "NN", "NT", "NUM", "V", "J", "RB", "AD", "CD", "CARD", "FW", "X")
MOST_TAGS = 1 << 12
ADPOSITION = "ADP"
"""The one tag without content that begins like a tag with content: the Chinese Treebank uses AD for adverbs."""


def weigh(key: Corpus, response: Corpus, how: Weights) -> tuple[Corpus, Corpus]:
    """Return key and response with a weight for each mention, or without weights for `none`.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents.
    how : str, path or callable
        `none`, `information`, `tokens`, `given` (the columns of the corpora), the path of a CSV file, or a function
        of a mention.

    Raises
    ------
    InputError
        If weights are `given` but a side has no column of weights, if a file has no weight for a mention, if a weight
        is not a number above 0, or if weights are too small, too large or too different for exact figures.
    """
    weighed = _weighed(key, response, how)
    _refuse_wide_spread(*weighed)
    return weighed


def _weighed(key: Corpus, response: Corpus, how: Weights) -> tuple[Corpus, Corpus]:
    if how == UNWEIGHTED:
        return _unweighted(key), _unweighted(response)
    if how == GIVEN:
        for side in (key, response):
            if side.weight is None:
                advice = "give both sides a column of them, or give a file or a function with weights= (--weights)"
                raise fail(side.source_name, 0, f"has no weights; {advice}")
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


def _refuse_wide_spread(key: Corpus, response: Corpus) -> None:
    """Raise an error if weights are so different that rounding would lose the lighter mentions."""
    columns = [side.weight for side in (key, response) if side.weight is not None and side.mentions]
    if not columns:
        return
    lightest, heaviest = min(column.min() for column in columns), max(column.max() for column in columns)
    if heaviest > SPREAD * lightest:
        message = (
            f"weights go from {lightest:g} to {heaviest:g}; the heaviest may be at most {SPREAD:g} times the lightest"
        )
        raise fail(key.source_name, 0, message)


def _unweighted(corpus: Corpus) -> Corpus:
    return corpus if corpus.weight is None else replace(corpus, weight=None)


def with_weights(corpus: Corpus, weight: Iterable[float]) -> Corpus:
    """Return the corpus with a weight for each mention.

    Parameters
    ----------
    corpus : Corpus
        One side.
    weight : iterable of float
        A number above 0 for each mention, in the order of the columns.

    Returns
    -------
    Corpus
        The same mentions, with their weights.

    Raises
    ------
    ValueError
        If the number of weights is not the number of mentions.
    InputError
        If a weight is not a number above 0, or if it is so small or large that figures would be wrong.
    """
    column = np.asarray(weight, dtype=np.float64)
    if column.shape != (corpus.mentions,):
        raise ValueError(f"there are {corpus.mentions:,} mentions, but {column.size:,} weights; give one for each")
    wrong = np.flatnonzero(~((column >= LIGHTEST) & (column <= HEAVIEST)))
    if len(wrong):
        message = "mention {} weighs {:g}; a weight must be a number above 0" + _range_note(column[wrong])
        problems = (corpus.problem(row, message.format(corpus.quoted(row), column[row])) for row in wrong[:SHOWN])
        raise InputError(problems, total=len(wrong))
    return replace(corpus, weight=column)


def _range_note(wrong: Floats) -> str:
    """Return the allowed range as a note, if some of the wrong weights are numbers above 0."""
    if not (np.isfinite(wrong) & (wrong > 0)).any():
        return ""
    return f", from {LIGHTEST:g} to {HEAVIEST:g}; only ratios matter, so multiply all by the same number"


def tokens(corpus: Corpus) -> Floats:
    """Return the number of tokens of each mention."""
    _refuse_characters(corpus)
    return corpus.sizes.astype(np.float64)


def _refuse_characters(corpus: Corpus) -> None:
    """Raise an error if mentions are characters: words are not known, and characters do not measure information."""
    for document in corpus:
        if document.origin.unit == CHARACTER:
            message = "mentions are spans of characters here, so the words of a mention cannot be weighed"
            raise fail(corpus.source_name, 0, f"{message}; use files with tokens, or give each mention a weight")


def _by_function(corpus: Corpus, function: Weigher) -> Floats:
    return np.array([function(corpus.mention(row)) for row in range(corpus.mentions)], dtype=np.float64)


def information(
    key: Corpus,
    response: Corpus,
    language: str | None = None,
    pronoun: float = PRONOUN_WEIGHT,
    name: float = NAME_WORDS,
) -> tuple[Floats, Floats]:
    """Return the weights of the mentions of key and response by the information they carry.

    With c content words, of which m are names, a mention weighs log2(1 + (c - m) + `name` m). So each further content
    word adds to the weight, and each adds less than the one before. A mention without a content word, such as a
    pronoun, weighs `pronoun`. In a document without words, every token counts as a content word.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents.
    language : str, optional
        The language, by its code. Without it, it is found from the words of each document.
    pronoun, name : float
        The weight of a mention without a content word, and the number of content words that a name counts for.

    Returns
    -------
    pair of arrays
        A weight for each mention of the key and of the response.

    Examples
    --------
    >>> import corefscore
    >>> matched = corefscore.score([["Ann Lee", "she", "the old woman"]], [["she"]]).matched
    >>> information(matched.key, matched.response)[0].round(2).tolist()
    [2.0, 0.1, 1.58]
    """
    if not len(key):
        return np.zeros(0), np.zeros(0)
    _refuse_characters(key)
    _refuse_characters(response)
    counts = [_WordCounts.of(_one_with_words(*pair), language) for pair in zip(key, response, strict=True)]
    content, names = (np.cumsum([0, *chain.from_iterable(column)]) for column in zip(*counts, strict=True))
    sizes = ints([len(count.content) for count in counts])
    sides = []
    for side in (key, response):
        before = (np.cumsum(sizes) - sizes)[side.document]
        known = sizes[side.document] > side.end
        own = np.where(known, _sums(side, content, before), side.sizes)
        named = np.where(known, _sums(side, names, before), 0)
        sides.append(np.where(own == 0, pronoun, np.log2(1 + own + (name - 1) * named)))
    return sides[0], sides[1]


def _sums(corpus: Corpus, running: Ints, before: Ints) -> Ints:
    """Return a sum over the tokens of each mention, from running sums over all documents.

    `before` is the number of tokens in the documents before the document of each mention.
    """
    last = len(running) - 1
    end = np.minimum(before + corpus.end + 1, last)
    sums: Ints = running[end] - running[np.minimum(before + corpus.start, end)]
    for row in corpus.rows_with_gaps.tolist():
        bounds = [
            (min(before[row] + start, last), min(before[row] + end + 1, last)) for start, end in corpus.parts(row)
        ]
        sums[row] = sum(int(running[end] - running[start]) for start, end in bounds)
    return sums


def _one_with_words(key: Document, response: Document) -> Document:
    return response if key.tokens is None else key


class _WordCounts(NamedTuple):
    """The number of content words and of names in each token of a document."""

    content: list[int]
    names: list[int]

    @classmethod
    def of(cls, document: Document, language: str | None) -> _WordCounts:
        tags = _tags(document)
        if tags is not None:
            return cls(*([int(_is_any(tag, kinds)) for tag in tags] for kinds in (CONTENT, NAMES)))
        from corefscore.matching.language import closed_words, likely_language

        # In clusters in memory, each token is a whole mention.
        tokens = [token.split() for token in document.tokens or ()]
        language = language or likely_language(chain.from_iterable(tokens))
        closed = closed_words(language)
        vocabulary = set(chain.from_iterable(tokens))
        content = {word for word in vocabulary if word.lower() not in closed and any(map(str.isalnum, word))}
        # A word that also occurs in lower case has its capital letter only because it begins a sentence.
        names = {word for word in content if word[0].isupper() and word.lower() not in vocabulary}
        if language in CAPITALISED_NOUNS:
            names = set()
        return cls(*([sum(map(chosen.__contains__, words)) for words in tokens] for chosen in (content, names)))


def _tags(document: Document) -> list[str] | None:
    """Return the parts of speech of a document, if it has them and if their tag set is known."""
    tags: list[str] | None = getattr(document.corpus.origins[document.number].text, "tags", None)
    if tags is None or 5 * sum(_is_any(tag, CONTENT) for tag in tags) < len(tags):
        return None
    return tags


@lru_cache(MOST_TAGS)
def _is_any(tag: str, kinds: tuple[str, ...]) -> bool:
    return any(part.startswith(kinds) and part != ADPOSITION for part in tag.split("+"))


SPAN_COLUMNS = ("document", "start", "end", "weight")
TEXT_COLUMNS = ("text", "weight")
ANY_OTHER = "*"


def _from_file(path: Path, corpus: Corpus) -> Floats:
    """Read weights from a CSV file: for spans (document, start, end, weight), or for texts (text, weight)."""
    by_span, found = _read_weights(path)

    def weight_of(mention: Mention) -> float:
        key = (mention.document.name, mention.start, mention.end) if by_span else mention.text.lower()
        return found.get(key, found.get(ANY_OTHER, np.nan))

    column = _by_function(corpus, weight_of)
    missing = np.flatnonzero(np.isnan(column))
    if len(missing):
        advice = "add a row for it" if by_span else f"add a row for it, or one with the text {ANY_OTHER} for all others"
        names = (corpus.quoted(row) for row in missing[:SHOWN])
        raise InputError(
            (Problem(str(path), 0, f"mention {name} has no weight; {advice}") for name in names), total=len(missing)
        )
    return column


def _read_weights(path: Path) -> tuple[bool, dict[object, float]]:
    """Return whether a file has spans, and the weight of each span or text."""
    import csv
    from io import StringIO

    if not exists(path):
        raise fail(str(path), 0, "this is neither information, nor tokens, nor a file; check the path")
    try:
        text = read_bytes(path).decode("utf-8-sig")
        rows = csv.DictReader(StringIO(text, newline=""))
        columns = tuple(name.strip().lower() for name in rows.fieldnames or ())
        if columns not in (SPAN_COLUMNS, TEXT_COLUMNS):
            spans, texts = ",".join(SPAN_COLUMNS), ",".join(TEXT_COLUMNS)
            raise fail(str(path), 1, f"this is not a file of weights; its first line must be {spans} or {texts}")
        rows.fieldnames = columns
        return columns == SPAN_COLUMNS, _weights(str(path), rows, columns == SPAN_COLUMNS)
    except (UnicodeDecodeError, csv.Error) as error:
        raise fail(str(path), 0, f"this is not a CSV file in UTF-8 ({error}); save it in this form") from None


def _weights(path: str, rows: DictReader[str], by_span: bool) -> dict[object, float]:
    found: dict[object, float] = {}
    for row in rows:
        key, weight = _weight(path, rows.line_num, row, by_span)
        if found.setdefault(key, weight) != weight:
            raise fail(path, rows.line_num, f"{key!r} already has the weight {found[key]:g}; keep one of them")
    return found


def _weight(path: str, line: int, row: dict[str, str], by_span: bool) -> tuple[object, float]:
    try:
        key = (row["document"], int(row["start"]), int(row["end"])) if by_span else row["text"].lower()
        return key, float(row["weight"])
    except (TypeError, ValueError, AttributeError):
        raise fail(path, line, "a value is missing or wrong; write numbers for start, end and weight") from None
