"""corefscore convert"""

from __future__ import annotations

from corefscore.cli import options
from corefscore.cli.parser import Choice, Command, argument, option


@Command
@argument("source", metavar="IN")
@argument("target", metavar="OUT")
@option("--from", "form", kind=Choice(options.FORMATS), text="Format of IN. [default: as it looks]")
@option("--to", kind=Choice(options.FORMATS), text="Format of OUT. [default: as its name ends]")
@options.choices
def command(
    source: str,
    target: str,
    form: str | None,
    to: str | None,
    spans: str | None,
    clusters: str | None,
    column: int | None,
    encoding: str | None,
) -> None:
    """Read IN and write it to OUT (- is standard output) in another format.

    What the other format cannot hold is told, or refused where the rest would be wrong. Formats with a file for each
    document (brat, litbank, booknlp) are written into a directory if there are several.
    """
    from corefscore.formats.reading import read
    from corefscore.formats.writing import write

    write(read(source, column, encoding, format=form, spans=spans, clusters=clusters), target, to)
