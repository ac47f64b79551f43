# `make play` and `make test` do all their own set-up on a fresh machine that has Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
COMPILED := $(VENV)/compiled
export PYTHONDONTWRITEBYTECODE :=  # a machine that forbids it would compile 90,000 lines of tests anew in each process

.PHONY: play test quick check style sentences types screen compiled chromium bench attack \
  sweep mutants picture screenshots format lock clean

play: $(READY)
	@$(BIN)/tabletop play

# Three at a time, also on two processors: whoever drives a browser often waits for it.
test: check chromium
	@echo "Running all tests ..."
	@$(BIN)/pytest -n 3 --dist worksteal

# Two minutes while you work: the kernel, a played game and a page of each game.
quick: check chromium
	@echo "Testing the kernel, a played game and a page of each game ..."
	@$(BIN)/pytest -n 3 --dist worksteal tests/kernel tests/games/test_reading.py tests/browser/test_each_game.py

# The browser that the tests drive: nothing to do where there is one.
chromium: $(READY)
	@$(BIN)/python tests/chromium.py

check: $(READY)
	@$(MAKE) --no-print-directory --jobs=2 types style sentences screen compiled

style: $(READY)
	@echo "Checking style ..."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .

sentences: $(READY)
	@echo "Checking sentences ..."
	@$(BIN)/python tests/plain_english.py

types: $(READY)
	@echo "Checking types ..."
	@$(BIN)/mypy

screen: $(READY)
	@echo "Checking the page's code ..."
	@$(BIN)/deno lint --quiet
	@$(BIN)/deno check --quiet widgets/static widgets/voila/templates/tabletop/page.js

# Pytest compiles the tests: here once, and not in each process that runs them. What is wrong shows when they run.
compiled: $(COMPILED)
	@:

$(COMPILED): $(READY) $(shell find tests -name 'test_*.py')
	@$(BIN)/pytest --collect-only -qq $(if $(filter $(READY),$?),,$?) > /dev/null || true
	@touch $@

bench: chromium
	@$(BIN)/python tests/bench/bench.py
	@$(BIN)/python tests/bench/pages.py
	@$(BIN)/python tests/bench/shared.py

# Ten minutes of what hostile and unlucky visitors do; nothing of it may get through.
attack: $(READY)
	@$(BIN)/python tests/attack/attack.py

# Is every refusal true, and does every pair of rulings go together? Many random games of each game.
sweep: $(READY)
	@$(BIN)/python tests/sweep/sweep.py
	@DEEP=1 $(BIN)/pytest -m deep -n 2 --dist worksteal

# Do the tests notice small faults in kernel, games and widgets? An hour; those that they do not notice are shown.
mutants: chromium
	@$(BIN)/python tests/sweep/mutants.py
	@$(BIN)/python tests/sweep/mutants.py --handmade

# Take the README's picture again.
picture: chromium
	@$(BIN)/python tests/browser/moving_picture.py notebooks/pictures/play.webp

# Pictures of the pages, in screenshots/, for whoever wants to look at them: no test compares them.
screenshots: chromium
	@$(BIN)/pytest tests/browser/screenshots.py

format: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: $(READY)
	@$(BIN)/python tests/server/write_lock.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info

# One environment with exactly the versions of the lock file; made again when the lock or the project file changes.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "This needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up (once; this takes a minute or two, and says when it is done) ..."
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing (on Debian: apt install python3-venv)."; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q $(VENV)/lib tabletop_kernel widgets || true
	@touch $(READY)
	@echo "All is set up."
