"""What chance does to scores: resampling of documents, intervals, tests of significance."""
