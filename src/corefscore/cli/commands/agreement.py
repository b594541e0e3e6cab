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
    "passonneau": "0 for equal sets, 1/3 if one contains the other, 2/3 if they overlap, 1 if they are disjoint",
    "masi": "1 - J M, where J is intersection / union, and M is 1, 2/3, 1/3 or 0 in the four cases above",
    "jaccard": "1 - J, where J is intersection / union",
}
EXAMPLES = {
    "Measure the agreement of two annotators": f"corefscore agreement {FILES}",
    "Use three metrics with confidence intervals, without a list of disagreements": (
        f"corefscore agreement {FILES} -m mentions,muc,b3 --ci --top 0"
    ),
    "Use another distance, and write JSON for a program": f"corefscore agreement {FILES} --distance masi -f json",
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
    help="Choose the distance of two sets of mentions, for Krippendorff's α.",
)
@option(
    "--cost",
    group=COMPARISON,
    type=MetricName(),
    default=COST,
    show_default=True,
    metavar="METRIC",
    help="Measure the costs of disagreements in points of this metric.",
)
@options.number(
    "--top", group=COMPARISON, default=SHOWN, least=0, text="List this number of disagreements, the highest cost first."
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
    """Measure the agreement of two or more annotators of the same texts.

    An ANNOTATION is a file, a directory, or NAME=FILE with the name of the annotator. The first table has
    Krippendorff's α and the F1 of each metric for each pair of annotators. The second table lists the disagreements
    with the highest costs. To decide disagreements one by one, write a page with `corefscore report Ann=FILE Bob=FILE`
    and use its view for adjudication.
    """
    named = named_paths(annotations, "annotators")
    refuse((len(named) < 2, "agreement needs two or more annotations; give one file for each annotator"))
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
