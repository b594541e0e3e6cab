"""corefscore study human"""

from __future__ import annotations

from corefscore.cli import options
from corefscore.cli.command import STUDY, as_command, refuse
from corefscore.cli.output import emit, save_picture
from corefscore.studies.human_judgements import SAMPLES, human_study, sensitivity

EXAMPLES = {
    "Show how well each metric agrees with a person": "corefscore study human --samples 200",
    "Also draw a picture": "corefscore study human --samples 200 --plot human.svg",
    "Show which part of the metric `information` matters": "corefscore study human --samples 200 --sensitivity",
}


@as_command(EXAMPLES)
@options.flag(
    "--sensitivity", "only_parts", group=STUDY, text="Instead, change one part of the metric `information` at a time."
)
@options.number("--samples", group=STUDY, default=SAMPLES, text="Draw this number of bootstrap samples.")
@options.seed(STUDY)
@options.output
@options.picture("Also draw a picture")
def command(only_parts: bool, samples: int, seed: int, form: str, target: str | None, plot: str | None) -> None:
    """Compare the rankings of 21 entities by each metric and by a person (Holen 2013).

    The table has Kendall's τ-b between each metric and the person, with bootstrap intervals.
    """
    refuse((only_parts and plot, "--plot draws the study without --sensitivity; leave out one of the two"))
    study = (sensitivity if only_parts else human_study)(samples, seed)
    emit(study, form, target)
    save_picture(study.figure, plot)
