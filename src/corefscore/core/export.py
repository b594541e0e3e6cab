"""The base class of all results. A result with a table can be printed, written and exported."""

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
"""A Python value that can be written as JSON."""

SHOWN = 8
INDENT = 2
INDENTED_LEVELS = 2
"""How many levels of JSON are indented. Deeper values, such as the figures of one document, are on one line."""


class JsonText(str):
    """A text that is already JSON, on one line. `to_json` writes it unchanged if it is within the indented levels."""

    __slots__ = ()


class Exportable(ABC):
    """A result with a table and a dictionary. All other outputs are made from these two.

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
        """Return the table for readers.

        Returns
        -------
        Table
            A table that shows rounded figures.
        """

    @abstractmethod
    def to_dict(self) -> Json:
        """Return all figures in the structure of the JSON output.

        Returns
        -------
        dict or list
            Values that can be written as JSON.
        """

    def tables(self) -> Sequence[Table]:
        """Return all tables for readers, in order.

        Returns
        -------
        sequence of Table
            The tables. By default, it is only the table for readers.
        """
        return [self.table()]

    def full_table(self) -> Table:
        """Return the table for programs, with all figures.

        Returns
        -------
        Table
            The table. By default, it is the table for readers.
        """
        return self.table()

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return a dictionary for each row of the full table.

        Returns
        -------
        sequence of dict
            The values of each row, by the keys of the columns.
        """
        return self.full_table().to_records()

    def to_text(self) -> str:
        """Return the tables as plain text.

        Returns
        -------
        str
            The tables, with blank lines between them.
        """
        return "\n\n".join(table.to_text() for table in self.tables())

    def to_markdown(self) -> str:
        """Return the tables in Markdown.

        Returns
        -------
        str
            The tables, with blank lines between them.
        """
        return "\n\n".join(table.to_markdown() for table in self.tables())

    def to_latex(self) -> str:
        """Return the tables in LaTeX, for the package booktabs.

        Returns
        -------
        str
            The tables, with blank lines between them.
        """
        return "\n\n".join(table.to_latex() for table in self.tables())

    def to_html(self) -> str:
        """Return the tables in HTML.

        Returns
        -------
        str
            The tables, without the rest of a page.
        """
        return "\n".join(table.to_html() for table in self.tables())

    def to_csv(self) -> str:
        """Return the full table as CSV. Figures are not rounded.

        Returns
        -------
        str
            A line with the keys of the columns, and a line for each row.
        """
        return self.full_table().to_csv()

    def to_json(self, indent: int | None = INDENT) -> str:
        """Return all figures as JSON.

        Parameters
        ----------
        indent : int or None
            How many spaces indent the outer levels; None writes one line.

        Returns
        -------
        str
            JSON. A figure that is not defined is null.
        """
        return to_json(self.to_dict(), indent)

    def to_frame(self) -> pd.DataFrame | pl.DataFrame:
        """Return the full table as a data frame of pandas or, if pandas is not installed, of polars.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            A row for each row of the full table. Figures are not rounded.

        Raises
        ------
        ImportError
            If neither is installed.
        """
        return to_frame(self.full_table())

    def to_format(self, name: str) -> str:
        """Return the result in one of the `FORMATS`, without control characters.

        Parameters
        ----------
        name : str
            The name of the format: one of `FORMATS`.

        Returns
        -------
        str
            The result as text.

        Raises
        ------
        KeyError
            If there is no such format.
        """
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
"""The output formats of a result, by their names on the command line."""


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
    """A result with a different table, such as a row for each document. Its JSON is the same."""

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
    """A result whose tables show signatures in the long form. Its JSON and its CSV stay the same."""

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
    """Return the first texts and how many more there are, for a short `repr`.

    >>> abridged(["muc", "b3", "ceafe", "lea"], most=2)
    'muc, b3, and 2 more'
    """
    listed = list(texts)
    more = [f"and {len(listed) - most:,} more"] if len(listed) > most else []
    return ", ".join(listed[:most] + more)


def to_json(data: object, indent: int | None = INDENT, levels: int = INDENTED_LEVELS) -> str:
    """Write data as JSON whose outer levels are indented.

    Each inner level is on one line. So this is many times faster than `json.dumps` with `indent`.

    Parameters
    ----------
    data : object
        Dictionaries, lists, texts and numbers, as for `json.dumps`. Numbers that JSON cannot hold (NaN, infinity)
        become null.
    indent : int or None
        How many spaces indent a level; None writes everything on one line.
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
    except ValueError:  # the encoder rejects numbers that JSON cannot hold
        return written(_with_null(data), levels, "\n")


def _key(text: str) -> str:
    """Return the name of a value. Names that are not texts, such as numbers, get quotes."""
    return text if text.startswith('"') else f'"{text}"'


def _with_null(data: object) -> object:
    """Replace numbers that JSON cannot hold by None."""
    if isinstance(data, dict):
        return {name: _with_null(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_with_null(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def to_frame(table: Table) -> pd.DataFrame | pl.DataFrame:
    """Return a data frame with the columns of a table.

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
