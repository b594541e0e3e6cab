"""The site, built once for all processes, and a browser to look at it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.report.browser import Watched
from tests.shared import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE = 600
"""How many seconds a process waits until another one has built the site."""
NEEDED = ("sphinx", "myst_nb", "furo", "sphinx_copybutton", "ipykernel")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the site. The first process that asks for it builds it; others wait."""
    lacking = [name for name in NEEDED if find_spec(name) is None]
    if lacking:
        pytest.skip(f"the site needs {', '.join(lacking)}: pip install 'corefscore[docs]'")
    temporary = tmp_path_factory.getbasetemp()
    folder = (temporary if worker_id == "master" else temporary.parent) / "site"
    try:
        folder.mkdir()
    except FileExistsError:
        return _awaited(folder)
    return _built(folder)


def _built(folder: Path) -> Path:
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    done = subprocess.run([*command, ROOT / "docs", folder / "html"], capture_output=True, check=False, text=True)
    (folder / "problems.txt").write_text(done.stderr if done.returncode else "", encoding="utf-8")
    (folder / "done").touch()
    return _awaited(folder)


def _awaited(folder: Path) -> Path:
    end = time.monotonic() + PATIENCE
    while not (folder / "done").exists():
        assert time.monotonic() < end, "another process has not built the site"
        time.sleep(0.2)
    problems = (folder / "problems.txt").read_text(encoding="utf-8")
    assert problems == "", problems
    return folder / "html"


@pytest.fixture
def served(site: Path) -> Iterator[str]:
    """The address of the site, which a server on this machine has."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A server that does not report what it serves."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="light")
    yield Watched.of(context.new_page())
    context.close()
