"""Scrapes the accounts of a simulator with Clipmeter and its peers, and compares their requests and results.

All of them read the same accounts at the same simulated time, and once more an hour later. The simulator counts requests
and bytes, and the results are compared with the simulated accounts. The peers' own code runs unchanged, except that scheme
and host of every request are replaced. Pauses between requests are disabled for all.
"""

import argparse
import importlib.metadata
import json
import logging
import os
import platform
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

import gallery_dl.config
import gallery_dl.extractor
import gallery_dl.extractor.instagram as gallery_dl_instagram
import gallery_dl.extractor.tiktok as gallery_dl_tiktok
import requests.adapters
import yt_dlp
from gallery_dl.extractor.message import Message

SESSION = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionOfTheMeasurement0001"
HOUR = 3600


class Clipmeter:
    """Whole runs of the scraper."""

    def __init__(self, program, url, folder, at_once=None):
        self.program, self.url, self.folder, self.at_once = program, url, folder, at_once

    def read(self, site, names, now, again):
        known = Path(self.folder) / f"{site}-{self.at_once}.json"
        command = [self.program, "read", "--url", self.url, "--platform", site, "--now", str(now)]
        command += ["--known", str(known)] if again else []
        command += ["--at-once", str(self.at_once)] if self.at_once else []
        output = subprocess.run([*command, *names], check=True, stdout=subprocess.PIPE).stdout
        if not again:
            known.write_bytes(output)
        found = json.loads(output)
        items = {name: account["items"] for name, account in found["accounts"].items()}
        return items, found["seconds"]


class YtDlp:
    """yt-dlp's extractor of TikTok users."""

    class Redirected(yt_dlp.YoutubeDL):
        base = None

        def urlopen(self, req):
            if isinstance(req, str):
                req = yt_dlp.networking.Request(req)
            req.url = redirected(req.url, self.base)
            return super().urlopen(req)

    def __init__(self, url):
        self.Redirected.base = url
        self.reader = self.Redirected({"quiet": True, "no_warnings": True, "noprogress": True})

    def read(self, site, names, now, again):
        if site == "instagram":
            return "its authors have marked its extractor of Instagram users as broken", None
        began, items = time.monotonic(), {}
        for name in names:
            user = self.reader.extract_info(f"https://www.tiktok.com/@{name}", download=False, process=False)
            items[name] = {
                video["id"]: {"views": video.get("view_count"), "likes": video.get("like_count")}
                for video in user["entries"]
            }
        return items, time.monotonic() - began


class GalleryDl:
    """gallery-dl's extractors of posts."""

    def __init__(self, url):
        logging.disable(logging.CRITICAL)
        logging.Logger.traceback = lambda *_: None
        gallery_dl.config.set((), "sleep-request", 0)
        gallery_dl.config.set((), "user-cache", False)
        gallery_dl.config.set(("extractor", "instagram"), "cookies", {"sessionid": SESSION})
        gallery_dl_instagram.InstagramExtractor.request_interval = 0
        # The files' URLs are not requested, because the simulator has none.
        gallery_dl_tiktok.TiktokExtractor._extract_video = lambda *_: "https://www.tiktok.com/"
        # The simulator lacks some pages and scripts that gallery-dl reads: the document IDs are the built-in ones, and the owner of a
        # name is not requested.
        gallery_dl_instagram.InstagramAPI._extract_opname_info = lambda *_: (None, None)
        gallery_dl_instagram.InstagramAPI._extract_fb_tokens = lambda *_: ("simulatedLSD", "simulatedDTSG")
        gallery_dl_instagram.InstagramAPI.user = lambda api, name, *_: api.extractor._assign_user(
            {"id": "1", "username": name, "full_name": name}
        )
        send = requests.adapters.HTTPAdapter.send

        def elsewhere(adapter, request, **options):
            request.url = redirected(request.url, url)
            return send(adapter, request, **options)

        requests.adapters.HTTPAdapter.send = elsewhere

    def read(self, site, names, now, again):
        page = {"tiktok": "https://www.tiktok.com/@{}/posts", "instagram": "https://www.instagram.com/{}/posts/"}[site]
        began, items = time.monotonic(), {}
        for name in names:
            reader = gallery_dl.extractor.find(page.format(name))
            posts = [message[-1] for message in reader if message[0] == Message.Directory]
            items[name] = dict(self.counts(site, post) for post in posts)
        return items, time.monotonic() - began

    @staticmethod
    def counts(site, post):
        if site == "tiktok":
            counts = post.get("statsV2") or post["stats"]
            return str(post["id"]), {"views": int(counts["playCount"]), "likes": int(counts["diggCount"])}
        return str(post["post_id"]), {"views": post.get("play_count"), "likes": post.get("likes")}


