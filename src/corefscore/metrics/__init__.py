"""All metrics by name. To add one, write a small file like its neighbours and name it here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from corefscore.metrics.average import Average
from corefscore.metrics.blanc import Blanc
from corefscore.metrics.metric import Metric
from corefscore.registry import Registry

AnyMetric: TypeAlias = Metric | Average

METRICS = Registry[AnyMetric](
    __name__,
    {
        "mentions": "mentions:MENTIONS",
        "muc": "muc:MUC",
        "b3": "b3:B3",
        "ceafm": "ceafm:CEAFM",
        "ceafe": "ceafe:CEAFE",
        "blanc": "blanc:BLANC",
        "lea": "lea:LEA",
        "pairwise": "pairwise:PAIRWISE",
        "information": "information:INFORMATION",
        "mor": "mor:MOR",
        "zeros": "zeros:ZEROS",
        "conll": "conll:CONLL",
        "b3-0": "variants:B3_0",
        "b3-all": "variants:B3_ALL",
        "b3-rn": "variants:B3_RN",
        "b3-sys": "variants:B3_SYS",
        "ceafm-rn": "variants:CEAFM_RN",
        "ceafm-sys": "variants:CEAFM_SYS",
        "ceafe-sys": "variants:CEAFE_SYS",
    },
)
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
