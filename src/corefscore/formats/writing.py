"""Writing a corpus to files."""

from __future__ import annotations

import os
from pathlib import Path

from corefscore.core.corpus import Corpus
from corefscore.formats.detection import by_suffix, find_format
from corefscore.formats.files import AnyPath
from corefscore.formats.losses import fitted
from corefscore.formats.registry import FORMATS
from corefscore.formats.targets import write_lines


def write(corpus: Corpus, path: AnyPath, format: str | None = None) -> None:  # noqa: A002
    """Write a corpus to a file, or to a directory with a file for each document.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    path : path
        Where to write; `-` is standard output. A file that exists is replaced when the new one is complete.
    format : str, optional
        The name of a format. Without it, the end of the path decides.

    Raises
    ------
    InputError
        If the format cannot hold the corpus, or if the file cannot be written.

    Warns
    -----
    InputWarning
        If the format cannot hold a part of the corpus, which is lost.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from corefscore.formats.reading import read
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "key.json").write_text('{"story": [["Ann", "she"], ["Tom"]]}')
    ...     write(read(f"{folder}/key.json"), f"{folder}/copy.json")
    ...     print(Path(folder, "copy.json").read_text())
    {
     "story": [["Ann", "she"], ["Tom"]]
    }
    <BLANKLINE>
    """
    form = find_format(format, FORMATS) if format is not None else by_suffix(path, FORMATS)
    corpus = fitted(corpus, form, os.fspath(path))
    if form.write is not None:
        form.write(corpus, Path(path))
    elif form.lines is not None:
        write_lines(Path(path), form.lines(corpus))
