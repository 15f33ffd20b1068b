"""Tracks the filled accounts, stores 30 daily measurements of each video, waits until the days are counted by cost, and measures gains and
statements. Arguments: the server's folder and the program's address. Prints the result."""

import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from datetime import date, timedelta
from pathlib import Path

import psycopg

DAYS = 30
REPEATS = 7
# Accounts of the measured group; each has VIDEOS / 2000 videos.
GROUP_ACCOUNTS = 200

GROUPS = "INSERT INTO groups (name, max_tiktok_accounts, created_at) VALUES ('Big', 2000, now()), ('Rest', 2000, now())"

TRACK = """
WITH big AS (SELECT id FROM groups WHERE name = 'Big'), rest AS (SELECT id FROM groups WHERE name = 'Rest')
INSERT INTO tracked_accounts (group_id, account_id, created_at)
SELECT CASE WHEN row_number() OVER (ORDER BY a.id) <= %(accounts)s THEN big.id ELSE rest.id END, a.id, now()
FROM platform_accounts a, big, rest WHERE a.platform = 'tiktok'
"""

# The views of a video on each of the last days, growing to the present number.
MEASURE = """
INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, shares, views_source)
SELECT id, date_trunc('day', now()) - (%(days)s - n) * interval '1 day' + interval '8 hours', views * (70 + n) / 100, likes,
       comments, shares, views_source
FROM posts, generate_series(1, %(days)s) n
WHERE id %% %(parts)s = %(part)s
"""


UNCOUNTED = "SELECT count(*) FROM (SELECT account_id, cost FROM desired_costs EXCEPT SELECT account_id, cost FROM counted_costs) AS uncounted"

# A capped cost for each view, so that days have amounts.
SET_COST = "UPDATE settings SET cost = ROW('per_mille', 0, 2.5, 500)::cost"


def count_costs(database):
    """Changes the cost, and returns the seconds until the program has counted all days by it."""
    began = time.perf_counter()
    database.execute(SET_COST)
    while database.execute(UNCOUNTED).fetchone()[0] > 0:
        time.sleep(0.5)
    return time.perf_counter() - began


def call(address, token, path):
    began = time.perf_counter()
    request = urllib.request.Request(address + path, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request) as response:
            size = len(response.read())
    except urllib.error.HTTPError as error:
        return None, error.code
    return 1000 * (time.perf_counter() - began), size


def sign_in(address):
    body = json.dumps({"username": "admin", "password": "measured-password"}).encode()
    request = urllib.request.Request(address + "/api/auth/login", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["access_token"]


def main():
    folder, address = Path(sys.argv[1]), sys.argv[2].rstrip("/")
    password = (folder / "password").read_text()
    server = dict(host=str(folder / "run"), user="postgres", password=password, dbname="postgres")
    parts = 20
    with psycopg.connect(**server, autocommit=True) as database:
        database.execute(GROUPS)
        database.execute(TRACK, {"accounts": GROUP_ACCOUNTS})
        group = database.execute("SELECT id FROM groups WHERE name = 'Big'").fetchone()[0]
        for part in range(parts):
            database.execute(MEASURE, {"days": DAYS, "parts": parts, "part": part})
        database.execute("VACUUM ANALYZE")
        counting = count_costs(database)
        database.execute("VACUUM ANALYZE")
    token = sign_in(address)
    videos = int(os.environ["VIDEOS"])
    today = date.today()
    month = f"from={today - timedelta(days=28)}&to={today - timedelta(days=1)}"
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    print(f"# Growth and statements with {videos:,} videos and {DAYS} measurements of each\n")
    print(
        f"`bench/gains/run` on {os.cpu_count()} cores, {os.environ['PROFILE']} build, embedded PostgreSQL, {today}, commit {commit},\n"
        f"load average before: {os.environ['LOAD']}. The group tracks {GROUP_ACCOUNTS} of 2,000 accounts. Median and slowest of"
        f" {REPEATS}\ncalls over HTTP on loopback. After the platform's cost was changed, counting {videos * DAYS:,} measurements by it took"
        f" {counting:,.0f} s.\n"
    )
    print("| call | items in scope | median ms | slowest ms | bytes |\n| --- | --- | --- | --- | --- |")
    of_group = videos * GROUP_ACCOUNTS // 2000
    for name, items, path in [
        ("growth of 7 days, group", of_group, f"/api/dashboard/gains?group_id={group}"),
        ("growth of 28 days, group", of_group, f"/api/dashboard/gains?group_id={group}&{month}"),
        ("statement of 28 days, group", of_group, f"/api/dashboard/statement?group_id={group}&{month}"),
        ("export of it, group", of_group, f"/api/dashboard/statement/export?group_id={group}&{month}"),
        ("gains of accounts in 7 days, group", of_group, f"/api/tiktok/accounts/gains?group_id={group}"),
        ("growth of 7 days, all", videos, "/api/dashboard/gains?"),
        ("growth of 28 days, all", videos, f"/api/dashboard/gains?{month}"),
        ("gains of accounts in 7 days, all", videos, "/api/tiktok/accounts/gains?"),
        ("statement of 28 days, all", videos, f"/api/dashboard/statement?{month}"),
    ]:
        calls = [call(address, token, path) for _ in range(REPEATS)]
        times = [took for took, _ in calls if took is not None]
        if len(times) < REPEATS:
            print(f"| {name} | {items:,} | HTTP {calls[-1][1]} | | |")
            continue
        print(f"| {name} | {items:,} | {statistics.median(times):,.0f} | {max(times):,.0f} | {calls[0][1]:,} |")


main()
