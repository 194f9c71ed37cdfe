# Trefoil. `make` alone lists the targets.
#
# Needed: Go, make and git. `make test` installs what the tests need besides.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Without the paths of this machine in it, what one clone has compiled serves another.
# The tag leaves the largest package out of gin, which nothing of ours calls; the
# consumers of consumer-check are built without the tag, as those of users are.
export GOFLAGS := -trimpath -tags=nomsgpack $(filter-out -trimpath,$(shell go env GOFLAGS))

BIN := $(CURDIR)/.bin
TOOLS := GOWORK=off go -C tools
APPS := ./apps/demo/... ./apps/restgen/...
GO_DIRS := modules apps tools benchmarks
PUBLISHED := $(patsubst %/go.mod,%,$(wildcard modules/*/go.mod modules/*/*/go.mod))
BENCHMARKS := $(patsubst %/go.mod,%,$(wildcard benchmarks/*/go.mod))
FUZZTIME ?= 10s
ARGS ?=

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: demo
demo: ## build and run the demo; ARGS="-spec FILE_OR_URL" shows another description
	go build -o $(BIN)/demo ./apps/demo
	$(BIN)/demo $(ARGS)

# M is one module (core, router, restclient, viewer, demo, restgen, tools): its tests
# run without the race detector then, and what has not changed is not run again.
.PHONY: test
test: test-tools ## run all tests, with the race detector where it belongs; M=router runs one module, quickly
	tools/test.sh $(M)

.PHONY: test-tools
test-tools: ## install what the tests need besides Go: a C compiler and Chromium
	@tools/install-test-tools.sh

.PHONY: e2e
e2e: test-tools ## run the browser suite; FOCUS=console runs that folder, or the specs whose names match
	tools/e2e.sh $(if $(FOCUS),'$(FOCUS)')

.PHONY: watch
watch: ## run the tests of a module whenever one of its files has changed: make watch M=router
	tools/watch.sh $(M)

.PHONY: cover
cover: test-tools ## measure what the tests cover, module by module; M=router measures one; the report is in coverage/
	tools/cover.sh $(M)

.PHONY: test-scripts
test-scripts: ## run the unit tests of the viewer's scripts; FOCUS=serialize/value runs some
	$(TOOLS) test -count=1 ./internal/scripttest -run 'TestScripts$(if $(FOCUS),/$(FOCUS))'

.PHONY: check
check: ## everything that CI runs, the cheapest first
	tools/check.sh

.PHONY: clean
clean: ## remove what the other targets have made, but for the caches of Go
	rm -rf $(BIN) .cache coverage tools/*/node_modules tools/documents/made
	find . -name '*.test' -type f -delete

.PHONY: lint
lint: format-check doc-check vet staticcheck ## check the format, the code and links in docs, go vet and staticcheck

.PHONY: format-check
format-check: $(BIN)/gofumpt
	@unformatted="$$($(BIN)/gofumpt -l $(GO_DIRS))"; \
	if [ -n "$$unformatted" ]; then printf 'not formatted, run make fmt:\n%s\n' "$$unformatted"; exit 1; fi

# What is published is checked and tested on its own go.mod, as its users build it.
.PHONY: vet
vet:
	@failed=0; \
	for module in $(PUBLISHED) tools $(BENCHMARKS); do GOWORK=off go -C $$module vet ./... || failed=1; done; \
	go vet $(APPS) || failed=1; \
	exit $$failed

.PHONY: staticcheck
staticcheck: $(BIN)/staticcheck
	@failed=0; \
	for module in $(PUBLISHED) tools $(BENCHMARKS); do (cd $$module && GOWORK=off $(BIN)/staticcheck ./...) || failed=1; done; \
	$(BIN)/staticcheck $(APPS) || failed=1; \
	exit $$failed

.PHONY: doc-check
doc-check:
	$(TOOLS) run ./cmd/doccheck

.PHONY: fmt
fmt: $(BIN)/gofumpt ## format every Go file
	$(BIN)/gofumpt -l -w $(GO_DIRS)

.PHONY: arch
arch: ## check who imports whom, sizes, and how the inside of each leaf is built
	$(TOOLS) run ./cmd/archcheck

.PHONY: web
web: ## build the pages' templates, styles and scripts
	tools/npm-packages.sh codemirror
	$(TOOLS) run ./cmd/webbuild

.PHONY: web-check
web-check: ## check that the built pages belong to their sources, and the types of their scripts
	tools/npm-packages.sh codemirror
	$(TOOLS) run ./cmd/webbuild -check
	tools/type-check.sh

.PHONY: doc-images
doc-images: ## take the pictures of the viewer in docs/images again, in Chromium
	TREFOIL_DOC_IMAGES=$(CURDIR)/docs/images go test -count=1 ./apps/demo/e2e -ginkgo.focus 'A picture of the documentation'

.PHONY: tidy-check
tidy-check: ## check that every go.mod is tidy and agrees with VERSION
	$(TOOLS) run ./cmd/tidycheck

.PHONY: consumer-check
consumer-check: ## import every published module from outside and compare what is downloaded
	$(TOOLS) run ./cmd/consumer $(ARGS)

.PHONY: vuln
vuln: ## look for known vulnerabilities in the copy of the database that VULNDB names
	tools/vuln.sh

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME, 10s unless told
	tools/fuzz.sh $(FUZZTIME)

.PHONY: soak
soak: ## measure the worst requests that are known, on Linux, and write docs/benchmarks/reliability.md
	TREFOIL_SOAK=$(CURDIR)/docs/benchmarks/reliability.md go test -count=1 -run '^TestSoak$$' -timeout 1h ./modules/viewer

# The modules below benchmarks are outside the workspace: what they compare with
# must not move the versions of ours.
.PHONY: bench-router
bench-router: ## compare the router with others and write docs/benchmarks/router.md; ARGS="-rounds 100" is quicker
	GOWORK=off go -C benchmarks/router run . $(ARGS)

.PHONY: bench-restclient
bench-restclient: ## compare the REST client with others and write docs/benchmarks/restclient.md; ARGS="-quick" is quicker
	GOWORK=off go -C benchmarks/restclient run . $(ARGS)

.PHONY: bench-viewer
bench-viewer: ## compare the viewer with others in a browser and write docs/benchmarks/viewer.md; ARGS="-quick" is quicker
	GOWORK=off go -C benchmarks/viewer run -tags libopenapi . $(ARGS)

# The tools are pinned in tools/go.mod and built again when it changes.
$(BIN)/gofumpt: tools/go.mod
	$(TOOLS) build -o $@ mvdan.cc/gofumpt

$(BIN)/staticcheck: tools/go.mod
	$(TOOLS) build -o $@ honnef.co/go/tools/cmd/staticcheck

$(BIN)/ginkgo: tools/go.mod
	$(TOOLS) build -o $@ github.com/onsi/ginkgo/v2/ginkgo

$(BIN)/govulncheck: tools/go.mod
	$(TOOLS) build -o $@ golang.org/x/vuln/cmd/govulncheck
