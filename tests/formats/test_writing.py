"""Files are written completely, and only then replace those that were there."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.reading import read
from corefscore.formats.writing import opened, write
from tests.files import clusters, conll, conllu
from tests.files import write as write_text
from tests.formats.corpora import Made, corpus_of
from tests.shared import posix

TEXTS = {
    "x.conll": conll("(1) (2) / (1)"),
    "x.conllu": conllu("a:(e1--1) b:(e2--1)", "c:(e1--1)"),
    "x.jsonl": json.dumps({"doc_key": "d", "sentences": [["a"], ["b"]], "clusters": [[[0, 0], [1, 1]]]}) + "\n",
}


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("name", TEXTS)
def test_a_file_that_was_read_can_be_replaced(tmp_path: Path, name: str) -> None:
    path = write_text(tmp_path / name, TEXTS[name])
    before = read(path)
    expected = clusters(before), [document.tokens for document in before]
    write(before, path)
    after = read(path)
    assert (clusters(after), [document.tokens for document in after]) == expected
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    path = write_text(tmp_path / "f.txt", "before")
    with pytest.raises(ZeroDivisionError), opened(path) as stream:
        stream.writelines(f"{1 / left}" for left in (2, 1, 0))
    assert path.read_text() == "before"
    with pytest.raises(InputError, match=r"'\\ud800' is a lone surrogate, which cannot be written; correct the name"):
        write(corpus_of([Made("\ud800", [["x"]], {})]), tmp_path / "new.conll")
    assert [each.name for each in tmp_path.iterdir()] == ["f.txt"]


@posix
def test_links_stay_links_and_modes_stay_as_they_are(tmp_path: Path) -> None:
    path = write_text(tmp_path / "f.conll", "")
    path.chmod(0o640)
    link = tmp_path / "link.conll"
    link.symlink_to(path)
    write(corpus_of([Made("d", [["x"]], {})]), link)
    assert link.is_symlink()
    assert read(path).names == ("d",)
    assert path.stat().st_mode & 0o777 == 0o640


@posix
def test_devices_and_compressed_files_can_be_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    corpus = corpus_of([Made("d", [["x"]], {})])
    write(corpus, "/dev/stdout", "conll")
    assert capfd.readouterr().out.startswith("#begin document d\n")
    write(corpus, tmp_path / "f.conll.gz", "conll")
    assert gzip.decompress((tmp_path / "f.conll.gz").read_bytes()).startswith(b"#begin document d\n")


@pytest.mark.parametrize(("name", "file"), [("brat", "out.txt"), ("litbank", "out.txt"), ("booknlp", "out.tokens")])
def test_mentions_and_text_do_not_share_a_file(tmp_path: Path, name: str, file: str) -> None:
    corpus = corpus_of([Made("out", [["x"]], {"1": [(0, 0)]})])
    with pytest.raises(
        InputError, match=f"the text is written to a file that ends in {Path(file).suffix}, so the mentions"
    ):
        write(corpus, tmp_path / file, name)
    assert [*tmp_path.iterdir()] == []


def test_a_text_is_not_written_over_what_was_read(tmp_path: Path) -> None:
    path = write_text(tmp_path / "d.txt", conll("(1)", name="d"))
    with pytest.raises(InputError, match=r"d\.ann: the text would overwrite '.*d\.txt', which was read"):
        write(read(path), tmp_path / "d.ann", "brat")
    assert [each.name for each in tmp_path.iterdir()] == ["d.txt"]


def test_parquet_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    corpus = corpus_of([Made("d", [["x"]], {"1": [(0, 0)]})])
    for name in ("f.parquet", "f.parquet.gz"):
        with pytest.warns(InputWarning, match="table cannot hold the words"):
            write(corpus, tmp_path / name)
        with pytest.warns(InputWarning, match="spans=inclusive"):
            assert clusters(read(tmp_path / name)) == {"d": [[(0, 0)]]}
    assert gzip.decompress((tmp_path / "f.parquet.gz").read_bytes())[:4] == b"PAR1"
    with (
        pytest.warns(InputWarning),
        pytest.raises(InputError, match=r"cannot be written \(No such file or directory\)"),
    ):
        write(corpus, tmp_path / "none" / "f.parquet")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["f.parquet", "f.parquet.gz"]
