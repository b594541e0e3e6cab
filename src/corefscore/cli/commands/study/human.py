"""corefscore study human"""

from __future__ import annotations

from corefscore.cli import options
from corefscore.cli.command import STUDY, as_command, refuse
from corefscore.cli.output import emit, save_picture
from corefscore.studies.human_judgements import SAMPLES, human_study, sensitivity

EXAMPLES = {
    "How well each metric agrees with a person": "corefscore study human --samples 200",
    "The same, and a picture of it": "corefscore study human --samples 200 --plot human.svg",
    "Which part of the metric `information` matters": "corefscore study human --samples 200 --sensitivity",
}


@as_command(EXAMPLES)
@options.flag(
    "--sensitivity", "only_parts", group=STUDY, text="Change one part of the metric `information` at a time instead."
)
@options.number("--samples", group=STUDY, default=SAMPLES, text="How many bootstrap samples are drawn.")
@options.seed(STUDY)
@options.output
@options.picture("Also draw a picture")
def command(only_parts: bool, samples: int, seed: int, form: str, target: str | None, plot: str | None) -> None:
    """Kendall's τ-b of the ranking that each metric gives to the 21 entities of Holen (2013) with the human one."""
    refuse((only_parts and plot, "--plot shows the study itself; leave out --sensitivity"))
    study = (sensitivity if only_parts else human_study)(samples, seed)
    emit(study, form, target)
    save_picture(study.figure, plot)
