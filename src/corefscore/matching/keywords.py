"""Types of the keywords that functions pass on to `score`; only type checkers need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from corefscore.core.settings import Settings
    from corefscore.formats.files import Progress
    from corefscore.matching.topics import Topics
    from corefscore.matching.weights import Weights


class ReadingOptions(TypedDict, total=False):
    """The options of `score` that say how to read files. They are fields of `Reading`."""

    column: int | None
    encoding: str | None
    spans: str | None
    key_format: str | None
    response_format: str | None
    key_spans: str | None
    response_spans: str | None
    max_bytes: int | None
    clusters: str | None
    progress: Progress | None


class ScoringOptions(ReadingOptions, total=False):
    """The options of `score` that other functions, such as `compare`, also have and pass on to it."""

    profile: str | None
    settings: Settings | str | None
    match: str | None
    singletons: str | None
    duplicates: str | None
    missing: str | None
    extra: str | None
    tokens: str | None
    zeros: str | None
    blanc: str | None
    mentions: str | None
    undefined: str | None
    brackets: str | None
    scope: str | None
    windows: int | str | None
    topics: Topics | None
    split: str | None
    layer: str | None
    weights: Weights | None
