"""Starts the program and the simulator, and has schemathesis call every operation. See ./run."""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
DOCUMENT = ROOT / "api" / "openapi.json"
PROGRAMS = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug"
PASSWORD = "a password that nothing generates"

# Seconds for each role: stateful tests, the last phase, go on until then.
MAX_TIME = int(os.environ.get("CLIPMETER_SCHEMATHESIS_SECONDS", "90"))

# It ends the token that all later calls are made with. The table of roles (api/tests/http/roles) calls it as everybody.
EXCLUDED = ["logout", "logout_everywhere"]


def start(stack, folder, name, args, env):
    """Starts a program, waits for its line "... is ready at URL", and ends it with the stack."""
    log = stack.enter_context(open(folder / f"{name}.log", "w"))
    environment = {**os.environ, **env}
    process = subprocess.Popen([PROGRAMS / name, *args], env=environment, stdout=subprocess.PIPE, stderr=log, text=True)

    def stop():
        process.terminate()
        process.wait(timeout=300)

    stack.callback(stop)
    for line in process.stdout:
        if ready := re.search(r" is ready at (http://\S+)", line):
            return ready[1]
    raise SystemExit(f"{name} ended before it was ready")


def call(url, path, body, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(f"{url}/api{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def sign_in(url, username):
    return call(url, "/auth/login", {"username": username, "password": PASSWORD})["access_token"]


def prepare(url, simulator, role):
    """Makes a group with accounts and a member; returns the token of the role."""
    with urllib.request.urlopen(f"{simulator}/__simulator/accounts") as answer:
        accounts = json.load(answer)
    admin = sign_in(url, "admin")
    limits = {"max_instagram_accounts": 1000, "max_tiktok_accounts": 1000, "max_tiktok_videos": 1000}
    group = call(url, "/groups", {"name": "Fuzzed", **limits}, admin)["id"]
    for account in accounts:
        body = {"username": account["username"], "group_id": group}
        call(url, f"/{account['platform']}/accounts", body, admin)
    if role == "admin":
        return admin
    user = {"username": "member", "email": "member@example.com", "password": PASSWORD}
    call(url, f"/groups/{group}/users", user, admin)
    return sign_in(url, "member")


def run(role, folder):
    """Returns how many operations passed and failed."""
    with ExitStack() as stack:
        # The database does not run as root, and must be able to come this far.
        folder.mkdir(mode=0o711)
        simulator = start(stack, folder, "simulator", ["--clock-speed", "0", "--seed", "7", "--accounts", "8"], {})
        settings = {
            "CLIPMETER_ADMIN_PASSWORD": PASSWORD,
            "CLIPMETER_INSTAGRAM_URL": simulator,
            "CLIPMETER_TIKTOK_URL": simulator,
            "CLIPMETER_REQUEST_DELAY_FACTOR": "0",
        }
        arguments = ["standalone", "--data-dir", folder / "data", "--listen", "127.0.0.1:0"]
        url = start(stack, folder, "clipmeter", arguments, settings)
        token = prepare(url, simulator, role)
        report = folder / "junit.xml"
        arguments = ["--url", url, "--header", f"Authorization: Bearer {token}", "--max-time", str(MAX_TIME)]
        arguments += ["--phases", "examples,coverage,fuzzing,stateful", "--checks", "all"]
        arguments += ["--report", "junit", "--report-junit-path", report]
        for operation in EXCLUDED:
            arguments += ["--exclude-operation-id", operation]
        schemathesis = Path(sys.executable).with_name("schemathesis")
        config = ["--config-file", HERE / "schemathesis.toml"]
        command = [schemathesis, *config, "run", DOCUMENT, *arguments]
        ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(f"-- as {role}\n{ended.stdout}", flush=True)
        return count(report, ended.returncode)


def count(report, code):
    suites = ElementTree.parse(report).getroot().iter("testsuite")
    total = failed = 0
    for suite in suites:
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    # Whatever made it fail beside an operation counts as one.
    failed = max(failed, int(code != 0))
    return max(total - failed, 0), failed


def main():
    roles = os.environ.get("CLIPMETER_SCHEMATHESIS_ROLES", "member admin").split()
    with tempfile.TemporaryDirectory(prefix="clipmeter-schemathesis-") as folder:
        os.chmod(folder, 0o711)
        # One program and one core for each role.
        with ThreadPoolExecutor() as pool:
            running = {role: pool.submit(run, role, Path(folder) / role) for role in roles}
            results = {role: future.result() for role, future in running.items()}
    for role, (passed, failed) in results.items():
        print(f"as {role}:")
        print(f"  {passed} passed")
        print(f"  {failed} failed")
    sys.exit(any(failed for _, failed in results.values()))


if __name__ == "__main__":
    main()
