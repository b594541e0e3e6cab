"""The style of all pictures, and the function that writes them to a file.

Matplotlib is imported only when a picture is drawn.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefscore.core.problems import fail
from corefscore.core.replacing import replaced

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = (".svg", ".png", ".pdf")
STYLE: dict[Any, Any] = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "corefscore",
}


def panels(rows: int = 1, columns: int = 1, width: float = 5.0, height: float = 3.5) -> tuple[Figure, list[Axes]]:
    """Return a picture with several panels. It does not need a window.

    Parameters
    ----------
    rows, columns : int
        The number of rows and columns of panels.
    width, height : float
        The size of one panel in inches.

    Returns
    -------
    figure : matplotlib.figure.Figure
        The picture.
    axes : list of matplotlib.axes.Axes
        The panels, row by row.

    Raises
    ------
    InputError
        If Matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        message = "is needed for pictures; install it with: pip install 'corefscore[plots]'"
        raise fail("matplotlib", 0, message) from None
    with rc_context(STYLE):
        figure = Figure(figsize=(width * columns, height * rows))
        axes = figure.subplots(rows, columns, squeeze=False)
    return figure, [axis for row in axes for axis in row]


def check_name(path: str) -> str:
    """Return the kind of picture from the name of a file. Raises InputError for an unknown kind.

    >>> check_name("scores.SVG")
    '.svg'
    """
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise fail(path, 0, f"this kind of picture cannot be written; use a name that ends in {', '.join(KINDS)}")
    return kind


def save(figure: Figure, path: str) -> None:
    """Write a picture to a file. The same picture always gives the same bytes.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The picture.
    path : str
        The file. Its name ends in .svg, .png or .pdf.

    Raises
    ------
    InputError
        If the name has another ending, or if the file cannot be written.
    """
    from matplotlib import rc_context

    kind = check_name(path)
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(kind, {})
    try:
        with rc_context(STYLE), replaced(Path(path)) as stream:
            figure.savefig(stream, format=kind.removeprefix("."), dpi=150, metadata=metadata)
    except OSError as error:
        raise fail(path, 0, f"cannot be written ({error.strerror or error})") from None
