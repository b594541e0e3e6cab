"""corefscore metrics"""

from __future__ import annotations

import json

from corefscore.cli import output
from corefscore.cli.parser import Choice, Command, option


@Command
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
def command(form: str) -> None:
    """List all metrics: name, what it measures, and where it was defined."""
    from corefscore.core.tables import Column, Table
    from corefscore.metrics.citations import short
    from corefscore.metrics.registry import DEFAULT, METRICS

    titles = ("Name", "Metric", "What it measures", "Defined by", "Default")
    rows = [
        [name, metric.title, metric.description, "; ".join(map(short, metric.cite)), "yes" if name in DEFAULT else ""]
        for name, metric in METRICS.items()
    ]
    table = Table([Column(title, title.lower().replace(" ", "_")) for title in titles], rows)
    if form == "json":
        keys = [column.key for column in table.columns]
        output.write(
            json.dumps([dict(zip(keys, row, strict=True)) for row in rows], ensure_ascii=False, indent=2), None
        )
    else:
        output.show(table, form, None)
