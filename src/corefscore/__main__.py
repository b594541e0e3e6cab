"""The program. What it imports makes many objects that last, so Python should not look for garbage among them."""

import gc
from typing import NoReturn

OBJECTS_BETWEEN_COLLECTIONS = 100_000


def main() -> NoReturn:
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    from corefscore.cli import run

    run()


if __name__ == "__main__":
    main()
