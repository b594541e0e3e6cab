"""Options that commands share; those that belong together reach a command as one object."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, wraps
from typing import Any, NamedTuple, TypeAlias

import click

from corefscore.cli.command import INPUT, INTERVALS, METRICS, OUTPUT, POLICIES, SELECTION, option, refuse
from corefscore.cli.parameters import (
    InputPath,
    MetricName,
    MetricNames,
    NumberOr,
    OutputFormat,
    OutputPath,
    PicturePath,
)
from corefscore.core.settings import (
    CHOICES,
    DIVISIONS,
    GIVEN,
    GROUPINGS,
    LEVEL,
    NUMBERS,
    PROFILES,
    RESAMPLES,
    SEED,
    Settings,
    weights_policy,
)
from corefscore.formats.base import MEANINGS, USUAL, Reading
from corefscore.formats.registry import FORMATS as FORMATS_OF_FILES

FORMATS = tuple(FORMATS_OF_FILES)
SPANS = tuple(MEANINGS)
WEIGHTS = "weights"
OF_DOCUMENTS = ("document",)
SIGNED = ("table", "markdown", "latex", "json")
"""The forms of output that have a signature."""

Function: TypeAlias = Callable[..., None]
Decorator: TypeAlias = Callable[[Function], Function]


class Scoring(NamedTuple):
    """How to read and score files, as given on the command line.

    Parameters
    ----------
    reading : Reading
        How to read both sides.
    profile : str or None
        Official settings of all policies.
    policies : mapping of str to str or None
        The policies that were given; weights may also be a file.
    jobs : int or None
        How many processes to use.
    topics : str or None
        The topics of documents: a file or a pattern.
    signature : str or None
        The signature of a result, whose settings are taken in place of a profile.
    """

    reading: Reading
    profile: str | None
    policies: Mapping[str, str | None]
    jobs: int | None
    topics: str | None
    signature: str | None

    @property
    def weights(self) -> str | None:
        return self.policies[WEIGHTS]

    @property
    def is_given(self) -> bool:
        """Whether any of these options was given."""
        given = (self.jobs, self.profile, self.topics, self.signature, *self.policies.values())
        return self.reading != USUAL or any(each is not None for each in given)

    def settings(self) -> Settings:
        """One choice for each policy.

        Raises
        ------
        ValueError
            If some choices exclude each other.
        """
        return Settings.of(self.profile, self._signed, **{**self.policies, WEIGHTS: weights_policy(self.weights)})

    @property
    def _signed(self) -> Settings | None:
        return None if self.signature is None else _settings_of(self.signature)

    def keywords(self) -> dict[str, Any]:
        """What `score`, `compare` and `report` take; of the options for reading, those that are not the usual ones."""
        usual = USUAL._asdict()
        reading = {name: value for name, value in self.reading._asdict().items() if value != usual[name]}
        return {**reading, **self.policies, "topics": self.topics, "profile": self.profile, "settings": self._signed}


@cache
def _settings_of(signature: str) -> Settings:
    """The settings of a signature, read once, so that its warnings come once."""
    return Settings.from_signature(signature)


class Resampling(NamedTuple):
    """Whether confidence intervals are wanted, and how tests of significance resample documents."""

    ci: bool
    level: float
    resamples: int
    seed: int


def together(name: str, make: Callable[..., object], options: Mapping[str, Decorator]) -> Decorator:
    """Some options, by the names of their values, which a command gets as one argument."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def with_one(*args: object, **given: object) -> None:
            made = make(**{each: given.pop(each) for each in options})
            function(*args, **given, **{name: made})

        return one_after_the_other(options.values())(with_one)

    return decorate


def one_after_the_other(options: Collection[Decorator]) -> Decorator:
    """Several options, in the order of the help."""

    def decorate(function: Function) -> Function:
        for each in reversed([*options]):
            function = each(function)
        return function

    return decorate


def number(
    *names: str, group: str, text: str, default: int | None = None, usual: str | None = None, least: int = 1
) -> Decorator:
    """An option that is a whole number; `usual` says what holds where it is not given and has no default."""
    return option(
        *names,
        group=group,
        type=click.IntRange(least),
        default=default,
        show_default=usual or default is not None,
        metavar="NUMBER",
        help=text,
    )


def choice(*names: str, group: str, choices: Iterable[str], text: str, default: str | None = None) -> Decorator:
    """An option that is one of some words."""
    return option(
        *names,
        group=group,
        type=click.Choice(tuple(choices)),
        default=default,
        show_default=default is not None,
        help=text,
    )


def flag(*names: str, group: str, text: str) -> Decorator:
    """An option without a value."""
    return option(*names, group=group, is_flag=True, help=text)


def seed(group: str, default: int = SEED) -> Decorator:
    return number("--seed", group=group, default=default, least=0, text="Seed of the random numbers.")


# Input


def key_and_response(function: Function) -> Function:
    """The two arguments of most commands."""
    return one_after_the_other([click.argument(name, type=InputPath()) for name in ("key", "response")])(function)


