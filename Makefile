# make run and make test are all that a newcomer needs; make help lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/e2e/*' -not -path 'web/test-results/*' 2>/dev/null)
GO_SOURCES  := $(shell find cmd internal -type f 2>/dev/null) go.mod go.sum web/embed.go
STAMPS      := .cache
export CGO_ENABLED ?= 0
# What is compiled does not depend on the folder that it lies in, so build, vet, staticcheck and every clone share it.
export GOFLAGS := -trimpath $(GOFLAGS)

.PHONY: help run dev build test test-go test-web test-alerts test-e2e bench drill lint lint-go lint-web vulncheck generate generate-check countries licenses timezones clean

help: ## list what make can do
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

run: build ## install, build and start on http://localhost:8080 with demo data
	./bin/merroir serve --demo

dev: $(STAMPS)/npm ## the same with hot reload of the web app, on http://localhost:5173
	scripts/dev

build: bin/merroir ## build the product as one binary, bin/merroir

# Functions begin at every 8 bytes, not 32: 0.6 MB less.
bin/merroir: $(GO_SOURCES) $(STAMPS)/web
	go build -ldflags='-s -w -funcalign=8' -o $@ ./cmd/merroir

$(STAMPS)/npm: web/package-lock.json
	cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/web: $(STAMPS)/npm $(WEB_SOURCES)
	cd web && npm run --silent build
	@mkdir -p $(STAMPS) && touch $@

# Two parts at a time, as none keeps two processors busy throughout; the browser's tests run alone. Lint of Go comes first, as it
# compiles all of it: two parts that begin at once would compile what both need twice. The web app is built before, as Go embeds it.
test: ## everything: lint, unit tests, Go on both engines, a real browser
	@$(MAKE) --no-print-directory lint-go
	@$(MAKE) --no-print-directory -j2 lint-web generate-check test-alerts test-web test-go
	@$(MAKE) --no-print-directory test-e2e

# The race detector watches our code and what it calls, but not what only computes, which it would make ten times slower: the C
# of SQLite in Go's clothes, compression, pictures and hashes of passwords. What shares anything between goroutines must be watched,
# generics of sync too: the linker keeps one copy of each, and with an unwatched one the detector sees races where there are none.
UNWATCHED := modernc.org/sqlite/lib modernc.org/libc/... modernc.org/memory compress/flate image/... math \
	golang.org/x/image/vector github.com/srwiley/rasterx golang.org/x/crypto/argon2 golang.org/x/crypto/blake2b

# Only tests that come to a goroutine have a race to show, and the detector makes a test take three times as long: package watched
# names them by their text, and all others run without it. The longest packages begin first, so that none is left alone at the end.
# A process that the detector watched waits a second before it ends, and each command of a test is one.
# A test's program that is kept is linked again only where something in it changed: a fifth of the work, for 1.7 GB of disk. What a
# debugger would read of it is left out, as go test does of those that it does not keep.
# Three run at a time as it is, so a program that the detector does not watch has one processor: a tenth less work.
WATCHED := go run ./internal/watched
FIRST   := ./internal/paper ./internal/report ./internal/app ./internal/recall ./internal/label
KEPT    := $(STAMPS)/tests

test-go: $(STAMPS)/web ## Go tests on SQLite and PostgreSQL, with the race detector where goroutines work at once
	@mkdir -p $(KEPT)/watched $(KEPT)/others
	CGO_ENABLED=1 GORACE=atexit_sleep_ms=10 scripts/name-failures scripts/with-postgres go test -race -vet=off -ldflags=-s $(UNWATCHED:%=-gcflags='%=-race=false') -p 3 -timeout 30m -o $(KEPT)/watched/ -run "$$($(WATCHED) run)" $$($(WATCHED) packages)
	GOMAXPROCS=1 scripts/name-failures scripts/with-postgres go test -vet=off -ldflags=-s -p 3 -timeout 30m -o $(KEPT)/others/ -skip "$$($(WATCHED) skip)" $(FIRST) ./...

drill: $(STAMPS)/web ## cut the power of the disk 30 times, lose it, restore a million activities, fill it, close folders, use up handles, silence S3, DNS and mail, give little memory, kill the parts of a cluster, replace its copies, and watch an hour of mixed load (as root, on Linux); kill a process 20 times at each point between two steps of charge and ship, on both engines (long)
	go run ./drill
	MERROIR_DRILL=20 scripts/with-postgres go test -timeout 4h -run TestPaperOfAKilledProcess -v ./internal/paper

