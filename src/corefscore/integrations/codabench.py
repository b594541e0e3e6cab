"""Codabench: score the folder of a submission, and write a page that explains the scores.

Codabench runs a scoring program with the reference data in ``input/ref`` and the submission in ``input/res``, and reads
``scores.json`` and ``detailed_results.html`` from the output folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from corefscore.comparison.groups import Groups
from corefscore.core.export import to_json
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.replacing import all_or_nothing, make_directory, write_text
from corefscore.core.settings import usual_groups
from corefscore.matching.keywords import ScoringOptions
from corefscore.report.build import page_of
from corefscore.report.plain_page import failure_page, scores_page
from corefscore.result import Result
from corefscore.scoring import score

if TYPE_CHECKING:
    from typing_extensions import Unpack

REFERENCE, SUBMISSION = "ref", "res"
SCORES, DETAILS = "scores.json", "detailed_results.html"
TITLE = "Your submission"
SUBMISSION_FAULT = "It could not be scored. Please correct this, and submit it again:"
REFERENCE_FAULT = (
    "It could not be scored, because the reference data of the competition is at fault. "
    "The submission need not be changed; please inform the organisers."
)


def score_submission(
    source: str | Path,
    target: str | Path,
    metrics: Sequence[str] | None = None,
    *,
    private: bool = False,
    **options: Unpack[ScoringOptions],
) -> Result:
    """Score a submission to Codabench.

    Parameters
    ----------
    source : str or Path
        The folder with `ref`, the key, and `res`, the submission.
    target : str or Path
        The folder for `scores.json` and `detailed_results.html`. Either both files are written, or neither.
    metrics : sequence of str, optional
        Names of metrics.
    private : bool
        Whether the page shows only scores, and no text or entity of the key, because the key is secret.
    **options
        All other options of `score`.

    Returns
    -------
    Result
        The scores.

    Raises
    ------
    InputError
        If the submission cannot be scored. Then the page gives the reason, and whether the reference data is wrong.
        There is no `scores.json`.
    """
    folder = Path(target)
    try:
        result = _scored(Path(source), metrics, options)
    except InputError as error:
        _make(folder)
        (folder / SCORES).unlink(missing_ok=True)  # from an earlier run
        if _blames_reference(Path(source), error):
            write_text(folder / DETAILS, failure_page(TITLE, None if private else error, REFERENCE_FAULT))
            raise _of_reference(Path(source), error) from None
        write_text(folder / DETAILS, failure_page(TITLE, error, SUBMISSION_FAULT))
        raise
    by = usual_groups(options.get("profile"), result.counts.sources)
    groups = Groups(result, by) if by else None
    page = (
        scores_page(TITLE, result, [groups.to_html()] if groups else [])
        if private
        else page_of({"submission": result}, title=TITLE)
    )
    with all_or_nothing():
        _make(folder)
        write_text(folder / SCORES, to_json(groups.flat() if groups else result.flat()) + "\n")
        write_text(folder / DETAILS, page)
    return result


def _scored(folder: Path, metrics: Sequence[str] | None, options: ScoringOptions) -> Result:
    for name, what in ((REFERENCE, "the key"), (SUBMISSION, "the submission")):
        if not (folder / name).is_dir():
            raise fail(str(folder / name), 0, f"there is no such folder; put {what} there")
    return score(str(folder / REFERENCE), str(folder / SUBMISSION), metrics, **options)


def _blames_reference(folder: Path, error: InputError) -> bool:
    """Return whether the key has a problem, so that no submission can be scored."""
    reference = folder / REFERENCE
    return any(reference in (Path(each.source), *Path(each.source).parents) for each in error.problems)


def _of_reference(folder: Path, error: InputError) -> InputError:
    """Return an error that first says that the problem is not in the submission."""
    message = "the reference data is at fault, not the submission; correct it first"
    return InputError([Problem(str(folder / REFERENCE), 0, message), *error.problems], error.total + 1)


def _make(folder: Path) -> None:
    try:
        make_directory(folder)
    except OSError as error:
        raise fail(str(folder), 0, f"cannot be made ({error.strerror or error}); choose another path") from None
