"""The page as a file."""

from __future__ import annotations

import base64
import json
import pickle
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.core.problems import InputWarning
from corefscore.report.build import page_of, report
from corefscore.report.page import embedded
from tests.files import conll, conllu, write
from tests.shared import ROOT

KEY, RESPONSE = ROOT / "examples/key.conll", ROOT / "examples/response.conll"


class Elements(HTMLParser):
    """The scripts of a page, as a browser would find them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.scripts: dict[str, str] = {}
        self.opened: list[str] = []
        self._script: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self._script = dict(attrs).get("id") or "code" if tag == "script" else None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._script = None


def data_of(page: str) -> dict[str, Any]:
    return {name: json.loads(text) for name, text in Elements(page).scripts.items() if name != "code"}


def test_the_page_carries_scores_and_documents() -> None:
    data = data_of(report(KEY, [RESPONSE], title="A title"))
    summary = data["report"]
    assert summary["title"] == "A title"
    assert summary["systems"][0]["scores"][-1] == [None, None, pytest.approx(0.7739, abs=1e-4)]
    assert [entry["name"] for entry in summary["documents"]][3] == "(news/chess); part 000"
    assert set(data) == {"report", "d0", "d1", "d2", "d3"}
    assert data["d0"]["words"][:2] == ["Mara", "Quill"]


def test_nothing_in_the_page_points_elsewhere() -> None:
    page = report(KEY, [RESPONSE])
    addresses = re.findall(r"""(?:src|href|url|@import)\s*[=(]?\s*["']?(\w+:)""", page)
    assert set(addresses) <= {"data:"}
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize("text", ["</script><script>", "<!--", "<b>&amp;", "\u2028\ud800"])
def test_no_text_ends_the_element_it_is_in(text: str) -> None:
    element = embedded("x", {"text": text})
    assert "<" not in element[1:-9]
    assert json.loads(Elements(element).scripts["x"])["text"] == text


def test_columns_agree_with_the_corpus() -> None:
    result = corefscore.score(KEY, RESPONSE)
    data = data_of(page_of([result]))
    assert result.matched is not None
    for number, (key, response) in enumerate(zip(result.matched.key, result.matched.response, strict=True)):
        document = data[f"d{number}"]
        for side, columns in ((key, document["key"]), (response, document["systems"][0])):
            assert columns["start"] == [mention.start for mention in side.mentions]
            assert columns["labels"] == [entity.label for entity in side.entities]
            sizes = [columns["entity"].count(entity) for entity in range(len(side.entities))]
            assert sizes == [len(entity) for entity in side.entities]
        shared = sum(cell[2] for cell in document["systems"][0]["cells"])
        assert shared == sum(match >= 0 for match in document["systems"][0]["match"])
    errors = sum(len(data[f"d{number}"]["systems"][0]["errors"]) for number in range(4))
    assert errors == len(result.errors)


def test_text_beyond_the_limit_is_left_out_with_a_notice() -> None:
    with pytest.warns(corefscore.InputWarning, match="text of 2 of 4 documents is left out"):
        data = data_of(report(KEY, [RESPONSE], limit=0.004))
    assert set(data) == {"report", "d0", "d1"}
    assert [entry["here"] for entry in data["report"]["documents"]] == [True, True, False, False]
    assert "--limit" in data["report"]["notice"]


def test_documents_can_be_named() -> None:
    data = data_of(report(KEY, [RESPONSE], documents=["(news/chess); part 000", "bakery"]))
    assert set(data) == {"report", "d0", "d3"}
    with pytest.raises(ValueError, match="no document 'x'"):
        report(KEY, [RESPONSE], documents=["x"])


def test_intervals_stand_beside_the_scores() -> None:
    plain = corefscore.score(KEY, RESPONSE, ["b3", "conll"])
    assert data_of(page_of([plain]))["report"]["systems"][0]["intervals"] == [None, None]
    with pytest.warns(InputWarning, match="documents"):
        result = plain.with_intervals()
    low, high = data_of(page_of([result]))["report"]["systems"][0]["intervals"][1]
    assert low < result["conll"].f1 < high


def test_a_document_that_one_response_lacks(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) (1)", "a") + conll("(1) (1)", "b"))
    half = write(tmp_path / "r.conll", conll("(1) (1)", "b"))
    with pytest.warns(corefscore.InputWarning, match="1 of 2 documents are missing"):
        data = data_of(report(key, [half, key], missing="skip"))
    assert {entry["name"]: entry["scores"][0] is None for entry in data["report"]["documents"]} == {
        "a": True,
        "b": False,
    }
    by_name = {data[name]["name"]: data[name] for name in data if name != "report"}
    assert by_name["a"]["systems"][0] is None
    assert by_name["a"]["systems"][1]["start"] == [0, 1]


@pytest.mark.filterwarnings("ignore:.* has no mention:corefscore.InputWarning")
def test_empty_sides_make_a_page(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("- -"))
    data = data_of(report(key, [key]))
    assert data["d0"]["key"]["start"] == data["d0"]["systems"][0]["errors"] == []


def test_results_without_mentions_make_no_page() -> None:
    with pytest.raises(ValueError, match="at least one result"):
        page_of([])
    sent = pickle.loads(pickle.dumps(corefscore.score([["a"]], [["a"]])))
    with pytest.raises(ValueError, match="this result has no mentions"):
        page_of([sent])


def test_a_notebook_gets_one_document_in_a_frame_of_its_own() -> None:
    view = corefscore.score(KEY, RESPONSE).show("(story/bakery); part 000")
    assert set(data_of(view.to_html())) == {"report", "d0"}
    frame = view._repr_html_()
    assert frame.startswith('<iframe sandbox="allow-scripts" srcdoc="')
    assert "<script" not in frame


def unpacked(page: str, name: str) -> Any:
    found = re.search(rf'<script type="application/zlib" id="{name}">([^<]*)</script>', page)
    assert found is not None
    return json.loads(zlib.decompress(base64.b64decode(found[1])))


def test_large_documents_are_compressed(tmp_path: Path) -> None:
    cells = " ".join(["(1) (2)"] * 800)
    key = write(tmp_path / "k.conll", conll(cells))
    page = report(key, [key])
    assert unpacked(page, "d0")["words"] == [f"w{number}" for number in range(1600)]


def test_figures_are_in_full_precision() -> None:
    result = corefscore.score(KEY, RESPONSE)
    summary = data_of(page_of([result]))["report"]
    assert [row[2] for row in summary["systems"][0]["scores"]] == [result[each.name].f1 for each in result.metrics]
    assert [entry["scores"][0][-1] for entry in summary["documents"]] == [
        scores["conll"].f1 for scores in result.documents.values()
    ]


def test_names_and_titles() -> None:
    summary = data_of(report(KEY, {"ours": RESPONSE, "gold": KEY}, key_name="Ada"))["report"]
    assert [system["name"] for system in summary["systems"]] == ["ours", "gold"]
    assert (summary["title"], summary["keyName"]) == ("2 systems against Ada", "Ada")
    assert data_of(report(KEY, [RESPONSE]))["report"]["title"] == "response against key"
    assert [entry["title"] for entry in summary["documents"]] == [
        "story/bakery",
        "story/lighthouse, part 0",
        "story/lighthouse, part 1",
        "news/chess",
    ]
    result = corefscore.score(KEY, RESPONSE)
    with pytest.raises(ValueError, match="1 results but 2 different names"):
        corefscore.write_report("x.html", result, names=["a", "b"])


def test_intervals_and_tests_need_documents(tmp_path: Path) -> None:
    def corpus(name: str, cells: str, number: int) -> Path:
        """A corpus in which every other document is perfect."""
        texts = (conll(cells if n % 2 else "(1) (1) (2) (2)", str(n)) for n in range(number))
        return write(tmp_path / f"{name}{number}.conll", "".join(texts))

    for number in (29, 30):
        key, half = corpus("k", "(1) (1) (2) (2)", number), corpus("r", "(1) (1) - (2)", number)
        summary = data_of(report(key, [key, half]))["report"]
        assert (summary["systems"][1]["intervals"][0] is not None) == (number == 30)
        assert bool(summary["tests"]) == (number == 30)
        assert summary["systems"][1]["marks"][0] == ("***" if number == 30 else "")


def test_a_response_with_empty_nodes_of_its_own_has_its_own_text(tmp_path: Path) -> None:
    plain = conllu("Ana:(e1-p-1-) canta .", "ríe .")
    zero = conllu("Ana:(e1-p-1-) canta .", "0.1:1~nsubj:(e1-p-1-) ríe .")
    paths = [write(tmp_path / f"{name}.conllu", text) for name, text in (("plain", plain), ("zero", zero))]
    document = data_of(report(paths[0], paths))["d0"]
    assert document["words"] == ["Ana", "canta", ".", "ríe", "."]
    assert document["systems"][0]["own"] is None
    own = document["systems"][1]["own"]
    assert (own["words"][3:], own["empty"]) == (["_", "ríe", "."], [3])
    assert document["systems"][1]["start"] == [0, 3]


def test_costly_entities_and_differences() -> None:
    key, response = [["a", "b", "c"], ["d", "e"]], [["a", "b", "c"], ["d"], ["x"]]
    summary = data_of(page_of([corefscore.score(key, response), corefscore.score(key, key)]))["report"]
    first, second = (system["entities"] for system in summary["systems"])
    assert [(each["side"], each["text"], each["right"], each["size"]) for each in first] == [
        ("key", "d", 1, 2),
        ("response", "x", 0, 1),
    ]
    assert second == []
    (difference,) = summary["differences"]
    assert (difference["text"], difference["costs"]) == ("d", [first[0]["cost"], 0])
