# Shared functions and settings of the release scripts.
#
# REGISTRY       registry and namespace; by default that of the repository's owner on GitHub
# IMAGE_PREFIX   name of the standalone image, and prefix of the others
# RELEASE_DIR    folder of the files that one script passes to the next
# DRY_RUN        if set, commands with outside effects are printed instead of run

shopt -s inherit_errexit
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

# The stages of the Dockerfile that are published, and the programs that the chart installs.
programs=(clipmeter operator api scraper simulator)
chart_programs=(operator api scraper)
architectures=(amd64 arm64)

release_dir=${RELEASE_DIR:-$root/target/publish}

fail() {
  echo "$*" >&2
  exit 1
}

# run COMMAND...: with DRY_RUN, prints the command so that it can be pasted into a shell.
run() {
  if [ -n "${DRY_RUN:-}" ]; then
    printf '%q ' "$@" | sed 's/ $/\n/'
  else
    "$@"
  fi
}

# choose_registry: sets the registry and namespace. Registries accept lower case only, which an owner's name need not be.
choose_registry() {
  registry=${REGISTRY:-}
  [ -n "$registry" ] || registry=ghcr.io/${GITHUB_REPOSITORY_OWNER:?set it, or REGISTRY, such as registry.example.com/clipmeter}
  registry=${registry,,}
}

# is_program PROGRAM: fails unless an image is published for it.
is_program() { [[ " ${programs[*]} " == *" $1 "* ]] || fail "Unknown program: $1 (one of ${programs[*]})"; }

# image_repository PROGRAM: prints the name of the image without the registry.
image_repository() {
  local prefix=${IMAGE_PREFIX:-clipmeter}
  [ "$1" = clipmeter ] && echo "$prefix" || echo "$prefix-$1"
}

image_name() { echo "$registry/$(image_repository "$1")"; }

workspace_version() { sed -n '/^\[workspace.package\]$/,/^\[/ s/^version = "\(.*\)"$/\1/p' Cargo.toml; }

# digest_in FILE: prints the digest in the file, and fails if there is none. Dry runs have no files.
digest_in() {
  local digest
  if [ -n "${DRY_RUN:-}" ]; then
    echo "sha256:DIGEST-OF-$(basename "$1")"
    return
  fi
  [ -f "$1" ] || fail "$1 does not exist: run the previous step of the release first"
  digest=$(grep -oE 'sha256:[0-9a-f]{64}' "$1" | head -n 1) || fail "$1 contains no digest"
  echo "$digest"
}

# set_outputs NAME=VALUE...: prints the values, and passes them to the next steps of a workflow.
set_outputs() { printf '%s\n' "$@" | tee -a "${GITHUB_OUTPUT:-/dev/null}"; }

# sign NAME@DIGEST: with the identity of the workflow, without a key (OIDC).
sign() { run cosign sign --yes "$1"; }
