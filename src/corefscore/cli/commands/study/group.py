"""The group of studies."""

from __future__ import annotations

from corefscore.cli.command import CONTEXT
from corefscore.cli.lazy_group import LazyGroup

STUDIES = {
    "twinless": "What a mention tagger alone does to each measure.",
    "metrics": "How each metric responds to each kind of error.",
    "human": "Do metrics rank entities as a person does?",
    "rankings": "How far metrics agree on the order of systems.",
}
EXAMPLES = {
    "Metrics that fail to fall when errors are made": "corefscore study metrics examples/key.conll --draws 2",
    "How far metrics agree on published results": "corefscore study rankings",
}

command = LazyGroup(
    "study",
    help="Experiments on the metrics themselves.",
    package="corefscore.cli.commands.study",
    summaries=STUDIES,
    examples=EXAMPLES,
    context_settings=CONTEXT,
)
