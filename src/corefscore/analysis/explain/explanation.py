"""The explanation of a figure, step by step, as text, Markdown or JSON.

Figures are exact fractions. In a document with many mentions, sums are long: text shows the first summands, and JSON
has all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from corefscore.core.escaping import printable, without_html
from corefscore.core.export import Exportable, Json
from corefscore.core.tables import Column, Table

TERMS_SHOWN = 12
MENTIONS_SHOWN = 30
MEMBERS_SHOWN = 8
PARTS_SHOWN = 10
LARGEST_DENOMINATOR = 100_000
WIDEST_MENTION = 50
TWINLESS = "†"


class ShownMention(NamedTuple):
    """The text of a mention, and whether the other side has this mention too."""

    text: str
    matched: bool

    def __str__(self) -> str:
        return self.text if self.matched else self.text + TWINLESS

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON."""
        return {"text": self.text, "matched": self.matched, "twin": self.matched}  # "twin" is the name of version 0.1


class ShownEntity(NamedTuple):
    """An entity for readers: its name in the explanation, its name in the file, and its mentions."""

    name: str
    label: str
    mentions: tuple[ShownMention, ...]

    def __str__(self) -> str:
        return f"{{{_beginning(self.mentions, MENTIONS_SHOWN, ', ')}}}"

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON."""
        return {"name": self.name, "label": self.label, "mentions": [mention.to_dict() for mention in self.mentions]}


class ShownMembers(tuple[str, ...]):
    """Mentions in a cell of a table."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{{{_beginning(self, MEMBERS_SHOWN, ', ')}}}"


class ShownParts(tuple[ShownMembers, ...]):
    """The parts of an entity, in a cell of a table."""

    __slots__ = ()

    def __str__(self) -> str:
        return _beginning(self, PARTS_SHOWN, " ")


def _beginning(items: Sequence[object], shown: int, separator: str) -> str:
    """Return the first items of a sequence, and the number of further items."""
    more = [f"… {len(items) - shown:,} more"] if len(items) > shown else []
    return separator.join([*map(str, items[:shown]), *more])


NOTHING = ShownEntity("", "", ())


class Summand(NamedTuple):
    """One summand: its name, the calculation of its value, and the value."""

    of: str
    text: str
    value: Fraction


class Sum(NamedTuple):
    """A sum, summand by summand."""

    terms: tuple[Summand, ...]

    @property
    def total(self) -> Fraction:
        """The value of the sum."""
        return sum((term.value for term in self.terms), Fraction(0))

    def __str__(self) -> str:
        return _beginning([term.text for term in self.terms], TERMS_SHOWN, " + ") or "0"

    @property
    def in_brackets(self) -> str:
        """The sum as text, in brackets if a formula needs them."""
        return f"({self})" if len(self.terms) > 1 or "/" in str(self) else str(self)

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON."""
        terms = [{"of": term.of, "text": term.text, "value": str(term.value)} for term in self.terms]
        return {"terms": terms, "total": str(self.total)}


class Rate(NamedTuple):
    """Recall or precision: a name, a numerator and a denominator."""

    name: str
    numerator: Sum
    denominator: Sum

    @property
    def value(self) -> Fraction:
        """The ratio; 0 if the denominator is 0."""
        return self.numerator.total / self.denominator.total if self.denominator.total else Fraction(0)

    def __str__(self) -> str:
        steps = [
            f"{self.numerator.in_brackets} / {self.denominator.in_brackets}",
            f"{_in_brackets(self.numerator.total)} / {_in_brackets(self.denominator.total)}",
        ]
        if not self.denominator.total:
            return f"{' = '.join(dict.fromkeys(steps))}, which counts as 0"
        return f"{' = '.join(dict.fromkeys(steps))} {equals(self.value)}"

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON."""
        sums = {"numerator": self.numerator.to_dict(), "denominator": self.denominator.to_dict()}
        return {**sums, "value": float(self.value), "exact": str(self.value)}


class Partitions(NamedTuple):
    """The entities of key and response."""

    key: tuple[ShownEntity, ...]
    response: tuple[ShownEntity, ...]

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON."""
        return {side: [entity.to_dict() for entity in entities] for side, entities in self._asdict().items()}


@dataclass(frozen=True)
class Account:
    """One part of a computation: what is counted, and the rates that result.

    Parameters
    ----------
    title : str
        The heading of the part, if there are several.
    rates : tuple of Rate
        Recall, precision, or both.
    tables : tuple of (str, Table)
        What is counted, each table under a title.
    notes : tuple of str
        Remarks.
    partitions : Partitions, optional
        Key and response, if they were rewritten for this part.
    f1 : Fraction, optional
        The F1 of this part, if it has one.
    """

    title: str
    rates: tuple[Rate, ...]
    tables: tuple[tuple[str, Table], ...] = ()
    notes: tuple[str, ...] = ()
    partitions: Partitions | None = None
    f1: Fraction | None = None

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON."""
        tables = {title: _records(table) for title, table in self.tables}
        found: dict[str, object] = {"title": self.title, "notes": list(self.notes)}
        if self.partitions is not None:
            found |= self.partitions.to_dict()
        found |= {"tables": tables, "rates": {rate.name.lower(): rate.to_dict() for rate in self.rates}}
        return found if self.f1 is None else found | {"f1": float(self.f1), "exact_f1": str(self.f1)}


