"""What chance does to scores: resampling of documents, intervals, tests of significance."""

RESAMPLES = 10_000
SEED = 1
LEVEL = 0.95
