# Everything that is done with this program. `make` alone lists it; scripts/setup makes .venv when it is needed.

PYTHON ?=
export PYTHON
PY = .venv/bin/python
# Where an environment forbids to store bytecode, every worker and every bot of the tests would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
DEALS ?= 1000
MINUTES ?= 60
SEED := $(or $(SEED),$(shell date +%s))
PARALLEL = --numprocesses auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help run doctor test thorough quick lint words check bench ratings gauntlet gauntlet-postgres catalogue translations lock clean

help: ## this list
	@echo "Ramino: rummy for Discord servers."
	@grep -E '^[a-z-]+:.*## ' Makefile | while IFS= read -r line; do printf '  make %-17s %s\n' "$${line%%:*}" "$${line##*## }"; done

run: ## start the bot; without DISCORD_TOKEN in .env, with a page to try it on this machine
	@scripts/setup run
	@$(PY) -m bot play

doctor: ## say what is missing or wrong
	@scripts/setup run
	@$(PY) -m bot doctor

test: ## run the tests, on all cores
	@scripts/setup dev
	@scripts/timed tests $(PY) -m pytest $(PARALLEL) -m "not thorough and not gauntlet"

thorough: ## run the long tests that `make test` leaves out: kills, faults, whole matches, the browser
	@scripts/setup dev
	@scripts/timed thorough $(PY) -m pytest $(PARALLEL) -m "thorough and not gauntlet"

quick: ## run the tests of the rules, the computer players and the leagues, in a minute
	@scripts/setup dev
	@$(PY) -m pytest $(PARALLEL) -m "not thorough and not gauntlet" tests/rummy tests/players tests/league

lint: ## format, lint, types, import contracts
	@scripts/setup dev
	@scripts/timed format $(PY) -m ruff format --check --quiet . || { echo "Not formatted; run: .venv/bin/ruff format"; exit 1; }
	@scripts/timed lint $(PY) -m ruff check --quiet .
	@scripts/timed types $(PY) -m mypy
	@scripts/timed contracts .venv/bin/lint-imports --no-logo

words: ## list banned words and sentences over 20 words in what players read
	@scripts/setup dev
	@scripts/timed words $(PY) -m scripts.words

translations: ## list what each language lacks, and fail if that is anything
	@scripts/setup dev
	@$(PY) -m scripts.translations

check: lint words test ## what must pass before a commit: lint, words, then the tests
	@$(PY) -m scripts.translations --tell

bench: ## measure
	@scripts/setup dev
	@$(PY) -m benchmarks

ratings: ## measure which spread rates our own matches best; takes up to seven minutes
	@scripts/setup dev
	@$(PY) -m benchmarks.league.ratings

gauntlet: ## random deals, scores counted a second time, laws, kill after kill, a club's year, and gin beside OpenSpiel's, looking for what breaks: make gauntlet DEALS=10000 SEED=7
	@scripts/setup dev
	@echo "The seeds begin at $(SEED); the same again: make gauntlet SEED=$(SEED)"
	@$(PY) -m tests.rummy.gauntlet --deals $(DEALS) --seed $(SEED)
	@$(PY) -m tests.rummy.gauntlet --computers --deals $(DEALS) --seed $(SEED)
	@set -e; for game in $(basename $(notdir $(wildcard data/variants/*.toml))); do $(PY) -m tests.rummy.second_count $$game 2000 --seed $(SEED); done
	@ROUNDS=10 $(PY) -m pytest tests/e2e/faults/test_kills.py
	@SEED=$(SEED) $(PY) -m pytest tests/e2e/league/test_simulated_year.py
	@SEED=$(SEED) $(PY) -m pytest $(PARALLEL) -m "gauntlet or law" --hypothesis-profile=gauntlet --hypothesis-seed=$(SEED)
	@$(PY) -m benchmarks.rules.openspiel_gin --deals $(DEALS) --seed $(SEED)

gauntlet-postgres: ## three processes on one PostgreSQL are killed, stopped and cut off: make gauntlet-postgres MINUTES=20 SEED=7
	@scripts/setup dev
	@SECONDS=$$(($(MINUTES) * 60)) SEED=$(SEED) POSTGRES_TESTS=required $(PY) -m pytest -s tests/e2e/faults/test_several_processes.py -k three

catalogue: ## collect the sentences for translators, after one was added or changed
	@scripts/setup dev
	@$(PY) -m scripts.catalogue

lock: ## rebuild the lock files from pyproject.toml
	@scripts/lock

clean: ## remove what can be made again; never .env or the databases in var/
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache var/tools
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
