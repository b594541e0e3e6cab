"""Both forms of a signature say the same, and can be read back."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import corefscore
from corefscore.core.export import SpelledOut
from corefscore.core.settings import CHOICES, NUMBERS, Settings, short_signature
from corefscore.core.signatures import parse, wrapped
from corefscore.engines.policies import APPLY, UNLABELLED
from corefscore.engines.table_settings import TableSettings

VERSION = corefscore.__version__
START = f"corefscore {VERSION}"


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    """Any choices that do not exclude each other."""
    words = {policy: st.sampled_from([*choices]) for policy, choices in CHOICES.items()}
    numbers = {policy: words[policy] | st.integers(1, 10**6).map(str) for policy in NUMBERS}
    chosen = draw(st.fixed_dictionaries({}, optional=words | numbers))
    try:
        return Settings(**chosen)
    except ValueError:
        assume(False)
        raise


table_settings = st.builds(
    TableSettings,
    **{policy: st.sampled_from([*CHOICES[policy]]) for policy in APPLY},
    unlabelled=st.sampled_from([*UNLABELLED]),
    unique=st.booleans(),
)
documents = st.integers(0, 10**6)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split("[|·]", text) if part.strip()]


@given(settings() | table_settings, documents)
def test_settings_can_be_read_from_both_forms(found: Settings, size: int) -> None:
    long, short = found.signature(size), found.short_signature
    read = type(found).from_signature
    assert read(long) == read(short) == found
    assert read(long).signature(size) == long
    assert short_signature(long) == short


@given(settings(), documents, st.integers(1, 120))
def test_a_signature_is_broken_between_its_parts_alone_and_can_be_read_from_its_lines(
    found: Settings, size: int, width: int
) -> None:
    for form in (found.signature(size), found.short_signature):
        lines = wrapped(form, width)
        assert [part for line in lines for part in _parts(line)] == _parts(form)
        assert all(len(line) <= width or line.count("·") + line.count("|") <= 1 for line in lines)
        assert Settings.from_signature("\n".join(lines)) == found


@given(settings(), documents, st.integers(1, 60))
def test_the_first_lines_of_a_signature_are_not_taken_for_all_of_it(found: Settings, size: int, width: int) -> None:
    for form in (found.signature(size), found.short_signature):
        lines = wrapped(form, width)
        for end in range(1, len(lines)):
            with pytest.raises(ValueError, match="copy all of it"):
                Settings.from_signature("\n".join(lines[:end]))


@given(settings(), documents)
def test_a_long_form_that_is_cut_between_parts_is_refused(found: Settings, size: int) -> None:
    parts = found.signature(size).split("|")
    for end in range(1, len(parts)):
        with pytest.raises(ValueError, match="ends before its number of documents; copy all of it"):
            Settings.from_signature("|".join(parts[:end]))


@given(st.text(alphabet=st.sampled_from("corefscore1.0 ·|:\nmatch head%<!->")) | st.text())
def test_any_other_text_is_refused_and_nothing_else_happens(text: str) -> None:
    with pytest.raises(ValueError, match=r"signature|policy|there is no"):
        Settings.from_signature(f"{START} · {text} ·")
    with pytest.raises(ValueError, match="is not a signature"):
        Settings.from_signature(f"x{text}")


def test_the_short_form_has_the_version_and_what_is_not_the_default() -> None:
    assert Settings().short_signature == START
    assert Settings(singletons="drop", match="head").short_signature == f"{START} · match head · singletons drop"
    assert Settings(windows="1500").stating(["nonreferring:drop"]).short_signature == f"{START} · windows 1500"
    assert TableSettings().short_signature == START
    assert TableSettings(unique=True).short_signature == f"{START} · duplicates unchecked"


@pytest.mark.parametrize("form", ["  {}\n", "% {}", "<!-- {} -->"])
def test_a_signature_can_be_copied_from_the_source_of_a_table(form: str) -> None:
    found = Settings.of("crac")
    assert Settings.from_signature(form.format(found.short_signature)) == found
    assert Settings.from_signature(form.format(found.signature(3))) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a signature; give one such as 'corefscore "),
        ("BLEU|nrefs:1|case:mixed", "is not a signature"),
        ("match head", "is not a signature"),
        ("corefscore match head", "is not a signature"),
        (f"{START} · mtach head", "there is no policy 'mtach'; did you mean 'match'?"),
        (f"{START} · match haed", "there is no match policy 'haed'; did you mean 'head'?"),
        (f"{START} · match", "the part 'match' of the signature .* has no value"),
        (f"{START} · match head · match exact", "states match as 'head' and as 'exact'"),
        (f"{START} · scope topic · windows 10", "joins documents"),
        (f"{START} · unlabelled error", "unlabelled, which is about tables of ids; choose settings for texts"),
    ],
)
def test_a_wrong_signature_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Settings.from_signature(text)


def test_settings_of_texts_and_of_tables_are_not_confused() -> None:
    with pytest.raises(ValueError, match="match, which is about texts; choose settings for tables of ids"):
        TableSettings.from_signature(Settings().signature(1))
    with pytest.raises(ValueError, match="match, which is about texts"):
        TableSettings.of(settings=Settings())
    with pytest.raises(ValueError, match="unlabelled, which is about tables of ids"):
        Settings.of(settings=TableSettings())
    with pytest.raises(ValueError, match="there is no duplicates policy for tables 'first'"):
        TableSettings.from_signature(f"{START} · duplicates first")


def test_another_version_is_read_with_a_warning() -> None:
    with pytest.warns(corefscore.InputWarning, match=rf"is from corefscore 0\.0\.1, but this is corefscore {VERSION}"):
        found = Settings.from_signature("corefscore 0.0.1 · match head")
    assert found == Settings(match="head")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Settings.from_signature(Settings().short_signature)


def test_what_is_given_beside_settings_replaces_their_choice() -> None:
    found = Settings.of("crac")
    assert Settings.of(settings=found.short_signature, match="exact") == replace(found, match="exact")
    with pytest.raises(ValueError, match="the profile 'crac' and the settings both choose all policies"):
        Settings.of("crac", found)


def test_tables_have_the_short_form_and_can_have_the_long_one() -> None:
    key = {str(number): [["a", "b"], ["c"]] for number in range(40)}
    result = corefscore.score(key, key | {"0": [["a", "c"]]}, ["muc", "b3"], singletons="drop")
    short, long = result.short_signature, result.signature
    assert short == f"{START} · singletons drop"
    for view in (result, result.entities, result.with_intervals()):
        for text in (view.to_text(), view.to_markdown(), view.to_latex(), view.to_html()):
            assert short in text
            assert long not in text
        spelled = SpelledOut(view)
        for text in (spelled.to_text(), spelled.to_markdown(), spelled.to_latex(), spelled.to_html()):
            assert long in text
            assert short not in text
        assert spelled.to_csv() == view.to_csv()
        assert spelled.to_dict() == view.to_dict()
    assert result.to_dict()["signature"] == long


def test_a_footnote_of_a_comparison_has_the_seed_only_if_it_is_not_the_usual_one() -> None:
    key = {str(number): [["a", "b", "c"]] for number in range(40)}
    comparison = corefscore.compare(key, {"a|match:head": key, "b": key}, ["muc"], tokens="ignore")
    tested = comparison.with_tests("a|match:head")
    assert tested.short_signature == comparison.short_signature == f"{START} · tokens ignore"
    unnamed = corefscore.compare(key, {"": key, "b": key}, ["muc"]).with_tests("")
    assert unnamed.short_signature == START
    assert comparison.with_tests("b", seed=7).short_signature == f"{START} · tokens ignore · seed 7"
    assert Settings.from_signature(tested.signature) == Settings(tokens="ignore")
    assert dict(parse(tested.signature).parts)["baseline"] == "a¦match:head"
