"""One module for each command. A module is loaded when its command is called.

NumPy is loaded before them, because Python 3.11 loads modules more slowly from inside many other modules.
"""

import numpy  # noqa: F401
