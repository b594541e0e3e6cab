"""The base class of all results: a result that has a table can be printed, written and exported."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from corefscore.core.escaping import for_json, without_control
from corefscore.core.tables import Table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Json: TypeAlias = "Mapping[str, object] | Sequence[object]"
"""What JSON can hold, as Python has it."""

SHOWN = 8
INDENT = 2
INDENTED_LEVELS = 2
"""How deep JSON is indented; all values below, such as the figures of one document, stand on one line."""


class JsonText(str):
    """A text that is JSON already, on one line. `to_json` writes it as it is, if it is within the indented levels."""

    __slots__ = ()


class Exportable(ABC):
    """A result with a table and a dictionary. All other forms follow from these two.

    A class defines `table` and `to_dict`. It defines `tables` if it has several tables, and `full_table` if programs
    need more figures than people. The base class adds text, JSON, CSV, Markdown, LaTeX, HTML for notebooks, records
    and a data frame.

    Examples
    --------
    >>> import corefscore
    >>> result = corefscore.score([["a", "b", "c"]], [["a", "b"]], metrics=["muc"])
    >>> print(result.to_csv())
    metric,recall,precision,f1,recall_numerator,recall_denominator,precision_numerator,precision_denominator
    muc,0.5,1.0,0.6666666666666666,1.0,2.0,1.0,1.0
    """

    @abstractmethod
    def table(self) -> Table:
        """The table for people."""

    @abstractmethod
    def to_dict(self) -> Json:
        """All figures, as JSON has them."""

    def tables(self) -> Sequence[Table]:
        """All tables for people, in their order."""
        return [self.table()]

    def full_table(self) -> Table:
        """The table for programs, with all figures."""
        return self.table()

    def records(self) -> Sequence[Mapping[str, Any]]:
        """A dictionary for each row of the full table."""
        return self.full_table().to_records()

    def to_text(self) -> str:
        """The tables as plain text."""
        return "\n\n".join(table.to_text() for table in self.tables())

    def to_markdown(self) -> str:
        """The tables in Markdown."""
        return "\n\n".join(table.to_markdown() for table in self.tables())

    def to_latex(self) -> str:
        """The tables in LaTeX, for the package booktabs."""
        return "\n\n".join(table.to_latex() for table in self.tables())

    def to_html(self) -> str:
        """The tables in HTML."""
        return "\n".join(table.to_html() for table in self.tables())

    def to_csv(self) -> str:
        """The full table as CSV. Figures are not rounded."""
        return self.full_table().to_csv()

    def to_json(self, indent: int | None = INDENT) -> str:
        """All figures as JSON.

        Parameters
        ----------
        indent : int or None
            How many blanks indent the outer levels; None writes one line.

        Returns
        -------
        str
            JSON. A figure that is not defined is null.
        """
        return to_json(self.to_dict(), indent)

    def to_frame(self) -> pd.DataFrame | pl.DataFrame:
        """The full table as a data frame of pandas or, if pandas is not installed, of polars.

        Raises
        ------
        ImportError
            If neither is installed.
        """
        return to_frame(self.full_table())

    def to_format(self, name: str) -> str:
        """The text in one of the `FORMATS`, without control characters."""
        return (for_json if name == "json" else without_control)(FORMATS[name](self))

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


FORMATS: Mapping[str, Callable[[Exportable], str]] = {
    "table": lambda result: result.to_text(),
    "json": lambda result: result.to_json(),
    "csv": lambda result: result.to_csv(),
    "markdown": lambda result: result.to_markdown(),
    "latex": lambda result: result.to_latex(),
}
"""The forms in which a result can be written, by the names of the command line."""


class Listing(Exportable):
    """A table without further data, such as the list of metrics."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __repr__(self) -> str:
        return f"<Listing of {len(self._table.rows):,} rows>"

    def table(self) -> Table:
        return self._table

    def to_dict(self) -> Json:
        return self._table.to_records()