test-web: $(STAMPS)/npm ## unit and component tests of the web app
	cd web && npm run --silent test

test-alerts: ## the alert rules, where promtool is installed
	scripts/test-alerts

test-e2e: build ## the real binary in a real browser
	scripts/with-browser npm --prefix web run --silent e2e

bench: build ## measure lists, a hot farm, batches of activities, recalls and look-ups of tags on both engines, what people notice of large work, reports beside a scan, DuckDB and SQL, a thousand farms side by side, 2,000 random queries beside the formulas, and a picture that is dragged in a browser (minutes); docs/performance.md explains the tables
	scripts/with-postgres go run ./bench
	MERROIR_REPORT_QUERIES=2000 scripts/with-postgres go test -count=1 -run TestReportsAreTheFormulas ./internal/report
	scripts/with-browser npm --prefix web run --silent bench

lint: lint-go lint-web ## formatting, vet, types and lint of both sides

# By go run, staticcheck is compiled on what all else is, and by go tool on a standard library of its own.
lint-go: $(STAMPS)/web
	@test -z "$$(gofmt -l bench cmd drill internal web/*.go)" || { gofmt -l bench cmd drill internal web/*.go; echo "run: gofmt -w bench cmd drill internal"; exit 1; }
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck ./...
	go mod verify >/dev/null

lint-web: $(STAMPS)/npm
	cd web && npm run --silent lint && npm run --silent typecheck

vulncheck: ## look for known vulnerabilities in the Go code that is used; reads their database over the network
	@go tool govulncheck ./... || { status=$$?; [[ $$status == 3 ]] || echo "Nothing was looked for: the database of known vulnerabilities cannot be read from here."; exit $$status; }

generate: $(STAMPS)/npm ## make the API document and the web app's types from the server
	go run ./cmd/merroir openapi > web/openapi/openapi.json.new && mv web/openapi/openapi.json.new web/openapi/openapi.json
	go run ./cmd/merroir openapi --metrics > web/openapi/metrics.ts.new && mv web/openapi/metrics.ts.new web/openapi/metrics.ts
	go run ./cmd/merroir openapi --formulas > web/openapi/formulas.ts.new && mv web/openapi/formulas.ts.new web/openapi/formulas.ts
	go run ./cmd/merroir openapi --rolls > web/openapi/rolls.ts.new && mv web/openapi/rolls.ts.new web/openapi/rolls.ts
	go run ./cmd/merroir openapi --zones > web/openapi/zones.ts.new && mv web/openapi/zones.ts.new web/openapi/zones.ts
	cd web && npm run --silent generate

licenses: $(STAMPS)/npm ## pack the licenses of all that is compiled in, after a dependency changed
	go run ./internal/licenses/pack > internal/licenses/licenses.txt.gz.new && mv internal/licenses/licenses.txt.gz.new internal/licenses/licenses.txt.gz

timezones: ## make the table of time zones from the Debian package that tools/timezones/package.txt names
	dir="$$(mktemp -d)" && folder="$$(tools/timezones/package.sh "$$dir")" && go run internal/timezone/pack.go "$$folder" > internal/timezone/zones.zip.new && rm -r "$$dir"
	mv internal/timezone/zones.zip.new internal/timezone/zones.zip

countries: ## make the table of countries from the data that tools/countries/go.mod names
	cd tools/countries && go mod download github.com/phuslu/iploc
	go run internal/scan/pack.go "$$(cd tools/countries && go list -m -f '{{.Dir}}' github.com/phuslu/iploc)" > internal/scan/countries.gz.new
	mv internal/scan/countries.gz.new internal/scan/countries.gz

generate-check: $(STAMPS)/npm ## fail when the generated files are stale
	@go run ./cmd/merroir openapi | diff -u web/openapi/openapi.json - || { echo "run: make generate"; exit 1; }
	@cd web && npm run --silent generate -- --check || { echo "run: make generate"; exit 1; }

clean: ## remove what was built and the demo data
	rm -rf bin data $(STAMPS) web/node_modules
	find web/dist -mindepth 1 -not -name .gitkeep -delete
