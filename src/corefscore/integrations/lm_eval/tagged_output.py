"""Coreference in the tagged output of a language model, as an aggregation for lm-evaluation-harness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefscore.core.corpus import Corpus, concatenate
from corefscore.core.problems import InputError
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE, Reading
from corefscore.formats.builder import CorpusBuilder
from corefscore.formats.files import File
from corefscore.formats.tagged.format import read
from corefscore.scoring import score

TARGET = "tagged"
"""The field of a document with the text and its gold tags."""


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the gold text and the output of one document for each metric. `conll_f1` scores all of them together."""
    pair = (str(doc[TARGET]), str(results[0]))
    return {"conll_f1": pair}


def conll_f1(items: Sequence[tuple[str, str]]) -> float:
    """Return the CoNLL average of all documents.

    Parameters
    ----------
    items : sequence of tuples
        The text of each document with gold tags, and the output of the model.

    Returns
    -------
    float
        The mean F1 of MUC, B³ and CEAF-e over all documents, between 0 and 1. Tags are moved to the words of the gold
        text. A document whose output cannot be read counts as one without mentions.

    Raises
    ------
    InputError
        If a gold text cannot be read.

    Examples
    --------
    >>> conll_f1([("[e1 Ann] said [e1 she] slept", "[e1 Ann] said [e1 she] slept")])
    1.0
    """
    keys = [_document(str(number), gold, None) for number, (gold, _) in enumerate(items)]
    responses = [_response(str(number), output, keys[number]) for number, (_, output) in enumerate(items)]
    result = score(concatenate(keys), concatenate(responses), ["conll"], duplicates="reference", tokens="ignore")
    return float(result["conll"].f1)


def _document(name: str, text: str, key: Corpus | None) -> Corpus:
    side = KEY_SIDE if key is None else RESPONSE_SIDE
    content = f"# document {name}\n{text}\n".encode(errors="replace")
    return read(File(f"{side} {name}", content), Reading(side=side, key=key))


def _response(name: str, output: str, key: Corpus) -> Corpus:
    try:
        return _document(name, output, key)
    except InputError:
        builder = CorpusBuilder(f"{RESPONSE_SIDE} {name}")
        builder.add(key.origins[0]._replace(source=builder.source), [], [], [], [], 0)
        return builder.corpus()
