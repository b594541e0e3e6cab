"""One module for each command, loaded when it is called.

NumPy is loaded before them: Python 3.11 takes longer to load modules from deep inside other modules.
"""

import numpy  # noqa: F401
