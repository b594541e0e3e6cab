"""Runs that are guided by coverage, with atheris (libFuzzer): one check for one format.

    python -m fuzz.guided reading conll -max_total_time=60

What is behind the format goes to libFuzzer. It begins with the seeds and the dictionary of the format.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory


def main() -> None:
    """Attack one check."""
    try:
        import atheris
    except ImportError:
        sys.exit("atheris is not installed; install it with: pip install 'corefscore[fuzz]'")
    with atheris.instrument_imports(include=["corefscore"]):
        from fuzz.checks import CHECKS
        from fuzz.dictionary import write_dictionary
        from fuzz.seeds import Seed, seeds

    check, name, *options = sys.argv[1:]
    attack = CHECKS[check][0]
    warnings.simplefilter("ignore")
    beside = seeds(name)[0].companion
    with TemporaryDirectory() as folder:
        corpus, words = Path(folder, "corpus"), Path(folder, "words")
        corpus.mkdir()
        for number, seed in enumerate(seeds(name)):
            (corpus / f"{number}").write_bytes(seed.content)
        write_dictionary(name, words)
        limits = ["-timeout=5", "-rss_limit_mb=512", "-max_len=65536", f"-dict={words}"]
        atheris.Setup(
            [sys.argv[0], *limits, *options, str(corpus)], lambda data: attack(name, Seed(data, beside)) and None
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
