"""corefscore completion"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from corefscore.cli.command import as_command
from corefscore.cli.output import echo

PROGRAM = "corefscore"
FILES = {
    "bash": "~/.local/share/bash-completion/completions/corefscore",
    "zsh": "a file called _corefscore in a directory of $fpath",
    "fish": "~/.config/fish/completions/corefscore.fish",
}
# Metrics may have commas between them, at which the script of click for fish would cut them off.
SPLIT_AT_COMMAS, SPLIT_AT_FIRST_COMMA = 'string split ","', 'string split -m 1 ","'
EXAMPLES = {f"The script for {shell}": f"corefscore completion {shell}" for shell in FILES}


@as_command(EXAMPLES)
@click.argument("shell", type=click.Choice([*FILES]), metavar="SHELL")
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that lets SHELL (bash, zsh or fish) complete commands, options, metrics and files.

    To install it, write it to a file that the shell reads; new shells will use it:

    \b
    bash  corefscore completion bash > \\
            ~/.local/share/bash-completion/completions/corefscore
    zsh   corefscore completion zsh > DIRECTORY/_corefscore
            where DIRECTORY is one of those in $fpath
    fish  corefscore completion fish > \\
            ~/.config/fish/completions/corefscore.fish

    Where bash does not read that directory, write this line in ~/.bashrc: eval "$(corefscore completion bash)"
    """
    root = ctx.find_root()
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(root.command, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source().strip()
    echo(script.replace(SPLIT_AT_COMMAS, SPLIT_AT_FIRST_COMMA))
    echo(f"# To install this script, write it to {FILES[shell]}.")
