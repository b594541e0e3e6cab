"""Score tables of ids in memory, in DuckDB or in Spark, and evaluate entity resolution."""