class View(Exportable):
    """A result with another table than its usual one, such as a row for each document; its JSON is the same."""

    def __init__(self, result: Exportable, table: Table, full_table: Table | None = None) -> None:
        self._result = result
        self._table = table
        self._full_table = table if full_table is None else full_table

    def __repr__(self) -> str:
        return f"<View of {self._result!r}>"

    def table(self) -> Table:
        return self._table

    def full_table(self) -> Table:
        return self._full_table

    def to_dict(self) -> Json:
        return self._result.to_dict()


class SpelledOut(Exportable):
    """A result whose tables show signatures in the long form; its JSON, which always does, and its CSV are the same."""

    def __init__(self, result: Exportable) -> None:
        self._result = result

    def __repr__(self) -> str:
        return f"<SpelledOut {self._result!r}>"

    def table(self) -> Table:
        return replace(self._result.table(), spelled_out=True)

    def tables(self) -> list[Table]:
        return [replace(table, spelled_out=True) for table in self._result.tables()]

    def full_table(self) -> Table:
        return self._result.full_table()

    def to_dict(self) -> Json:
        return self._result.to_dict()


def abridged(texts: Iterable[str], most: int = SHOWN) -> str:
    """The first of some texts, and how many more there are, for a short `repr`.

    >>> abridged(["muc", "b3", "ceafe", "lea"], most=2)
    'muc, b3, and 2 more'
    """
    listed = list(texts)
    more = [f"and {len(listed) - most:,} more"] if len(listed) > most else []
    return ", ".join(listed[:most] + more)


def to_json(data: object, indent: int | None = INDENT, levels: int = INDENTED_LEVELS) -> str:
    """Write data as JSON whose outer levels are indented.

    The inner levels stand on one line each. So they are written many times faster than by `json.dumps` with `indent`.

    Parameters
    ----------
    data : object
        Dictionaries, lists, texts and numbers, as for `json.dumps`. Numbers that JSON lacks (NaN, infinity) become
        null.
    indent : int or None
        How many blanks indent a level; None writes everything on one line.
    levels : int
        How many levels are indented.

    Examples
    --------
    >>> print(to_json({"b3": {"f1": 0.5}, "names": ["a", "b"]}, levels=1))
    {
      "b3": {"f1": 0.5},
      "names": ["a", "b"]
    }
    """
    from json import JSONEncoder

    encode = JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode
    pad = " " * (indent or 0)

    def written(value: object, levels: int, margin: str) -> str:
        if isinstance(value, JsonText):
            return value
        if levels == 0 or not value or not isinstance(value, (dict, list, tuple)):
            return encode(value)
        inner = margin + pad
        if isinstance(value, dict):
            lines = [f"{_key(encode(name))}: {written(each, levels - 1, inner)}" for name, each in value.items()]
            opening, closing = "{}"
        else:
            lines = [written(each, levels - 1, inner) for each in value]
            opening, closing = "[]"
        return f"{opening}{inner}{f',{inner}'.join(lines)}{margin}{closing}"

    levels = 0 if indent is None else levels
    try:
        return written(data, levels, "\n")
    except ValueError:  # the encoder refuses numbers that JSON lacks
        return written(_with_null(data), levels, "\n")


def _key(text: str) -> str:
    """The name of a value; names that are no texts, such as numbers, are put in quotes."""
    return text if text.startswith('"') else f'"{text}"'


def _with_null(data: object) -> object:
    """The same data with None for numbers that JSON lacks."""
    if isinstance(data, dict):
        return {name: _with_null(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_with_null(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def to_frame(table: Table) -> pd.DataFrame | pl.DataFrame:
    """A data frame with a column for each column of a table.

    Raises
    ------
    ImportError
        If neither pandas nor polars is installed.
    """
    records = table.to_records()
    columns = {column.key: [record[column.key] for record in records] for column in table.columns}
    try:
        import pandas as pd

        frame: pd.DataFrame = pd.DataFrame(columns)
        return frame
    except ImportError:
        pass
    try:
        import polars as pl
    except ImportError:
        message = "a data frame needs pandas or polars; install one of them, for example: pip install pandas"
        raise ImportError(message) from None
    return pl.DataFrame(columns, strict=False)
