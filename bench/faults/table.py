"""Writes faults.md from the report of a campaign (argument)."""

import os
import subprocess
import sys
from collections import defaultdict
from datetime import date
from pathlib import Path


def words(fault):
    """Returns the name of a fault as words."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in fault).strip()


def main():
    lines = [line.split("\t") for line in Path(sys.argv[1]).read_text().splitlines()[1:]]
    rounds = [(faults.strip("[]").split(", "), int(ready)) for faults, _, ready in lines if ready]
    counts = {what: count for what, count, ready in lines if not ready}
    by_fault = defaultdict(list)
    for faults, ready in rounds:
        for fault in faults:
            by_fault[fault].append((ready, len(faults) == 1))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    text = (
        f"# Random faults\n\n`bench/faults/run` on {os.cpu_count()} cores, debug build, embedded PostgreSQL, {date.today()}, commit {commit},\n"
        f"seed {os.environ['CLIPMETER_FAULT_SEED']}, {os.environ['CLIPMETER_FAULT_SECONDS']} s, load average before: {os.environ['LOAD']}. One or two random faults at a time, each for up to\n"
        "four seconds, while people read, change, sign in and out and scrape. Then it takes this long until a user can sign in, read and\n"
        "write:\n\n| fault | times | alone: median, slowest | with another: median, slowest |\n| --- | --- | --- | --- |\n"
    )
    for fault in sorted(by_fault):
        cells = []
        for alone in (True, False):
            times = sorted(ready for ready, is_alone in by_fault[fault] if is_alone == alone)
            cells.append(f"{times[len(times) // 2] / 1000:.1f} s, {times[-1] / 1000:.1f} s" if times else "–")
        text += f"| {words(fault)} | {len(by_fault[fault])} | {' | '.join(cells)} |\n"
    times = sorted(ready for _, ready in rounds)
    text += f"\n{len(times)} rounds: median {times[len(times) // 2] / 1000:.1f} s, slowest {times[-1] / 1000:.1f} s.\n\n| what users and the checker did | times |\n| --- | --- |\n"
    text += "".join(f"| {what} | {int(count):,} |\n" for what, count in counts.items())
    text += (
        "\nNothing acknowledged was lost or doubled: every created group was there once, no deleted group came back, and every measurement\n"
        "seen by one check was there in the next. No reader saw totals of a group that differ from the sums of its accounts, or that fell.\n"
        "No revoked token was accepted. Counters equaled a recount in every check, and in the end there were the same items as in a new\n"
        "installation without faults. Days are compared with a recount until the clock is first set back, later only their sums. A violation ends the campaign, and nothing is written.\n"
    )
    Path("bench/results/faults.md").write_text(text)


main()