def redirected(url, base):
    """Returns the URL of the same path on the simulator."""
    base = urllib.parse.urlsplit(base)
    return urllib.parse.urlsplit(url)._replace(scheme=base.scheme, netloc=base.netloc).geturl()


class Simulator:
    """The platforms."""

    def __init__(self, program, folder):
        expected = Path(folder) / "expected.json"
        command = [program, "serve", "--expected", str(expected)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.expected = json.loads(expected.read_text())

    def ask(self, path, body=None):
        request = urllib.request.Request(f"{self.url}/__simulator/{path}", body and json.dumps(body).encode())
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def asked(self):
        counted = self.ask("state")["requests"]
        return counted["total"], counted["bytes"]

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def right(found, expected):
    """Returns the number of found items, the number of those whose views and likes are right where the platform shows them, and the number
    of all items."""
    items = [(name, id) for name in expected for id in expected[name]]
    exact = sum(
        1
        for name, id in items
        if (item := found.get(name, {}).get(id))
        and all(value is None or item.get(key) == value for key, value in expected[name][id].items())
    )
    return sum(len(account) for account in found.values()), exact, len(items)


def measure(simulator, reader, site, again):
    expected = simulator.expected["later" if again else "first"][site]
    now = simulator.expected["now"] + (HOUR if again else 0)
    requests_before, bytes_before = simulator.asked()
    try:
        found, seconds = reader.read(site, list(expected), now, again)
    except Exception as error:  # a failure of a peer is a result
        found, seconds = f"{type(error).__name__}: {error}", None
    if seconds is None:
        return found
    asked, sent = simulator.asked()
    return {
        "requests": (asked - requests_before) / len(expected),
        "kilobytes": (sent - bytes_before) / len(expected) / 1000,
        "seconds": seconds / len(expected),
        "found": right(found, expected),
    }


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--profile", default="release")
    arguments.add_argument("--results", required=True)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        simulator = Simulator(options.program, folder)
        try:
            readers = {
                "Clipmeter": Clipmeter(options.program, simulator.url, folder),
                "Clipmeter, one at a time": Clipmeter(options.program, simulator.url, folder, 1),
                "gallery-dl": GalleryDl(simulator.url),
                "yt-dlp": YtDlp(simulator.url),
            }
            rows = []
            for again in (False, True):
                if again:
                    simulator.ask("clock", {"advance_seconds": HOUR})
                for site in ("instagram", "tiktok"):
                    for name, reader in readers.items():
                        if site == "instagram" and name.endswith("one at a time"):
                            continue  # Instagram is always scraped one at a time
                        rows.append((site, again, name, measure(simulator, reader, site, again)))
        finally:
            simulator.stop()
    Path(options.results).write_text(page(rows, options.profile))


def page(rows, profile):
    notes, lines = [], []
    for site, again, name, result in rows:
        case = f"{'Instagram' if site == 'instagram' else 'TikTok'}, {'an hour later' if again else 'full history'}"
        if isinstance(result, str):
            if result not in notes:
                notes.append(result)
            mark = notes.index(result) + 1
            lines.append(f"| {case} | {name} | – ({mark}) | – | – | – | – |")
            continue
        found, exact, there = result["found"]
        lines.append(
            f"| {case} | {name} | {result['requests']:.1f} | {result['kilobytes']:,.0f} | {result['seconds']:.3f} "
            f"| {found} of {there} | {exact} |"
        )
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("yt-dlp", "gallery-dl"))
    why = "".join(f"\n({number}) {note}\n" for number, note in enumerate(notes, 1))
    return f"""# Scraping whole accounts

`bench/scrape/run` writes this page. Every scraper reads the same 20 accounts of each platform from one simulator on loopback: first all of
their items, and again an hour later. Requests, kilobytes and seconds are per account. There are no pauses between requests. *Found* counts items
with an ID, *right* those of all items whose views and likes equal the platform's.

- An hour later, Clipmeter reads the items that are due by their age and keeps the stored counts of the others. So only items that were due or have
  not changed are right. The peers store no counts, and read everything again.
- gallery-dl opens the page of every TikTok video. On Instagram, it did not send its requests for tokens, document IDs and the profile, because the
  simulator does not support them.
- yt-dlp reads TikTok's rounded counts.
- Instagram shows plays and posts in different lists. Clipmeter reads both; gallery-dl reads only the posts, so its views are unknown.

{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the end (above 1, the machine had other load); programs built as {profile}; Python
{platform.python_version()}, {versions}.

| case | reader | requests | kB | seconds | found | right |
|---|---|---:|---:|---:|---:|---:|
{chr(10).join(lines)}
{why}"""


if __name__ == "__main__":
    main()
