"""Options that several commands share. A command gets options that belong together as one object."""

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
"""The formats of output that have a signature."""

Function: TypeAlias = Callable[..., None]
Decorator: TypeAlias = Callable[[Function], Function]


class Scoring(NamedTuple):
    """How to read and score files, as given on the command line.

    Parameters
    ----------
    reading : Reading
        How to read both sides.
    profile : str or None
        The profile, which has settings for all policies.
    policies : mapping of str to str or None
        The policies that were given. Weights may also be a file.
    jobs : int or None
        The number of processes.
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
        """The policy for weights, or the path of a file of weights; None if it was not given."""
        return self.policies[WEIGHTS]

    @property
    def is_given(self) -> bool:
        """Whether any of these options was given."""
        given = (self.jobs, self.profile, self.topics, self.signature, *self.policies.values())
        return self.reading != USUAL or any(each is not None for each in given)

    def settings(self) -> Settings:
        """Return one choice for each policy.

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
        """Return keywords for `score`, `compare` and `report`, without defaults of the options for reading."""
        usual = USUAL._asdict()
        reading = {name: value for name, value in self.reading._asdict().items() if value != usual[name]}
        return {**reading, **self.policies, "topics": self.topics, "profile": self.profile, "settings": self._signed}


@cache
def _settings_of(signature: str) -> Settings:
    """Return the settings of a signature. It is read once, so that its warnings are shown once."""
    return Settings.from_signature(signature)


class Resampling(NamedTuple):
    """Whether to compute confidence intervals, and how tests of significance resample documents."""

    ci: bool
    level: float
    resamples: int
    seed: int


