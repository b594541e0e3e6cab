"""Spark: tables on a cluster, in the session of the user."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

from corefscore.core.problems import InputError, fail
from corefscore.engines import refusals
from corefscore.engines.libraries import library
from corefscore.engines.policies import SPARK
from corefscore.engines.sources import FILES, TableSource
from corefscore.engines.sql_plan import SqlEngine

RAISED = re.compile(r"Traceback \(most recent call last\):\n(?:[ \t].*\n)*(\S.*)")
LOST = re.compile(r"most recent failure: (.*)")
JAVA_CLASS = re.compile(r"\b(?:\w+\.){2,}\w+: ")


class Spark(SqlEngine):
    """A Spark session. Its temporary views have unique names and are dropped at the end.

    Parameters
    ----------
    session : SparkSession
        The session.
    """

    text = "STRING"

    def __init__(self, session: Any) -> None:
        self.session = session
        self.prefix = f"corefscore_{uuid4().hex}_"
        self.frames: dict[str, Any] = {}

    def opened(self, source: TableSource, side: str) -> tuple[str, dict[str, str]]:
        name = self.table(f"{side}_input")
        with _reported(source.name):
            frame = source.table if source.kind == SPARK else self._read(source)
            frame.createOrReplaceTempView(name)
        return name, dict(frame.dtypes)

    def _read(self, source: TableSource) -> Any:
        if source.kind != FILES:
            raise fail(source.name, 0, "Spark reads its own data frames and files; give one of these")
        files = list(source.files)
        if source.delimiter:
            return self.session.read.csv(files, sep=source.delimiter, header=True, quote='"', escape='"')
        return self.session.read.parquet(*files)

    def table(self, name: str) -> str:
        return f"{self.prefix}{name}"

    def create(self, name: str, query: str) -> None:
        with _reported("spark"):
            frame = self.frames[name] = self.session.sql(query).persist()
            frame.count()
            frame.createOrReplaceTempView(self.table(name))

    def drop(self, *names: str) -> None:
        for name in names:
            if name in self.frames:
                self.frames.pop(name).unpersist()
                self.session.catalog.dropTempView(self.table(name))

    def fetch(self, query: str) -> Any:
        with _reported("spark"):
            frame = self.session.sql(query)
            if hasattr(frame, "toArrow"):
                return frame.toArrow()
            return library("pyarrow").Table.from_pandas(frame.toPandas(), preserve_index=False)

    def quoted(self, column: str) -> str:
        return "`" + column.replace("`", "``") + "`"

    def part(self, columns: Sequence[str], parts: int) -> str:
        return f"pmod(xxhash64({', '.join(columns)}), {parts})"

    def close(self) -> None:
        """Drop everything that was materialised."""
        self.drop(*list(self.frames))
        for side in ("key", "response"):
            self.session.catalog.dropTempView(self.table(f"{side}_input"))


@contextmanager
def _reported(source: str) -> Iterator[None]:
    """Turn an error of Spark into an error with one line."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 (Spark passes on Java errors of every kind)
        reason = _reason(str(error)) or type(error).__name__
        if source == "spark":
            raise fail("spark", 0, f"Spark could not continue ({reason}); see the log of Spark") from None
        raise refusals.unreadable(source, Exception(reason)) from None


def _reason(text: str) -> str:
    """Return the most useful line of an error: the Python error in a worker, why a task was lost, or the first line.

    >>> _reason("An exception was thrown:\\nTraceback (most recent call last):\\n  File x\\nKeyError: 7\\n\\tat java.x")
    'KeyError: 7'
    """
    raised, lost = RAISED.search(text), LOST.search(text)
    if raised:
        return " ".join(raised[1].split())
    if lost:
        return JAVA_CLASS.sub("", lost[1]).partition(". ")[0].strip()
    return " ".join(text.strip().partition("\n")[0].split())


@contextmanager
def spark_engine(sources: Sequence[TableSource], master: str | None) -> Iterator[Spark]:
    """Open an engine on the session of the data frames. For files, make a session and stop it at the end."""
    sql = library("pyspark.sql")
    given = [source for source in sources if source.kind == SPARK]
    active = given[0].table.sparkSession if given else sql.SparkSession.getActiveSession()
    with _reported("spark"):
        session = active or sql.SparkSession.builder.appName("corefscore").master(master or "local[*]").getOrCreate()
    engine = Spark(session)
    try:
        yield engine
    finally:
        # A session that has stopped has nothing left to drop, and the reason is already reported.
        with suppress(Exception):
            engine.close()
        if active is None:
            with suppress(Exception):
                session.stop()
