"""The forms of tagged text: each reads what it writes; chat is cut; faults are reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputWarning
from corefscore.core.views import Mention
from corefscore.formats.reading import read
from corefscore.formats.tagged.answers import answer
from corefscore.formats.tagged.forms import (
    FORMS,
    find_form,
    looks_tagged,
    parse_elements,
    parse_links,
    tagged_sentences,
)
from corefscore.formats.tagged.prompts import prompts
from corefscore.formats.tagged.tags import TaggedSpan
from tests.files import write

WORDS = st.sampled_from(["Ann", "saw", "her", "dog", ".", ",", "1", "(", "é", "e1"])


@st.composite
def tagged(draw: st.DrawFn) -> tuple[list[list[str]], list[TaggedSpan]]:
    """Sentences, and mentions that are nested or apart."""
    sentences = draw(st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=3))
    spans = []
    offset = 0
    for sentence in sentences:
        start, end = 0, len(sentence) - 1
        while start <= end and draw(st.booleans()):
            spans.append(TaggedSpan(offset + start, offset + end, f"e{draw(st.integers(1, 3))}", 0))
            start += draw(st.integers(0, 1))
            end -= draw(st.integers(1, 2))
        offset += len(sentence)
    return sentences, spans


@pytest.mark.parametrize("name", FORMS)
@given(case=tagged())
def test_each_form_reads_what_it_writes(name: str, case: tuple[list[list[str]], list[TaggedSpan]]) -> None:
    sentences, spans = case
    lines = list(enumerate(tagged_sentences(sentences, spans, name), start=1))
    text = FORMS[name].parse(lines)
    assert text.sentences == sentences
    found = sorted((span.start, span.end, span.label) for span in text.spans)
    assert found == sorted((span.start, span.end, span.label) for span in spans)
    assert not text.faults


@pytest.mark.parametrize("name", FORMS)
def test_the_form_of_a_text_is_found(name: str) -> None:
    assert looks_tagged(FORMS[name].example)
    assert find_form([FORMS[name].example]) == name
    spans = {(span.start, span.end) for span in FORMS[name].parse([(1, FORMS[name].example)]).spans}
    assert spans == {(0, 0), (2, 2), (2, 3)}


def test_elements_are_named_in_many_ways() -> None:
    lines = ['<m id=1>Ann</m> <COREF cluster="2">it</COREF> <e3>she</e3> <p>no mention</p>', "<entity>no id</entity>"]
    text = parse_elements(enumerate(lines, start=1))
    assert [span.label for span in text.spans] == ["1", "2", "e3"]
    assert text.words == "Ann it she no mention no id".split()


def test_tags_that_cannot_be_read_are_faults() -> None:
    elements = parse_elements([(1, "<e1>Ann <e2></e2> x</e9> <e3>")])
    assert {kind: [tag for _, tag in tags] for kind, tags in elements.faults.items()} == {
        "has no words": ["<e2>"],
        "closes no mention": ["</e9>"],
        "is never closed": ["<e1>", "<e3>"],
    }
    links = parse_links([(1, "Ann](#e1) [](#e2) [x")])
    assert {kind: [tag for _, tag in tags] for kind, tags in links.faults.items()} == {
        "closes no mention": ["](#e1)"],
        "has no words": ["["],
    }
    assert links.words == ["Ann", "[", "x"]


def test_chat_around_an_answer_is_cut_with_a_warning() -> None:
    lines = list(enumerate(["Sure:", "```text", "[e1 Ann] slept", "```", "Anything else?"], start=1))
    with pytest.warns(InputWarning, match="a.txt:1: 2 lines before or after the tagged text"):
        assert answer("a.txt", lines) == [(3, "[e1 Ann] slept")]
    plain = list(enumerate(["Sure:", "Once .", "[e1 Ann] slept", "The end .", "Anything else?"], start=1))
    words = "Once . Ann slept The end .".split()
    with pytest.warns(InputWarning, match="2 lines before or after"):
        assert [line for _, line in answer("a.txt", plain, words)] == ["Once .", "[e1 Ann] slept", "The end ."]
    assert answer("a.txt", plain) == plain  # without the words of the text nobody knows what is chat


def test_a_web_page_is_not_tagged_text(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<!DOCTYPE html>\n<div id="e1">text</div>\n')
    with pytest.raises(ValueError, match="format"):
        read(page)


@pytest.mark.parametrize("form", [*FORMS, "json"])
def test_prompts_have_the_task_an_example_and_the_text(form: str) -> None:
    corpus = read("examples/key.conll")
    found = prompts(corpus, form)
    assert [each.document for each in found] == list(corpus.names)
    assert "Mara Quill opened a small bakery in Port Ellis last spring ." in found[0].prompt
    if form != "json":
        assert FORMS[form].example in found[0].prompt
        marked = prompts(corpus, form, "marked")[0].prompt
        assert marked.count("?") >= len(corpus.view(0).mentions)


def test_marked_mentions_can_be_filled_in_and_read_back(tmp_path: Path) -> None:
    corpus = read("examples/key.conll")
    text = prompts(corpus, "brackets", "marked")[0].prompt.split("\n\n", 1)[1]
    answers = tmp_path / "answers.txt"
    labels = iter(f"[e{corpus.label(mention.entity)} " for mention in _in_order(corpus))
    while "[? " in text:
        text = text.replace("[? ", next(labels), 1)
    answers.write_text(f"# document {corpus.names[0]}\n{text}")
    found = read(answers)
    ours, theirs = ({frozenset(entity) for entity in side.view(0).clusters} for side in (corpus, found))
    assert ours == theirs


def _in_order(corpus: Corpus) -> list[Mention]:
    return sorted(corpus.view(0).mentions, key=lambda mention: (mention.start, -mention.end))


def test_what_prompts_refuse() -> None:
    with pytest.raises(ValueError, match="choose another form"):
        prompts(read("examples/key.conll"), "json", "marked")
    with pytest.raises(ValueError, match="there is no form 'braces'"):
        prompts(read("examples/key.conll"), "braces")


def test_tags_of_two_forms_are_reported(tmp_path: Path) -> None:
    element = '<entity id="1">Ann</entity> saw <entity id="2">Bob</entity>'
    mixed = {
        f"{element}\n{element}\n[1 She] slept\n[2 He] woke\n": ("elements", 1, "brackets", 3, "(in 2 lines)"),
        f"[1 Ann] saw [2 Bob]\n[1 She] slept\n{element}\n": ("brackets", 1, "elements", 3, "(in 1 line)"),
        f"Ann|[e1] slept\n\n{element}\n": ("marks", 1, "elements", 3, "(in 1 line)"),
    }
    for text, (form, first, other, line, lines) in mixed.items():
        path = write(tmp_path / "a.tagged", text)
        with pytest.warns(InputWarning) as seen:
            read(path)
        message = f"tags have two forms: {form} (first in line {first}) and {other} {lines}"
        advice = f"these {other} are read as words. Tag all mentions in one form"
        assert [str(each.message) for each in seen] == [f"{path}:{line}: {message}; {advice}"]


def test_brackets_beside_marks_are_words(tmp_path: Path) -> None:
    read(write(tmp_path / "a.tagged", "Ann|[e1] slept [1 hour]\n"))
