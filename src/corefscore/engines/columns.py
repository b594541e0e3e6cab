"""Find the columns of mentions, entities and documents in a table, and check that ids of two sides can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corefscore.core.problems import InputError, closest, fail

MENTION, ENTITY = "mention", "entity"
OTHER_NAMES: Mapping[str, Sequence[str]] = {
    MENTION: ("mention_id", "record_id", "unique_id", "rec_id", "record", "id"),
    ENTITY: ("entity_id", "cluster_id", "cluster", "cluster id", "z_cluster", "chain_id", "label"),
}
"""Names of these columns in other programs. They are recognised if a table has exactly one of them."""

TEXT, WHOLE, FRACTION = "text", "whole numbers", "fractions"
UNTYPED = "untyped text"
"""The cells of CSV files: texts that may contain numbers."""

NOTHING = "no ids"
"""A column without any id, as in a table without rows."""


class Columns(NamedTuple):
    """The names of the columns of one side.

    Parameters
    ----------
    mention : tuple of str
        The columns that together identify a mention.
    entity : str
        The column of the entity.
    document : str or None
        The column of the document, if there are several documents.
    """

    mention: tuple[str, ...]
    entity: str
    document: str | None = None

    @property
    def identity(self) -> tuple[str, ...]:
        """The columns that both sides share: document and mention."""
        return self.mention if self.document is None else (self.document, *self.mention)


def find_columns(source: str, there: Sequence[str], wanted: Columns) -> Columns:
    """Find the wanted columns of a table.

    Parameters
    ----------
    source : str
        The name of the table, for messages.
    there : sequence of str
        The columns of the table.
    wanted : Columns
        The names that the user gave. The default names also stand for the names of other programs.

    Raises
    ------
    InputError
        If there is no such column, or if several columns fit.

    Examples
    --------
    >>> find_columns("key", ["unique_id", "cluster_id", "name"], Columns(("mention",), "entity"))
    Columns(mention=('unique_id',), entity='cluster_id', document=None)
    """
    mention = tuple(_find(source, there, name, MENTION) for name in wanted.mention)
    entity = _find(source, there, wanted.entity, ENTITY)
    document = None if wanted.document is None else _find(source, there, wanted.document, "document")
    used = [*mention, entity, *([document] if document else [])]
    twice = [name for name in used if used.count(name) > 1]
    if twice:
        raise fail(source, 0, f"column {twice[0]!r} is used for two purposes; name other columns")
    return Columns(mention, entity, document)


def _find(source: str, there: Sequence[str], name: str, role: str) -> str:
    if name in there:
        return name
    found = [each for each in there if name == role and each.strip().lower() in OTHER_NAMES.get(role, ())]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(there) or "none"
    if found:
        raise fail(source, 0, f"{' and '.join(found)} may each be the {role} column; name one ({_option(role)})")
    near = closest(name, there)
    hint = f"did you mean {near!r}? " if near else ""
    raise fail(source, 0, f"there is no column {name!r}; {hint}the columns are {listed}; name one ({_option(role)})")


def _option(role: str) -> str:
    return "--document-column" if role == "document" else f"--{role}"


def common_kinds(names: Sequence[tuple[str, str]], kinds: Sequence[tuple[str, str]]) -> list[str]:
    """Return the kind in which the ids of each pair of columns are compared.

    Parameters
    ----------
    names : sequence of pairs of str
        The columns of key and response.
    kinds : sequence of pairs of str
        The kinds of these columns.

    Raises
    ------
    InputError
        If ids of one side can never equal ids of the other side, such as numbers and texts.
    """
    problems = []
    found = []
    for (key, response), (ours, theirs) in zip(names, kinds, strict=True):
        kind = _common(ours, theirs)
        if kind is None:
            message = f"column {key!r} of the key has {ours}, but {response!r} of the response has {theirs}"
            problems.append(fail("tables", 0, f"{message}; convert one of them").problems[0])
        found.append(kind or ours)
    if problems:
        raise InputError(problems)
    return found


def _common(ours: str, theirs: str) -> str | None:
    pair = {ours, theirs}
    if NOTHING in pair and len(pair) > 1:
        (ours,) = pair - {NOTHING}
        pair = {ours}
    if len(pair) == 1:
        return TEXT if ours == UNTYPED else ours
    if pair <= {TEXT, UNTYPED} or pair == {UNTYPED, WHOLE}:
        return TEXT
    return WHOLE if pair == {WHOLE, FRACTION} else None
