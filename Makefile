# Trefoil. `make` alone lists the targets.
#
# Needed: Go, make and git. `make test` installs what the tests need besides.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Without the paths of this machine in it, what one clone has compiled serves another.
# The tag leaves the largest package out of gin, which nothing of ours calls; the
# consumers of consumer-check are built without the tag, as those of users are. What
# debuggers read is a tenth of a compiler's work and a quarter of its output.
SHARED := -trimpath -tags=nomsgpack -gcflags=all=-dwarf=false
export GOFLAGS := $(SHARED) $(filter-out $(SHARED),$(shell go env GOFLAGS))

BIN := $(CURDIR)/.bin
TOOLS := GOWORK=off go -C tools
GO_DIRS := modules apps tools benchmarks
PUBLISHED := $(patsubst %/go.mod,%,$(wildcard modules/*/go.mod modules/*/*/go.mod))
OTHERS := $(patsubst %/go.mod,%,$(wildcard apps/*/go.mod tools/go.mod benchmarks/*/go.mod))
FUZZTIME ?= 10s
ARGS ?=

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9%-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: demo
demo: ## build and run the demo; ARGS="-spec FILE_OR_URL" shows another description
	go build -o $(BIN)/demo ./apps/demo
	$(BIN)/demo $(ARGS)

.PHONY: demo-replicas
demo-replicas: ## run three demos behind a balancer; ARGS="-store postgres://… -shared redis://…" lets them share what they count
	go build -o $(BIN)/demo ./apps/demo
	$(BIN)/demo $(ARGS) replicas

# M is one module (core, router, restclient, viewer, demo, trefoil, tools): its tests
# run without the race detector then, and what has not changed is not run again.
.PHONY: test
test: test-tools ## run all tests, with the race detector where it belongs; M=router runs one module, quickly
	tools/test.sh $(M)

.PHONY: test-tools
test-tools: ## install what the tests need besides Go: a C compiler and Chromium
	@tools/install-test-tools.sh

.PHONY: e2e
e2e: test-tools ## run the browser suite; FOCUS=console runs that folder, or the specs whose names match; SLOW=4 makes pages slow
	$(if $(SLOW),TREFOIL_SLOW='$(SLOW)') tools/e2e.sh $(if $(FOCUS),'$(FOCUS)')

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

# Every module is checked and tested on its own go.mod, as its users build it. What the
# tests run with the race detector is checked as that compiles it: compiled once for both.
RACE := $(if $(shell command -v $${CC:-gcc}),-race)

.PHONY: vet
vet:
	@failed=0; export GOWORK=off; \
	for module in $(PUBLISHED); do GOFLAGS="$$GOFLAGS $(RACE)" go -C $$module vet ./... || failed=1; done; \
	for module in $(OTHERS); do go -C $$module vet ./... || failed=1; done; \
	exit $$failed

.PHONY: staticcheck
staticcheck: $(BIN)/staticcheck
	@failed=0; export GOWORK=off; \
	for module in $(PUBLISHED); do (cd $$module && GOFLAGS="$$GOFLAGS $(RACE)" $(BIN)/staticcheck ./...) || failed=1; done; \
	for module in $(OTHERS); do (cd $$module && $(BIN)/staticcheck ./...) || failed=1; done; \
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
consumer-check: ## import every published module from outside, compare what is downloaded, type the commands of docs
	$(TOOLS) run ./cmd/consumer $(ARGS)

.PHONY: release-check
release-check: ## consumer-check, and all else that a release does but for its tags
	$(TOOLS) run ./cmd/release -dry-run $(ARGS)

.PHONY: release-set
release-set: ## make V=0.2.0 the next version: VERSION, go.mod files, CHANGELOG.md
	$(TOOLS) run ./cmd/release -set "$(V)"

.PHONY: release
release: ## check and tag the version in VERSION; nothing is pushed
	$(TOOLS) run ./cmd/release $(ARGS)

.PHONY: vuln
vuln: ## look for known vulnerabilities in the copy of the database that VULNDB names
	tools/vuln.sh

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME, 10s unless told
	tools/fuzz.sh $(FUZZTIME)

.PHONY: soak
soak: test-tools ## measure the worst requests that are known, and replicas that die, on Linux, and write docs/benchmarks/reliability.md
	TREFOIL_SOAK=$(CURDIR)/docs/benchmarks/reliability.md go test -count=1 -run '^TestSoak$$' -timeout 1h ./modules/viewer
	TREFOIL_SOAK=$(CURDIR)/docs/benchmarks/reliability.md go test -count=1 -run '^TestSoak$$' -timeout 2h ./apps/demo

# What oasdiff says of 500 pairs of descriptions has to be what core/apichange says.
.PHONY: oracle
oracle: ## hold the comparison of descriptions against oasdiff and write docs/benchmarks/apichange.md; ARGS="-pairs 60" is quicker
	GOWORK=off go -C benchmarks/apichange run -tags oasdiff . $(or $(ARGS),-out ../../docs/benchmarks/apichange.md)

# The modules below benchmarks are outside the workspace: what they compare with
# must not move the versions of ours.
.PHONY: bench-router
bench-router: test-tools ## compare the router with others and write docs/benchmarks/router.md; ARGS="-rounds 100" is quicker
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
