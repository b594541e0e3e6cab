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
    "When two mentions overlap: if they share a token; if one contains the other; if they have the same head, where"
    " heads are known; if they end in the same token."
)
ALIGN_TEXT = (
    "The metric by whose similarity entities are aligned. If not given: ceafe, and information by its own similarity in"
    " the column information."
)
EXAMPLES = {
    "The entities of one document": ("corefscore entities examples/key.conll examples/response.conll --document chess"),
    "Entities that were merged or not found, the largest first": (
        "corefscore entities examples/key.conll examples/response.conll --category 3,4 --sort size --reverse"
    ),
    "The entities that cost most points of B³": (
        "corefscore entities examples/key.conll examples/response.conll --cost b3"
    ),
    "How many there are of each category and size": (
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
    help=f"Only entities of some categories: {', '.join(CATEGORIES)}, or {WITHOUT} for response entities without a key"
    " entity.",
)
@options.number("--min-size", group=SELECTION, text="Only entities of at least so many mentions on a side.")
@options.documents("Only entities of this document.")
@option("--sort", group=SELECTION, metavar="COLUMN", help="Order by a column, such as size, category or ceafe.")
@options.flag("--reverse", group=SELECTION, text="With --sort: the highest first.")
@options.cost("entity")
@options.flag("--summary", group=SELECTION, text="Only how many entities are in each category, and scores by size.")
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
    """Show each entity of KEY with the response entity aligned to it: scores, category, and what went wrong.

    A row for each key entity, and for each response entity that is aligned to none. See docs/how-to/entities.md.
    """
    refuse(
        (reverse and not sort, "--reverse needs --sort"),
        (cost and (sort or summary), "--cost orders entities by what they cost; leave out --sort and --summary"),
        (summary and form == "csv", "--summary has two tables; choose table, markdown, latex or json"),
    )
    result = scored(key, response, ["ceafe"], scoring)
    table = replace(EntityTable.of(result.mentions(), overlap, align), signature=result.signature)
    table = table.where(split_names(categories) if categories else None, min_size, documents or None)
    table = table.with_costs(cost) if cost else table.sorted_by(sort, reverse) if sort else table
    emit(table.summary() if summary else table, form, target, signature=signature)
