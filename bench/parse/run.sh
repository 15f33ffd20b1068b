#!/usr/bin/env bash
# Measures the reading of stored answers beside yt-dlp and gallery-dl. Usage: bench/parse/run.sh RECORDINGS
# The peers are installed into a virtual environment in the user's cache folder, never into the work tree.
set -euo pipefail
recordings=${1:?the folder with the recorded answers, which holds instagram/ and tiktok/}
recordings=$(realpath "$recordings")
cd "$(dirname "$0")/../.."
environment=${XDG_CACHE_HOME:-$HOME/.cache}/clipmeter-bench/venv
if [ ! -x "$environment/bin/python" ]; then
  python3 -m venv "$environment"
fi
"$environment/bin/pip" install --quiet --disable-pip-version-check 'yt-dlp==2026.10.26' 'gallery-dl==1.32.18'
cargo build --release --quiet -p clipmeter-bench --bin parse-bench
target=$(cargo metadata --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
"$environment/bin/python" bench/parse/peers.py \
  --program "$target/release/parse-bench" --recordings "$recordings" --results bench/results
