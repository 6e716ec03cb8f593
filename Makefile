# A fresh machine needs only Python 3.11+ and make. `make` lists the commands.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PLAY := .venv/.installed-play
DEV := .venv/.installed-dev
RELEASE := build/release
SITE := build/site
SPLIT := -q --split --numprocesses auto --dist worksteal

help:     ## this list
	@grep -hE '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/: [^#]*##/\t/' | expand -t 10

play: $(PLAY)     ## open the page on which both games are played
	@$(BIN)/malecon serve --open

test: export PYTHONDONTWRITEBYTECODE =
test: $(DEV) browser      ## the quick tests: rules compiled, and plain (bounds, overflow, branches)
	$(BIN)/pytest $(SPLIT)
	MALECON_JIT=0 $(BIN)/pytest $(SPLIT) --cov --cov-report=
	$(BIN)/coverage report

check: export PYTHONDONTWRITEBYTECODE =
check: $(DEV) browser     ## what CI checks: format, lint, types, imports, habits, quick and slow tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	MALECON_JIT=0 PYTHONPATH=tools $(BIN)/python -m habits
	$(BIN)/pytest $(SPLIT) -m "not place"
	MALECON_JIT=0 $(BIN)/pytest $(SPLIT) -m "not place" --cov --cov-report=
	$(BIN)/coverage report

browser:
	@for name in "$$MALECON_CHROMIUM" chromium chromium-browser google-chrome; do \
	    if command -v "$$name" >/dev/null 2>&1; then exit 0; fi; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium for the tests in a browser (once) ..."; \
	    apt-get update -qq && apt-get install -y -qq chromium >/dev/null 2>&1 && exit 0; fi; \
	echo "No Chromium here, so the tests in a browser are skipped. Install the package chromium, or name one in MALECON_CHROMIUM." >&2

places: $(DEV) browser nginx     ## play the installed program in every place: full disks, foreign users, each Python, a container
	MALECON_JIT=0 $(BIN)/pytest -q tests/places -m "place or slow or not slow" -o faulthandler_timeout=1800 -rs

nginx:
	@PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing nginx for the tests of places (once) ..."; \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx-light >/dev/null 2>&1 && \
	    { systemctl disable --quiet --now nginx 2>/dev/null || true; exit 0; }; fi; \
	echo "No nginx here, so the places behind it are skipped. Install the package nginx." >&2

pictures: $(DEV) browser     ## renew docs/pictures from real games
	PYTHONPATH=tests $(BIN)/python -m web.pictures docs/pictures
	cd docs/pictures && ../../$(BIN)/python -m doctest ../first-batch.md  # it saves its plot where it runs
	$(BIN)/malecon analyse tests/golden/havana/2-seats-by-points.game --plot docs/pictures/chances.png

bench: $(DEV)     ## measure the speed, and hold it against the budgets; fails if one is missed
	@missed=0; \
	$(BIN)/python bench/engine.py || missed=1; \
	PYTHONPATH=tests $(BIN)/python bench/budgets.py || missed=1; \
	MALECON_JIT=0 PYTHONPATH=tests $(BIN)/python bench/route_costs.py || missed=1; \
	PYTHONPATH=tests:bench $(BIN)/python -m web.clicks || missed=1; \
	PYTHONPATH=tests:bench $(BIN)/python -m web.click_counts || missed=1; \
	exit $$missed

docs: $(DEV)      ## renew what is generated in docs/
	for game in $$($(BIN)/python -c 'import malecon; print(*malecon.games)'); do \
	    $(BIN)/python -m malecon.core.rules_text $$game > docs/rules/$$game.md; \
	    PYTHONPATH=tools $(BIN)/python -m spec page $$game docs/spec/$$game.json > docs/spec/$$game.md; done

site: $(DEV)      ## the documentation as a site for browsers, in build/site; a broken link is an error
	rm -rf $(SITE)
	PYTHONPATH=tools $(BIN)/python -m documentation $(SITE)

accept: $(DEV)    ## take today's output as the golden truth; the commit says why
	$(BIN)/pytest -q tests/golden --accept

wheel: .venv      ## two files, in dist, from which pip installs the program anywhere
	@rm -f dist/malecon*.whl
	@$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist . ./packages/malecon

release: $(RELEASE)     ## what is uploaded, in dist, and checked: wheels, source archive, bills of materials
	rm -rf dist
	$(RELEASE)/bin/python -m build --outdir dist .
	$(RELEASE)/bin/python -m build --wheel --outdir dist packages/malecon
	$(RELEASE)/bin/twine check --strict dist/*
	$(RELEASE)/bin/check-wheel-contents --ignore W002,W004 dist/malecon_engine-*.whl  # licences are twice in it; Alembic runs files with numbers
	$(RELEASE)/bin/check-wheel-contents --ignore W007,W008 dist/malecon-*.whl  # it is empty
	$(MAKE) sbom

sbom: $(RELEASE)     ## bills of materials (CycloneDX), in dist/sbom, from the lock files
	mkdir -p dist/sbom
	for lock in requirements requirements-hosting; do \
	    $(RELEASE)/bin/cyclonedx-py requirements --output-reproducible --pyproject pyproject.toml --output-file dist/sbom/$$lock.cdx.json $$lock.lock || exit 1; done

dev: $(DEV)       ## everything a developer needs, in .venv

lock:     ## renew the lock files from pyproject.toml
	uv pip compile --universal --generate-hashes --quiet pyproject.toml --extra serve --output-file requirements.lock
	uv pip compile --universal --generate-hashes --quiet pyproject.toml --extra hosting --output-file requirements-hosting.lock
	uv pip compile --universal --generate-hashes --quiet pyproject.toml --extra hosting --extra research --extra ray --group dev --output-file requirements-dev.lock
	uv pip compile --universal --generate-hashes --quiet --group release --output-file requirements-release.lock

audit:    ## ask whether weaknesses of what is installed are known (needs the network)
	uvx pip-audit --require-hashes --disable-pip --requirement requirements-hosting.lock

clean:    ## remove the environment and what tools left
	rm -rf .venv build dist packages/malecon/build packages/malecon/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

$(PLAY): requirements.lock pyproject.toml | .venv
	@echo "Installing what the game needs (once, about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(DEV): requirements-dev.lock pyproject.toml | .venv
	@echo "Installing what developers need (once, about two minutes) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement requirements-dev.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@$(BIN)/python bench/install_pufferlib.py || echo "PufferLib could not be installed, so its tests are skipped." >&2
	@touch $@ $(PLAY)

$(RELEASE): requirements-release.lock | .venv
	@rm -rf $@
	@$(BIN)/python -m venv $@
	@$@/bin/pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement requirements-release.lock || { rm -rf $@; exit 1; }

.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Malecón needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
	    { rm -rf .venv; echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv" >&2; exit 1; }

.PHONY: help play test check browser places nginx pictures bench docs site accept wheel release sbom dev lock audit clean
