"""corefscore metrics"""

from __future__ import annotations

import click

from corefscore.cli import output


@click.command("metrics", short_help="List the metrics.")
@click.option("-f", "--format", "form", type=click.Choice(["table", "markdown", "latex", "csv"]), default="table")
def command(form: str) -> None:
    """List all metrics: name, what it measures, and where it was defined."""
    from corefscore.metrics import DEFAULT, METRICS
    from corefscore.metrics.citations import short
    from corefscore.table import Column, Table

    titles = ("Name", "Metric", "What it measures", "Defined by", "Default")
    rows = [
        [name, metric.title, metric.description, "; ".join(map(short, metric.cite)), "yes" if name in DEFAULT else ""]
        for name, metric in METRICS.items()
    ]
    output.show(Table([Column(title, title.lower().replace(" ", "_")) for title in titles], rows), form, None)
