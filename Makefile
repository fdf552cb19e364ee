# make play   set up .venv with what the game needs, and start it (make play ARGS="play --rules tenhou")
# make test   set up what the tests need besides, and run all but the slow ones (with ARGS: all that ARGS names)
# make test-all  run the slow ones too, as CI does
# make lint   style, types and import contracts
# make lowest  the tests with the oldest versions of libraries that pyproject.toml allows, in a .venv of their own
# make bench  how fast everything is, beside other libraries and with its goals: docs/speed.md (ARGS="terminal")
# make safety-table  measure how safe tiles are (minutes), and write the tiers: docs/safety.md
# make judge-riichi  play positions of furiten riichi out many times (an hour), and write what is best in them
# make judge-push-fold  the same for positions of push or fold
# make pictures  write the pictures out of the scenes of furiten demo, and the pages that are made of the program
# make docs   the documentation as a site in build/site, with every link of it checked
# make drills-check  practice questions by the thousand, answered again by a slow solver (ARGS="waits ron")
# make soak   whole games under every preset, checked at every event, for 5 minutes (make soak ARGS="--minutes 1")
# make mutants  small faults in chosen rooms, engine first: which do the tests not notice? (an hour)
# make referee  5,000 hands with errors under every preset beside a referee of its own (an hour; FURITEN_HANDS)
# make siege  attacks for ten minutes: kills, damaged files, hostile records, pages, bytes (make siege ARGS="--minutes 1")
# make monkey random keys, clicks and sizes by the thousand in the real app (make monkey ARGS="--inputs 2000")
#
# PYTHON is the Python that .venv is made with; left out, the first one found that is new enough.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
JOBS ?= auto
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin

# Tests import two hundred modules in every worker and start many programs: what is compiled is kept.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX="$(CURDIR)/$(VENV)/pycache" \
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

.PHONY: play test test-all lint lowest bench safety-table judge-riichi judge-push-fold pictures docs drills-check soak referee siege monkey mutants clean

play: $(VENV)/play.stamp
	@$(BIN)/python -m tui $(ARGS)

test: $(VENV)/test.stamp
	$(PYTEST) $(or $(ARGS),-m "not slow")

test-all: $(VENV)/test.stamp
	$(PYTEST) $(ARGS)

lint: $(VENV)/test.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

lowest: $(VENV)/test.stamp
	$(BIN)/python -m venv $(VENV)/lowest
	$(VENV)/lowest/bin/python -m pip install --quiet --editable '.[dev]'
	$(BIN)/python -m tests.support.lowest_versions > $(VENV)/lowest/lowest.txt
	$(VENV)/lowest/bin/python -m pip install --quiet --no-deps --requirement $(VENV)/lowest/lowest.txt
	$(VENV)/lowest/bin/python -m pytest -n $(JOBS) --dist worksteal $(or $(ARGS),-m "not slow and not snapshot")

bench: $(VENV)/test.stamp
	$(BIN)/python -m tools.bench $(ARGS)

safety-table: $(VENV)/test.stamp
	$(BIN)/python -m tools.measure $(ARGS)

judge-riichi: $(VENV)/test.stamp
	@$(BIN)/python -m tools.measure.furiten_riichi $(ARGS)

judge-push-fold: $(VENV)/test.stamp
	@$(BIN)/python -m tools.measure.push_fold $(ARGS)

pictures: $(VENV)/test.stamp
	$(BIN)/python -m tests.support.pictures_page
	$(BIN)/python -m tests.support.commands_page
	$(BIN)/python -m tests.support.man_page
	$(BIN)/python -m tests.support.keys_page
	$(BIN)/python -m tests.support.table_errors_page

docs: $(VENV)/test.stamp
	$(BIN)/python -m tests.support.site

drills-check: $(VENV)/test.stamp
	@$(BIN)/python -m tools.measure.drills $(ARGS)

soak: $(VENV)/test.stamp
	@$(BIN)/python -m tools.soak $(ARGS)

referee: $(VENV)/test.stamp
	@FURITEN_HANDS=$${FURITEN_HANDS:-5000} $(PYTEST) tests/engine/test_referee.py $(ARGS)

siege: $(VENV)/test.stamp
	@$(BIN)/python -m tools.siege $(ARGS)

monkey: $(VENV)/test.stamp
	@$(BIN)/python -m tools.monkey $(ARGS)

mutants: $(VENV)/test.stamp
	@$(BIN)/python -m tools.mutants $(ARGS)

clean:
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
