"""corefscore study human"""

from __future__ import annotations

import json

import click

from corefscore.cli import output


@click.command("human", short_help="Do metrics rank entities as a person does?")
@click.option("-f", "--format", "form", type=click.Choice(output.FORMATS), default="table", show_default=True)
@click.option("-o", "--output", "target", help="File to write to instead of printing.")
@click.option("--plot", metavar="FILE", help="Also draw a picture (.svg, .png or .pdf).")
@click.option("--sensitivity", is_flag=True, help="Change one part of the metric `information` at a time instead.")
@click.option("--samples", type=click.IntRange(min=1), default=2000, show_default=True, help="Bootstrap samples.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the bootstrap.")
def command(form: str, target: str | None, plot: str | None, sensitivity: bool, samples: int, seed: int) -> None:
    """Kendall's τ-b of the ranking that each metric gives to the 21 entities of Holen (2013) with the human one."""
    if sensitivity and plot:
        raise click.UsageError("--plot shows the study itself; leave out --sensitivity")
    from corefscore.studies import human

    study = (human.sensitivity if sensitivity else human.human_study)(samples, seed)
    if form == "json":
        output.write(json.dumps(study.to_dict(), ensure_ascii=False, indent=2), target)
    else:
        output.show(study.table(), form, target)
    if plot:
        from corefscore.plots import save

        save(study.figure(), plot)
