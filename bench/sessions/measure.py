"""Adds, lists and deletes 100,000 made-up sessions over HTTP and prints a table. Arguments: address and process id."""

import http.client
import json
import random
import sys
import time

LINES = 100_000
PATH = "/api/scraping/sessions"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class Measurement:
    def __init__(self, address, process):
        host, port = address.rsplit(":", 1)
        self.connection = http.client.HTTPConnection(host, int(port), timeout=60)
        self.process = process
        self.headers = {"content-type": "application/json"}
        credentials = json.dumps({"username": "admin", "password": "measured-password"})
        token = self.call("POST", "/api/auth/login", credentials)["access_token"]
        self.headers["authorization"] = f"Bearer {token}"

    def call(self, method, path, body=None, media_type="application/json"):
        self.connection.request(method, path, body, {**self.headers, "content-type": media_type})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            sys.exit(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text)

    def memory(self):
        """Returns the peak of the resident memory since the last call, in MB."""
        with open(f"/proc/{self.process}/status") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        with open(f"/proc/{self.process}/clear_refs", "w") as clear:
            clear.write("5")
        return peak // 1024

    def row(self, what, *call):
        self.memory()
        began = time.perf_counter()
        answer = self.call(*call)
        milliseconds = (time.perf_counter() - began) * 1000
        print(f"| {what} | {milliseconds:,.0f} | {self.memory()} |")
        return answer


def main():
    random.seed(7)
    made_up = lambda: "".join(random.choices(LETTERS, k=32))
    lines = [f"{58_000_000_000 + n}%3A{made_up()[:14]}%3A{n % 30}%3AAYe{made_up()}" for n in range(LINES)]
    text = "\n".join(lines)
    form = f'--XX\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n{text}\r\n--XX--\r\n'

    measurement = Measurement(sys.argv[1], sys.argv[2])
    print("| request | ms | peak MB |\n|---|---|---|")
    print(f"| (idle) | | {measurement.memory()} |")
    rows = [
        (f"text of {LINES:,} new sessions", "POST", f"{PATH}/bulk", text, "text/plain"),
        ("the same text again: all duplicates", "POST", f"{PATH}/bulk", text, "text/plain"),
        ("first page of 50", "GET", PATH),
        ("last page of 50", "GET", f"{PATH}?page={LINES // 50}"),
        ("delete the session in the middle", "DELETE", f"{PATH}/{LINES // 2}"),
        ("delete all", "DELETE", f"{PATH}/all"),
        (f"file of {LINES:,} new sessions", "POST", f"{PATH}/upload", form, "multipart/form-data; boundary=XX"),
        ("delete all", "DELETE", f"{PATH}/all"),
        (f"JSON list of {LINES:,} new sessions", "POST", PATH, json.dumps({"sessions": lines})),
    ]
    for what, *call in rows:
        answer = measurement.row(what, *call)
        if "new" in what and answer["added"] != LINES:
            sys.exit(f"{what}: {answer}")


main()
