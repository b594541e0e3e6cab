"""The engines and policies for tables, by name."""

from __future__ import annotations

from collections.abc import Mapping

AUTO, MEMORY, DUCKDB, SPARK = "auto", "memory", "duckdb", "spark"
ENGINES: Mapping[str, str] = {
    AUTO: "memory if the tables fit, else DuckDB; Spark for Spark tables",
    MEMORY: "tables in memory",
    DUCKDB: "DuckDB: tables larger than memory, on one machine (corefscore[duckdb])",
    SPARK: "Spark: on a cluster, or in your own session (corefscore[spark])",
}
UNLABELLED: Mapping[str, str] = {
    "drop": "rows without an entity are left out",
    "error": "a row without an entity is an error",
}
SUFFIXES = (".parquet", ".csv", ".tsv", ".csv.gz", ".tsv.gz")
"""The endings of the names of tables."""

APPLY = ("blanc", "mentions", "undefined")
"""The policies of `Settings` that apply to tables."""
