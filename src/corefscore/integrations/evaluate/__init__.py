"""A module for Hugging Face `evaluate`. Load it with ``evaluate.load(folder)``, where the folder is this one."""
