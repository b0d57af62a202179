# Every target sets itself up: a fresh clone needs only Python 3.11+, make and git.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

# Colours and progress belong to people; pip's chatter does not.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.DEFAULT_GOAL := help
PICO   := $(VENV)/.pico
JS     := $(VENV)/javascript

.PHONY: help setup table room test soak soaksetup pico picosetup check format coverage wheel release bench clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(READY) ## Make .venv and install everything pinned

$(READY): requirements.txt requirements-nodeps.txt requirements-stubs.txt requirements-stubs-esp32.txt pyproject.toml \
  sim/micropython/narrow/package.json
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cardtable needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version). Try: make PYTHON=python3.11" >&2; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -r requirements.txt
	@$(PIP) --no-deps -r requirements-nodeps.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@$(PIP) --target $(VENV)/stubs --upgrade --no-deps -r requirements-stubs.txt
	@$(PIP) --target $(VENV)/stubs-esp32 --upgrade --no-deps -r requirements-stubs-esp32.txt
	@$(BIN)/python -m sim.micropython.narrow.interpreter
	@touch $@

table: setup ## Run the simulated table (GAME=canberra SPEED=1 ROUNDS=0 SEED=1 FRESH=1 SCENARIO=jackpot)
	@$(BIN)/cardtable table $(if $(GAME),--game $(GAME)) $(if $(SPEED),--speed $(SPEED)) \
	  $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SEED),--seed $(SEED)) $(if $(SEATS),--seats $(SEATS)) $(if $(FRESH),--fresh) $(if $(SCENARIO),--scenario $(SCENARIO))

room: setup ## Run a room with simulated tables (TABLES=3 SPEED=4 DATABASE_URL=postgresql://…)
	@$(BIN)/cardtable room try $(if $(TABLES),--tables $(TABLES)) $(if $(SPEED),--speed $(SPEED)) \
	  $(if $(LOCAL),--local $(LOCAL))

# In the order of the folders: flashing and browser before units. By default the files with the fewest
# tests come last, which are the longest here, and one core waits for the other.
SHARED := -n 2 --dist loadfile --no-loadscope-reorder

test: setup ## Run every test, on CPython and on real MicroPython (ARGS="-k name")
	@$(BIN)/python -m pytest $(SHARED) $(ARGS)

soaksetup: setup ## Install the fuzzer that `make soak` uses where there is one (Linux, x86-64)
	@$(PIP) -r requirements-soak.txt || \
	  echo "atheris cannot be installed here: make soak leaves its part of the link out and says so"

soak: soaksetup ## Run the full counts on two processes; resumes where it stopped
	@$(BIN)/python -m tests.soak $(ARGS)

picosetup: $(PICO) ## Install what the emulated Pico needs (node, rp2040js, boot ROM)

$(PICO): $(READY) requirements-pico.txt sim/rp2040/emulator/package.json
	@$(PIP) -r requirements-pico.txt
	@$(BIN)/python -c 'from sim.rp2040.tools import tools; tools()'
	@touch $@

pico: picosetup ## Play on an emulated Pico (GAME=canberra UF2=FILE ARGS="--pace fast --seed 3")
	@$(BIN)/python -m sim.rp2040 play $(or $(GAME),canberra) $(if $(UF2),--uf2 $(UF2)) $(ARGS)

coverage: setup ## Branch coverage of the firmware by its tests on CPython (ARGS="tests/unit")
	@$(BIN)/python -m pytest $(SHARED) --cov --cov-report=term:skip-covered --cov-report=html:build/coverage $(ARGS)

$(JS)/.ready: $(READY) package.json
	@$(BIN)/python -m sim.npm install package.json $(JS)
	@touch $@

format: setup $(JS)/.ready ## Format Python, JavaScript and style sheets
	@$(BIN)/ruff format .
	@$(BIN)/python -m sim.npm run $(JS) biome format --write .

check: setup $(JS)/.ready ## ruff, pyright, import-linter; biome and TypeScript for the pages
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/python -m sim.npm run $(JS) biome ci --error-on-warnings .
	@$(BIN)/python -m sim.npm run $(JS) tsc --project tsconfig.json
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright --project pyrightconfig.firmware.json
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright --project pyrightconfig.esp32.json
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright --project pyrightconfig.host.json
	@$(BIN)/lint-imports

wheel: setup ## Build dist/*.whl, with firmware, boards and driver in it
	@$(BIN)/python -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

release: setup ## Build dist/release: wheel, firmware, checksums, signed (KEY=release.key)
	@rm -rf dist/release
	@$(BIN)/python -m host_tools.release.pack dist/release $(if $(KEY),--key $(KEY))

bench: setup ## Measure, side by side with peers
	@$(BIN)/python -m tests.bench $(ARGS)

clean: ## Remove what make has made
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
