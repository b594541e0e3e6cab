"""What all pictures share: matplotlib, loaded when a picture is asked for, and one way to write a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefscore.core.problems import fail

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
    """A picture of rows × columns panels, each of a size in inches, drawn without a window."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise fail(
            "matplotlib", 0, "is needed for pictures; install it with: pip install 'corefscore[plots]'"
        ) from None
    with rc_context(STYLE):
        figure = Figure(figsize=(width * columns, height * rows))
        axes = figure.subplots(rows, columns, squeeze=False)
    return figure, [axis for row in axes for axis in row]


def check_name(path: str) -> str:
    """The kind of picture that the name of a file asks for."""
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise fail(path, 0, f"is no kind of picture that can be written; end its name in {', '.join(KINDS)}")
    return kind


def save(figure: Figure, path: str) -> None:
    """Write a picture as SVG, PNG or PDF, whatever the name of the file says; the same input gives the same bytes."""
    from matplotlib import rc_context

    kind = check_name(path)
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(kind, {})
    try:
        with rc_context(STYLE):
            figure.savefig(path, dpi=150, metadata=metadata)
    except OSError as error:
        raise fail(path, 0, f"cannot be written ({error.strerror})") from None
