"""The documentation site, built by `make docs`."""

import os
import sys
from pathlib import Path

from corefscore import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "corefscore"
author = "The corefscore developers"
copyright = "2026, the corefscore developers"  # noqa: A001
version = release = __version__

extensions = [
    "generated_pages",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
exclude_patterns = ["**.ipynb_checkpoints"]
nitpicky = False
default_role = "code"

# Markdown: anchors of headings, so that links to sections are checked.
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
# Dashes only: quotes in pages are those of code.
smartquotes_action = "D"

# Notebooks run in the build. An error in one is an error of the build, also an error of a command: `!corefscore`.
IPYTHON = Path(__file__).parents[1] / "build" / "ipython"
(IPYTHON / "profile_default").mkdir(parents=True, exist_ok=True)
(IPYTHON / "profile_default" / "ipython_kernel_config.py").write_text(
    "c.InteractiveShell.system_raise_on_error = True\n"
)
os.environ["IPYTHONDIR"] = str(IPYTHON)
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
os.environ["TTY_INTERACTIVE"] = "0"  # no bars of progress
nb_execution_mode = "cache"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 120

# Types in docstrings are words for people; a word may be the name of several things.
suppress_warnings = ["ref.python"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
# Frameworks that integrations are for, which need not be installed to describe them.
autodoc_mock_imports = ["datasets", "evaluate", "spacy", "torch", "torchmetrics"]
toc_object_entries_show_parents = "hide"
autosummary_generate = False
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"corefscore {version}"
html_favicon = "static/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_sourcelink = False
html_copy_source = False
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
