"""Uses a running program and samples its processes. Arguments: its address, the simulator's, its process ID and its data folder."""

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from datetime import date
from pathlib import Path

import plot

PASSWORD = os.environ["CLIPMETER_ADMIN_PASSWORD"]
SECONDS = int(float(os.environ["MINUTES"]) * 60)
SAMPLE_SECONDS = 10
# People with a dashboard in front of them, and the pause between two of their requests.
PEOPLE, PAUSE = 8, 0.5
SESSION = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionForTests"
SCREENS = [
    "/api/dashboard/stats",
    "/api/dashboard/gains",
    "/api/dashboard/trend?days=30",
    "/api/dashboard/top-performers",
    "/api/dashboard/all-tiktok-videos?per_page=100&sort=views",
    "/api/dashboard/all-instagram-posts?per_page=100",
    "/api/tiktok/accounts?page=1&per_page=25",
    "/api/groups",
]


class Person:
    def __init__(self, address):
        self.address, self.connection, self.token, self.tags = address, None, None, {}
        self.requests = self.failed = 0

    def call(self, method, path, body=None):
        if self.connection is None:
            host, port = self.address.rsplit(":", 1)
            self.connection = http.client.HTTPConnection(host, int(port), timeout=60)
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        if method == "GET" and path in self.tags:
            headers["if-none-match"] = self.tags[path]
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        text = response.read()
        if response.headers["etag"]:
            self.tags[path] = response.headers["etag"]
        return response.status, json.loads(text) if text else None

    def sign_in(self):
        self.token = None
        self.token = self.call("POST", "/api/auth/login", {"username": "admin", "password": PASSWORD})[1]["access_token"]
        return self

    def ask(self, method, path, body=None):
        self.requests += 1
        try:
            status, _ = self.call(method, path, body)
        except (OSError, http.client.HTTPException):
            self.connection, self.failed = None, self.failed + 1
            return
        if status == 401:
            self.sign_in()
        elif status >= 400:
            self.failed += 1


def use(person, ends, calls, pause):
    person.sign_in()
    number = 0
    while time.monotonic() < ends:
        person.ask(*calls[number % len(calls)])
        number += 1
        time.sleep(pause)


def processes():
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name, rest = (entry / "stat").read_text().split("(", 1)[1].rsplit(") ", 1)
                found[int(entry.name)] = (name, int(rest.split()[1]))
            except OSError:
                continue
    return found


def below(parents, all_processes):
    """Returns these processes and all their descendants."""
    found = set(parents)
    while more := {pid for pid, (_, parent) in all_processes.items() if parent in found} - found:
        found |= more
    return found


def memory(pid):
    """Returns the proportional share of a process in MB, so that shared memory counts once."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def files(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def sample(program, data):
    everyone = processes()
    own = below([program], everyone)
    postgres = {pid for pid in own if everyone.get(pid, ("",))[0] == "postgres"}
    scrapers = {pid for pid in own if everyone.get(pid, ("",))[0] == "scraper"}
    disk = subprocess.run(["du", "-sm", data], capture_output=True, text=True, check=False).stdout.split()[0]
    return {
        "clipmeter, MB": memory(program),
        "scrapers, MB": sum(map(memory, scrapers)),
        "PostgreSQL, MB": sum(map(memory, postgres)),
        "clipmeter, open files": files(program),
        "PostgreSQL, processes": len(postgres),
        "data folder, MB": int(disk),
    }


def prepare(address, simulator):
    admin = Person(address).sign_in()
    group = admin.call("POST", "/api/groups", {"name": "Soak"})[1]["id"]
    admin.call("POST", "/api/scraping/sessions", {"sessions": [SESSION]})
    host, port = simulator.rsplit(":", 1)
    connection = http.client.HTTPConnection(host, int(port))
    connection.request("GET", "/__simulator/accounts")
    for account in json.loads(connection.getresponse().read()):
        admin.call("POST", f"/api/{account['platform']}/accounts", {"username": account["username"], "group_id": group})


def table(samples):
    marks = [samples[min(len(samples) - 1, len(samples) * part // 6)] for part in range(7)]
    text = f"| minute | {' | '.join(f'{seconds / 60:.0f}' for seconds, _ in marks)} | change of the second half, per hour |\n"
    text += f"| --- |{' --- |' * 8}\n"
    half = samples[len(samples) // 2 :]
    hours = (half[-1][0] - half[0][0]) / 3600
    for name in samples[0][1]:
        # Of medians, because single samples meet a scrape or a checkpoint.
        window = max(1, len(half) // 5)
        middle = lambda some: sorted(values[name] for _, values in some)[len(some) // 2]
        change = (middle(half[-window:]) - middle(half[:window])) / max(hours * (1 - window / len(half)), 1e-9)
        text += f"| {name} | {' | '.join(f'{values[name]:,.0f}' for _, values in marks)} | {change:+,.0f} |\n"
    return text


def main():
    address, simulator, program, data = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    prepare(address, simulator)
    began = time.monotonic()
    ends = began + SECONDS
    people = [Person(address) for _ in range(PEOPLE)]
    scraper = Person(address)
    threads = [threading.Thread(target=use, args=(person, ends, [("GET", path) for path in SCREENS], PAUSE)) for person in people]
    threads.append(threading.Thread(target=use, args=(scraper, ends, [("POST", "/api/dashboard/scrape-all", {})], 5)))
    for thread in threads:
        thread.start()
    samples = []
    while (now := time.monotonic()) < ends:
        samples.append((now - began, sample(program, data)))
        time.sleep(SAMPLE_SECONDS)
    for thread in threads:
        thread.join()
    admin = Person(address).sign_in()
    stats = admin.call("GET", "/api/dashboard/stats")[1]["content"]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    results = Path("bench/results")
    series = {name: [(seconds / 60, values[name]) for seconds, values in samples] for name in samples[0][1]}
    plot.lines(results / "soak.svg", "Clipmeter in use", "minutes", "MB, or number", series)
    (results / "soak.md").write_text(
        f"# Use over {SECONDS / 60:.0f} minutes\n\n"
        f"`bench/soak/run` on {os.cpu_count()} cores, {os.environ['PROFILE']} build, embedded PostgreSQL, {date.today()}, commit {commit},\n"
        f"load average before: {os.environ['LOAD']}. {PEOPLE} people read the screens of the dashboard, {1 / PAUSE:.0f} requests a second each; all\n"
        f"{os.environ['ACCOUNTS']} accounts are scraped without pauses; an hour of the platforms passes every minute, so that counts change.\n"
        f"At the end: {stats['instagram_posts']:,} posts, {stats['tiktok_videos']:,} videos, {sum(person.requests for person in people):,} requests,\n"
        f"{sum(person.failed for person in people)} of them failed.\n\n{table(samples)}\n![The same as lines](soak.svg)\n\n"
        "Memory is the proportional share of the processes, so that PostgreSQL's shared memory counts once.\n"
        "The data folder grows with the measurements.\n"
    )


main()
