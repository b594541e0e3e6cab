"""The tables that users give: files, data frames, relations of DuckDB, data frames of Spark."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from glob import glob
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeAlias

from corefscore.core.problems import InputError, fail
from corefscore.engines.libraries import library
from corefscore.engines.policies import SPARK, SUFFIXES
from corefscore.formats.files import check_unpacked, is_plain_file, refuse_special
from corefscore.formats.table.delimited import delimiter_of
from corefscore.formats.table.mention_table import has_spans

TableInput: TypeAlias = Any
"""A path, a pattern or several paths; a data frame of pandas, polars or PyArrow; a relation of DuckDB; a data frame of
Spark; or anything else that PyArrow can turn into a table."""

FILES, ARROW, RELATION = "files", "arrow", "relation"
PARQUET = ".parquet"
LONGEST_LINE = 1 << 20
"""The most characters that the names of the columns may have."""


@dataclass(frozen=True, eq=False)
class TableSource:
    """A table as it was given.

    Parameters
    ----------
    name : str
        The name in messages: the path, or the name of its side.
    kind : str
        `files`, `arrow`, `relation` or `spark`.
    table : object
        The table itself; None for files.
    files : sequence of str
        The files, all of one kind.
    delimiter : str
        The delimiter of CSV files; empty for Parquet.
    """

    name: str
    kind: str
    table: Any = None
    files: Sequence[str] = ()
    delimiter: str = ""

    @property
    def has_text_only(self) -> bool:
        """Whether all columns are texts, because the cells of CSV files have no types."""
        return bool(self.delimiter)

    @property
    def is_empty(self) -> bool:
        """Whether the table certainly has no rows. Then the types of its columns mean nothing."""
        return self.kind == ARROW and not len(self.table)


def source_of(
    table: TableInput, side: str, mention: Sequence[str], entity: str, max_bytes: int | None = None
) -> TableSource:
    """Return a table in the form that an engine needs.

    Parameters
    ----------
    table : table
        The table as it was given.
    side : str
        The name in messages, such as `key`.
    mention, entity : str
        Names for the index and the values of a pandas Series.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to; see `files.unpacked`.

    Raises
    ------
    InputError
        If this is not a table, or if there is no such file.
    """
    if isinstance(table, (str, PathLike)):
        return _checked(_of_files([fspath(table)]), max_bytes)
    if isinstance(table, (list, tuple)) and table and all(isinstance(each, (str, PathLike)) for each in table):
        return _checked(_of_files([fspath(each) for each in table]), max_bytes)
    library_name = type(table).__module__.partition(".")[0]
    if library_name == "pyspark":
        return TableSource(side, SPARK, table)
    if library_name in ("duckdb", "_duckdb"):
        return TableSource(side, RELATION, table)
    return TableSource(side, ARROW, _arrow(_framed(table, mention, entity), side))


def _checked(source: TableSource, max_bytes: int | None) -> TableSource:
    """Return the source. Raises InputError if one of its files unpacks to too much."""
    for file in source.files:
        if "://" not in file:
            check_unpacked(file, max_bytes)
    return source


def is_table_of_ids(path: str) -> bool:
    """Return whether a path names tables without columns for the spans of mentions.

    A table that cannot be read gives False; the error is raised when it is read.
    """
    try:
        source = _of_files([path])
        return not has_spans(_titles(source))
    except (InputError, OSError, ValueError):
        return False


def _titles(source: TableSource) -> list[str]:
    """Return the columns of the first file of a table."""
    first = source.files[0]
    if source.delimiter:
        return _first_line(first).rstrip("\r\n").split(source.delimiter)
    return list(library("pyarrow.parquet").read_schema(first).names)


def _framed(table: Any, mention: Sequence[str], entity: str) -> Any:
    """Return a data frame for a pandas Series, and the rows of a lazy polars frame."""
    name = type(table).__name__
    if name == "Series" and hasattr(table, "rename_axis"):
        return table.rename(entity).rename_axis(list(mention)).reset_index()
    return table.collect() if name == "LazyFrame" else table


def _arrow(table: Any, side: str) -> Any:
    arrow = library("pyarrow")
    try:
        if isinstance(table, (Mapping, arrow.Table, arrow.RecordBatch)) or hasattr(table, "__arrow_c_stream__"):
            return arrow.table(table)
        if hasattr(table, "to_pyarrow"):
            return table.to_pyarrow()
    except (arrow.ArrowException, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise fail(side, 0, f"PyArrow cannot make a table of this ({reason}); give columns of ids") from None
    kinds = "a data frame of pandas, polars, PyArrow or Spark, a relation of DuckDB, or a path"
    raise fail(side, 0, f"a {type(table).__name__} is not a table; give {kinds}")


def _of_files(given: list[str]) -> TableSource:
    name = given[0] if len(given) == 1 else f"{given[0]} ..."
    files = [file for path in given for file in _listed(path)]
    kinds = {_suffix(file) for file in files}
    if len(kinds) > 1:
        raise fail(name, 0, f"files of several kinds ({', '.join(sorted(kinds))}) are not one table; give one kind")
    if kinds == {PARQUET}:
        return TableSource(name, FILES, files=files)
    delimiters = {_delimiter(file) for file in files}
    if len(delimiters) > 1:
        raise fail(name, 0, "these files have different delimiters; use one delimiter for all")
    return TableSource(name, FILES, files=files, delimiter=delimiters.pop())


def _listed(path: str) -> Iterable[str]:
    if "://" in path:
        return [path]
    if Path(path).is_dir():
        found = sorted(str(file) for file in Path(path).rglob("*") if file.name.endswith(SUFFIXES))
        if not found:
            raise fail(path, 0, f"this directory has no table; the names of tables end in {', '.join(SUFFIXES)}")
        refuse_special(found)
        return found
    if is_plain_file(path):
        return [path]
    if Path(path).exists():
        raise fail(path, 0, "this is not a plain file, but tables are read twice; write it to a file")
    found = sorted(glob(path, recursive=True))  # noqa: PTH207 (a pattern may begin at the root)
    if not found:
        raise fail(path, 0, "there is no such file; check the path")
    return found


def _suffix(path: str) -> str:
    found = next((suffix for suffix in SUFFIXES if path.endswith(suffix)), None)
    if found is None:
        raise fail(path, 0, f"the name of a table must end in {', '.join(SUFFIXES)}; rename it")
    return PARQUET if found == PARQUET else ".csv"


def _delimiter(path: str) -> str:
    if "://" in path:
        return "\t" if ".tsv" in path else ","
    return delimiter_of(_first_line(path))


def _first_line(path: str) -> str:
    try:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8-sig") as stream:
            return str(stream.readline(LONGEST_LINE))
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise fail(path, 0, f"cannot be read ({' '.join(str(error).split())})") from None
