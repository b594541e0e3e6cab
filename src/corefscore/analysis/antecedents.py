"""Split antecedents as text for readers, such as ``<Ann + Bob>``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from corefscore.core.corpus import Corpus
from corefscore.core.views import Mention
from corefscore.matching.matched import Matched
from corefscore.metrics.overlap import Overlap


class Antecedents(NamedTuple):
    """The split antecedents of both sides, by the number of the plural entity."""

    key: Mapping[int, str]
    response: Mapping[int, str]


def antecedents(matched: Matched, text: Callable[[Mention], str] = lambda mention: mention.text) -> Antecedents:
    """Return each split antecedent as the first mention of each of its entities.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    text : callable
        A function that returns the text of a mention.

    Returns
    -------
    Antecedents
        The text of each split antecedent, for both sides.
    """
    found = Overlap.of(matched).split_antecedents if matched.whole is not None else None
    if found is None or matched.whole is None:
        return Antecedents({}, {})
    every = matched.whole.matched

    def shown(corpus: Corpus, atoms: list[int]) -> str:
        rows = sorted(int(np.argmax(corpus.entity == atom)) for atom in atoms)
        return f"<{' + '.join(text(corpus.mention(row)) for row in rows)}>"

    key, response = (
        {
            int(entity): shown(corpus, plurals.listed(np.array([number])).tolist())
            for number, entity in enumerate(plurals.entity.tolist())
        }
        for corpus, plurals in ((every.key, found.key), (every.response, found.response))
    )
    return Antecedents(key, response)
