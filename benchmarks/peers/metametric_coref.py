"""metametric: three metrics, averaged over documents."""

from metametric.metrics.coref import coref_suite
from metametric.structures.ie import Entity, EntitySet, Mention

from benchmarks.peers.common import Clusters, documents, report


def entity_set(clusters: Clusters) -> EntitySet:
    return EntitySet(entities=[Entity(mentions=[Mention(left=s, right=e) for s, e in cluster]) for cluster in clusters])


aggregator = coref_suite.new()
for key, response in documents():
    aggregator.update_single(entity_set(response), entity_set(key))
figures = aggregator.compute()
report({"muc": figures["muc-f1"], "b3": figures["b_cubed-f1"], "ceafe": figures["ceaf_phi4-f1"]})
