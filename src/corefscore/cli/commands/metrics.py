"""corefscore metrics"""

from __future__ import annotations

from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.output import emit

EXAMPLES = {
    "List all metrics": "corefscore metrics",
    "Write the same as JSON for a program": "corefscore metrics -f json",
}


@as_command(EXAMPLES)
@options.output
def command(form: str, target: str | None) -> None:
    """List all metrics: their names, what they measure, and the papers that define them."""
    from corefscore.core.export import Listing
    from corefscore.core.tables import Column, Table
    from corefscore.metrics.citations import short
    from corefscore.metrics.registry import METRICS
    from corefscore.metrics.selection import DEFAULT

    titles = ("Name", "Metric", "What it measures", "Defined by", "Default")
    rows = [
        [name, metric.title, metric.description, "; ".join(map(short, metric.cite)), "yes" if name in DEFAULT else ""]
        for name, metric in METRICS.items()
    ]
    columns = [Column(title, title.lower().replace(" ", "_")) for title in titles]
    emit(Listing(Table(columns, rows)), form, target)
