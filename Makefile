# `make run` starts Clipmeter with sample data, `make check` is for use before a commit, `make test` and `make test-cluster` are all
# tests. All of them install their requirements first.

SHELL := /bin/bash
.DEFAULT_GOAL := help

CARGO_TARGET_DIR ?= $(CURDIR)/target
export CARGO_TARGET_DIR
# Each step prints the time since this start.
MAKE_BEGAN := $(or $(MAKE_BEGAN),$(shell date +%s))
export MAKE_BEGAN
PROGRAMS := $(CARGO_TARGET_DIR)/debug

# The database does not run as root, and its unprivileged user cannot enter root's home.
ifeq ($(shell id -u),0)
DATA_DIR ?= /var/lib/clipmeter-demo
else
DATA_DIR ?= $(CURDIR)/.data/demo
endif
LISTEN ?= 127.0.0.1:8420
# For the image: a stage of the Dockerfile, the image's name, and options such as --build-arg PROFILE=dev.
TARGET ?= clipmeter
IMAGE ?=
IMAGE_OPTIONS ?=

.PHONY: help run run-real standalone address image check test test-cluster e2e build web setup fmt lint generate bench bench-quick release screenshots
# Each step needs the previous one.
.NOTPARALLEL:

help: ## Show this list
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

setup: ## Install missing requirements of the build
	@scripts/setup build

run: standalone ## Build and start Clipmeter with sample data and a simulator in place of the platforms
	@scripts/step "Starting Clipmeter$(if $(wildcard $(DATA_DIR)/demo.json),,: a month of sample data is made once)" env --unset=DATABASE_URL "$(PROGRAMS)/clipmeter" standalone --demo --data-dir "$(DATA_DIR)" --listen "$(LISTEN)"

run-real: standalone ## Build and start Clipmeter with the real platforms and the default data directory
	@scripts/step "Starting Clipmeter" "$(PROGRAMS)/clipmeter" standalone --listen "$(LISTEN)"

# Standalone mode. An address in use is reported before anything is built.
standalone: address setup web
	@scripts/step "Building the programs" scripts/standalone-programs

address:
	@scripts/free-address "$(LISTEN)"

image: ## Build a container image, for compose.yaml or with TARGET=operator|api|scraper|simulator for a cluster
	@scripts/image "$(TARGET)" "$(IMAGE)" $(IMAGE_OPTIONS)

build: web ## Build all programs, with the web app inside
	@scripts/step "Building the programs" cargo build --locked --workspace --bins

web: ## Build the web app
	@scripts/step "Building the web app" scripts/build-web

release: setup web ## Build optimized programs
	cargo build --locked --release --workspace --bins

check: ## Run the checks before a commit: formatting, lints, types, generated files, tests of pure code
	@scripts/setup build
	@scripts/test check

test: ## Run these checks and all tests that need no cluster: Rust, web, browser, chart
	@scripts/setup test
	@scripts/test test

test-cluster: ## Run the tests that need Kubernetes, on a cluster that is started on this machine
	@scripts/setup test
	@scripts/test cluster

e2e: ## Run the end-to-end tests on a Kubernetes cluster that is started on this machine
	@scripts/setup test
	@scripts/test kubernetes

lint: ## Check formatting and lints
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cd web && npm run lint

fmt: ## Format everything
	cargo fmt --all

generate: ## Update committed generated files: gRPC code, query data, OpenAPI document, resource definitions, TypeScript client
	@scripts/setup build
	scripts/generate

bench: ## Run the benchmarks, which write bench/results
	scripts/setup bench
	scripts/bench

bench-quick: ## Run them with less data, and print the results
	scripts/setup bench
	scripts/bench quick

screenshots: ## Update the README's screenshots; their emoji need a font, such as Debian's fonts-noto-color-emoji
	cd testing/e2e && npm run screenshots
