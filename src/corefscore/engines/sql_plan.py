"""The tally of two tables in SQL that both DuckDB and Spark understand.

        pairs   for each mention, its entity on both sides; NULL if a side does not have it
        tally   for each pair of entities, the mentions they share
    keys, responses
            for each entity, its size, and with how many entities of the other side it shares mentions (degree)

Only integers are counted, so engines, threads and the order of rows make no difference. Entities that share mentions
with at most one other entity are fetched as counts of each kind. All others, the tangled ones, are fetched one by one,
because alignments need them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, dense_numbers, ints, joined_numbers
from corefscore.core.problems import InputError
from corefscore.engines import refusals
from corefscore.engines.columns import FRACTION, NOTHING, TEXT, UNTYPED, WHOLE, Columns, common_kinds, find_columns
from corefscore.engines.id_numbers import id_numbers
from corefscore.engines.sources import TableSource
from corefscore.engines.table_settings import TableSettings
from corefscore.engines.tallies import Alone, Isolated, TableCounts, Tally, Tangled
from corefscore.formats.pairs import ONLY_DOCUMENT

if TYPE_CHECKING:
    from pyarrow import Table as ArrowTable

SIDES = ("key", "response")
DOCUMENT = "document"
PARTS = 8
LARGEST_EXACT = 1 << 53
STEPS = 5
"""How often a tally reports progress: after the checks of each side, the tally, the entities, their pairs."""


class OutOfMemory(Exception):  # noqa: N818 (not yet an error: the tally is tried again in parts)
    """A statement did not fit into the memory that the engine may use."""


class SqlTable(NamedTuple):
    """One side in an engine: its name in SQL, its columns, and the kinds of their ids."""

    source: TableSource
    name: str
    columns: Columns
    kinds: Sequence[str]
    entity_kind: str


class SqlEngine(ABC):
    """An engine that uses SQL. A subclass runs the statements and handles the differences of dialects."""

    text, whole, fraction = "VARCHAR", "BIGINT", "DOUBLE"

    @abstractmethod
    def opened(self, source: TableSource, side: str) -> tuple[str, dict[str, str]]:
        """Return the name of a table in SQL, and the types of its columns."""

    @abstractmethod
    def create(self, name: str, query: str) -> None:
        """Materialise a query."""

    @abstractmethod
    def drop(self, *names: str) -> None:
        """Drop materialised queries."""

    def table(self, name: str) -> str:
        """Return the name of a materialised query in SQL."""
        return name

    @abstractmethod
    def fetch(self, query: str) -> ArrowTable:
        """Return the rows of a query as a PyArrow table."""

    @abstractmethod
    def quoted(self, column: str) -> str:
        """Return the name of a column with quotes."""

    @abstractmethod
    def part(self, columns: Sequence[str], parts: int) -> str:
        """Return an expression for the part of a row, from 0, by a hash of these columns."""

    def spelled(self, query: str) -> str:
        """Return a statement in the dialect of the engine."""
        return query

    def kind(self, name: str) -> str:
        """Return the kind of ids in a type of the engine."""
        plain = name.upper().partition("(")[0]
        if plain in ("VARCHAR", "STRING", "TEXT", "CHAR", "ENUM"):
            return TEXT
        if "INT" in plain or plain in ("LONG", "SHORT", "BYTE"):
            return WHOLE
        return FRACTION if plain in ("DOUBLE", "FLOAT", "REAL") else name


def tally_in_sql(
    engine: SqlEngine,
    sources: tuple[TableSource, TableSource],
    wanted: tuple[Columns, Columns],
    settings: TableSettings,
    step: Callable[[], None] = lambda: None,
) -> Tally:
    """Tally two tables in an engine.

    Parameters
    ----------
    engine : SqlEngine
        The engine.
    sources : pair of TableSource
        Key and response.
    wanted : pair of Columns
        The columns of each side.
    settings : TableSettings
        The policies.
    step : callable
        A function that is called `STEPS` times.

    Raises
    ------
    InputError
        If a column is missing, a file cannot be read, or a policy forbids something in the tables.
    """
    plan = _Plan(engine, [_opened(engine, *each) for each in zip(sources, wanted, SIDES, strict=True)], settings)
    plan.check(step)
    plan.tally()
    step()
    plan.entities()
    step()
    counts, documents = plan.table_counts()
    step()
    if settings.mentions == "gold":
        plan.refuse_other_mentions()
    return counts.tally(documents, (sources[0].name, sources[1].name))


def _opened(engine: SqlEngine, source: TableSource, wanted: Columns, side: str) -> SqlTable:
    name, types = engine.opened(source, side)
    columns = find_columns(source.name, list(types), wanted)
    kinds = {column: _kind(engine, source, kind) for column, kind in types.items()}
    return SqlTable(source, name, columns, [kinds[column] for column in columns.identity], kinds[columns.entity])


def _kind(engine: SqlEngine, source: TableSource, name: str) -> str:
    if source.is_empty:
        return NOTHING
    return UNTYPED if source.has_text_only else engine.kind(name)


class _Plan:
    """The statements for two tables, one after the other."""

    def __init__(self, engine: SqlEngine, tables: Sequence[SqlTable], settings: TableSettings) -> None:
        self.engine = engine
        self.tables = tables
        self.settings = settings
        self.has_document = tables[0].columns.document is not None
        self.by = [DOCUMENT] if self.has_document else []
        self.identity = [*self.by, *(f"m{number}" for number in range(len(tables[0].columns.mention)))]
        names = list(zip(*(table.columns.identity for table in tables), strict=True))
        self.kinds = common_kinds(names, list(zip(*(table.kinds for table in tables), strict=True)))

    def check(self, step: Callable[[], None]) -> None:
        """Refuse fractions among whole numbers, rows without a mention, and mentions that are twice on a side."""
        for table in self.tables:
            self._refuse_fractions(table)
            self._refuse_nulls(table)
            if not self.settings.unique:
                self._refuse_duplicates(table)
            step()

    def rows(self, table: SqlTable, where: str = "TRUE") -> str:
        """Return a query for the mentions of a side that have an entity."""
        ids = [f"{expression} AS {name}" for expression, name in zip(self._ids(table), self.identity, strict=True)]
        entity = self._known(table.columns.entity, table.entity_kind)
        labelled = f"SELECT {', '.join(ids)}, {entity} AS entity FROM {table.name}"
        return f"SELECT * FROM ({labelled}) AS labelled WHERE entity IS NOT NULL AND {where}"

    def _ids(self, table: SqlTable) -> list[str]:
        """Return the ids of a mention, as they are compared with the other side."""
        types = {TEXT: self.engine.text, WHOLE: self.engine.whole, FRACTION: self.engine.fraction}
        expressions = []
        for column, given, kind in zip(table.columns.identity, table.kinds, self.kinds, strict=True):
            known = self._known(column, given)
            is_cast = given not in (kind, UNTYPED) and kind in types
            expressions.append(f"CAST({known} AS {types[kind]})" if is_cast else known)
        return expressions

    def _known(self, column: str, kind: str) -> str:
        """Return a column with NULL for NaN."""
        quoted = self.engine.quoted(column)
        return f"CASE WHEN isnan({quoted}) THEN NULL ELSE {quoted} END" if kind == FRACTION else quoted

    def _refuse_fractions(self, table: SqlTable) -> None:
        for column, given, kind in zip(table.columns.identity, table.kinds, self.kinds, strict=True):
            if (given, kind) == (FRACTION, WHOLE):
                quoted = self.engine.quoted(column)
                inexact = f"{quoted} <> floor({quoted}) OR abs({quoted}) >= {LARGEST_EXACT}"
                if self._number(f"SELECT count(*) FROM {table.name} WHERE NOT isnan({quoted}) AND ({inexact})"):
                    raise refusals.not_comparable(table.source.name, column, self.engine.whole)

    def _refuse_nulls(self, table: SqlTable) -> None:
        columns = [*zip(table.columns.identity, table.kinds, strict=True), (table.columns.entity, table.entity_kind)]
        nulls = ", ".join(f"count(*) - count({self._known(*column)}) AS c{i}" for i, column in enumerate(columns))
        found = self.engine.fetch(f"SELECT {nulls} FROM {table.name}").to_pylist()[0]
        *missing, unlabelled = found.values()
        for column, count in zip(table.columns.identity, missing, strict=True):
            if count:
                raise refusals.no_mention(table.source.name, column, count)
        if unlabelled and self.settings.unlabelled == "error":
            raise refusals.no_entity(table.source.name, table.columns.entity, unlabelled)
        refusals.warn_of_dropped(table.source.name, table.columns.entity, unlabelled)

    def _refuse_duplicates(self, table: SqlTable) -> None:
        by = ", ".join(self.identity)
        rows = self.rows(table)
        query = f"SELECT {by} FROM ({rows}) AS labelled GROUP BY {by} HAVING count(*) > 1"
        found = self.engine.fetch(f"{query} LIMIT {refusals.SHOWN}")
        if not len(found):
            return
        total = self._number(
            f"SELECT sum(c - 1) FROM (SELECT count(*) AS c FROM ({rows}) AS labelled GROUP BY {by}) AS g"
        )
        entities = "min(entity) AS first, max(entity) AS last"
        query = f"SELECT {by}, {entities} FROM ({rows}) AS labelled GROUP BY {by} HAVING count(*) > 1"
        shown = self.engine.fetch(f"{query} ORDER BY {by} LIMIT {refusals.SHOWN}").to_pylist()
        raise InputError(
            (
                refusals.duplicate(table.source.name, [row[name] for name in self.identity], row["first"], row["last"])
                for row in shown
            ),
            total=total,
        )

    # The tally

    def tally(self) -> None:
        """Materialise the tally. If it does not fit into memory, do this in parts."""
        try:
            self._tally_at_once()
        except OutOfMemory:
            self.engine.drop("pairs", "tally")
            self._tally_in_parts()

    def _pairs(self, where: str = "TRUE") -> str:
        key, response = (f"({self.rows(table, where)})" for table in self.tables)
        columns = ", ".join([*self.by, "k.entity AS key", "r.entity AS response"])
        kind = "INNER" if self.settings.mentions == "shared" else "FULL"
        return f"SELECT {columns} FROM {key} AS k {kind} JOIN {response} AS r USING ({', '.join(self.identity)})"

    def _grouped(self, source: str, count: str) -> str:
        by = ", ".join([*self.by, "key", "response"])
        return f"SELECT {by}, CAST({count} AS BIGINT) AS n FROM {source} GROUP BY {by}"

    def _tally_at_once(self) -> None:
        # Two statements: in one statement, the tables of join and grouping would be in memory together.
        self.engine.create("pairs", self._pairs())
        self.engine.create("tally", self._grouped(self.engine.table("pairs"), "count(*)"))
        self.engine.drop("pairs")

    def _tally_in_parts(self) -> None:
        names = [f"tally{number}" for number in range(PARTS)]
        for number, name in enumerate(names):
            self.engine.create("pairs", self._pairs(f"{self.engine.part(self.identity, PARTS)} = {number}"))
            self.engine.create(name, self._grouped(self.engine.table("pairs"), "count(*)"))
            self.engine.drop("pairs")
        together = " UNION ALL ".join(f"SELECT * FROM {self.engine.table(name)}" for name in names)
        self.engine.create("tally", self._grouped(f"({together}) AS parts", "sum(n)"))
        self.engine.drop(*names)

    def entities(self) -> None:
        """Materialise the entities of both sides."""
        for side, other in (SIDES, SIDES[::-1]):
            by = ", ".join([*self.by, side])
            counts = f"CAST(sum(n) AS BIGINT) AS size, count({other}) AS degree"
            self.engine.create(
                f"{side}s",
                f"SELECT {by}, {counts} FROM {self.engine.table('tally')} WHERE {side} IS NOT NULL GROUP BY {by}",
            )

    # The fetched results

    def table_counts(self) -> tuple[TableCounts, list[str]]:
        """Return all entities and pairs of entities, and the names of the documents."""
        alone = [self._alone(side) for side in SIDES]
        isolated = self._isolated()
        tangled = self._tangled()
        documents = _Documents(
            [table[DOCUMENT] for table in (*alone, isolated, tangled)] if self.has_document else None
        )
        keys, responses = (Alone(documents.of(table), _ints(table, "size"), _ints(table, "times")) for table in alone)
        pairs = [_ints(isolated, name) for name in ("n", "a", "b", "times")]
        document = documents.of(tangled)
        edges = Tangled(
            document,
            *(_numbered(tangled[side], document, len(documents.names)) for side in SIDES),
            *(_ints(tangled, name) for name in ("n", "a", "b")),
        )
        return TableCounts(keys, responses, Isolated(documents.of(isolated), *pairs), edges), documents.names

    def _counted(self, columns: Sequence[str], source: str) -> ArrowTable:
        by = ", ".join([*self.by, *columns])
        return self.engine.fetch(f"SELECT {by}, count(*) AS times FROM {source} GROUP BY {by}")

    def _alone(self, side: str) -> ArrowTable:
        return self._counted(["size"], f"(SELECT * FROM {self.engine.table(side + 's')} WHERE degree = 0) AS alone")

    def _edges(self, where: str) -> str:
        by, using = [f"t.{name}" for name in self.by], [*self.by]
        columns = ", ".join([*(f"{name} AS {DOCUMENT}" for name in by), "t.key", "t.response", "t.n"])
        joins = " ".join(
            f"JOIN {self.engine.table(side + 's')} AS {alias} ON "
            + " AND ".join(f"t.{name} = {alias}.{name}" for name in (*using, side))
            for side, alias in zip(SIDES, "kr", strict=True)
        )
        return (
            f"SELECT {columns}, k.size AS a, r.size AS b FROM {self.engine.table('tally')} AS t {joins} WHERE {where}"
        )

    def _isolated(self) -> ArrowTable:
        return self._counted(["n", "a", "b"], f"({self._edges('k.degree = 1 AND r.degree = 1')}) AS isolated")

    def _tangled(self) -> ArrowTable:
        return self.engine.fetch(self._edges("(k.degree > 1 OR r.degree > 1)"))

    def refuse_other_mentions(self) -> None:
        """Raise an error if the mentions of the response are not those of the key."""
        counts = self.engine.fetch(
            "SELECT sum(CASE WHEN response IS NULL THEN n END) AS missing, "
            f"sum(CASE WHEN key IS NULL THEN n END) AS spurious FROM {self.engine.table('tally')}"
        ).to_pylist()[0]
        missing, spurious = (int(counts[name] or 0) for name in ("missing", "spurious"))
        if missing or spurious:
            table, other = self.tables if missing else self.tables[::-1]
            using = " AND ".join(f"k.{name} = r.{name}" for name in self.identity)
            query = (
                f"SELECT k.* FROM ({self.rows(table)}) AS k LEFT ANTI JOIN ({self.rows(other)}) AS r ON {using} LIMIT 1"
            )
            row = self.engine.fetch(self.engine.spelled(query)).to_pylist()[0]
            raise refusals.other_mentions(table.source.name, [row[name] for name in self.identity], missing, spurious)

    def _number(self, query: str) -> int:
        value = next(iter(self.engine.fetch(query).to_pylist()[0].values()))
        return int(value or 0)


class _Documents:
    """The documents that occur in the columns, in order, and the number of each."""

    def __init__(self, columns: Sequence[Any] | None) -> None:
        self.number: dict[Any, int] | None = None
        self.names = [ONLY_DOCUMENT]
        if columns is not None:
            values = sorted({value for column in columns for value in column.unique().to_pylist()})
            self.names = [str(value) for value in values]
            self.number = {value: number for number, value in enumerate(values)}

    def of(self, table: ArrowTable) -> Ints:
        """Return the number of the document of each row."""
        if self.number is None:
            return np.zeros(len(table), dtype=np.int64)
        encoded = table[DOCUMENT].combine_chunks().dictionary_encode()
        encoded = encoded.combine_chunks() if hasattr(encoded, "combine_chunks") else encoded
        found = ints([self.number[value] for value in encoded.dictionary.to_pylist()])
        return found[ints(encoded.indices.to_numpy(zero_copy_only=False))]


def _ints(table: ArrowTable, name: str) -> Ints:
    return ints(table[name].to_numpy())


def _numbered(column: Any, document: Ints, documents: int) -> Ints:
    """Number the entities. An id in two documents is two entities."""
    number = id_numbers([column])
    if documents == 1:
        return number
    return dense_numbers(joined_numbers(number, document, int(number.max(initial=0)) + 1, documents))
