"""All metrics by name. To add a metric, write a file like the others in this folder, and add it to `METRICS`."""

from __future__ import annotations

from corefscore.metrics.adjusted_mutual_information import ADJUSTED_MUTUAL_INFORMATION
from corefscore.metrics.average import CONLL
from corefscore.metrics.b3 import B3
from corefscore.metrics.b3_clusters import B3_CLUSTERS
from corefscore.metrics.base import Metric
from corefscore.metrics.blanc import BLANC
from corefscore.metrics.bridging import BRIDGING
from corefscore.metrics.ceafe import CEAFE
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.document_links import LINKS
from corefscore.metrics.exact_clusters import CLUSTERS
from corefscore.metrics.fowlkes_mallows import FOWLKES_MALLOWS
from corefscore.metrics.information import INFORMATION
from corefscore.metrics.lea import LEA
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.merge_distance import MERGE_DISTANCE
from corefscore.metrics.mor import MOR
from corefscore.metrics.muc import MUC
from corefscore.metrics.named_entities import NEC
from corefscore.metrics.nonreferring import NONREFERRING
from corefscore.metrics.pairwise import PAIRWISE
from corefscore.metrics.rand import ADJUSTED_RAND, RAND
from corefscore.metrics.split_alone import SPLIT_B3, SPLIT_CEAFE, SPLIT_CEAFM, SPLIT_LEA, SPLIT_MUC
from corefscore.metrics.variants import B3_0, B3_ALL, B3_RN, B3_SYS, CEAFE_SYS, CEAFM_RN, CEAFM_SYS
from corefscore.metrics.variation_of_information import VARIATION_OF_INFORMATION
from corefscore.metrics.vmeasure import VMEASURE
from corefscore.metrics.zero_anaphors import ZEROS

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *(MENTIONS, MUC, B3, CEAFM, CEAFE, BLANC, LEA, PAIRWISE, INFORMATION, MOR, ZEROS, CONLL),
        *(LINKS, NEC),
        *(NONREFERRING, BRIDGING, SPLIT_MUC, SPLIT_B3, SPLIT_CEAFM, SPLIT_CEAFE, SPLIT_LEA),
        *(B3_0, B3_ALL, B3_RN, B3_SYS, CEAFM_RN, CEAFM_SYS, CEAFE_SYS),
        *(CLUSTERS, B3_CLUSTERS, VMEASURE, RAND, ADJUSTED_RAND, ADJUSTED_MUTUAL_INFORMATION, FOWLKES_MALLOWS),
        *(VARIATION_OF_INFORMATION, MERGE_DISTANCE),
    )
}
