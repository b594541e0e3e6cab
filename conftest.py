"""Examples of integrations run where their framework is installed; `make frameworks` installs all of them.

Tests with made inputs do not fail because a machine is busy: how long it takes to make inputs, or to run a test, says
nothing about the package.
"""

from importlib.util import find_spec

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

FRAMEWORKS = {"evaluate/evaluate.py": "evaluate", "torchmetrics.py": "torchmetrics", "spacy.py": "spacy"}

collect_ignore = [
    f"src/corefscore/integrations/{module}" for module, framework in FRAMEWORKS.items() if find_spec(framework) is None
]