def together(name: str, make: Callable[..., object], options: Mapping[str, Decorator]) -> Decorator:
    """Return a decorator that adds several options, whose values a command gets as one argument."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def with_one(*args: object, **given: object) -> None:
            made = make(**{each: given.pop(each) for each in options})
            function(*args, **given, **{name: made})

        return one_after_the_other(options.values())(with_one)

    return decorate


def one_after_the_other(options: Collection[Decorator]) -> Decorator:
    """Return a decorator that adds several options, in the order of the help."""

    def decorate(function: Function) -> Function:
        for each in reversed([*options]):
            function = each(function)
        return function

    return decorate


def number(
    *names: str, group: str, text: str, default: int | None = None, usual: str | None = None, least: int = 1
) -> Decorator:
    """Return an option that is a whole number. `usual` describes what happens without the option and a default."""
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
    """Return an option that is one of the given words."""
    return option(
        *names,
        group=group,
        type=click.Choice(tuple(choices)),
        default=default,
        show_default=default is not None,
        help=text,
    )


def flag(*names: str, group: str, text: str) -> Decorator:
    """Return an option without a value."""
    return option(*names, group=group, is_flag=True, help=text)


def seed(group: str, default: int = SEED) -> Decorator:
    """Return the option for the seed of random numbers."""
    return number("--seed", group=group, default=default, least=0, text="Set the seed of the random numbers.")


# Input


def key_and_response(function: Function) -> Function:
    """Add the two arguments of most commands."""
    return one_after_the_other([click.argument(name, type=InputPath()) for name in ("key", "response")])(function)


def _format_option(*names: str, text: str) -> Decorator:
    return option(
        *names,
        group=INPUT,
        type=click.Choice(FORMATS),
        show_default="recognised by the content",
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
    help="Read coreference from this column of column files, counted from the right.",
)
MAX_BYTES = number(
    "--max-bytes",
    group=INPUT,
    usual="1 GiB, or 100 times the size of the file if that is more",
    text="Limit the number of bytes to which a compressed file is unpacked.",
)
ENCODING = option("--encoding", group=INPUT, help="Set the encoding of the files, if it is not UTF-8.")
SPANS_OPTION = _spans_option(
    "--spans",
    text="Set the meaning of span ends in JSON and tables. By default, it must be clear from the files.",
    meanings=MEANINGS,
)
JOBS = number(
    "-j",
    "--jobs",
    group=INPUT,
    usual="1; for systems to compare, one for each core if files are large",
    text="Use this number of processes.",
)
CLUSTERS = option(
    "--clusters",
    group=INPUT,
    metavar="FIELD",
    help="Read clusters from this field of JSON documents, such as predicted_clusters.",
)
LAYER = option(
    "--layer",
    group=INPUT,
    type=click.Choice(tuple(CHOICES["layer"])),
    show_default="identity",
    meanings=CHOICES["layer"],
    help="Read this layer of annotation, in files of Universal Anaphora.",
)
READING: dict[str, Decorator] = {
    "key_format": _format_option("--key-format", text=f"Set the format of the key: {', '.join(FORMATS)}."),
    "response_format": _format_option("--response-format", text="Set the format of the response."),
    "clusters": CLUSTERS,
    "column": COLUMN,
    "encoding": ENCODING,
    "key_spans": _spans_option("--key-spans", text="Like --spans, but only for the key."),
    "response_spans": _spans_option("--response-spans", text="Like --spans, but only for the response."),
    "spans": SPANS_OPTION,
    "max_bytes": MAX_BYTES,
}


def reading(what: str) -> Decorator:
    """Return the options for reading the one input of a command."""
    options: dict[str, Decorator] = {
        "format": _format_option("--from", "format", text=f"Set the format of {what}: {', '.join(FORMATS)}."),
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


PURPOSES: Mapping[str, str] = {
    "match": "Choose when two mentions match.",
    "singletons": "Choose whether entities with one mention count.",
    "duplicates": "Choose what to do with a mention in two entities.",
    "missing": "Choose what to do with a key document that the response lacks.",
    "extra": "Choose what to do with a response document that the key lacks.",
    "tokens": "Choose whether words and sentences are compared.",
    "blanc": "Choose which kind of link BLANC leaves out.",
    "weights": "Choose the weight of each mention.",
    "zeros": "Choose when two zeros match.",
    "mentions": "Choose which mentions are scored.",
    "undefined": "Choose the value of a pairwise rate of 0 / 0.",
    "brackets": "Choose how to read a bracket that has no entity or no partner.",
    "scope": "Choose where equal names of entities are one entity.",
    "windows": "Choose whether to cut documents into windows.",
    "split": "Choose whether split antecedents of plural entities count.",
}
"""What each policy decides."""


def _policy(name: str, choices: Mapping[str, str], group: str = POLICIES) -> Decorator:
    """Return the option of a policy, with the meaning of each choice. Weights may also be a file."""
    names = {name: "FILE" if name == GIVEN else name for name in choices}
    default = getattr(Settings, name)
    meanings = {names[each]: f"{text}  [default]" if each == default else text for each, text in choices.items()}
    words = [each for each in choices if each != GIVEN]
    meanings |= {"NUMBER": NUMBERS[name]} if name in NUMBERS else {}
    kind = NumberOr(words) if name in NUMBERS else InputPath(words) if GIVEN in choices else click.Choice(words)
    return option(f"--{name}", group=group, type=kind, metavar="CHOICE", meanings=meanings, help=PURPOSES.get(name))


PROFILE = option(
    "--profile",
    group=POLICIES,
    type=click.Choice(tuple(PROFILES)),
    metavar="PROFILE",
    meanings={name: profile.meaning for name, profile in PROFILES.items()},
    help="Use the settings of a shared task, a paper or another scorer. A policy option replaces that of the profile.",
)
SETTINGS = option(
    "--settings",
    group=POLICIES,
    metavar="SIGNATURE",
    help="Use the settings of another result, given by its short or long signature. A policy option replaces that of"
    " the signature.",
)
SCOPE = _policy("scope", CHOICES["scope"])
TOPICS = option(
    "--topics",
    group=POLICIES,
    type=InputPath(),
    metavar="TOPICS",
    meanings={
        "FILE": "a file with lines: document, tab, topic (tab, subtopic)",
        "PATTERN": "a regular expression with the groups topic and subtopic",
    },
    help="Set the topic of each document, for --scope.",
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
    """Add the options for reading and for all policies. Choices that exclude each other are an error of usage."""

    def make(jobs: int | None, profile: str | None, settings: str | None, topics: str | None, **given: Any) -> Scoring:
        reading = Reading(**{name: given[name] for name in READING}, jobs=jobs or USUAL.jobs)
        found = Scoring(reading, profile, {name: given[name] for name in CHOICES}, jobs, topics, settings)
        if settings is None:  # a signature may also be one of tables, which are recognised later
            found.settings()
        return found

    return together("scoring", make, SCORING)(function)


# Metrics, documents, intervals


def metrics(function: Function, kind: MetricNames | None = None) -> Function:
    """Add the option for metrics, given one by one or with commas. Without it, the value is None."""

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
        help="Use this metric, or several with commas between them; see `corefscore metrics`.",
    )(function)


def cost(what: str) -> Decorator:
    """Return the option for the metric of costs."""
    text = f"Show by how many points the F1 of this metric would rise if only this {what} were repaired; sort by it."
    return option("--cost", group=SELECTION, type=MetricName(), metavar="METRIC", help=text)


def paper(function: Function) -> Function:
    """Add the option for the usual layout of papers."""
    text = "Show the usual figures of papers: P, R and F1 of MUC, B³ and CEAFφ₄, and their average F1."
    return flag("--paper", group=METRICS, text=text)(function)


def document(text: str) -> Decorator:
    """Return the option for one document."""
    return option("--document", group=SELECTION, metavar="NAME", help=f"{text} A part of its name is enough.")


def documents(text: str) -> Decorator:
    """Return the option for several documents."""
    text += " A part of its name is enough. Can be repeated."
    return option("--document", "documents", group=SELECTION, multiple=True, metavar="NAME", help=text)


def group_by(function: Function) -> Function:
    """Add the option for groups of documents."""
    further = {
        "FILE": "a file with lines: document, tab, group",
        "PATTERN": "a regular expression for names of documents with the group in brackets",
    }
    return option(
        "--group-by",
        group=SELECTION,
        type=InputPath(GROUPINGS),
        metavar="GROUPS",
        meanings={**GROUPINGS, **further},
        help="Show the scores of each group of documents, and the mean over groups.",
    )(function)


def by_strata(*further: str) -> Decorator:
    """Return the option for parts of a result. `further` are choices that only one command has."""
    meanings = {name: text for name, text in DIVISIONS.items() if name in further or name not in OF_DOCUMENTS}
    return option(
        "--by",
        *([] if further else ["parts"]),
        group=SELECTION,
        type=click.Choice(tuple(meanings)),
        metavar="PARTS",
        meanings=meanings,
        help="Show the scores of each part.",
    )


def intervals(function: Function) -> Function:
    """Add the options for confidence intervals and for tests of significance."""
    level = option(
        "--level",
        group=INTERVALS,
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=LEVEL,
        show_default=True,
        metavar="NUMBER",
        help="With --ci: set the share of intervals that should contain the true value.",
    )
    options: dict[str, Decorator] = {
        "ci": flag("--ci", group=INTERVALS, text="Show confidence intervals, by the jackknife over documents."),
        "level": level,
        "resamples": number(
            "--resamples",
            group=INTERVALS,
            default=RESAMPLES,
            least=100,
            text="Use this number of random samples for a test. Intervals need no samples.",
        ),
        "seed": seed(INTERVALS),
    }
    return together("resampling", Resampling, options)(function)


# Output


def output(function: Function) -> Function:
    """Add the options for the format of the output and for the output file."""
    return output_or()(function)


def output_or(*own: str) -> Decorator:
    """Return the same options for a command that has further formats."""
    return one_after_the_other([output_format("-f", "--format", own=own), output_file])


def signature(function: Function) -> Function:
    """Add the option for the long form of the signature below tables."""

    @wraps(function)
    def checked(*args: object, **given: Any) -> None:
        without = given["signature"] and given["form"] not in SIGNED
        refuse((without, f"--signature works only for tables, but {given['form']} has no signature; leave it out"))
        function(*args, **given)

    text = "Print the signature in its long form, with the policies and the number of documents. JSON always has it."
    return flag("--signature", group=OUTPUT, text=text)(checked)


def output_format(*names: str, own: Iterable[str] = ()) -> Decorator:
    """Return the option for the format of the output. `own` are further formats of a command."""
    return option(
        *names,
        "form",
        group=OUTPUT,
        type=OutputFormat(own),
        default="table",
        show_default=True,
        help="Choose the format of the output.",
    )


def picture(text: str, kind: OutputPath | None = None) -> Decorator:
    """Return the option for a picture to draw."""
    text += " (.svg, .png or .pdf)."
    return option("--plot", group=OUTPUT, type=kind or PicturePath(), metavar="FILE", help=text)


def output_file(function: Function) -> Function:
    """Add the option for the output file."""
    text = "Write to this file instead of printing."
    return option("-o", "--output", "target", group=OUTPUT, type=OutputPath(), metavar="FILE", help=text)(function)
