"""Inputs for a language model: the task in words, and a text with or without marked mentions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from corefscore.core.corpus import Corpus
from corefscore.core.problems import check_choice, fail
from corefscore.core.views import Document
from corefscore.formats.conll.writer import check_brackets
from corefscore.formats.tagged.format import spans_of
from corefscore.formats.tagged.forms import FORMS, tagged_sentences

MARKED, UNMARKED = "marked", "unmarked"
MENTIONS: Mapping[str, str] = {
    UNMARKED: "the model finds the mentions and their entities",
    MARKED: "the mentions of KEY are tagged with ?, and the model finds their entities",
}
JSON_FORM = "json"
UNKNOWN_ENTITY = "?"
FIND = (
    "Find all mentions of entities in the text below: names, noun phrases and pronouns. Two mentions are in the same"
    " entity if they refer to the same thing."
)
TAG = (
    "Copy the text without any change, and tag each mention with the name of its entity (e1, e2, ...), as in this"
    " example:"
)
FILL = (
    "In the text below, each mention is tagged with ?. Copy the text without any change, and put the name of its entity"
    " (e1, e2, ...) in place of each ?. Two mentions get the same name if they refer to the same thing, as in this"
    " example:"
)
LIST = (
    "Answer with JSON only: a list of entities, each a list of the words of its mentions, in the order of the text. A"
    " mention whose words occur several times is listed once for each time it belongs to the entity. Example:"
)
LIST_EXAMPLE = '{"clusters": [["Ann", "her"], ["her dog"]]}'


class Prompt(NamedTuple):
    """The input for one document."""

    document: str
    prompt: str


def prompts(corpus: Corpus, form: str = "brackets", mentions: str = UNMARKED) -> list[Prompt]:
    """Return the inputs for the documents of a corpus.

    Parameters
    ----------
    corpus : Corpus
        The documents, with their words.
    form : str
        The form of the answer: one of `FORMS`, or `json` for lists of words.
    mentions : str
        Whether mentions are `marked` or `unmarked`.

    Raises
    ------
    InputError
        If a document has no words, or its mentions cannot be marked.
    ValueError
        If there is no such form, or if the answer is JSON and mentions are marked.

    Examples
    --------
    >>> from corefscore.formats.reading import read
    >>> found = prompts(read("examples/key.conll"), mentions="marked")
    >>> found[0].prompt.splitlines()[3][:40]
    '[? Mara Quill] opened [? a small bakery '
    """
    check_choice("form", form, (*FORMS, JSON_FORM))
    check_choice("way to show mentions", mentions, MENTIONS)
    if form == JSON_FORM and mentions == MARKED:
        raise ValueError("an answer in JSON lists words, so it cannot use marked mentions; choose another form")
    if mentions == MARKED:
        check_brackets(corpus)
    return [Prompt(document.name, _prompt(document, form, mentions)) for document in corpus]


def _prompt(document: Document, form: str, mentions: str) -> str:
    text = document.origin.text
    if text is None or document.tokens is None:
        message = f"document {document.name!r} has no words, but a model needs them; give a format with words"
        raise fail(document.origin.source.name, document.origin.line, message)
    spans = [span._replace(label=UNKNOWN_ENTITY) for span in spans_of(document)] if mentions == MARKED else []
    shown = "brackets" if form == JSON_FORM else form
    return "\n".join([*_task(form, mentions), "", *tagged_sentences(text.sentences, spans, shown), ""])


def _task(form: str, mentions: str) -> Iterator[str]:
    if mentions == MARKED:
        yield from (FILL, FORMS[form].example)
    elif form == JSON_FORM:
        yield from (FIND, LIST, LIST_EXAMPLE)
    else:
        yield from (FIND, TAG, FORMS[form].example)


def as_text(found: list[Prompt]) -> Iterator[str]:
    """Yield all inputs as text, each after a line with the name of its document."""
    for each in found:
        yield f"# document {each.document}"
        yield each.prompt


def as_json_lines(found: list[Prompt]) -> Iterator[str]:
    """Yield all inputs as JSON lines with the fields `document` and `prompt`."""
    return (json.dumps(each._asdict(), ensure_ascii=False) for each in found)


LAYOUTS = {"text": as_text, "jsonlines": as_json_lines}
"""The ways to write inputs to a file."""
