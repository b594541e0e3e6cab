"""Pictures are written completely or not at all, and always in the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefscore.core.plots import check_name, panels, save
from corefscore.core.problems import InputError

pytest.importorskip("matplotlib")


@pytest.mark.parametrize(("name", "begin"), [("a.svg", b"<?xml"), ("b.PNG", b"\x89PNG"), ("c.pdf", b"%PDF")])
def test_the_name_decides_the_kind_and_the_bytes_are_the_same(tmp_path: Path, name: str, begin: bytes) -> None:
    contents = []
    for _ in range(2):
        figure, (left, right) = panels(1, 2)
        left.plot([0, 1], [1, 0])
        right.set_title("B³")
        save(figure, str(tmp_path / name))
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1]
    assert contents[0].startswith(begin)
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_other_kinds_and_directories_are_refused(tmp_path: Path) -> None:
    figure, _ = panels()
    with pytest.raises(InputError, match=r"x\.bmp: this kind of picture .* use a name that ends in \.svg, "):
        check_name("x.bmp")
    for path in (tmp_path / "none" / "x.svg", tmp_path):
        with pytest.raises(InputError, match=r"cannot be written"):
            save(figure, str(path))
