"""Commands and what they are given on the command line.

To load a library for this takes a good part of the time of a small score, and no command needs more of it than this.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from corefscore.cli.pages import USAGE_STATUS, echo, page, refuse

HELP = ("-h", "--help")

Function = TypeVar("Function", bound=Callable[..., Any])


class UsageError(Exception):
    """The words of a command do not make sense; the message says why."""


class Choice:
    """One of some words."""

    def __init__(self, choices: Iterable[str], case_sensitive: bool = True) -> None:
        self.choices = tuple(choices)
        self.case_sensitive = case_sensitive

    @property
    def metavar(self) -> str:
        return f"[{'|'.join(self.choices)}]"

    def __call__(self, word: str) -> str:
        found = word if self.case_sensitive else word.lower()
        if found not in self.choices:
            raise ValueError(f"{word!r} is not one of {', '.join(map(repr, self.choices))}")
        return found


class Range:
    """A number between bounds, which belong to it unless it is open."""

    def __init__(
        self, kind: type[int] | type[float], low: float | None = None, high: float | None = None, is_open: bool = False
    ) -> None:
        self.kind = kind
        self.low = low
        self.high = high
        self.is_open = is_open

    @property
    def metavar(self) -> str:
        return "INTEGER" if self.kind is int else "NUMBER"

    @property
    def bounds(self) -> str:
        """The range in signs, such as 0<x<1."""
        sign = "<" if self.is_open else "<="
        if self.high is None:
            return "" if self.low is None else f"x>{'' if self.is_open else '='}{self.low}"
        return f"{'' if self.low is None else f'{self.low}{sign}'}x{sign}{self.high}"

    def __call__(self, word: str) -> float:
        try:
            number = self.kind(word)
        except ValueError:
            raise ValueError(f"{word!r} is no {'whole ' if self.kind is int else ''}number") from None
        above = self.low is None or number > self.low or (number == self.low and not self.is_open)
        below = self.high is None or number < self.high or (number == self.high and not self.is_open)
        if not (above and below):
            raise ValueError(f"{word} is not in the range {self.bounds}")
        return number


class Parameter:
    """An option (names with dashes, and one without if the function calls it otherwise), or an argument."""

    def __init__(
        self,
        *names: str,
        kind: Callable[[str], Any] = str,
        default: Any = None,
        nargs: int = 1,
        multiple: bool = False,
        is_flag: bool = False,
        required: bool = False,
        metavar: str | None = None,
        text: str = "",
        show_default: bool = False,
    ) -> None:
        self.flags = [name for name in names if name.startswith("-")]
        plain = [name for name in names if name not in self.flags]
        self.name = plain[0] if plain else self.flags[-1].lstrip("-").replace("-", "_")
        self.kind = kind
        self.default = False if is_flag else default
        self.nargs = nargs
        self.multiple = multiple
        self.is_flag = is_flag
        self.required = required
        usual = "TEXT" if self.flags else self.name.upper()
        self.metavar = str(metavar or getattr(kind, "metavar", usual))
        self.text = text
        self.show_default = show_default

    def take(self, flag: str, value: str | None, left: Iterator[str]) -> Any:
        """The words of an option: one that is written together with it, or those that come next."""
        if self.is_flag:
            if value is not None:
                raise UsageError(f"Option {flag!r} takes no value.")
            return True
        more = [*islice(left, self.nargs - (value is not None))]
        words = more if value is None else [value, *more]
        wrong = next(filter(_is_option, more), None)
        if len(words) < self.nargs or wrong is not None:
            advice = f"; write {self.flags[-1]}={wrong} if that is one" if wrong is not None and self.nargs == 1 else ""
            needed = "a value" if self.nargs == 1 else f"{self.nargs} values"
            raise UsageError(f"Option {flag!r} needs {needed}{advice}.")
        return words[0] if self.nargs == 1 else words

    def value(self, words: Any) -> Any:
        """What the words given mean: a string, a list of them, or a list of lists."""
        if words is None or self.is_flag:
            return words or (() if self.multiple else self.default)
        if self.multiple:
            return tuple(self._one(each) for each in words)
        return self._one(words)

    def _one(self, words: str | list[str]) -> Any:
        try:
            return tuple(map(self.kind, words)) if isinstance(words, list) else self.kind(words)
        except ValueError as error:
            raise UsageError(f"Invalid value for {self.label}: {error}.") from None

    @property
    def label(self) -> str:
        return " / ".join(map(repr, self.flags)) or repr(self.metavar)

    def described(self) -> tuple[str, str]:
        """The left and the right side of a line of help."""
        left = ", ".join(self.flags) + ("" if self.is_flag else f" {self.metavar}")
        notes = ["required"] if self.required else []
        notes += [f"default: {self.default}"] if self.show_default else []
        notes += [bounds] if (bounds := getattr(self.kind, "bounds", "")) else []
        return left, "  ".join(filter(None, [self.text, f"[{'; '.join(notes)}]" if notes else ""]))


def option(*names: str, **settings: Any) -> Callable[[Function], Function]:
    """Let a function have an option, which is `None` (`()` if it may be given several times) where it is not given."""
    return _with(Parameter(*names, **settings))


def argument(name: str, **settings: Any) -> Callable[[Function], Function]:
    """Let a function have an argument; with ``nargs=-1``, all arguments from there on."""
    return _with(Parameter(name, **{"required": settings.get("nargs") != -1, **settings}))


def _with(parameter: Parameter) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        function.__dict__.setdefault("parameters", []).insert(0, parameter)
        return function

    return decorate


class Command:
    """A function with parameters."""

    def __init__(self, function: Callable[..., None]) -> None:
        self.function = function
        parameters: list[Parameter] = getattr(function, "parameters", [])
        self.options = [parameter for parameter in parameters if parameter.flags]
        self.arguments = [parameter for parameter in parameters if not parameter.flags]

    def main(self, words: Sequence[str], program: str) -> None:
        if any(word in HELP for word in _before_dashes(words)):
            echo(self.help(program))
            return
        try:
            self.function(**self._values(words))
        except UsageError as error:
            refuse(self._usage(program), program, str(error))

    def help(self, program: str) -> str:
        described = [parameter.described() for parameter in self.options]
        return page(self._usage(program), self.function.__doc__, {"Options": [*described, HELP_LINE]})

    def _usage(self, program: str) -> str:
        shown = (each.metavar if each.required else f"[{each.metavar}]" for each in self.arguments)
        return " ".join([program, "[OPTIONS]", *shown])

    def _values(self, words: Sequence[str]) -> dict[str, Any]:
        given, rest = self._taken_apart(words)
        values = {parameter.name: parameter.value(given[parameter.name]) for parameter in self.options}
        for parameter in self.options:
            if parameter.required and given[parameter.name] is None:
                raise UsageError(f"Missing option {parameter.label}.")
        for parameter in self.arguments:
            count = len(rest) if parameter.nargs == -1 else 1
            if parameter.required and not rest:
                raise UsageError(f"Missing argument {parameter.label}.")
            values[parameter.name] = parameter.value(rest if parameter.nargs == -1 else next(iter(rest), None))
            rest = rest[count:]
        if rest:
            raise UsageError(f"Got unexpected extra argument{'s' if rest[1:] else ''} ({' '.join(rest)})")
        return values

    def _taken_apart(self, words: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """The words of each option, and all others."""
        known = {flag: parameter for parameter in self.options for flag in parameter.flags}
        given: dict[str, Any] = {parameter.name: None for parameter in self.options}
        before, rest = _before_dashes(words), []
        left = iter(before)
        for word in left:
            if word == "-" or not word.startswith("-"):
                rest.append(word)
                continue
            flag, value = _split(word)
            if flag in HELP:
                raise UsageError(f"Option {flag!r} takes no value.")
            if flag not in known:
                raise UsageError(f"No such option {flag!r}.{_meant(flag, [*known])}")
            parameter = known[flag]
            found = parameter.take(flag, value, left)
            given[parameter.name] = [*(given[parameter.name] or []), found] if parameter.multiple else found
        return given, [*rest, *words[len(before) + 1 :]]


def _is_option(word: str) -> bool:
    """Whether a word behind an option is another one, and not standard input (-) or a number such as -1."""
    return word.startswith("-") and word != "-" and not word[1:].lstrip(".")[:1].isdecimal()


def _split(word: str) -> tuple[str, str | None]:
    """An option, and a value that is written together with it.

    >>> _split("--format=json"), _split("-fjson"), _split("-f")
    (('--format', 'json'), ('-f', 'json'), ('-f', None))
    """
    if word.startswith("--"):
        flag, equals, value = word.partition("=")
        return flag, value if equals else None
    return word[:2], word[2:] or None


class Group:
    """Commands by name and one line; each is the `command` of a module of that name in a package."""

    def __init__(
        self,
        title: str,
        package: str,
        summaries: Mapping[str, str],
        actions: Mapping[str, tuple[str, Callable[[], None]]] | None = None,
    ) -> None:
        self.title = title
        self.package = package
        self.summaries = summaries
        self.actions = actions or {}

    def main(self, words: Sequence[str], program: str) -> None:
        if not words:
            echo(self.help(program), err=True)
            sys.exit(USAGE_STATUS)
        word, *rest = words
        if word == "--" and rest:
            word, *rest = rest
        if word in HELP:
            echo(self.help(program))
        elif word in self.actions:
            self.actions[word][1]()
        elif word in self.summaries:
            found: Command | Group = import_module(f"{self.package}.{word}").command
            found.main(rest, f"{program} {word}")
        else:
            refuse(self._usage(program), program, self._fault(word))

    def _fault(self, word: str) -> str:
        """Why a word is no command."""
        options = [*self.actions, *HELP]
        flag, _ = _split(word)
        if not word.startswith("-"):
            return f"No such command {word!r}.{_meant(word, [*self.summaries])}"
        if flag in options:
            return f"Option {flag!r} takes no value."
        return f"No such option {flag!r}.{_meant(flag, options)}"

    def help(self, program: str) -> str:
        options = [*((name, text) for name, (text, _) in self.actions.items()), HELP_LINE]
        return page(self._usage(program), self.title, {"Options": options, "Commands": [*self.summaries.items()]})

    def _usage(self, program: str) -> str:
        return f"{program} [OPTIONS] COMMAND [ARGS]..."


HELP_LINE = (", ".join(HELP), "Show this message and exit.")


def _before_dashes(words: Sequence[str]) -> list[str]:
    """The words up to a ``--``, behind which there are no options."""
    return list(words[: words.index("--")] if "--" in words else words)


def _meant(word: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1)
    return f" Did you mean {close[0]!r}?" if close else ""
