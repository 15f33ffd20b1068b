# Go, which builds the programs.

# require_go: adds a Go to the PATH that is new enough for every module. Distributions have old versions, so an existing Go
# downloads a newer one from the module proxy.
require_go() {
  local required
  [ ! -x /usr/local/go/bin/go ] || PATH=$PATH:/usr/local/go/bin
  command -v go >/dev/null || install_packages go=golang-go
  required=$(sed -n 's/^go //p' "$cluster"/programs/*/go.mod | sort --version-sort | tail -n 1)
  is_newer_or_same "$(GOTOOLCHAIN=local go env GOVERSION)" "go$required" || fetch_go "$required"
  export GOTOOLCHAIN=local
}

is_newer_or_same() { [ "$(printf '%s\n' "$1" "$2" | sort --version-sort | head -n 1)" = "$2" ]; }

# fetch_go VERSION: modules hold no programs, so these are marked as such, and their own go.mod files have other names.
fetch_go() {
  local target=$cache/go-$1 module file
  if [ ! -x "$target/bin/go" ]; then
    say "Downloading Go $1"
    module=$(cd / && go mod download -json "golang.org/toolchain@v0.0.1-go$1.$(go env GOOS)-$(go env GOARCH)" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
    rm -rf "$target.new"
    cp -r "$module" "$target.new"
    chmod -R u+w "$target.new"
    chmod +x "$target.new"/bin/* "$target.new"/pkg/tool/*/*
    find "$target.new" -name _go.mod | while read -r file; do mv "$file" "${file%_go.mod}go.mod"; done
    mv "$target.new" "$target"
  fi
  PATH=$target/bin:$PATH
}
