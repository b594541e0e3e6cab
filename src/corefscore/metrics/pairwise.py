"""Pairwise: pairs of mentions that are in one entity."""

from corefscore.metrics.base import Count, Ratio, RatioMetric, links

PAIRWISE = RatioMetric(
    name="pairwise",
    title="Pairwise",
    description="pairs of mentions in one entity (the coreference half of BLANC)",
    formula="Σ links of k ∩ r / Σ links of k, over key entities k and response entities r; n mentions have n(n-1)/2 links",
    cite=("luo-etal-2014",),
    aliases=("pairs", "links-within"),
    weighted=True,
    recall=Ratio(
        Count(cell=lambda c: links(c.shared, c.shared_mentions)),
        Count(key=lambda e: links(e.size, e.mentions)),
    ),
    precision=Ratio(
        Count(cell=lambda c: links(c.shared, c.shared_mentions)),
        Count(response=lambda e: links(e.size, e.mentions)),
    ),
)