def _format_option(*names: str, text: str) -> Decorator:
    return option(
        *names,
        group=INPUT,
        type=click.Choice(FORMATS),
        show_default="as the content shows",
        metavar="FORMAT",
        help=text,
    )


def _spans_option(*names: str, text: str, meanings: Mapping[str, str] | None = None) -> Decorator:
    return option(*names, group=INPUT, type=click.Choice(SPANS), metavar="SPANS", help=text, meanings=meanings)


COLUMN = option(
    "--column",
    group=INPUT,
    type=click.IntRange(max=-1),
    metavar="NUMBER",
    show_default="-1, the last",
    help="Coreference column of column files, counted from the right.",
)
MAX_BYTES = number(
    "--max-bytes",
    group=INPUT,
    usual="1 GiB, or 100 times its size if that is more",
    text="How many bytes a compressed file may unpack to.",
)
ENCODING = option("--encoding", group=INPUT, help="Encoding of the files, if it is not UTF-8.")
SPANS_OPTION = _spans_option(
    "--spans",
    text="What the ends of spans mean in JSON and tables. By default, files must prove it.",
    meanings=MEANINGS,
)
JOBS = number(
    "-j",
    "--jobs",
    group=INPUT,
    usual="1; for systems to compare, one for each core if files are large",
    text="How many processes to use.",
)
CLUSTERS = option(
    "--clusters",
    group=INPUT,
    metavar="FIELD",
    help="Field of JSON documents to read, such as predicted_clusters.",
)
LAYER = option(
    "--layer",
    group=INPUT,
    type=click.Choice(tuple(CHOICES["layer"])),
    show_default="identity",
    meanings=CHOICES["layer"],
    help="Layer of annotation to read, for files of Universal Anaphora.",
)
READING: dict[str, Decorator] = {
    "key_format": _format_option("--key-format", text=f"Format of the key: {', '.join(FORMATS)}."),
    "response_format": _format_option("--response-format", text="Format of the response, one of the same."),
    "clusters": CLUSTERS,
    "column": COLUMN,
    "encoding": ENCODING,
    "key_spans": _spans_option("--key-spans", text="The same as --spans, for the key alone."),
    "response_spans": _spans_option("--response-spans", text="The same as --spans, for the response alone."),
    "spans": SPANS_OPTION,
    "max_bytes": MAX_BYTES,
}


def reading(what: str) -> Decorator:
    """How to read the one input of a command."""
    options: dict[str, Decorator] = {
        "format": _format_option("--from", "format", text=f"Format of {what}: {', '.join(FORMATS)}."),
        "clusters": CLUSTERS,
        "column": COLUMN,
        "encoding": ENCODING,
        "spans": SPANS_OPTION,
        "max_bytes": MAX_BYTES,
        "layer": LAYER,
        "brackets": _policy("brackets", CHOICES["brackets"], INPUT),
    }
    return together("reading", Reading, options)


# Policies


def _policy(name: str, choices: Mapping[str, str], group: str = POLICIES) -> Decorator:
    """A policy, with what each of its choices means; weights are given as a file."""
    names = {name: "FILE" if name == GIVEN else name for name in choices}
    default = getattr(Settings, name)
    meanings = {names[each]: f"{text}  [default]" if each == default else text for each, text in choices.items()}
    words = [each for each in choices if each != GIVEN]
    meanings |= {"NUMBER": NUMBERS[name]} if name in NUMBERS else {}
    kind = NumberOr(words) if name in NUMBERS else InputPath(words) if GIVEN in choices else click.Choice(words)
    return option(f"--{name}", group=group, type=kind, metavar="CHOICE", meanings=meanings)


PROFILE = option(
    "--profile",
    group=POLICIES,
    type=click.Choice(tuple(PROFILES)),
    metavar="PROFILE",
    meanings={name: profile.meaning for name, profile in PROFILES.items()},
    help="Official settings of all policies; a policy that is given replaces that of the profile.",
)
SETTINGS = option(
    "--settings",
    group=POLICIES,
    metavar="SIGNATURE",
    help="Settings of another result: its signature, short or long. A policy that is given replaces that of the"
    " signature.",
)
SCOPE = _policy("scope", CHOICES["scope"])
TOPICS = option(
    "--topics",
    group=POLICIES,
    type=InputPath(),
    metavar="TOPICS",
    meanings={
        "FILE": "lines of a document, a tab, its topic (a tab, its subtopic)",
        "PATTERN": "one for names of documents, with groups: topic, subtopic",
    },
    help="With --scope: the topic of each document.",
)
SCORING: dict[str, Decorator] = {
    **READING,
    "jobs": JOBS,
    "profile": PROFILE,
    "settings": SETTINGS,
    "topics": TOPICS,
    **{name: _policy(name, choices) for name, choices in CHOICES.items() if name != "layer"},
    "layer": LAYER,
}


