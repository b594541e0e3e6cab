"""The engines and policies for tables, by name."""

from __future__ import annotations

from collections.abc import Mapping

AUTO, MEMORY, DUCKDB, SPARK = "auto", "memory", "duckdb", "spark"
ENGINES: Mapping[str, str] = {
    AUTO: "memory for what fits into it, otherwise DuckDB; Spark for data frames of Spark",
    MEMORY: "tables in memory",
    DUCKDB: "DuckDB: larger than memory, on one machine (corefscore[duckdb])",
    SPARK: "Spark: on a cluster, or a session of your own (corefscore[spark])",
}
UNLABELLED: Mapping[str, str] = {
    "drop": "rows without an entity are left out",
    "error": "a row without an entity is an error",
}
SUFFIXES = (".parquet", ".csv", ".tsv", ".csv.gz", ".tsv.gz")
"""How the names of tables end."""

APPLY = ("blanc", "mentions", "undefined")
"""The policies of `Settings` that apply to tables."""
