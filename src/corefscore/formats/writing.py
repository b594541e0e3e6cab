"""Writing a corpus to a file."""

from __future__ import annotations

import os
from pathlib import Path

from corefscore.core.corpus import Corpus
from corefscore.formats.detection import by_suffix, named
from corefscore.formats.files import AnyPath
from corefscore.formats.losses import fitted
from corefscore.formats.registry import FORMATS
from corefscore.formats.targets import opened


def write(corpus: Corpus, path: AnyPath, format: str | None = None) -> None:  # noqa: A002
    """Write a corpus in the format of that name, or the one that the path ends like.

    What the format cannot carry is told in a warning, or refused where the rest would be wrong.
    """
    form = named(format, FORMATS) if format is not None else by_suffix(path, FORMATS)
    corpus = fitted(corpus, form, os.fspath(path))
    if form.write is not None:
        form.write(corpus, Path(path))
    elif form.lines is not None:
        lines = form.lines(corpus)
        with opened(Path(path)) as stream:
            stream.writelines(f"{line}\n" for line in lines)
