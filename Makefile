# Two commands do all set-up: `make demo` scores the shipped example, `make test` runs all tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test browser lint format bench clean

demo: $(VENV)/ready
	$(BIN)/corefscore score examples/key.conll examples/response.conll

test: $(VENV)/ready-to-test browser
	$(BIN)/python -m pytest -n auto

# The report is tested in Debian's Chromium, installed where that is possible; elsewhere these tests are skipped.
browser:
	@command -v chromium >/dev/null || { \
	    as_root=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
	    $$as_root apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 \
	    || $$as_root sh -c "apt-get update && apt-get install -y --no-install-recommends chromium" >/dev/null 2>&1 \
	    || echo "no Chromium here, and it cannot be installed: the report is not tested in a browser"; }

lint: $(VENV)/ready-to-lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/ready-to-bench
	$(BIN)/python -m benchmarks

format: $(VENV)/ready-to-lint
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/ready: pyproject.toml setup.py $(wildcard src/corefscore/_native/*.[ch])
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/ready-to-%: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --editable '.[$*]'
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