class Heading(NamedTuple):
    """A heading, of level 1 or 2."""

    text: str
    level: int


class EntityList(NamedTuple):
    """The entities of one side, under a title."""

    title: str
    entities: tuple[ShownEntity, ...]


class Grid(NamedTuple):
    """A table under a title."""

    title: str
    table: Table


class Statement(NamedTuple):
    """A figure with its name and its calculation, or a remark without a name."""

    name: str
    text: str

    @property
    def figure(self) -> str:
        """The calculation of the figure, with an equals sign."""
        return self.text if self.text.startswith("≈") else f"= {self.text}"


Block: TypeAlias = Heading | EntityList | Grid | Statement
"""A part of an explanation that is shown."""


@dataclass(frozen=True)
class Explanation(Exportable):
    """The explanation of how a metric scores one document.

    Parameters
    ----------
    document, metric, title : str
        The names of the document and of the metric, and the title of the metric.
    partitions : Partitions
        The entities of key and response.
    accounts : tuple of Account
        The parts of the computation.
    conclusion : tuple of Statement
        How the final figures are computed.
    recall, precision, f1 : Fraction
        The exact figures. An average of metrics has an F1 only.

    Examples
    --------
    >>> import corefscore
    >>> explanation = corefscore.score([["a", "b", "c"]], [["a", "b"], ["c"]]).explain("muc")
    >>> explanation.recall
    Fraction(1, 2)
    >>> print(explanation.to_text().splitlines()[-3])
    Recall     = (3 - 2) / (3 - 1) = 1 / 2 = 1/2 = 0.5
    """

    document: str
    metric: str
    title: str
    partitions: Partitions
    accounts: tuple[Account, ...]
    conclusion: tuple[Statement, ...]
    recall: Fraction | None
    precision: Fraction | None
    f1: Fraction

    def __repr__(self) -> str:
        return f"<Explanation of {self.title}, document {self.document!r}: F1 {equals(self.f1)}>"

    def blocks(self, with_entities: bool = True) -> Iterator[Block]:
        """Yield the parts of the explanation, in order.

        Parameters
        ----------
        with_entities : bool
            Whether to show the entities of both sides.

        Yields
        ------
        Heading, EntityList, Grid or Statement
            One part.
        """
        yield Heading(f"{self.title}, document {self.document}", 1)
        if with_entities:
            yield from _entity_lists(self.partitions)
            if any(not mention.matched for side in self.partitions for entity in side for mention in entity.mentions):
                yield Statement("", f"{TWINLESS} the other side lacks this mention")
        for account in self.accounts:
            if account.title:
                yield Heading(account.title, 2)
            yield from (Statement("", note) for note in account.notes)
            if account.partitions is not None:
                yield from _entity_lists(account.partitions)
            yield from (Grid(title, table) for title, table in account.tables)
            yield from (Statement(rate.name, str(rate)) for rate in account.rates)
            if account.f1 is not None:
                yield Statement("F1", exactly(account.f1))
        if len(self.accounts) > 1:
            yield Heading(self.title, 2)
        yield from self.conclusion

    def to_text(self, with_entities: bool = True) -> str:
        """Return the explanation as plain text, with or without the entities of both sides.

        Parameters
        ----------
        with_entities : bool
            Whether to show the entities of both sides.

        Returns
        -------
        str
            The text, in several lines.
        """
        return "\n".join(_spaced(self.blocks(with_entities), _as_text))

    def to_markdown(self, with_entities: bool = True) -> str:
        """Return the explanation in Markdown, with or without the entities of both sides.

        Parameters
        ----------
        with_entities : bool
            Whether to show the entities of both sides.

        Returns
        -------
        str
            The text in Markdown, in several lines.
        """
        return "\n".join(_spaced(self.blocks(with_entities), _as_markdown))

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON.

        Returns
        -------
        dict of str to object
            The names, the entities, the steps, and the figures as numbers and as exact fractions.
        """
        rates = {"recall": self.recall, "precision": self.precision, "f1": self.f1}
        known = {name: rate for name, rate in rates.items() if rate is not None}
        return {
            "document": self.document,
            "metric": self.metric,
            "title": self.title,
            **self.partitions.to_dict(),
            "steps": [account.to_dict() for account in self.accounts],
            **{name: float(rate) for name, rate in known.items()},
            "exact": {name: str(rate) for name, rate in known.items()},
        }

    def table(self) -> Table:
        """Return a row for each rate of each step, with its numerator and denominator.

        Returns
        -------
        Table
            The rates, in the order of the steps.
        """
        titles = ("Step", "Rate", "Numerator", "Denominator", "Exact", "Value")
        rows = [
            [
                step.title or self.title,
                rate.name,
                *map(number, (rate.numerator.total, rate.denominator.total)),
                str(rate.value),
                float(rate.value),
            ]
            for step in self.accounts
            for rate in step.rates
        ]
        foot = [f"F1 {equals(self.f1)}"]
        return Table([Column(title, title.lower()) for title in titles], rows, [f"{self.title}, {self.document}"], foot)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


@dataclass(frozen=True)
class Explanations(Exportable):
    """The explanations of several metrics for one document. The entities are shown once."""

    of: tuple[Explanation, ...]

    def __repr__(self) -> str:
        return f"<Explanations of {', '.join(each.title for each in self.of)}>"

    def table(self) -> Table:
        return self.of[0].table()

    def tables(self) -> list[Table]:
        return [each.table() for each in self.of]

    def full_table(self) -> Table:
        tables = self.tables()
        columns = [Column("Metric", "metric"), *tables[0].columns]
        rows = [[each.metric, *row] for each, table in zip(self.of, tables, strict=True) for row in table.rows]
        return Table(columns, rows)

    def to_dict(self) -> Json:
        listed = [each.to_dict() for each in self.of]
        return listed[0] if len(listed) == 1 else listed

    def to_text(self) -> str:
        return "\n\n".join(each.to_text(with_entities=each is self.of[0]) for each in self.of)

    def to_markdown(self) -> str:
        return "\n\n".join(each.to_markdown(with_entities=each is self.of[0]) for each in self.of)


def exactly(value: Fraction) -> str:
    """Return a figure as a fraction and as a decimal number.

    >>> exactly(Fraction(13, 20)), exactly(Fraction(5, 12)), exactly(Fraction(1))
    ('13/20 = 0.65', '5/12 ≈ 0.4167', '1')
    """
    if value.denominator == 1:
        return str(value)
    if value.denominator > LARGEST_DENOMINATOR:
        return f"≈ {float(value):.4f}"
    rounded = f"{float(value):.4f}"
    return f"{value} = {rounded.rstrip('0')}" if Fraction(rounded) == value else f"{value} ≈ {rounded}"


def equals(value: Fraction) -> str:
    """Return the end of a formula: the sign for equal or for nearly equal, and a figure."""
    text = exactly(value)
    return text if text.startswith("≈") else f"= {text}"


def number(value: Fraction) -> str:
    """Return a fraction, or a decimal number if the fraction is too long to read."""
    return str(value) if value.denominator <= LARGEST_DENOMINATOR else f"{float(value):.4f}"


def shortened(text: str) -> str:
    """Return the text of a mention without control characters. A long text is cut off."""
    text = printable(text)
    return text if len(text) <= WIDEST_MENTION else text[: WIDEST_MENTION - 1].rstrip() + "…"


def _in_brackets(value: Fraction) -> str:
    return number(value) if "/" not in number(value) else f"({value})"


def _records(table: Table) -> list[dict[str, object]]:
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows]


def _entity_lists(partitions: Partitions) -> Iterator[Block]:
    yield EntityList("Key", partitions.key)
    yield EntityList("Response", partitions.response)


def _spaced(blocks: Iterable[Block], show: Callable[[Block], list[str]]) -> Iterator[str]:
    """Yield the lines of all blocks, with blank lines between blocks where they are needed."""
    before: Block | None = None
    for block in blocks:
        if before is not None and not are_together(before, block):
            yield ""
        yield from show(block)
        before = block


def are_together(before: Block, block: Block) -> bool:
    """Return whether no blank line is needed between two blocks: both are figures, or both are remarks."""
    return isinstance(before, Statement) and isinstance(block, Statement) and bool(before.name) == bool(block.name)


def _as_text(block: Block) -> list[str]:
    if isinstance(block, Heading):
        text = printable(block.text)
        return [text, ("=" if block.level == 1 else "-") * len(text)]
    if isinstance(block, EntityList):
        width = max((len(entity.name) for entity in block.entities), default=0)
        return [block.title, *(f"  {entity.name.ljust(width)}  {entity}" for entity in block.entities or [NOTHING])]
    if isinstance(block, Grid):
        return [block.title, *(f"  {line}" for line in block.table.to_text().splitlines())]
    return [f"{block.name:<10} {block.figure}" if block.name else block.text]


def _as_markdown(block: Block) -> list[str]:
    if isinstance(block, Heading):
        return [f"{'#' * (block.level + 1)} {without_html(printable(block.text))}"]
    if isinstance(block, EntityList):
        columns = [Column(block.title, "name"), Column("Mentions", "mentions")]
        rows = [[entity.name, str(entity)] for entity in block.entities or [NOTHING]]
        return Table(columns, rows).to_markdown().splitlines()
    if isinstance(block, Grid):
        return [f"{block.title}:", "", *block.table.to_markdown().splitlines()]
    return [f"- **{block.name}** {block.figure}" if block.name else f"- {without_html(block.text)}"]
