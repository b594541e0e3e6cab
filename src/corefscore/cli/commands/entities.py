"""corefscore entities"""

from __future__ import annotations

from dataclasses import replace

from corefscore.analysis.categories import CATEGORIES, OVERLAPS
from corefscore.analysis.entities import WITHOUT, EntityTable
from corefscore.analysis.entity_rows import alignments
from corefscore.cli import options
from corefscore.cli.command import POLICIES, SELECTION, as_command, option, refuse
from corefscore.cli.inputs import scored
from corefscore.cli.options import Scoring
from corefscore.cli.output import emit
from corefscore.cli.parameters import split_names

OVERLAP_TEXT = (
    "Choose when two mentions overlap: if they share a token (token), if one contains the other (containment), if they"
    " have the same head (head, for formats with heads), or if they have the same last token (last)."
)
ALIGN_TEXT = (
    "Align entities by the similarity of this metric. By default, ceafe aligns entities, and information aligns them"
    " for its own column."
)
EXAMPLES = {
    "List the entities of one document": (
        "corefscore entities examples/key.conll examples/response.conll --document chess"
    ),
    "List entities that were merged or not found, the largest first": (
        "corefscore entities examples/key.conll examples/response.conll --category 3,4 --sort size --reverse"
    ),
    "List the entities with the highest costs in points of B³": (
        "corefscore entities examples/key.conll examples/response.conll --cost b3"
    ),
    "Count the entities of each category and size": (
        "corefscore entities examples/key.conll examples/response.conll --summary"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@option(
    "--category",
    "categories",
    group=SELECTION,
    multiple=True,
    metavar="CATEGORY",
    help=f"Show only entities of these categories: {', '.join(CATEGORIES)}, or {WITHOUT} for response entities that are"
    " not aligned.",
)
@options.number(
    "--min-size",
    group=SELECTION,
    text="Show only entities with at least this number of mentions, in the key or in the response.",
)
@options.documents("Show only entities of this document.")
@option("--sort", group=SELECTION, metavar="COLUMN", help="Sort by this column, such as size, category or ceafe.")
@options.flag("--reverse", group=SELECTION, text="With --sort: show the highest value first.")
@options.cost("entity")
@options.flag(
    "--summary", group=SELECTION, text="Show only the number of entities in each category, and scores by size."
)
@options.choice("--overlap", group=POLICIES, choices=OVERLAPS, default=next(iter(OVERLAPS)), text=OVERLAP_TEXT)
@options.choice("--align", group=POLICIES, choices=alignments(), text=ALIGN_TEXT)
@options.output
@options.signature
@options.scoring
def command(
    key: str,
    response: str,
    categories: tuple[str, ...],
    min_size: int | None,
    documents: tuple[str, ...],
    sort: str | None,
    reverse: bool,
    cost: str | None,
    summary: bool,
    overlap: str,
    align: str | None,
    form: str,
    target: str | None,
    signature: bool,
    scoring: Scoring,
) -> None:
    """List each entity of KEY with the response entity aligned to it: scores, category and errors.

    The table has a row for each key entity, and for each response entity that is not aligned. docs/how-to/entities.md
    explains the columns.
    """
    refuse(
        (reverse and not sort, "--reverse needs a column to sort by; add --sort COLUMN"),
        (cost and (sort or summary), "--cost sorts entities by their costs; leave out --sort and --summary"),
        (summary and form == "csv", "--summary has two tables; choose the format table, markdown, latex or json"),
    )
    result = scored(key, response, ["ceafe"], scoring)
    table = replace(EntityTable.of(result.mentions(), overlap, align), signature=result.signature)
    table = table.where(split_names(categories) if categories else None, min_size, documents or None)
    table = table.with_costs(cost) if cost else table.sorted_by(sort, reverse) if sort else table
    emit(table.summary() if summary else table, form, target, signature=signature)
