"""corefscore study rankings"""

from __future__ import annotations

import json
from typing import Any

from corefscore.cli import options, output
from corefscore.cli.parser import Choice, Command, UsageError, argument, option


@Command
@argument("results", nargs=-1, metavar="RESULTS.csv | KEY RESPONSE...")
@options.metrics
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
@option("--plot", metavar="FILE", text="Draw a heat map to an SVG, PNG or PDF file.")
@options.reading
@options.policies
def command(
    results: tuple[str, ...],
    metrics: tuple[str, ...],
    form: str,
    target: str | None,
    plot: str | None,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """Kendall's τ between metrics: 1 if two metrics put all systems in the same order, -1 if in the opposite.

    Of a table with a row for each system and a column for each metric (such as `corefscore compare -f csv` writes; a
    column `track` makes a matrix for each track); of responses to a key; or, with no argument, of the 53 systems of
    the CoNLL-2011 and CoNLL-2012 shared tasks.
    """
    from corefscore.core.plots import check_name, save
    from corefscore.studies import rank_correlation as rankings

    if plot:
        check_name(plot)
    names = options.split_names(metrics)
    given = {**reading, **policies}
    with options.usage_errors():
        if len(results) > 1:
            from corefscore.cli.responses import systems_of

            leagues = rankings.of_responses(results[0], systems_of(results[1:]), names, **given)
        elif any(value is not None for value in given.values()):
            raise UsageError("policies are for responses; a table of results has been scored already")
        else:
            leagues = rankings.of_table(results[0], names) if results else rankings.published(names)
        tables = [league.table() for league in leagues]
        if form == "json":
            output.write(json.dumps(rankings.to_dict(leagues), indent=2, ensure_ascii=False), target)
        elif form == "csv":
            output.show(rankings.pairs_table(leagues), form, target)
        else:
            output.show_all(tables, form, target)
        if plot:
            save(rankings.draw(leagues), plot)
