"""Measures how fast Clipmeter and its peers parse recorded responses, in one run, and checks the parsed values.

Every parser gets the bytes of the same bodies and is timed until it has the values of each item. The peers' own code is
called below their network layer, without work that these values do not need: media formats, logging, random headers.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import gallery_dl.config
import gallery_dl.extractor
import gallery_dl.extractor.tiktok as gallery_dl_tiktok
import gallery_dl.util
import yt_dlp
from yt_dlp.utils import traverse_obj

SCRIPT = '<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__"'
TIMELINE = "xdt_api__v1__feed__user_timeline_graphql_connection"
# Each parser is measured this often in a row, and the rows of all parsers alternate, so that a moment's load affects all of them.
ROWS = 5
TIMES = 15
OUR_TIMES = 200


class StubResponse:
    """A response as the peers' network layer returns it."""

    history = ()
    url = ""

    def __init__(self, body):
        self.body = body

    @property
    def text(self):
        return self.body.decode()


class YtDlp:
    """yt-dlp's extractors."""

    def __init__(self):
        quiet = yt_dlp.YoutubeDL({"quiet": True, "no_warnings": True, "noprogress": True})
        self.tiktok = quiet.get_info_extractor("TikTok")
        self.instagram = quiet.get_info_extractor("Instagram")

    def tt_video_page(self, body):
        page = body.decode()
        data = self.tiktok._get_universal_data(page, "video")
        video = traverse_obj(data, ("webapp.video-detail", "itemInfo", "itemStruct", {dict}))
        return [self._tiktok(video)]

    def tt_user_page(self, body):
        data = self.tiktok._get_universal_data(body.decode(), "user")
        return traverse_obj(data, ("webapp.user-detail", {dict}))

    def tt_item_list(self, body):
        data = json.loads(body)
        return [self._tiktok(video) for video in traverse_obj(data, ("itemList", lambda _, v: v["id"]))]

    def _tiktok(self, video):
        url = self.tiktok._create_url("_", video["id"])
        return self.tiktok._parse_aweme_video_web(video, url, video["id"], extract_flat=True)

    def ig_media_info(self, body):
        return [self.instagram._extract_product(json.loads(body)["items"], get_comments=False)]

    @staticmethod
    def values(item):
        """Returns the values of an item under the names that this script uses."""
        return {"views": item.get("view_count"), "likes": item.get("like_count"), "timestamp": item.get("timestamp")}

    @staticmethod
    def profile(detail):
        return {"username": detail["userInfo"]["user"]["uniqueId"]}


class GalleryDl:
    """gallery-dl's extractors."""

    def __init__(self):
        gallery_dl.config.set((), "cookies", None)
        gallery_dl_tiktok.generate_headers = dict
        self.tiktok = gallery_dl.extractor.find("https://www.tiktok.com/@user/video/7526770564367748360")
        self.tiktok.initialize()
        self.instagram = gallery_dl.extractor.find("https://www.instagram.com/p/CAnqPB-Jzcj/")
        self.instagram.initialize()
        self.instagram.videos_dash = False
        self.list = gallery_dl_tiktok.TiktokPostItemListRequest(None)

    def _scope(self, body):
        self.tiktok.request = lambda *_, **__: StubResponse(body)
        return self.tiktok._extract_rehydration_data("https://www.tiktok.com/")

    def tt_video_page(self, body):
        return [self._scope(body)["webapp.video-detail"]["itemInfo"]["itemStruct"]]

    def tt_user_page(self, body):
        return self._scope(body)["webapp.user-detail"]

    def tt_item_list(self, body):
        return list(self.list.extract_items(gallery_dl.util.json_loads(body.decode())).values())

    def ig_graphql_timeline_xdt(self, body):
        connection = gallery_dl.util.json_loads(body.decode())["data"][TIMELINE]
        return [self.instagram._parse_post(edge["node"]) for edge in connection["edges"]]

    def ig_media_info(self, body):
        return [self.instagram._parse_post(item) for item in gallery_dl.util.json_loads(body.decode())["items"]]

    @staticmethod
    def values(item):
        if "stats" in item:
            return {"views": item["stats"]["playCount"], "likes": item["stats"]["diggCount"], "id": item["id"]}
        return {"likes": item["likes"], "shortcode": item["post_shortcode"], "id": str(item["post_id"])}

    profile = staticmethod(YtDlp.profile)


