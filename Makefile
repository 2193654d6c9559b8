# Each target sets up what it needs; .ci/venv returns at once when that is done.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
BIN := .venv/bin

# Two workers pay on two cores and more. `make test PYTEST='-k ledger -x'` runs a part.
WORKERS ?= 2
PYTEST ?=

.PHONY: help demo test small-world mutants check format bench extension test-extension test-editor outputs grammars docs man release-check clean venv dev

help: ## says what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv:
	@.ci/venv

dev:
	@.ci/venv --dev

demo: venv ## lints the example repositories and shows a broken change found
	@examples/demo

test: dev ## runs all tests
	@$(BIN)/pytest -n $(WORKERS) $(PYTEST)

small-world: dev ## all pairs of small schemas against the rules of evolution, in some ten minutes
	@$(BIN)/pytest -q -m slow tests/evolution/test_small_world.py

PACKAGE ?= wire
SAMPLE ?= 400
mutants: dev ## changes the code of PACKAGE at SAMPLE places and tells which changes no test notices
	@$(BIN)/python tests/mutation/run.py $(PACKAGE) --sample $(SAMPLE)

check: dev ## style, types and import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: dev ## formats the code and mends what ruff can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

extension: dev ## builds the extension, vscode-extension/dist/wirelint.vsix
	@vscode-extension/scripts/package

test-extension: dev ## runs the unit tests of the extension
	@vscode-extension/scripts/setup
	@cd vscode-extension && node_modules/.bin/vitest run

test-editor: extension ## tests the extension in a real VS Code, which it installs
	@vscode-extension/scripts/test-editor

bench: dev ## measures against the floor and prints the table
	@$(BIN)/python benchmarks/bench.py
	@$(BIN)/python benchmarks/lsp_bench.py

outputs: dev ## pastes current output into the pages that show some
	@UPDATE_OUTPUTS=1 $(BIN)/pytest -q tests/repository/test_outputs.py

grammars: dev ## writes the parsers' tables anew, after a change of a grammar or a new lark
	@UPDATE_OUTPUTS=1 $(BIN)/pytest -q tests/repository/test_grammars.py

docs: dev ## builds the site into site/; a broken link fails
	@rm -rf site build/doctrees
	@$(BIN)/sphinx-build -q -W --keep-going -j auto -b html -d build/doctrees docs site
	@$(BIN)/python .ci/check_site.py site
	@echo 'open site/index.html'

man: dev ## writes the manual page to build/man/wirelint.1
	@mkdir -p build/man
	@$(BIN)/argparse-manpage --module wirelint.cli.arguments --function command_line --prog wirelint \
	  --project-name wirelint --version "$$($(BIN)/wirelint --version | cut -d' ' -f2)" \
	  --description 'check message schemas and version gates' --manual-title 'wirelint manual' \
	  --format single-commands-section --include .ci/manual.inc --output build/man/wirelint.1
	@echo 'man build/man/wirelint.1'

release-check: dev ## builds the release twice, installs it with old and new dependencies, tries it
	@$(BIN)/python .ci/release_check.py $(RELEASE)

clean: ## removes the virtual environment, caches and build output
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build site
	rm -rf vscode-extension/{node_modules,dist,out,pictures} vscode-extension/server/{libs,third-party,.have}
	find . -name __pycache__ -type d -not -path './*/node_modules/*' -prune -exec rm -rf {} +
