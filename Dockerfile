# Each image contains static programs only: docker build --target clipmeter|operator|api|scraper|simulator.
# Every stage builds on one with the dependencies of its programs, which are recompiled only when Cargo.lock or a Cargo.toml changes.

# Tags, which can change. To pin an image, add its digest, as a release does: docs/dev/images.md, "Pin the base images".
ARG NODE_IMAGE=docker.io/library/node:24-trixie-slim
ARG RUST_IMAGE=docker.io/library/rust:1.95.0-trixie

FROM ${NODE_IMAGE} AS web
WORKDIR /web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web .
RUN npm run build

FROM ${RUST_IMAGE} AS rust
WORKDIR /clipmeter
# release, or dev for a faster build.
ARG PROFILE=release
# The image has this toolchain; setting it avoids fetching others for lints. An explicit target restricts the flags to the programs,
# excluding build scripts and macros.
ENV RUSTUP_TOOLCHAIN=1.95.0 \
    RUSTFLAGS="-C target-feature=+crt-static" \
    CARGO_INCREMENTAL=0 \
    CARGO_TARGET_DIR=/target \
    OPTIONS="--locked --target host-tuple --profile $PROFILE"

FROM rust AS skeleton
COPY . .
RUN scripts/skeleton /skeleton

# The build output of the skeleton's crates is removed, so that no stub can end up in a program. A stage and the one with its
# dependencies build the same packages, because Cargo selects the features of dependencies for all packages of a command.
FROM rust AS standalone-dependencies
COPY --from=skeleton /skeleton .
RUN cargo build $OPTIONS -p clipmeter-standalone -p clipmeter-scraper -p clipmeter-simulator && cargo clean $OPTIONS --workspace

FROM standalone-dependencies AS cluster-dependencies
RUN cargo build $OPTIONS -p clipmeter-operator -p clipmeter-api-server -p clipmeter-scraper-cluster && cargo clean $OPTIONS --workspace

FROM standalone-dependencies AS standalone-programs
COPY . .
COPY --from=web /web/dist web/dist
RUN cargo build $OPTIONS -p clipmeter-standalone -p clipmeter-scraper -p clipmeter-simulator --bins \
    && mkdir /programs && cp /target/*-*/*/clipmeter /target/*-*/*/scraper /target/*-*/*/simulator /programs/

FROM cluster-dependencies AS cluster-programs
COPY . .
COPY --from=web /web/dist web/dist
RUN cargo build $OPTIONS -p clipmeter-operator -p clipmeter-api-server -p clipmeter-scraper-cluster --bins \
    && mkdir /programs && cp /target/*-*/*/operator /target/*-*/*/api /target/*-*/*/scraper-cluster /programs/

FROM rust AS folders
RUN mkdir /empty

FROM scratch AS base
COPY --from=folders /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=folders --chown=65532:65532 /empty /tmp
# Numeric, because a cluster that enforces non-root users can check numeric IDs only.
USER 65532:65532
LABEL org.opencontainers.image.licenses=Apache-2.0

FROM base AS operator
LABEL org.opencontainers.image.title=clipmeter-operator
COPY --from=cluster-programs /programs/operator /operator
ENTRYPOINT ["/operator"]

FROM base AS api
LABEL org.opencontainers.image.title=clipmeter-api
COPY --from=cluster-programs /programs/api /api
ENTRYPOINT ["/api"]

FROM base AS scraper
LABEL org.opencontainers.image.title=clipmeter-scraper
COPY --from=cluster-programs /programs/scraper-cluster /scraper
ENTRYPOINT ["/scraper"]

# The platform simulator for development.
FROM base AS simulator
LABEL org.opencontainers.image.title=clipmeter-simulator
COPY --from=standalone-programs /programs/simulator /simulator
ENTRYPOINT ["/simulator"]

# Everything in one container except the database, which is set with DATABASE_URL: compose.yaml.
FROM base AS clipmeter
LABEL org.opencontainers.image.title=clipmeter
# A new volume inherits the owner of its mount point.
COPY --from=folders --chown=65532:65532 /empty /data
COPY --from=standalone-programs /programs/clipmeter /programs/scraper /
ENV CLIPMETER_DATA_DIR=/data CLIPMETER_LISTEN=0.0.0.0:8420
EXPOSE 8420
VOLUME /data
ENTRYPOINT ["/clipmeter"]
CMD ["standalone"]
