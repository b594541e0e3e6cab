"""What each entity costs: the points of B³ F1 that the repair of this entity alone would bring.

The repair of a key entity takes its mentions out of the response entities that have them, adds those that are missing,
and makes one response entity of them. All other response mentions stay as they are. The repair of a response entity of
spurious mentions removes it. A perfect entity costs 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import divide, harmonic
from corefscore.metrics.overlap import Overlap


@dataclass(frozen=True, eq=False)
class EntityCosts:
    """The cost of each entity, as a difference of F1 between -1 and 1.

    Parameters
    ----------
    key : array of float
        The cost of each key entity.
    response : array of float
        The cost of each response entity; 0 for one that shares a mention with the key: that is the key entity's cost.

    Examples
    --------
    >>> import corefscore
    >>> result = corefscore.score([["a", "b"], ["c", "d"]], [["a", "b"], ["c"], ["x"]], ["b3"])
    >>> costs = EntityCosts.of(Overlap.of(result.mentions()))
    >>> costs.key.round(3).tolist(), costs.response.round(3).tolist()
    ([0.0, 0.207], [0.0, 0.0, 0.087])
    """

    key: Floats
    response: Floats

    @classmethod
    def of(cls, overlap: Overlap) -> EntityCosts:
        """The costs of all entities of a table of shared mentions."""
        cells = overlap.cells
        key_size, response_size = (np.asarray(side.size, dtype=float) for side in (overlap.keys, overlap.responses))
        shared = np.asarray(cells.shared, dtype=float)

        def of_key(values: Floats) -> Floats:
            return np.bincount(cells.key, values, minlength=len(key_size)).astype(float)

        squares = np.bincount(cells.response, shared**2, minlength=len(response_size))
        rest = response_size[cells.response] - shared
        emptied = rest <= 0
        after = np.where(emptied, 0.0, (squares[cells.response] - shared**2) / np.where(emptied, 1.0, rest))
        before = squares[cells.response] / response_size[cells.response]

        found = of_key(shared**2 / key_size[cells.key])
        recall, keys = found.sum(), key_size.sum()
        precision, responses = (squares / response_size).sum(), response_size.sum()
        old = _f1(recall, keys, precision, responses)
        repaired = _f1(
            recall + key_size - found,
            keys,
            precision + key_size + of_key(after - before),
            responses + key_size - of_key(shared),
        )
        removed = _f1(recall, keys, precision, responses - response_size)
        spurious = np.bincount(cells.response, minlength=len(response_size)) == 0
        return cls(_clean(repaired - old), np.where(spurious, _clean(removed - old), 0.0))


def _f1(recall_numerator: Floats, recall: Floats, precision_numerator: Floats, precision: Floats) -> Floats:
    """F1 of sums; a rate of 0 / 0 is 0."""
    return harmonic(divide(recall_numerator, recall), divide(precision_numerator, precision))


def _clean(difference: Floats) -> Floats:
    """Differences without what is only rounding."""
    return np.where(np.abs(difference) < 1e-12, 0.0, difference)
