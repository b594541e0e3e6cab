"""corefscore completion"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from corefscore.cli.command import as_command
from corefscore.cli.output import echo

PROGRAM = "corefscore"
FILES = {
    "bash": "~/.local/share/bash-completion/completions/corefscore",
    "zsh": "a file with the name _corefscore in a directory of $fpath",
    "fish": "~/.config/fish/completions/corefscore.fish",
}
# Metrics may have commas between them. The script of click for fish would split them there.
SPLIT_AT_COMMAS, SPLIT_AT_FIRST_COMMA = 'string split ","', 'string split -m 1 ","'
EXAMPLES = {f"Print the script for {shell}": f"corefscore completion {shell}" for shell in FILES}


@as_command(EXAMPLES)
@click.argument("shell", type=click.Choice([*FILES]), metavar="SHELL")
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script with which SHELL (bash, zsh or fish) completes commands, options, metrics and files.

    To install the script, write it to a file that the shell reads. New shells will use it:

    \b
    bash  corefscore completion bash > \\
            ~/.local/share/bash-completion/completions/corefscore
    zsh   corefscore completion zsh > DIRECTORY/_corefscore
            where DIRECTORY is a directory of $fpath
    fish  corefscore completion fish > \\
            ~/.config/fish/completions/corefscore.fish

    If bash does not read that directory, add this line to ~/.bashrc: eval "$(corefscore completion bash)"
    """
    root = ctx.find_root()
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(root.command, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source().strip()
    echo(script.replace(SPLIT_AT_COMMAS, SPLIT_AT_FIRST_COMMA))
    echo(f"# To install this script, write it to {FILES[shell]}.")
