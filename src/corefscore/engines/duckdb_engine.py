"""DuckDB: tables larger than memory, on one machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from corefscore.core.problems import fail
from corefscore.engines import refusals
from corefscore.engines.libraries import library
from corefscore.engines.sources import ARROW, FILES, RELATION, TableSource
from corefscore.engines.sql_plan import OutOfMemory, SqlEngine

SHARE = 0.75
"""The share of the memory for DuckDB. Python and the fetched results need the rest."""

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
UNITS |= {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}

DISK_IS_FULL = ("max_temp_directory_size", "No space left on device")
"""Messages of DuckDB if the disk was too small from the start, or if other programs filled it."""


def bytes_of_memory(text: str) -> int:
    """Return an amount of memory in bytes.

    >>> bytes_of_memory("512MB"), bytes_of_memory("1.5 GiB")
    (512000000, 1610612736)

    Raises
    ------
    ValueError
        If the text is not an amount of memory.
    """
    plain = text.strip().upper().replace(" ", "")
    digits = plain.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    try:
        amount = float(digits) * UNITS[plain[len(digits) :]]
    except (KeyError, ValueError):
        amount = 0.0
    if not 0 < amount < float("inf"):
        raise ValueError(f"{text!r} is not an amount of memory; write for example 512MB or 4GB") from None
    return int(amount)


class DuckDB(SqlEngine):
    """A separate database, with a memory limit and a directory for data that does not fit.

    Parameters
    ----------
    memory : str, optional
        The most memory to use in all, such as `4GB`. Without it, DuckDB uses most of the memory of the machine.
    temp : path
        A directory for temporary files.
    """

    def __init__(self, memory: str | None, temp: Path) -> None:
        self.duckdb = library("duckdb")
        settings = {"temp_directory": str(temp), "preserve_insertion_order": "false"}
        if memory is not None:
            settings["memory_limit"] = f"{max(int(bytes_of_memory(memory) * SHARE), 2 * 10**7)}B"
        self.temp = temp
        self.connection = self.duckdb.connect(":memory:", config=settings)

    def close(self) -> None:
        """Free its memory."""
        self.connection.close()

    def opened(self, source: TableSource, side: str) -> tuple[str, dict[str, str]]:
        name = f"{side}_input"
        try:
            if source.kind == FILES:
                self.connection.sql(_scan(source)).create_view(name)
            elif source.kind == ARROW:
                self.connection.register(name, source.table)
            elif source.kind == RELATION:
                self._copy(source, name)
            else:
                raise fail(source.name, 0, f"DuckDB does not read a {source.kind} table; choose another engine")
            described = self.connection.execute(f"DESCRIBE SELECT * FROM {name}").fetchall()
        except self.duckdb.Error as error:
            raise self._no_room(error) or refusals.unreadable(source.name, error) from None
        return name, {column: kind for column, kind, *_ in described}

    def _copy(self, source: TableSource, name: str) -> None:
        """Copy a relation of another connection, as a stream of batches."""
        relation = source.table
        read = relation.to_arrow_reader if hasattr(relation, "to_arrow_reader") else relation.fetch_arrow_reader
        self.connection.register("stream", read(1_000_000))
        self.connection.execute(f"CREATE TABLE {name} AS SELECT * FROM stream")
        self.connection.unregister("stream")

    def create(self, name: str, query: str) -> None:
        with self._reported():
            self.connection.execute(f"CREATE TABLE {name} AS {query}")

    def drop(self, *names: str) -> None:
        for name in names:
            self.connection.execute(f"DROP TABLE IF EXISTS {name}")

    def fetch(self, query: str) -> Any:
        with self._reported():
            return self.connection.sql(query).to_arrow_table()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Turn an error of DuckDB into an error with one line."""
        try:
            yield
        except self.duckdb.Error as error:
            could_not = fail("duckdb", 0, f"DuckDB could not continue ({_reason(error)})")
            raise self._no_room(error) or could_not from None

    def _no_room(self, error: Exception) -> OutOfMemory | None:
        """Return an OutOfMemory error if memory or the temporary directory is full, otherwise None."""
        if any(sign in str(error) for sign in DISK_IS_FULL):
            return OutOfMemory(f"the directory for temporary files, {self.temp.parent}, is full ({_reason(error)})")
        if isinstance(error, self.duckdb.OutOfMemoryException):
            return OutOfMemory(f"DuckDB ran out of memory ({_reason(error)})")
        return None

    def quoted(self, column: str) -> str:
        return '"' + column.replace('"', '""') + '"'

    def part(self, columns: Sequence[str], parts: int) -> str:
        return f"hash({', '.join(columns)}) % {parts}"

    def spelled(self, query: str) -> str:
        return query.replace("LEFT ANTI JOIN", "ANTI JOIN")


def _reason(error: Exception) -> str:
    return " ".join(str(error).partition("\n")[0].split()).removesuffix(".")


def _scan(source: TableSource) -> str:
    files = ", ".join("'" + file.replace("'", "''") + "'" for file in source.files)
    if not source.delimiter:
        return f"SELECT * FROM read_parquet([{files}])"
    form = f"header = true, all_varchar = true, delim = '{source.delimiter}', quote = '\"', escape = '\"'"
    return f"SELECT * FROM read_csv([{files}], {form})"


@contextmanager
def duckdb_engine(memory: str | None, temp: str | None) -> Iterator[DuckDB]:
    """Open a database. At the end it is closed, and its temporary files are removed."""
    try:
        directory = Path(mkdtemp(prefix="corefscore-", dir=temp))
    except OSError as error:
        problem = f"cannot be used for temporary files ({error.strerror})"
        raise fail(
            str(temp or "temporary directory"), 0, f"{problem}; name an existing directory that can be written"
        ) from None
    try:
        engine = DuckDB(memory, directory)
        try:
            yield engine
        except OutOfMemory as error:
            advice = "give it more memory (--memory), or a directory with more room (--temp)"
            raise fail("duckdb", 0, f"{error}; {advice}") from None
        finally:
            engine.close()
    finally:
        shutil.rmtree(directory, ignore_errors=True)
