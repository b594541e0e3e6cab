"""Parquet files. They need pyarrow, which is imported only when needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from corefscore.core.problems import InputError, fail
from corefscore.formats.files import File, bytes_of, refuse_unpacking
from corefscore.formats.writing import opened_binary

if TYPE_CHECKING:
    from pyarrow import Table as ArrowTable

MARK = b"PAR1"
"""The first bytes of a file."""

CELL = 8
"""The least number of bytes of a cell in memory. In a file, equal cells need almost no space."""


class ParquetColumns:
    """The columns of a Parquet file.

    Parameters
    ----------
    file : File
        The file.

    Raises
    ------
    InputError
        If the file is damaged, or if pyarrow is not installed.
    """

    def __init__(self, file: File) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise _not_installed(file.name) from None
        self._file = file
        with self._readable():
            self._content = parquet.ParquetFile(pyarrow.BufferReader(bytes_of(file)))
            self.titles: list[str] = list(self._content.schema_arrow.names)
            cells = self._content.metadata.num_rows * len(self.titles)
        refuse_unpacking(file.name, file.size, cells * CELL, file.max_bytes)

    def __len__(self) -> int:
        """Return the number of rows."""
        return int(self._table.num_rows)

    def column(self, index: int) -> list[object]:
        """Return the values of a column."""
        with self._readable(f"column {self.titles[index]!r} of "):
            values: list[object] = self._table.columns[index].to_pylist()
        return values

    @cached_property
    def _table(self) -> ArrowTable:
        with self._readable():
            return self._content.read()

    @contextmanager
    def _readable(self, what: str = "") -> Iterator[None]:
        """Turn any error of pyarrow into an InputError, because damaged bytes cause errors of every kind."""
        try:
            yield
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001
            reason = " ".join(str(error).split())
            message = f"{what}this Parquet file cannot be read ({reason}); write it again"
            raise fail(self._file.name, 0, message) from None


def write_parquet(columns: Mapping[str, Sequence[object]], path: Path) -> None:
    """Write columns by their titles. Empty texts become missing values."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise _not_installed(str(path)) from None
    table = pyarrow.table(
        {title: [None if value == "" else value for value in values] for title, values in columns.items()}
    )
    with opened_binary(path) as stream:
        parquet.write_table(table, stream)


def _not_installed(source: str) -> InputError:
    return fail(source, 0, "Parquet needs pyarrow; run: pip install 'corefscore[tables]'")
