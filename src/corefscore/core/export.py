"""The base class of all results: whatever has a table can be printed, written and exported."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from corefscore.core.tables import Table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Json: TypeAlias = "Mapping[str, object] | Sequence[object]"

INDENT = 2
INDENTED_LEVELS = 3
"""How deep JSON is indented; what lies deeper, such as the figures of one document, stands on one line."""


class Exportable(ABC):
    """Something with a table and a dictionary, from which every other form follows.

    A class gives `table` and `to_dict`; it may give `tables` where there are several, and `full_table` where machines
    want more than people. It has text, JSON, CSV, Markdown, LaTeX, HTML for notebooks, records and a data frame.
    """

    @abstractmethod
    def table(self) -> Table:
        """The table for people."""

    @abstractmethod
    def to_dict(self) -> Json:
        """Everything, as JSON has it."""

    def tables(self) -> Sequence[Table]:
        """All tables for people, one below the other."""
        return [self.table()]

    def full_table(self) -> Table:
        """The table for machines, with all figures."""
        return self.table()

    def records(self) -> list[dict[str, Any]]:
        """A dictionary for each row of the full table."""
        return self.full_table().to_records()

    def to_text(self) -> str:
        return "\n\n".join(table.to_text() for table in self.tables())

    def to_markdown(self) -> str:
        return "\n\n".join(table.to_markdown() for table in self.tables())

    def to_latex(self) -> str:
        return "\n\n".join(table.to_latex() for table in self.tables())

    def to_html(self) -> str:
        return "\n".join(table.to_html() for table in self.tables())

    def to_csv(self) -> str:
        return self.full_table().to_csv()

    def to_json(self, indent: int | None = INDENT) -> str:
        """JSON, indented for people or, with `indent=None`, on one line."""
        return to_json(self.to_dict(), indent)

    def to_frame(self) -> pd.DataFrame | pl.DataFrame:
        """The full table as a data frame of pandas if it is installed, else of polars.

        Raises
        ------
        ImportError
            If neither is installed.
        """
        return to_frame(self.full_table())

    def to_format(self, name: str) -> str:
        """The text in one of `FORMATS`."""
        return FORMATS[name](self)

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
    """A table that is all there is to export, such as the list of metrics."""

    def __init__(self, table: Table) -> None:
        self._table = table

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

    def table(self) -> Table:
        return self._table

    def full_table(self) -> Table:
        return self._full_table

    def to_dict(self) -> Json:
        return self._result.to_dict()


def to_json(data: object, indent: int | None = INDENT, levels: int = INDENTED_LEVELS) -> str:
    """JSON whose outer levels are indented; one line for each inner value, which is many times faster to write.

    >>> print(to_json({"b3": {"f1": 0.5}, "names": ["a", "b"]}, levels=1))
    {
      "b3": {"f1": 0.5},
      "names": ["a", "b"]
    }
    """
    import json

    if indent is None or levels == 0 or not isinstance(data, (dict, list, tuple)) or not data:
        return json.dumps(data, ensure_ascii=False)
    pad = " " * indent

    def lines(names: Iterable[str], values: Iterable[object]) -> str:
        inner = (to_json(value, indent, levels - 1).replace("\n", f"\n{pad}") for value in values)
        return ",\n".join(f"{pad}{name}{text}" for name, text in zip(names, inner, strict=True))

    if isinstance(data, dict):
        names = (f"{json.dumps(str(name), ensure_ascii=False)}: " for name in data)
        return f"{{\n{lines(names, data.values())}\n}}"
    return f"[\n{lines([''] * len(data), data)}\n]"


def to_frame(table: Table) -> pd.DataFrame | pl.DataFrame:
    """A data frame with a column for each column of a table."""
    columns = {
        column.key: [row[column.key] for row in records] for records in [table.to_records()] for column in table.columns
    }
    try:
        import pandas as pd

        frame: pd.DataFrame = pd.DataFrame(columns)
        return frame
    except ImportError:
        pass
    try:
        import polars as pl
    except ImportError:
        message = "a data frame needs pandas or polars; install one of them, such as with: pip install pandas"
        raise ImportError(message) from None
    return pl.DataFrame(columns, strict=False)
