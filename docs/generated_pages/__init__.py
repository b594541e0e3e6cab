"""Pages of the reference that are made from the code when the site is built, so that they cannot go stale."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generated_pages.api import api_pages
from generated_pages.commands import command_pages
from generated_pages.fields import field_tables
from generated_pages.metrics import metric_pages
from generated_pages.settings import policy_page, profile_list

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = Path("reference") / "generated"


def pages() -> dict[str, str]:
    """The text of each file, by its path in the folder of generated pages; `.inc` files are parts of other pages."""
    return {
        **api_pages(),
        **command_pages(),
        **metric_pages(),
        "policies.md": policy_page(),
        "profiles.inc": profile_list(),
        **field_tables(),
    }


def write_pages(app: Sphinx) -> None:
    """Write what has changed, and remove what is no longer made."""
    folder = Path(app.srcdir) / FOLDER
    made = {folder / path: text for path, text in pages().items()}
    for path in {path for path in folder.rglob("*") if path.is_file()} - made.keys():
        path.unlink()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
