"""corefscore agreement"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import COMPARISON, as_command, option, refuse
from corefscore.cli.inputs import named_paths
from corefscore.cli.options import Resampling, Scoring
from corefscore.cli.output import emit, watched
from corefscore.cli.parameters import InputPath, MetricName
from corefscore.comparison.agreement import COST, SHOWN, agreement
from corefscore.comparison.alpha import DISTANCES

FILES = "Ann=examples/key.conll Bob=examples/response.conll"
MEANINGS = {
    "passonneau": "0 for equal sets, 1/3 if one contains the other, 2/3 if they overlap, 1 if they do not",
    "masi": "1 - J M: J is the shared part of their union, M is 1, 2/3, 1/3 or 0 in the four cases above",
    "jaccard": "the share of their union that two sets do not have in common",
}
EXAMPLES = {
    "Two annotators": f"corefscore agreement {FILES}",
    "Some metrics with confidence intervals, and no list of disagreements": (
        f"corefscore agreement {FILES} -m mentions,muc,b3 --ci --top 0"
    ),
    "Another distance, for a program": f"corefscore agreement {FILES} --distance masi -f json",
}


@as_command(EXAMPLES)
@click.argument("annotations", metavar="ANNOTATION ANNOTATION...", nargs=-1, type=InputPath(named=True))
@options.metrics
@option(
    "--distance",
    group=COMPARISON,
    type=click.Choice(tuple(DISTANCES)),
    default=next(iter(DISTANCES)),
    metavar="CHOICE",
    show_default=True,
    meanings=MEANINGS,
    help="Distance of two sets of mentions, for Krippendorff's α.",
)
@option(
    "--cost",
    group=COMPARISON,
    type=MetricName(),
    default=COST,
    show_default=True,
    metavar="METRIC",
    help="Metric in whose points disagreements are priced.",
)
@options.number(
    "--top", group=COMPARISON, default=SHOWN, least=0, text="How many disagreements to list, the costliest first."
)
@options.intervals
@options.output
@options.signature
@options.scoring
def command(
    annotations: tuple[str, ...],
    metrics: list[str] | None,
    distance: str,
    cost: str,
    top: int,
    resampling: Resampling,
    form: str,
    target: str | None,
    signature: bool,
    scoring: Scoring,
) -> None:
    """Measure how far two or more annotators of the same texts agree.

    An ANNOTATION is a file, a directory, or NAME=FILE with the name of the annotator. The table has Krippendorff's α
    and the F1 of each metric for each pair of annotators, then the disagreements that cost most. To decide them one by
    one, see `corefscore report Ann=FILE Bob=FILE`, which has a view for adjudication.
    """
    named = named_paths(annotations, "annotators")
    refuse((len(named) < 2, "agreement needs two or more annotations; name one file for each annotator"))
    with watched(*named.values()) as progress:
        found = agreement(
            named,
            metrics,
            distance=distance,
            intervals=resampling.ci,
            level=resampling.level,
            cost=cost,
            top=top,
            progress=progress,
            **scoring.keywords(),
        )
    emit(found, form, target, signature=signature)
