"""The program: `corefscore`, or `python -m corefscore`."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from corefscore.cli.main import main as run

        run()
    except KeyboardInterrupt:  # while modules are loaded; later on, the command line itself handles it
        sys.exit("\nAborted!")


if __name__ == "__main__":
    main()
