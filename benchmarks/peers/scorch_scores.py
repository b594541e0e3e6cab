"""scorch: five metrics; rates of documents are averaged, weighted by mentions, as its command line does."""

from scorch import scores

from benchmarks.peers.common import as_sets, documents, report

METRICS = {
    "muc": scores.muc,
    "b3": scores.b_cubed,
    "ceafm": scores.ceaf_m,
    "ceafe": scores.ceaf_e,
    "blanc": scores.blanc,
}
totals = dict.fromkeys(METRICS, 0.0)
weight = 0
for key, response in documents():
    sides = as_sets(key), as_sets(response)
    size = sum(map(len, sides[0]))
    for name, metric in METRICS.items():
        totals[name] += size * metric(*sides)[2]
    weight += size
report({name: total / weight for name, total in totals.items()})
