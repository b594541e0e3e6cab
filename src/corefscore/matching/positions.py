"""Find where mentions begin in their texts, if that is known."""

from __future__ import annotations

from collections.abc import Hashable

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import fail
from corefscore.core.views import TOKEN
from corefscore.formats.memory import MentionText, is_loose


def first_tokens(corpus: Corpus, purpose: str) -> Ints:
    """Return the first token of each mention.

    Mentions from memory are only numbered. If such a mention is a span, the span itself has the position.

    Parameters
    ----------
    corpus : Corpus
        One side.
    purpose : str
        What needs the positions, for messages.

    Raises
    ------
    InputError
        If mentions are characters, names or other values without a position.

    Examples
    --------
    >>> import corefscore
    >>> corpus = corefscore.score([[(7, 8), (0, 0)]], [[(7, 8), (0, 0)]]).matched.key
    >>> first_tokens(corpus, "windows").tolist()
    [7, 0]
    """
    found = ints(corpus.start.copy())
    for number, origin in enumerate(corpus.origins):
        rows = corpus.view(number).rows
        if origin.unit != TOKEN:
            raise _unknown(origin, f"are {origin.unit}s", purpose)
        if is_loose(origin.text) and rows.start < rows.stop:
            if not isinstance(origin.text, MentionText):
                raise _unknown(origin, "are from several documents in memory", purpose)
            values = origin.text.mention_values
            found[rows] = [_first(origin, values[token], purpose) for token in corpus.start[rows].tolist()]
    return found


def _first(origin: Origin, mention: Hashable, purpose: str) -> int:
    while isinstance(mention, tuple) and mention:
        mention = mention[0]
        if isinstance(mention, int):
            return mention
    raise _unknown(origin, "have no positions", purpose)


def _unknown(origin: Origin, what: str, purpose: str) -> ValueError:
    message = f"mentions of document {origin.name!r} {what}, but {purpose} need tokens"
    return fail(origin.source.name, origin.line, f"{message}; give spans of tokens")
