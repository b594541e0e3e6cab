"""A task for lm-evaluation-harness: ``lm_eval --include_path FOLDER --tasks coreference_tagged``, with this folder."""
