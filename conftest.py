"""Examples of integrations run where their framework is installed; `make frameworks` installs all of them."""

from importlib.util import find_spec

FRAMEWORKS = {"evaluate/evaluate.py": "evaluate", "torchmetrics.py": "torchmetrics", "spacy.py": "spacy"}

collect_ignore = [
    f"src/corefscore/integrations/{module}" for module, framework in FRAMEWORKS.items() if find_spec(framework) is None
]
