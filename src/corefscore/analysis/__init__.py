"""Why a score is what it is: entities, errors, explanations, and what a corpus holds."""