class JsonLoads:
    """Python's JSON parser only: a lower bound for parsers written in Python. Extracts no values."""

    def __getattr__(self, kind):
        if not kind.endswith("_page"):
            return json.loads
        return self._script

    @staticmethod
    def _script(body):
        page = body.decode()
        start = page.index(">", page.index(SCRIPT)) + 1
        return json.loads(page[start : page.index("</script>", start)])


class Clipmeter:
    """Clipmeter's parsers."""

    def __init__(self, program):
        self.program = program

    def row(self, kind, files):
        command = [self.program, "--type", kind, "--rounds", str(OUR_TIMES), *map(str, files)]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


CASES = [
    ("TikTok video page", "tt_video_page", ["tiktok/video_page_dangthuhaf_2025.html"]),
    ("TikTok user page", "tt_user_page", ["tiktok/user_page_alcaldiasa_2026.html"]),
    ("TikTok item list, 15 items", "tt_item_list", ["tiktok/item_list_creator_p1.json"]),
    (
        "Instagram timeline, 3 pages, 36 posts",
        "ig_graphql_timeline_xdt",
        [f"instagram/graphql_timeline_xdt_google_2025_p{page}.json" for page in (1, 2, 3)],
    ),
    ("Instagram media, carousel", "ig_media_info", ["instagram/media_info_carousel_2020.json"]),
    ("Instagram media, video", "ig_media_info", ["instagram/media_info_video_2020.json"]),
]


def check(name, expected, items):
    """Compares the known values of the first items with the parsed ones, as far as both exist."""
    for known, item in zip(expected["items"], items, strict=False):
        for key, value in item.items():
            # Peers have other fallbacks for views, and none for hidden likes; only values that both provide are compared.
            if key in known and value is not None and known[key] is not None and value != known[key]:
                raise SystemExit(f"{name}: {key} is {known[key]!r}, but {value!r} was read")


def time_row(read, bodies):
    times = []
    for _ in range(TIMES):
        started = time.perf_counter_ns()
        for body in bodies:
            read(body)
        times.append(time.perf_counter_ns() - started)
    return times


def measure(title, kind, files, recordings, clipmeter, peers):
    paths = [recordings / file for file in files]
    bodies = [path.read_bytes() for path in paths]
    known = [json.loads((path.parent / "expected.json").read_text())["files"][path.name] for path in paths]
    peers = {name: peer for name, peer in peers.items() if isinstance(peer, JsonLoads) or hasattr(peer, kind)}
    times = {name: [] for name in ("clipmeter", *peers)}
    for row in range(ROWS + 1):
        ours = clipmeter.row(kind, paths)
        for expected, parsed in zip(known, ours["responses"], strict=True):
            if parsed["outcome"] != "ok" or len(parsed["items"]) != expected["item_count"]:
                raise SystemExit(f"clipmeter, {title}: {parsed}")
            check(f"clipmeter, {title}", expected, parsed["items"])
            if "follower_count" in expected and parsed["follower_count"] != expected["follower_count"]:
                raise SystemExit(f"clipmeter, {title}: {parsed}")
        if row:  # the first row is a warm-up
            times["clipmeter"] += ours["nanoseconds"]
        for name, peer in peers.items():
            took = time_row(getattr(peer, kind), bodies)
            if row:
                times[name] += took
    for name, peer in peers.items():
        for expected, body in zip(known, bodies, strict=True):
            read = getattr(peer, kind)(body)
            if isinstance(read, list):
                if len(read) != expected["item_count"]:
                    raise SystemExit(f"{name}, {title}: {len(read)} items")
                check(f"{name}, {title}", expected, [peer.values(item) for item in read])
            elif not isinstance(peer, JsonLoads) and peer.profile(read)["username"] != expected["username"]:
                raise SystemExit(f"{name}, {title}: {read}")
    size = sum(map(len, bodies))
    best = {name: min(values) for name, values in times.items()}
    fastest = min((name for name in peers if name != "json.loads"), key=best.get)
    return {
        "case": title,
        "bytes": size,
        "bodies": len(bodies),
        "best_microseconds": {name: round(time / 1e3, 1) for name, time in best.items()},
        "median_microseconds": {name: round(statistics.median(row) / 1e3, 1) for name, row in times.items()},
        "bodies_per_second": round(len(bodies) / best["clipmeter"] * 1e9),
        "megabytes_per_second": round(size / best["clipmeter"] * 1e3),
        "fastest_peer": fastest,
        "times_as_fast_as_fastest_peer": round(best[fastest] / best["clipmeter"], 1),
        "times_as_fast_as_json_loads": round(best["json.loads"] / best["clipmeter"], 1),
    }


