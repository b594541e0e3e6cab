"""Bring key and response to the same documents, and check that they have the same words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus, Memory, Origin, without_empty_nodes
from corefscore.core.problems import SHOWN, InputError, Problem, closest, fail, warn
from corefscore.core.views import NAME, NO_WORD
from corefscore.formats.naming import names_in_files

if TYPE_CHECKING:
    from corefscore.core.texts import Text

BRACKETED = r"\((.*)\)"
PART = r"part\s+(\d+)"
COMPARED = 1000
FEW_NAMES = 5


def same_documents(key: Corpus, response: Corpus, missing: str, extra: str) -> tuple[Corpus, Corpus]:
    """Return both corpora with the documents of the key, in the order of the key.

    Parameters
    ----------
    key, response : Corpus
        The two sides.
    missing, extra : str
        The policies for documents that only the key has, and for documents that only the response has.

    Raises
    ------
    InputError
        If documents are missing or extra and the policy is `error`, or if no document is left.
    """
    if key.names == response.names:
        if len(key) > 1 and all(_without_names(side) for side in (key, response)):
            _warn_of_order(key, response)
        return key, response
    partner = _partners(key, response)
    lacking = [number for number in range(len(key)) if number not in partner]
    spare = sorted(set(range(len(response))) - set(partner.values()))
    problems = [*_missing(key, response, lacking, spare)] if missing == "error" else []
    problems += _extra(key, response, spare) if extra == "error" else []
    if problems:
        raise InputError(problems)
    _warn_of_policies(key, response, lacking, missing, len(spare))
    scored = [number for number in range(len(key)) if number in partner or missing == "empty"]
    if not scored:
        message = f"no document is left to score against {key.source_name}"
        raise fail(response.source_name, 0, f"{message}; give a key and a response with the same documents")
    key_number, response_number = (np.full(len(corpus), -1, dtype=np.int64) for corpus in (key, response))
    for new, number in enumerate(scored):
        key_number[number] = new
        if number in partner:
            response_number[partner[number]] = new
    nowhere = Memory(response.source_name)
    origins = [response.origins[partner[n]] if n in partner else Origin(key.names[n], nowhere) for n in scored]
    return (
        key.with_documents([key.origins[number] for number in scored], key_number),
        response.with_documents(origins, response_number),
    )


def _warn_of_policies(key: Corpus, response: Corpus, lacking: Sequence[int], missing: str, spare: int) -> None:
    """Warn of documents that the policies leave out or count as empty."""
    if lacking:
        files = [file for file, _, is_whole in _by_file(key, lacking) if is_whole]
        more = f" and of {len(files) - 1:,} more files" if len(files) > 1 else ""
        whole = f" (among them all of {files[0]}{more})" if files and len(lacking) < len(key) else ""
        effect = "they count as empty" if missing == "empty" else "they are not scored"
        message = f"{len(lacking):,} of {len(key):,} documents are missing{whole}; {effect} (missing={missing})"
        warn(response.source_name, 0, message)
    if spare:
        message = f"{spare:,} of {len(response):,} documents are not in {key.source_name}; they are not scored"
        warn(response.source_name, 0, f"{message} (extra=ignore)")


def _partners(key: Corpus, response: Corpus) -> dict[int, int]:
    """Map each key document to its response document by name. Names may be written differently in the two files."""
    if key.source_index is None or response.source_index is None:
        return _same_names(key.names, response.names)
    partner = _similar_names(key.names, response.names)
    if not partner and len(key) == len(response) and any(map(_without_names, (key, response))):
        _warn_of_order(key, response)
        return {number: number for number in range(len(key))}
    if partner or not _named_after_files(key, response):
        return partner
    message = f"its document {response.names[0]!r} is compared with {key.names[0]!r} of {key.source_name}"
    warn(response.source_name, 0, f"{message}; each side has only one document")
    return {0: 0}


def _warn_of_order(key: Corpus, response: Corpus) -> None:
    message = f"not all documents have names; they are paired with the documents of {key.source_name} in their order"
    warn(response.source_name, 0, message)


def _same_names(key: Sequence[str], response: Sequence[str]) -> dict[int, int]:
    by_name = {name: number for number, name in enumerate(response)}
    return {number: by_name[name] for number, name in enumerate(key) if name in by_name}


def _similar_names(key: Sequence[str], response: Sequence[str]) -> dict[int, int]:
    """Pair documents with the same name, then documents with the same plain name, if no other document has it."""
    partner = _same_names(key, response)
    for alias in (plain_name, joined_name):
        taken = set(partner.values())
        key_names = [(alias(name), number) for number, name in enumerate(key) if number not in partner]
        response_names = [(alias(name), number) for number, name in enumerate(response) if number not in taken]
        times = [Counter(name for name, _ in names) for names in (key_names, response_names)]
        by_alias = dict(response_names)
        for name, number in key_names:
            if times[0][name] == times[1][name] == 1:
                partner[number] = by_alias[name]
    return partner


def _without_names(corpus: Corpus) -> bool:
    """Return whether all names in a file only replace missing names."""
    return all(unnamed for _, unnamed in names_in_files(corpus))


def _named_after_files(key: Corpus, response: Corpus) -> bool:
    """Return whether each side has one document, and at least one of them has the name of its file."""
    origins = (*key.origins, *response.origins)
    return len(key) == len(response) == 1 and any(origin.line == 0 for origin in origins)


def document_number(corpus: Corpus, name: str | None) -> int:
    """Return the number of a document.

    Parameters
    ----------
    corpus : Corpus
        The documents.
    name : str or None
        The name, or a part of it that no other name has; None if there is only one document.

    Raises
    ------
    ValueError
        If no document has the name, or if several documents have it.

    Examples
    --------
    >>> import corefscore
    >>> corpus = corefscore.score({"news/1": [], "story/2": []}, {"news/1": [], "story/2": []}).matched.key
    >>> document_number(corpus, "story")
    1
    """
    names = corpus.names
    if name is None:
        if len(names) == 1:
            return 0
        shown = ", ".join(map(repr, names[:FEW_NAMES])) + (", ..." if len(names) > FEW_NAMES else "")
        raise ValueError(f"there are {len(names):,} documents; name one of them (--document): {shown}")
    if name in corpus.number:
        return corpus.number[name]
    having = [number for number, each in enumerate(names) if name in each]
    if len(having) == 1:
        return having[0]
    if having:
        message = f"{len(having):,} documents have {name!r} in their names, such as {names[having[0]]!r}"
        raise ValueError(f"{message}; give a longer part of the name")
    meant = closest(name, names, alike=0)
    hint = f"; did you mean {meant!r}?" if meant else ""
    raise ValueError(f"there is no document {name!r} among {len(names):,}{hint}")


def plain_name(name: str) -> str:
    """Return the name of a document in one form, whichever form a file uses.

    >>> plain_name("(bc/cctv/00); part 003"), plain_name("bc/cctv/00; part 3")
    ('bc/cctv/00; part 3', 'bc/cctv/00; part 3')
    >>> plain_name("(bc/cctv/00);"), plain_name("(bc/cctv/00); part 000")
    ('bc/cctv/00; part 0', 'bc/cctv/00; part 0')
    """
    stem, semicolon, rest = name.strip().rpartition(";")
    part = re.fullmatch(PART, rest.strip() or "part 0") if semicolon else None
    if part is None:
        stem, number = name.strip(), 0
    else:
        number = int(part[1])
    bracketed = re.fullmatch(BRACKETED, stem.strip())
    return f"{bracketed[1] if bracketed else stem.strip()}; part {number}"


def joined_name(name: str) -> str:
    """Return the name of a document followed by its part, as in JSON lines.

    >>> joined_name("(bc/cctv/00); part 003"), joined_name("bc/cctv/00_3")
    ('bc/cctv/00_3', 'bc/cctv/00_3')
    """
    stem, _, part = plain_name(name).rpartition("; part ")
    if not re.search(PART, name):
        return name if ";" in name else stem
    return f"{stem}_{part}"


def _by_file(corpus: Corpus, chosen: Iterable[int]) -> list[tuple[str, list[int], bool]]:
    """Return each file with its chosen documents, and whether these are all of its several documents."""
    files = corpus.origins.files
    size = Counter(files)
    found: dict[str, list[int]] = {}
    for number in chosen:
        found.setdefault(files[number], []).append(number)
    return [(file, documents, 1 < len(documents) == size[file]) for file, documents in found.items()]


def _missing(key: Corpus, response: Corpus, lacking: list[int], spare: list[int]) -> Iterator[Problem]:
    """Yield a problem for each missing document, or one problem for all documents of a file."""
    spare_names = [response.names[number] for number in spare]
    comparisons = SHOWN if len(spare_names) <= COMPARED else 0
    advice = "or choose missing=empty or missing=skip (--missing)"
    for file, documents, is_whole in _by_file(key, lacking):
        for number in documents[:1] if is_whole else documents:
            name, comparisons = key.names[number], comparisons - 1
            meant = closest(name, spare_names) if comparisons >= 0 else None
            if is_whole:
                hint = f" (is {meant!r} its {name!r}?)" if meant else ""
                message = f"none of the {len(documents):,} documents of {file} is here{hint}; add them, {advice}"
            else:
                hint = f" (is it {meant!r}?)" if meant else ""
                message = f"document {name!r} of {key.source_name} is missing{hint}; add it, {advice}"
            yield Problem(response.source_name, 0, message)


def _extra(key: Corpus, response: Corpus, spare: list[int]) -> Iterator[Problem]:
    """Yield a problem for each extra document, or one problem for all documents of a file."""
    advice = "or choose extra=ignore (--extra)"
    for file, documents, is_whole in _by_file(response, spare):
        if is_whole:
            message = f"none of its {len(documents):,} documents is in {key.source_name}; remove them, {advice}"
            yield Problem(file, 0, message)
            continue
        for origin in (response.origins[number] for number in documents):
            message = f"document {origin.name!r} is not in {key.source_name}; remove it, {advice}"
            yield Problem(origin.source.name, origin.line, message)


def are_in_memory(key: Corpus, response: Corpus) -> bool:
    """Return whether both sides are entities in memory."""
    return all(isinstance(origin.source, Memory) for side in (key, response) for origin in side.origins[:1])


def check_words(key: Corpus, response: Corpus) -> None:
    """Check that both sides have the same words and sentences, if their words are known.

    Raises
    ------
    InputError
        If they differ. The message names the first difference in each document.
    """
    if are_in_memory(key, response):
        return  # the only words of clusters from memory are their mentions
    problems: list[Problem] = []
    for ours, theirs in zip(key.origins, response.origins, strict=True):
        if ours.text is theirs.text is not None:
            continue
        if ours.text is None or theirs.text is None or ours.unit == NAME:
            problems += [*_uncertain_numbers(ours, theirs), *_uncertain_numbers(theirs, ours)]
            continue
        if not have_same_words(ours.text, theirs.text):
            problems += _different_words(ours, ours.text, theirs, theirs.text)
    if problems:
        raise InputError(problems)


def have_same_words(ours: Text, theirs: Text) -> bool:
    """Return whether two texts have the same words and sentences. Empty nodes are left out.

    Texts with different fingerprints may be the same, written in two ways.
    """
    fingerprint: bytes | None = getattr(ours, "fingerprint", None)
    if fingerprint is not None and fingerprint == getattr(theirs, "fingerprint", None):
        return True
    return without_empty_nodes(ours).sentences == without_empty_nodes(theirs).sentences


def _uncertain_numbers(ours: Origin, theirs: Origin) -> Iterator[Problem]:
    """Yield a problem if one side has empty nodes and the other has no words: do its numbers count these nodes?"""
    is_nowhere = isinstance(theirs.source, Memory)  # a missing document, which has no mentions
    if ours.empty is not None and theirs.empty is None and theirs.text is None and not is_nowhere:
        message = f"document {theirs.name!r} has no words, so it is not known whether its numbers count the empty nodes"
        advice = "give a format with words, or choose tokens=ignore (--tokens) if they do not count them"
        yield Problem(theirs.source.name, theirs.line, f"{message} of {ours.source.name}; {advice}")


def _different_words(ours: Origin, our_text: Text, theirs: Origin, their_text: Text) -> Iterator[Problem]:
    """Yield the first difference between the texts of a document, if there is one."""
    our_text, their_text = without_empty_nodes(our_text), without_empty_nodes(their_text)
    divided = ours.divided and theirs.divided
    difference = _difference(our_text, their_text, ours.source.name, ours.unit, divided)
    if difference is not None:
        token, message = difference
        advice = "give both sides the same text, or choose tokens=ignore (--tokens)"
        line = their_text.line_of(token)
        yield Problem(theirs.source.name, line, f"document {theirs.name!r}: {message}; {advice}")


def _difference(ours: Text, theirs: Text, key: str, unit: str, divided: bool) -> tuple[int, str] | None:
    """Return the first token at which the response differs from the key, and a description; None if nothing differs."""
    our_words, their_words = _words(ours), _words(theirs)
    if {*our_words} != {NO_WORD} != {*their_words}:
        for token, (our_word, their_word) in enumerate(zip(our_words, their_words, strict=False)):
            if our_word != their_word:
                location = Problem(key, ours.line_of(token), "").location
                return token, f"{unit} {token} is {their_word!r}, but {our_word!r} in {location}"
    if len(our_words) != len(their_words):
        token = min(len(our_words), len(their_words) - 1)
        return max(token, 0), f"it has {len(their_words):,} {unit}s, but {key} has {len(our_words):,}"
    if not divided:
        return None
    our_starts, their_starts = _sentence_starts(ours), _sentence_starts(theirs)
    only_one = our_starts.symmetric_difference(their_starts)
    if not only_one:
        return None
    token = min(only_one)
    side = "here" if token in their_starts else f"in {key} (line {ours.line_of(token)})"
    return token, f"token {token} ({their_words[token]!r}) begins a sentence only {side}"


def _words(text: Text) -> list[str]:
    return [word for sentence in text.sentences for word in sentence]


def _sentence_starts(text: Text) -> set[int]:
    starts: Ints = np.cumsum([0, *map(len, text.sentences)])
    return set(starts.tolist())
