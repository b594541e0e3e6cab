"""A metric for torchmetrics. Its states are sums, so it can be added over batches, devices and processes."""

from __future__ import annotations

from typing import Any

try:
    import torch
    from torchmetrics import Metric
except ImportError as error:
    message = "torchmetrics is not installed; run: pip install 'corefscore[torchmetrics]'"
    raise ImportError(message) from error

from corefscore.core.settings import Settings
from corefscore.formats.base import Reading
from corefscore.formats.pairs import read_pair
from corefscore.metrics.selection import counted, find_metrics
from corefscore.result import SummedCounts
from corefscore.scoring import count, prepare


class CoreferenceScore(Metric):  # type: ignore[misc, unused-ignore]  # where torchmetrics is not installed
    """Coreference scores of predicted and gold clusters.

    Parameters
    ----------
    metrics : list of str, optional
        Names of metrics, as for `corefscore.score`.
    prefix : str
        The beginning of the names of all figures.
    duplicates : str
        How a mention in two entities counts. The default is `reference`, because a training loop must not end with an
        error.
    **kwargs
        Arguments of `torchmetrics.Metric`.

    Examples
    --------
    >>> metric = CoreferenceScore(["muc"])
    >>> metric.update([[[(0, 0), (2, 3)]]], [[[(0, 0), (2, 3)]]])
    >>> metric.compute()["muc_f1"].item()
    1.0
    """

    full_state_update = False
    is_differentiable = False
    higher_is_better = True

    def __init__(
        self, metrics: list[str] | None = None, *, prefix: str = "", duplicates: str = "reference", **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.prefix = prefix
        self.settings = Settings(duplicates=duplicates)
        self.metrics = find_metrics(metrics, self.settings)
        for metric in counted(self.metrics):
            width = 4 * len(metric.families)
            self.add_state(_state(metric.name), torch.zeros(width, dtype=torch.float64), dist_reduce_fx="sum")

    def update(self, preds: Any, target: Any) -> None:
        """Add a batch.

        Parameters
        ----------
        preds, target : lists of documents
            The predicted and the gold clusters of each document, in any form that `corefscore.score` accepts.
        """
        matched = prepare(*read_pair(target, preds, Reading(documents=True)), self.settings)
        for name, total in count(matched, counted(self.metrics), self.settings).total.items():
            state = getattr(self, _state(name))
            state += torch.from_numpy(total).to(state.device)

    def compute(self) -> dict[str, torch.Tensor]:
        """Return recall, precision and F1 of each metric, with the names of `Result.flat`."""
        totals = {metric.name: getattr(self, _state(metric.name)).cpu().numpy() for metric in counted(self.metrics)}
        scores = SummedCounts(totals, 0).scores(self.metrics)
        return {name: torch.tensor(value, dtype=torch.float64) for name, value in scores.flat(self.prefix).items()}


def _state(metric: str) -> str:
    return f"counts_of_{metric.replace('-', '_')}"
