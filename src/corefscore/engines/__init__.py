"""Tables of ids that an engine holds: their tally in memory, in DuckDB or in Spark, and entity resolution."""
