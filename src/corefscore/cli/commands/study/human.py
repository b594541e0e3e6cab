"""corefscore study human"""

from __future__ import annotations

import json

from corefscore.cli import output
from corefscore.cli.parser import Choice, Command, Range, UsageError, option


@Command
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
@option("--plot", metavar="FILE", text="Also draw a picture (.svg, .png or .pdf).")
@option("--sensitivity", is_flag=True, text="Change one part of the metric `information` at a time instead.")
@option("--samples", kind=Range(int, 1), default=2000, show_default=True, text="Bootstrap samples.")
@option("--seed", kind=Range(int, 0), default=1, show_default=True, text="Seed of the bootstrap.")
def command(form: str, target: str | None, plot: str | None, sensitivity: bool, samples: int, seed: int) -> None:
    """Kendall's τ-b of the ranking that each metric gives to the 21 entities of Holen (2013) with the human one."""
    if sensitivity and plot:
        raise UsageError("--plot shows the study itself; leave out --sensitivity")
    from corefscore.studies import human_judgements as human

    study = (human.sensitivity if sensitivity else human.human_study)(samples, seed)
    if form == "json":
        output.write(json.dumps(study.to_dict(), ensure_ascii=False, indent=2), target)
    else:
        output.show(study.table(), form, target)
    if plot:
        from corefscore.core.plots import save

        save(study.figure(), plot)
