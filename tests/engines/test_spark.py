"""Spark in local mode: the same integers as in memory. One session for all tests."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import corefscore
from corefscore.core.problems import InputError
from tests.engines.test_score_tables import ALL, agree

REQUIRED = os.environ.get("COREFSCORE_SPARK") == "required"


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    sql = import_module("pyspark.sql") if REQUIRED else pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None and not REQUIRED:
        pytest.skip("Spark needs Java")
    settings = {
        "spark.sql.shuffle.partitions": "1",
        "spark.ui.enabled": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.driver.bindAddress": "127.0.0.1",
    }
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[1]").appName("tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def random_table(seed: int) -> pa.Table:
    rng = np.random.default_rng(seed)
    number = rng.permutation(80)[:60]
    mention = [f"m{each}" for each in number.tolist()]
    return pa.table({"doc": number % 2, "mention": mention, "entity": rng.integers(0, 9, 60)})


@pytest.mark.filterwarnings("ignore")
def test_spark_agrees_with_memory_and_words_its_faults(session: Any, tmp_path: Path) -> None:
    """One test, so that there is one session however many processes run tests."""
    agrees_with_memory(session, tmp_path)
    faults_are_one_line(session)
    lost_workers_are_one_line(session)


def agrees_with_memory(session: Any, tmp_path: Path) -> None:
    key, response = random_table(1), random_table(2)
    expected = corefscore.score_tables(key, response, ALL, document="doc")
    frames = [session.createDataFrame(table.to_pylist()) for table in (key, response)]
    agree(corefscore.score_tables(frames[0], frames[1], ALL, document="doc"), expected)
    assert [table.name for table in session.catalog.listTables()] == []
    for name, table in (("key", key), ("response", response)):
        parquet.write_table(table, tmp_path / f"{name}.parquet")
    paths = (tmp_path / "key.parquet", tmp_path / "response.parquet")
    shared = corefscore.score_tables(*paths, ALL, engine="spark", mentions="shared")
    agree(shared, corefscore.score_tables(*paths, ALL, engine="memory", mentions="shared"))


def faults_are_one_line(session: Any) -> None:
    rows = random_table(1).to_pylist()
    frame = session.createDataFrame(rows)
    twice = session.createDataFrame([*rows, {**rows[0], "entity": 77}])
    with pytest.raises(InputError, match=r"^key: mention 'm\d+' is in entity \d and in entity 77; keep one row"):
        corefscore.score_tables(twice, frame)
    with pytest.raises(InputError, match="there is no column 'record'"):
        corefscore.score_tables(frame, frame, mention="record")
    with pytest.raises(InputError, match="one side is a data frame of Spark and the other is not"):
        corefscore.score_tables(frame, random_table(2))
    failing = frame.selectExpr("assert_true(entity < 0, 'an executor was lost') AS x", "mention", "entity")
    lost = failing.where("x IS NULL").select("mention", "entity")
    with pytest.raises(InputError, match=r"Spark could not continue .*an executor was lost") as error:
        corefscore.score_tables(lost, frame, unique=True)
    assert "\n" not in str(error.value)


def lost_workers_are_one_line(session: Any) -> None:
    """Jobs that fail because a process of Spark ends, or because a function of the user raises."""

    def end(entity: int) -> int:
        os._exit(entity + 1)

    def refuse(entity: int) -> int:
        raise ValueError(f"no such entity\nas {entity}")

    udf = import_module("pyspark.sql.functions").udf
    frame = session.createDataFrame(random_table(1).to_pylist())
    for function, reason in (
        (end, r"Lost task .*: Python worker exited unexpectedly \(crashed\)"),
        (refuse, "ValueError: no such entity"),
    ):
        failing = frame.select("mention", udf(function, "long")("entity").alias("entity"))
        for unique in (True, False):
            with pytest.raises(InputError) as error:
                corefscore.score_tables(frame, failing, unique=unique)
            assert re.fullmatch(
                rf"spark: Spark could not continue \({reason}\); see the log of Spark", str(error.value)
            )
    assert [table.name for table in session.catalog.listTables()] == []
    assert session._jsparkSession.sharedState().cacheManager().isEmpty()
