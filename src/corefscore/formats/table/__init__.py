"""Tables with a row for each mention: CSV, TSV, Parquet."""
