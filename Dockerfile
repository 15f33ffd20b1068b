# syntax=docker/dockerfile:1
# The images of a cluster: docker build --target operator|api|scraper|simulator. Each is one static program on nothing.

FROM docker.io/library/node:24-trixie-slim AS web
WORKDIR /web
COPY web/package.json web/package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY web .
RUN npm run build

FROM docker.io/library/rust:1.95.0-trixie AS programs
WORKDIR /clipmeter
# The image has this toolchain, and no others are fetched for lints.
ENV RUSTUP_TOOLCHAIN=1.95.0
COPY . .
COPY --from=web /web/dist web/dist
# release, or dev for a faster build.
ARG PROFILE=release
# A target is named so that these flags hold for the programs and not for what runs while they are built.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/target \
    target=$(rustc --print host-tuple) \
    && RUSTFLAGS="-C target-feature=+crt-static" CARGO_TARGET_DIR=/target cargo build --locked --profile "$PROFILE" --target "$target" \
      --package clipmeter-operator --package clipmeter-cluster --package clipmeter-scraper --package clipmeter-simulator --bins \
    && mkdir -p /programs /empty \
    && folder=/target/$target/$([ "$PROFILE" = dev ] && echo debug || echo "$PROFILE") \
    && cp "$folder/operator" "$folder/api" "$folder/scraper" "$folder/simulator" /programs/

FROM scratch AS base
COPY --from=programs /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=programs --chown=65532:65532 /empty /tmp
# By number: a cluster that wants nobody to be root can only check those.
USER 65532:65532
LABEL org.opencontainers.image.licenses=Apache-2.0

FROM base AS operator
LABEL org.opencontainers.image.title=clipmeter-operator
COPY --from=programs /programs/operator /operator
ENTRYPOINT ["/operator"]

FROM base AS api
LABEL org.opencontainers.image.title=clipmeter-api
COPY --from=programs /programs/api /api
ENTRYPOINT ["/api"]

FROM base AS scraper
LABEL org.opencontainers.image.title=clipmeter-scraper
COPY --from=programs /programs/scraper /scraper
ENTRYPOINT ["/scraper"]

# Stands in for the platforms while developing.
FROM base AS simulator
LABEL org.opencontainers.image.title=clipmeter-simulator
COPY --from=programs /programs/simulator /simulator
ENTRYPOINT ["/simulator"]
