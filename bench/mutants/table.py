"""Prints the table of the mutants in a folder (argument)."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

KINDS = {"pure": "crates without I/O: domain, scheduler, proto, platform-config", "store": "store: db, with the tests of api/tests/store"}


def lines(place, kind, name):
    return (place / kind / "mutants.out" / f"{name}.txt").read_text().splitlines()


def main():
    place = Path(sys.argv[1])
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    print("# Mutants\n")
    print(f"`bench/mutants/run`, part {os.environ['PART']}, {date.today()}, commit {commit}.\n")
    print("| crates | part of all | caught | by a time limit | survived | do not compile |\n| --- | --- | --- | --- | --- | --- |")
    kinds = {kind: title for kind, title in KINDS.items() if (place / kind).is_dir()}
    for kind, title in kinds.items():
        caught, timeout, missed, unviable = (lines(place, kind, name) for name in ("caught", "timeout", "missed", "unviable"))
        part = f"1/{os.environ[f'{kind.upper()}_PARTS']}"
        print(f"| {title} | {part} | {len(caught)} | {len(timeout)} | {len(missed)} | {len(unviable)} |")
    print("\nThose that survived:\n")
    for kind in kinds:
        for mutant in lines(place, kind, "missed"):
            # crates/domain/src/item.rs:16:39: replace …
            path, line, _, change = mutant.split(":", 3)
            print(f"- `{path}`, line {line}: `{change.strip()}`")


main()
