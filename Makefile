# Two commands do all set-up: `make demo` scores the shipped example, `make test` runs all tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# `docs` is also a folder.
.PHONY: demo test test-all release-check docs frameworks browser sanitize fuzz lint javascript format bench clean

demo: $(VENV)/ready
	$(BIN)/corefscore score examples/key.conll examples/response.conll

test: $(VENV)/ready-to-test $(VENV)/ready-to-docs browser
	$(BIN)/python -m pytest -n auto

# The tests on every supported Python that is here, those of pyenv included; the others are named as skipped.
test-all: $(BIN)/nox browser
	$(BIN)/nox --no-error-on-missing-interpreters --sessions tests

# All of a release that can be checked here: what stands in several files, forms with a schema, two builds that are the
# same, audits of the wheels, and the wheels on every Python that is here, without a compiler.
release-check: $(BIN)/nox
	rm -rf dist
	$(BIN)/nox --error-on-missing-interpreters --sessions metadata citation wheels
	$(BIN)/nox --no-error-on-missing-interpreters --sessions install

# The integrations with their real frameworks, which are large; `make test` tests those that are installed.
frameworks: $(VENV)/ready-to-test $(VENV)/ready-to-frameworks
	COREFSCORE_FRAMEWORKS=required $(BIN)/python -m pytest tests/integrations src/corefscore/integrations

# The native code with the sanitizers of the compiler, in a folder of its own, under the tests that use it.
SANITIZED := build/sanitized
sanitize: $(VENV)/ready-to-test
	rm -rf $(SANITIZED)
	mkdir -p $(SANITIZED)
	cp -R src/corefscore $(SANITIZED)
	rm -f $(SANITIZED)/corefscore/_native/*.so
	$(CC) -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra \
	    -Wno-unused-parameter -Wno-missing-field-initializers -fPIC -shared \
	    -I"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')" \
	    src/corefscore/_native/*.c -o $(SANITIZED)/corefscore/_native/compiled.abi3.so
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	    PYTHONMALLOC=malloc PYTHONPATH=$(SANITIZED) COREFSCORE_KERNEL=required \
	    $(BIN)/python -m pytest -n auto tests/core/test_assignment.py tests/formats/test_native.py tests/formats/test_conll.py \
	    tests/formats/test_corefud.py tests/formats/test_malformed.py tests/formats/test_corefud_malformed.py \
	    tests/formats/test_clean_json.py

# Mutated files for all readers; see fuzz/README.md. A campaign goes on where its log ends.
SECONDS ?= 60
fuzz: $(VENV)/ready-to-test
	$(BIN)/python -m fuzz.campaign --seconds $(SECONDS) --log build/campaign.jsonl

# The report is tested in Debian's Chromium, installed where that is possible; elsewhere these tests are skipped.
browser:
	@command -v chromium >/dev/null || { \
	    as_root=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
	    $$as_root apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 \
	    || $$as_root sh -c "apt-get update && apt-get install -y --no-install-recommends chromium" >/dev/null 2>&1 \
	    || echo "no Chromium here, and it cannot be installed: the report is not tested in a browser"; }

lint: $(VENV)/ready-to-lint javascript
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The script of the report is checked where npm can fetch its tools.
JAVASCRIPT := cd tools/javascript && npm
javascript:
	@if ($(JAVASCRIPT) install --silent --no-audit --no-fund --no-package-lock) 2>/dev/null; \
	then $(JAVASCRIPT) run --silent lint; \
	else echo "npm and its packages are not here: the script of the report is not checked"; fi

# The site, in build/docs/index.html. Notebooks run, warnings are errors, and links within the site are checked.
docs: $(VENV)/ready-to-docs
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs build/docs
	$(BIN)/python docs/check_links.py build/docs
	@echo "open build/docs/index.html"

bench: $(VENV)/ready-to-bench
	$(BIN)/python -m benchmarks

format: $(VENV)/ready-to-lint
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/ready: pyproject.toml setup.py $(wildcard src/corefscore/_native/*.[ch])
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(BIN)/nox: $(VENV)/ready
	$(BIN)/python -m pip install --quiet nox

$(VENV)/ready-to-%: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --editable '.[$*]'
	touch $@

clean:
	rm -rf $(VENV) .nox build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache src/*.egg-info
	rm -f src/corefscore/_native/*.so
