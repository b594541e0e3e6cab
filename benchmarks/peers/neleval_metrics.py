"""neleval: four metrics, counts added over documents."""

import numpy as np
from neleval import coref_metrics

from benchmarks.peers.common import as_sets, documents, report

np.int = int  # type: ignore[attr-defined]  # neleval uses a name that NumPy has dropped

METRICS = {
    "muc": coref_metrics.muc,
    "b3": coref_metrics.b_cubed,
    "ceafm": coref_metrics.mention_ceaf,
    "ceafe": coref_metrics.entity_ceaf,
}
totals = {name: [0.0] * 4 for name in METRICS}
for key, response in documents():
    sides = [dict(enumerate(as_sets(side))) for side in (key, response)]
    for name, metric in METRICS.items():
        totals[name] = [total + count for total, count in zip(totals[name], metric(*sides), strict=True)]
rates = {name: (a / b if b else 0.0, c / d if d else 0.0) for name, (a, b, c, d) in totals.items()}
report({name: 2 * p * r / (p + r) for name, (p, r) in rates.items()})
