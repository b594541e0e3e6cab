"""corefscore entities"""

from __future__ import annotations

import json
from typing import Any

from corefscore.cli import options, output
from corefscore.cli.parser import Choice, Command, Range, UsageError, option
from corefscore.cli.progress import watched

OVERLAPS = ("token", "containment", "head", "last")


@Command
@options.inputs
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
@option(
    "--category",
    "categories",
    multiple=True,
    metavar="CATEGORY",
    text="Only entities of these categories: 1, 2a, 2b, 3, 4, or none for response entities without a key entity.",
)
@option("--min-size", kind=Range(int, 1), text="Only entities of so many mentions at least, on a side.")
@option("--document", "documents", multiple=True, metavar="NAME", text="Only entities of this document.")
@option("--sort", metavar="COLUMN", text="Order by a column, such as size, category or ceafe.")
@option("--reverse", is_flag=True, text="With --sort: the highest first.")
@option("--summary", is_flag=True, text="Only how many entities are in each category, and scores by size.")
@option(
    "--overlap",
    kind=Choice(OVERLAPS),
    default="token",
    show_default=True,
    text="When mentions overlap: if they share a token; if one contains the other; if they have the same head, where"
    " heads are known; if they end in the same token.",
)
@options.policies
def command(
    key: str,
    response: str,
    form: str,
    target: str | None,
    categories: tuple[str, ...],
    min_size: int | None,
    documents: tuple[str, ...],
    sort: str | None,
    reverse: bool,
    summary: bool,
    overlap: str,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """Show each entity of KEY with the response entity aligned to it: scores, category, and what went wrong.

    A row for each key entity, and for each response entity that is aligned to none. See docs/entities.md.
    """
    if reverse and not sort:
        raise UsageError("--reverse needs --sort")
    if summary and form == "csv":
        raise UsageError("--summary has two tables; choose table, markdown, latex or json")
    from corefscore.analysis.entities import EntityTable
    from corefscore.scoring import score

    with watched(key, response) as progress:
        result = score(key, response, ["ceafe"], progress=progress, **reading, **policies)
    assert result.matched is not None
    table = EntityTable.of(result.matched, overlap)
    try:
        table = table.where(options.split_names(categories), min_size, documents or None)
        table = table.sorted_by(sort, reverse) if sort else table
    except ValueError as error:
        raise UsageError(str(error)) from None
    _write(table, result.signature, form, target, summary)


def _write(table: Any, signature: str, form: str, target: str | None, summary: bool) -> None:
    if form == "json":
        found = table.to_dict(with_entities=not summary)
        output.write(json.dumps({"signature": signature, **found}, ensure_ascii=False, indent=2), target)
    elif form == "csv":
        output.write(table.to_csv(), target)
    elif summary:
        parts = [table.by_category(), table.by_size()]
        render = {"table": "to_text", "markdown": "to_markdown", "latex": "to_latex"}[form]
        output.write("\n\n".join(getattr(part, render)() for part in parts) + f"\n\n{signature}", target)
    else:
        output.show(table.table(signature), form, target)
