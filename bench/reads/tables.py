"""Writes reads.md, tenants.md and growth.md from the measurements in a folder (argument)."""

import csv
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import plot

RESULTS = Path("bench/results")


def rows(file):
    with file.open() as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def facts():
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    accounts = int(os.environ["ACCOUNTS"])
    groups, big = accounts // 20, accounts // 10
    return (
        f"`bench/reads/run` on {os.cpu_count()} cores, {os.environ['PROFILE']} build, embedded PostgreSQL, {date.today()}, commit {commit},\n"
        f"load average before: {os.environ['LOAD']}. `clipmeter-bench seed` creates {accounts:,} accounts in {groups:,} groups, half of them on each\n"
        f"platform, with {os.environ['MEASUREMENTS']} measurements of each post. The big group tracks {big:,} accounts, the small one {(accounts - big) // (groups - 1)}. An admin calls\n"
        f"over HTTP on loopback; the measuring program runs on the same cores.\n"
    )


def reads(size, measured):
    text = f"# Reads with {int(size):,} posts\n\n{facts()}\n"
    text += "Median, 95th and 99th percentile in milliseconds, with 1, 16 and 64 clients. Simultaneous requests for the same response share it\n"
    text += "(ADR 0071). No account is due for a scrape. *PostgreSQL*: statements of a request, the sum of their times in the server's log, and its\n"
    text += "share of the median with one client; above 100 % if statements run at the same time.\n\n"
    text += "| call | bytes | PostgreSQL: statements · ms · share | 1: requests/s | p50 · p95 · p99 | 16: requests/s | p50 · p95 · p99 | 64: requests/s | p50 · p95 · p99 | failed |\n"
    text += "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
    for call in dict.fromkeys(row["call"] for row in measured):
        own = [row for row in measured if row["call"] == call]
        cells = [f"{row['requests_per_second']} | {row['p50_ms']} · {row['p95_ms']} · {row['p99_ms']}" for row in own]
        failed = sum(int(row["failed"]) for row in own)
        spent, median = float(own[0]["database_ms"]), float(own[0]["p50_ms"])
        share = f"{own[0]['statements']} · {spent} · {round(100 * spent / median)} %" if median else "–"
        text += f"| {call} | {int(own[0]['bytes']):,} | {share} | {' | '.join(cells)} | {failed} |\n"
    return text


def tenants(size, measured):
    cells = {row["call"]: f"{row['p50_ms']} ({row['database_ms']})" for row in measured if row["clients"] == "1"}
    owners = ["everything", "big group", "small group"]
    names = dict.fromkeys(name for name, _, owner in (call.rpartition(", ") for call in cells) if owner == owners[1])
    text = f"# Groups beside everything, with {int(size):,} posts\n\n{facts()}\nMedians in milliseconds, one client, and in brackets the sum of the times of a request's statements in the server's log, which is\n"
    text += "measured separately.\n\n"
    text += f"| call | {' | '.join(owners)} |\n| --- |{' --- |' * len(owners)}\n"
    for name in names:
        text += f"| {name} | {' | '.join(cells.get(f'{name}, {owner}', '–') for owner in owners)} |\n"
    return text


def overload(place):
    text = "\n## Overload\n\nAll clients read growth without a pause, each in a period of its own, while another one signs in and creates groups.\n\n| what | measured |\n| --- | --- |\n"
    for line in (place / "overload.tsv").read_text().splitlines():
        text += f"| {' | '.join(line.split(chr(9)))} |\n"
    return text


def growth(place, sizes):
    measured = {size: {row["call"]: row["p50_ms"] for row in rows(place / f"{size}.tsv") if row["clients"] == "1"} for size in sizes}
    text = f"# Cost of reads as data grow\n\n{facts()}\nMedians in milliseconds, one client.\n\n"
    text += f"| call | {' | '.join(f'{int(size):,} posts' for size in sizes)} |\n| --- |{' --- |' * len(sizes)}\n"
    for call in measured[sizes[-1]]:
        text += f"| {call} | {' | '.join(measured[size][call] for size in sizes)} |\n"
    disks = [f"{int((place / f'{size}.disk').read_text()):,} MB" for size in sizes]
    series = {call: [(int(size), float(measured[size][call])) for size in sizes] for call in measured[sizes[-1]]}
    plot.lines(RESULTS / "growth.svg", "Median of a read", "posts", "ms", {call: points for call, points in series.items() if all(y > 0 for _, y in points)}, True)
    text += f"| size of the database | {' | '.join(disks)} |\n\n![The same as lines](growth.svg)\n\n"
    for size in sizes:
        text += f"- {(place / f'{size}.seed').read_text().strip()}\n"
    return text


def main():
    place, sizes = Path(sys.argv[1]), os.environ["SIZES"].split()
    (RESULTS / "reads.md").write_text(reads(sizes[-1], rows(place / f"{sizes[-1]}.tsv")) + overload(place))
    (RESULTS / "tenants.md").write_text(tenants(sizes[-1], rows(place / f"{sizes[-1]}.tsv")))
    (RESULTS / "growth.md").write_text(growth(place, sizes))


main()