def scoring(function: Function) -> Function:
    """How to read files, and a choice for each policy; those that exclude each other are an error of usage."""

    def make(jobs: int | None, profile: str | None, settings: str | None, topics: str | None, **given: Any) -> Scoring:
        reading = Reading(**{name: given[name] for name in READING}, jobs=jobs or USUAL.jobs)
        found = Scoring(reading, profile, {name: given[name] for name in CHOICES}, jobs, topics, settings)
        if settings is None:  # a signature may also be one of tables, which are recognised later
            found.settings()
        return found

    return together("scoring", make, SCORING)(function)


# Metrics, documents, intervals


def metrics(function: Function, kind: MetricNames | None = None) -> Function:
    """Some metrics, one by one or with commas; None if none is asked for."""

    def listed(_: click.Context, __: click.Parameter, values: tuple[tuple[str, ...], ...]) -> list[str] | None:
        return [name for names in values for name in names] if values else None

    return option(
        "-m",
        "--metric",
        "metrics",
        group=METRICS,
        multiple=True,
        type=kind or MetricNames(),
        metavar="METRIC",
        callback=listed,
        help="A metric, or several with commas between them; see `corefscore metrics`.",
    )(function)


def cost(what: str) -> Decorator:
    """A metric in whose points costs are wanted."""
    text = f"Show how many points of this metric's F1 the repair of one {what} alone would bring, the most first."
    return option("--cost", group=SELECTION, type=MetricName(), metavar="METRIC", help=text)


def paper(function: Function) -> Function:
    """The usual row of a paper."""
    text = "The usual row of a paper: P, R and F1 of MUC, B³ and CEAFφ₄, and their average F1."
    return flag("--paper", group=METRICS, text=text)(function)


def document(text: str) -> Decorator:
    """One document."""
    return option("--document", group=SELECTION, metavar="NAME", help=f"{text} A part of its name is enough.")


def documents(text: str) -> Decorator:
    """Some documents."""
    text += " A part of its name is enough. May be given again."
    return option("--document", "documents", group=SELECTION, multiple=True, metavar="NAME", help=text)


def group_by(function: Function) -> Function:
    """Groups of documents, whose scores and mean are wanted."""
    further = {
        "FILE": "a file with the name of a document, a tab and its group on each line",
        "PATTERN": "a regular expression for names of documents, with the group in brackets",
    }
    return option(
        "--group-by",
        group=SELECTION,
        type=InputPath(GROUPINGS),
        metavar="GROUPS",
        meanings={**GROUPINGS, **further},
        help="Scores by groups of documents, and their mean.",
    )(function)


def by_strata(*further: str) -> Decorator:
    """Parts of a result that are scored one by one; `further` are ways that only one command has."""
    meanings = {name: text for name, text in DIVISIONS.items() if name in further or name not in OF_DOCUMENTS}
    return option(
        "--by",
        *([] if further else ["parts"]),
        group=SELECTION,
        type=click.Choice(tuple(meanings)),
        metavar="PARTS",
        meanings=meanings,
        help="Scores of parts.",
    )


def intervals(function: Function) -> Function:
    """Whether confidence intervals are wanted, and how tests of significance resample documents."""
    level = option(
        "--level",
        group=INTERVALS,
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=LEVEL,
        show_default=True,
        metavar="NUMBER",
        help="With --ci: how often an interval should hold the true value.",
    )
    options: dict[str, Decorator] = {
        "ci": flag("--ci", group=INTERVALS, text="Confidence intervals, by the jackknife over documents."),
        "level": level,
        "resamples": number(
            "--resamples",
            group=INTERVALS,
            default=RESAMPLES,
            least=100,
            text="How many samples a test draws; intervals draw none.",
        ),
        "seed": seed(INTERVALS),
    }
    return together("resampling", Resampling, options)(function)


# Output


def output(function: Function) -> Function:
    """In which form a result is written, and where to."""
    return output_or()(function)


def output_or(*own: str) -> Decorator:
    """The same for a command that has forms of its own."""
    return one_after_the_other([output_format("-f", "--format", own=own), output_file])


def signature(function: Function) -> Function:
    """Whether tables end with the long form of the signature."""

    @wraps(function)
    def checked(*args: object, **given: Any) -> None:
        without = given["signature"] and given["form"] not in SIGNED
        refuse((without, f"--signature is about tables, and {given['form']} has no signature; leave it out"))
        function(*args, **given)

    text = "Print the signature in its long form, with every policy and the number of documents. JSON always has it."
    return flag("--signature", group=OUTPUT, text=text)(checked)


def output_format(*names: str, own: Iterable[str] = ()) -> Decorator:
    return option(
        *names,
        "form",
        group=OUTPUT,
        type=OutputFormat(own),
        default="table",
        show_default=True,
        help="Form of the output.",
    )


def picture(text: str, kind: OutputPath | None = None) -> Decorator:
    """A picture to draw."""
    text += " (.svg, .png or .pdf)."
    return option("--plot", group=OUTPUT, type=kind or PicturePath(), metavar="FILE", help=text)


def output_file(function: Function) -> Function:
    text = "File to write instead of printing."
    return option("-o", "--output", "target", group=OUTPUT, type=OutputPath(), metavar="FILE", help=text)(function)
