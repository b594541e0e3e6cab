"""All metrics by name. To add one, write a small file like its neighbours and name it here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from corefscore.metrics.average import Average
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import Metric
from corefscore.metrics.blanc import BLANC, Blanc
from corefscore.metrics.ceafe import CEAFE
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.conll import CONLL
from corefscore.metrics.information import INFORMATION
from corefscore.metrics.lea import LEA
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.mor import MOR
from corefscore.metrics.muc import MUC
from corefscore.metrics.pairwise import PAIRWISE
from corefscore.metrics.variants import B3_0, B3_ALL, B3_RN, B3_SYS, CEAFE_SYS, CEAFM_RN, CEAFM_SYS
from corefscore.metrics.zero_anaphors import ZEROS

AnyMetric: TypeAlias = Metric | Average

METRICS: Mapping[str, AnyMetric] = {
    metric.name: metric
    for metric in (
        MENTIONS,
        MUC,
        B3,
        CEAFM,
        CEAFE,
        BLANC,
        LEA,
        PAIRWISE,
        INFORMATION,
        MOR,
        ZEROS,
        CONLL,
        B3_0,
        B3_ALL,
        B3_RN,
        B3_SYS,
        CEAFM_RN,
        CEAFM_SYS,
        CEAFE_SYS,
    )
}
ALIASES = {"bcub": "b3", "mela": "conll", "zero": "zeros"}
WEIGHTED = frozenset({"mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise", "information"})
"""The metrics that are defined for mentions with weights."""
DEFAULT = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll")
OF_PROFILES = {"crac": (*DEFAULT[:-1], "mor", "zeros", "conll")}
"""Profiles for which other metrics than the default ones are usual."""


def find_metrics(names: Iterable[str] | None, blanc: str = "reference", profile: str | None = None) -> list[AnyMetric]:
    """The metrics of some names, each once and in the order given; for None those usual in a profile.

    >>> [metric.title for metric in find_metrics(["bcub", "conll"])]
    ['B³', 'CoNLL']
    """
    usual = OF_PROFILES.get(profile or "", DEFAULT)
    wanted = usual if names is None else (names,) if isinstance(names, str) else tuple(names)
    found = []
    for name in dict.fromkeys(ALIASES.get(name.lower(), name.lower()) for name in wanted):
        if name not in METRICS:
            raise ValueError(f"there is no metric {name!r}; choose from {', '.join(METRICS)}")
        found.append(Blanc(blanc) if name == "blanc" else METRICS[name])
    if not found:
        raise ValueError(f"no metric is asked for; choose from {', '.join(METRICS)}")
    return found


def counted(metrics: Iterable[AnyMetric]) -> list[Metric]:
    """The metrics that are counted for some metrics: an average needs those it is made of."""
    needed: dict[str, Metric] = {}
    for metric in metrics:
        parts = find_metrics(metric.of) if isinstance(metric, Average) else [metric]
        for part in parts:
            if not isinstance(part, Average):
                needed.setdefault(part.name, part)
    return list(needed.values())
