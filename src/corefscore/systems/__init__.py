"""Several systems on one key: tables, ranks, groups of documents, published results."""
