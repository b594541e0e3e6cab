"""corefscore study: experiments on metrics, each with a table and a picture."""

from __future__ import annotations

from corefscore.cli.parser import Group

STUDIES: dict[str, str] = {
    "twinless": "What a mention tagger alone does to each measure.",
    "metrics": "How each metric responds to each kind of error.",
    "human": "Do metrics rank entities as a person does?",
    "rankings": "How far metrics agree on the order of systems.",
}


command = Group("Experiments on the metrics themselves.", "corefscore.cli.commands.study", STUDIES)