def conditions():
    processor = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.processor(),
    )
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "load_average_1m": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in ("yt-dlp", "gallery-dl")},
    }


def markdown(result):
    before, after = result["before"], result["after"]
    names = ["clipmeter", "yt-dlp", "gallery-dl", "json.loads"]
    lines = [
        "# Parsing recorded responses",
        "",
        "`bench/parse/run` writes this page. Time from the bytes of the bodies to the values of each item, in one thread and one run:",
        f"the best of {ROWS} alternating rows of {TIMES} repetitions each ({OUR_TIMES} for Clipmeter). The best is used because on a busy machine a long",
        "repetition is interrupted more often than a short one, which would favor the faster parser (medians are in `parse.json`).",
        "The values of each parser were compared with the known values of the recording. The ratio is to the fastest peer;",
        "`json.loads` is Python's JSON parser only, which extracts no values.",
        "",
        f"{before['processor']}, {before['cores']} cores, load average {before['load_average_1m']} at the start and {after['load_average_1m']} at the end",
        f"(above 1, the machine had other load); Python {before['python']}, yt-dlp {before['yt-dlp']}, gallery-dl {before['gallery-dl']}.",
        "",
        "| case | bytes | " + " | ".join(f"{name}, µs" for name in names) + " | bodies/s | MB/s | × fastest peer | × json.loads |",
        "|---|" + "---:|" * (len(names) + 5),
    ]
    for case in result["cases"]:
        times = " | ".join(str(case["best_microseconds"].get(name, "–")) for name in names)
        lines.append(
            f"| {case['case']} | {case['bytes']:,} | {times} | {case['bodies_per_second']:,} | {case['megabytes_per_second']:,}"
            f" | {case['times_as_fast_as_fastest_peer']} ({case['fastest_peer']}) | {case['times_as_fast_as_json_loads']} |"
        )
    return "\n".join(lines) + "\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", required=True, help="the built parse-bench")
    arguments.add_argument("--recordings", required=True, type=Path, help="folder with instagram/ and tiktok/")
    arguments.add_argument("--results", required=True, type=Path, help="folder for parse.md and parse.json")
    arguments = arguments.parse_args()
    peers = {"yt-dlp": YtDlp(), "gallery-dl": GalleryDl(), "json.loads": JsonLoads()}
    before = conditions()
    clipmeter = Clipmeter(arguments.program)
    cases = [measure(*case, arguments.recordings, clipmeter, peers) for case in CASES]
    result = {"before": before, "after": conditions(), "cases": cases}
    (arguments.results / "parse.json").write_text(json.dumps(result, indent=2) + "\n")
    page = markdown(result)
    (arguments.results / "parse.md").write_text(page)
    sys.stdout.write(page)


if __name__ == "__main__":
    main()
