"""Count key and response in the same unit: tokens, characters, or names of mentions."""

from __future__ import annotations

from dataclasses import replace

from corefscore.core.arrays import ints, numbers
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.core.problems import InputError, fail, warn
from corefscore.core.views import CHARACTER, NAME, TOKEN
from corefscore.matching.documents import are_in_memory

ADVICE = {
    TOKEN: "give both sides their text, or state the meaning of the other side's spans (--spans)",
    CHARACTER: "give both sides their text, or state the meaning of spans (--spans)",
    NAME: "state their meaning with spans= (--spans)",
}


COUNTED_IN_TOKENS = {"head", "minimum"}
"""Columns that have no meaning in characters."""


def same_units(key: Corpus, response: Corpus) -> tuple[Corpus, Corpus]:
    """Return key and response with mentions in the same unit.

    Names get the same numbers on both sides. If the key has tokens, names of the response are searched in its text. If
    one side counts tokens and the other characters of the same text, tokens become their characters.

    Raises
    ------
    InputError
        If a document has names on only one side, or tokens and characters that cannot be aligned.
    """
    if are_in_memory(key, response):
        return key, response
    if any(
        ours.unit == TOKEN and theirs.unit == NAME for ours, theirs in zip(key.origins, response.origins, strict=True)
    ):
        from corefscore.matching.occurrences import found_in_text

        response = found_in_text(key, response)
    pairs = list(zip(key.origins, response.origins, strict=True))
    mixed = [number for number, (ours, theirs) in enumerate(pairs) if _differ(ours, theirs)]
    for number in mixed:
        if not (_is_aligned(key, response, number) or _is_aligned(response, key, number)):
            raise _different_units(*pairs[number])
    if mixed:
        from corefscore.matching.characters import in_characters

        key, response = in_characters(key, response, mixed), in_characters(response, key, mixed)
        message = f"{len(mixed):,} of {len(pairs):,} documents count tokens on one side and characters on the other"
        warn(response.source_name, 0, f"{message}; tokens are aligned with the characters of the text")
    if any(origin.unit == NAME for origin in key.origins):
        return key, _with_names_of(key, response)
    return key, response


def _differ(ours: Origin, theirs: Origin) -> bool:
    return ours.unit != theirs.unit and not isinstance(theirs.source, Memory)


def _is_aligned(side: Corpus, other: Corpus, number: int) -> bool:
    """Return whether the tokens of a document can be turned into characters of the other side."""
    ours, theirs = side.origins[number], other.origins[number]
    has_texts = ours.text is not None and theirs.text is not None and ours.empty is None
    return has_texts and (ours.unit, theirs.unit) == (TOKEN, CHARACTER) and not COUNTED_IN_TOKENS & {*side.extra}


def _different_units(ours: Origin, theirs: Origin) -> InputError:
    message = f"mentions of document {theirs.name!r} are {theirs.unit}s, but {ours.unit}s in {ours.source.name}"
    advice = ADVICE[NAME if NAME in (ours.unit, theirs.unit) else ours.unit]
    return fail(theirs.source.name, theirs.line, f"{message}; {advice}")


def _with_names_of(key: Corpus, response: Corpus) -> Corpus:
    """Number the names of the response as in the key."""
    from corefscore.formats.json.clusters import NamesText

    start = response.start.copy()
    origins = list(response.origins)
    for number, (ours, theirs) in enumerate(zip(key.origins, response.origins, strict=True)):
        if not isinstance(ours.text, NamesText) or not isinstance(theirs.text, NamesText):
            continue
        number_of = {name: index for index, name in enumerate(ours.text.names)}
        table = ints([number_of.setdefault(name, len(number_of)) for name in theirs.text.names])
        rows = response.view(number).rows
        start[rows] = table[start[rows]]
        origins[number] = theirs._replace(text=NamesText([*number_of]))
    renamed = replace(response, start=start, end=start)
    return renamed.with_documents(origins, numbers(len(origins)))
