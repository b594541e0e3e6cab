"""The program. What it imports makes many objects that last, so Python should not look for garbage among them."""

import gc
import os
import sys
from typing import NoReturn

OBJECTS_BETWEEN_COLLECTIONS = 100_000


def main() -> NoReturn:
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        from corefscore.cli.main import run

        run()
    except KeyboardInterrupt:  # before there was anything that could say more
        sys.stderr.write("\nAborted!\n")
        os._exit(1)


if __name__ == "__main__":
    main()
