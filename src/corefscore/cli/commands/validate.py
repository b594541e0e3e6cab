"""corefscore validate"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.output import emit, notify
from corefscore.cli.parameters import InputPath
from corefscore.core.escaping import printable
from corefscore.core.problems import more_problems
from corefscore.formats.base import Reading

if TYPE_CHECKING:
    from corefscore.analysis.validation import Validation

EXAMPLES = {
    "Check two files": "corefscore validate examples/key.conll examples/response.conll",
    "Write the same as JSON for a program": "corefscore validate examples/key.conll -f json",
    "Check a file in a given format": "corefscore validate examples/key.conll --from conll",
}


@as_command(EXAMPLES)
@click.argument("sources", metavar="FILE...", nargs=-1, required=True, type=InputPath())
@options.reading("the files")
@options.output_format("-f", "--format", "--output-format")
@options.output_file
@click.pass_context
def command(ctx: click.Context, sources: tuple[str, ...], form: str, target: str | None, reading: Reading) -> None:
    """Check each FILE or directory, and list all problems.

    For files without problems, the table counts what they contain: documents, tokens, mentions, entities and so on. The
    exit status is 1 if there are problems. Without --layer, all layers of Universal Anaphora are checked, and the table
    counts the layer of identity.
    """
    from corefscore.analysis.validation import Validations, validate_files

    found = Validations(tuple(validate_files(source, reading) for source in sources))
    if form != "json":  # JSON has the problems, too
        for each in found.of:
            _report(each)
    if form == "json" or any(each.statistics for each in found.of):
        emit(found, form, target)
    if not found.sound:
        ctx.exit(1)


def _report(found: Validation) -> None:
    for problem in found.warnings:
        notify(f"{problem.location}: warning: {printable(problem.message)}")
    for problem in found.problems:
        notify(str(problem))
    more = found.total - len(found.problems)
    if more > 0:
        notify(f"{printable(found.source)}: {more_problems(more)} ({found.total:,} in total)")
