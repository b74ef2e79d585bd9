# make run    makes a virtual environment, installs CubeSolve, scrambles a cube and solves it
# make web    the same, and opens the page in the browser
# make docs   builds the documentation as a site; make wheel builds the package and tries it
# make test   installs what the tests need and runs them; make test-all runs the long ones too
PYTHON ?= python3
VENV ?= .venv
SIZE ?= 5
SEED ?= 1
METHOD ?= beginner
BIN := $(VENV)/bin
# One process more than there are cores: many tests wait for a server or a signal.
WORKERS ?= $(shell expr $$(nproc) + 1)
# And one more with those of the page: a quarter of the time of all tests was spent waiting.
PAGE_WORKERS ?= $(shell expr $(WORKERS) + 1)
PYTEST := $(BIN)/python -m pytest -q --dist worksteal

# Hundreds of processes of the tests load the package: they are not to compile it each for itself,
# also where the environment says that Python keeps no bytecode.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run web test test-all slow-test browser-test warm lint types bench bench-briefly pictures wheel docs colors clean

run: $(VENV)/installed
	$(BIN)/cubesolve scramble --size $(SIZE) --seed $(SEED)
	$(BIN)/cubesolve scramble --size $(SIZE) --seed $(SEED) | $(BIN)/cubesolve apply - --size $(SIZE)
	$(BIN)/cubesolve scramble --size $(SIZE) --seed $(SEED) | \
		$(BIN)/cubesolve solve --scramble - --size $(SIZE) --method $(METHOD) --explain

web: $(VENV)/installed
	$(BIN)/cubesolve web

test: $(VENV)/installed-dev warm
	$(PYTEST) -n $(WORKERS) -m "not slow and not browser"

# The long tests and those of the page too, all in one call, so that no core waits for another.
# The page needs Chromium: /usr/bin/chromium of Debian, or where the variable CHROMIUM points.
test-all: $(VENV)/installed-dev warm
	$(PYTEST) -n $(PAGE_WORKERS) --durations 30

# The processes of the tests would else wait for each other while one of them compiles or builds.
# It needs none of the tools of the tests, which may be installed meanwhile: that takes the package
# away for a moment, so it is read from its folder.
warm: $(VENV)/installed
	PYTHONPATH=src $(BIN)/python tools/warm_up.py

slow-test: $(VENV)/installed-dev
	$(PYTEST) -n $(WORKERS) -m "slow and not browser"

browser-test: $(VENV)/installed-dev
	$(PYTEST) -n $(PAGE_WORKERS) -m browser

lint: $(VENV)/installed-dev node_modules/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	npm run --silent lint
	npm run --silent types

types: $(VENV)/installed-dev
	$(BIN)/mypy

bench: $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	$(BIN)/python -m benchmarks.turns
	$(BIN)/python -m benchmarks.trackers
	$(BIN)/python -m benchmarks.solvers
	$(BIN)/python -m benchmarks.two_phase

# Benchmarks that take seconds: they are to run, whatever they measure.
bench-briefly: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks.turns --sizes 3 10
	$(BIN)/python -m benchmarks.solvers --sizes 3 4 5 --count 5

# The wheel, tried in an empty environment.
wheel: $(VENV)/installed-dev
	$(BIN)/python tools/try_wheel.py

# The documentation as a site, in build/site; any warning is a failure.
docs: $(VENV)/installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

pictures: $(VENV)/installed
	$(BIN)/python tools/draw_pictures.py

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "CubeSolve needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

# Modules are compiled when they are first used: most of them never are.
$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[dev]"
	touch $@

# What checks the page's modules; the page itself needs nothing of it.
node_modules/installed: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	touch $@

# The page's colours are the package's.
colors: $(VENV)/installed
	$(BIN)/python -m cubesolve.web.colors

clean:
	rm -rf $(VENV) build dist node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
