"""Sort mentions and entities in an order that does not depend on how they were given.

Plural entities are aligned, and anchors are found, by the order of the text. Mentions from memory, and names, have no
text. Their order is that of their contents: spans by their tokens, numbers by their size, texts by their letters.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np

from corefscore.core.arrays import Ints, numbers
from corefscore.core.corpus import Corpus, Origin, Origins
from corefscore.core.texts import Text
from corefscore.formats.kinds_of_mentions import parts_of_span


def in_order_of_contents(key: Corpus, response: Corpus) -> tuple[Corpus, Corpus]:
    """Return key and response with mentions and entities in the order of the text.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents. Mentions without a text have the same numbers on both sides.

    Returns
    -------
    key, response : Corpus
        Both sides. Mentions without a text are in the order of their contents.
    """
    origins = [*key.origins], [*response.origins]
    starts = key.start.copy(), response.start.copy()
    for number, pair in enumerate(zip(*origins, strict=True)):
        text: Any = max((origin.text for origin in pair), key=_known_mentions)
        if not _known_mentions(text):
            continue
        order = _order(text.mention_values)
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = numbers(len(order))
        reordered = text.reordered(order)
        for side, of_side, start in zip((key, response), origins, starts, strict=True):
            rows = side.view(number).rows
            start[rows] = rank[start[rows]]
            of_side[number] = of_side[number]._replace(text=reordered)
    return _moved(key, origins[0], starts[0]), _moved(response, origins[1], starts[1])


def _known_mentions(text: Text | None) -> int:
    """Return how many mentions without a text are known. A response may know more than its key."""
    return len(getattr(text, "mention_values", ()))


def _order(mentions: Sequence[Hashable]) -> list[int]:
    return sorted(range(len(mentions)), key=[*map(content, mentions)].__getitem__)


def _moved(side: Corpus, origins: list[Origin], start: Ints) -> Corpus:
    return replace(side, origins=Origins(origins), start=start, end=side.end + start - side.start).in_text_order()


def content(mention: Hashable) -> tuple[Any, ...]:
    """Return a sort key for mentions of all kinds.

    >>> sorted(["Tom", (7, 8), "Ann", ((0, 1), (9, 9)), (0, 2)], key=content)
    [(0, 2), ((0, 1), (9, 9)), (7, 8), 'Ann', 'Tom']
    """
    parts = parts_of_span(mention)
    if parts:
        return 0, parts[0][0], parts[-1][1], *parts
    if isinstance(mention, Real):
        return 1, mention
    if isinstance(mention, str):
        return 2, mention
    if isinstance(mention, tuple):
        return 3, *map(content, mention)
    if isinstance(mention, frozenset):
        return 4, *sorted(map(content, mention))
    return 5, type(mention).__qualname__, repr(mention)
