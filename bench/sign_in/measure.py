"""Signs in with unknown names and with wrong passwords, and prints a table of the response times. Arguments: the address, and
the number of attempts of each kind."""

import http.client
import json
import random
import statistics
import sys
import time

PASSWORD = "measured-password"
# Enough users that the attempts for each are few and the login rate limit for one name never applies.
USERS = 40
RESAMPLES = 2_000

UNKNOWN = "unknown name"
EMAIL = "wrong password, by email"
USERNAME = "wrong password, by username"


class Api:
    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.connection = http.client.HTTPConnection(host, int(port), timeout=60)
        self.headers = {"content-type": "application/json"}
        self.tries = 0

    def post(self, path, body, expected, **headers):
        self.connection.request("POST", path, json.dumps(body), {**self.headers, **headers})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != expected:
            sys.exit(f"{path}: {answer.status} {text.decode()}")
        return json.loads(text)

    def add_users(self):
        credentials = {"username": "admin", "password": PASSWORD}
        token = self.post("/api/auth/login", credentials, 200)["access_token"]
        admin = {"authorization": f"Bearer {token}"}
        group = self.post("/api/groups", {"name": "Measured"}, 201, **admin)["id"]
        for n in range(USERS):
            user = {"username": f"user-{n:05}", "email": f"mail-{n:05}@example.com", "password": PASSWORD}
            self.post(f"/api/groups/{group}/users", user, 201, **admin)

    def milliseconds(self, name):
        """Signs in from a new network each time, because the login rate limit would apply otherwise."""
        self.tries += 1
        network = f"10.{self.tries >> 8}.{self.tries & 255}.1"
        body = {"username": name, "password": "a wrong password"}
        began = time.perf_counter()
        self.post("/api/auth/login", body, 401, **{"x-forwarded-for": network})
        return (time.perf_counter() - began) * 1000


def measure(api, rounds):
    times = {UNKNOWN: [], USERNAME: [], EMAIL: []}
    for n in range(rounds):
        # Names of the same length and kind.
        unknown = f"none-{n:05}" if n % 2 else f"none-{n:05}@example.com"
        names = {
            UNKNOWN: unknown,
            USERNAME: f"user-{n % USERS:05}",
            EMAIL: f"mail-{n % USERS:05}@example.com",
        }
        # Other load on the machine affects a whole round, and the random order favors none.
        for case in random.sample(list(names), len(names)):
            times[case].append(api.milliseconds(names[case]))
    return times


def typical(pairs):
    """Returns the median of the differences within a round."""
    return statistics.median(a - b for a, b in pairs)


def undisturbed(pairs):
    """Returns the difference of the first quartiles, which other load on the machine affects least."""
    first_quartile = lambda taken: statistics.quantiles(taken, n=4)[0]
    return first_quartile([a for a, _ in pairs]) - first_quartile([b for _, b in pairs])


def with_interval(estimate, pairs):
    """Returns the estimate and its 95 % confidence interval (bootstrap over the rounds)."""
    resampled = [estimate(random.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES)]
    cuts = statistics.quantiles(resampled, n=40)
    return f"{estimate(pairs):+.2f} ({cuts[0]:+.2f} to {cuts[-1]:+.2f})"


def main():
    random.seed(7)
    api = Api(sys.argv[1])
    api.add_users()
    measure(api, 10)
    times = measure(api, int(sys.argv[2]))
    print("| sign-in, ms | first quartile | median | third quartile |\n|---|---|---|---|")
    for case, taken in times.items():
        print(f"| {case} | " + " | ".join(f"{cut:.2f}" for cut in statistics.quantiles(taken, n=4)) + " |")
    print("\n| difference, ms (95 % interval) | typical | of the first quartiles |\n|---|---|---|")
    for one, other in [(UNKNOWN, USERNAME), (UNKNOWN, EMAIL), (EMAIL, USERNAME)]:
        pairs = list(zip(times[one], times[other]))
        print(f"| {one} − {other} | {with_interval(typical, pairs)} | {with_interval(undisturbed, pairs)} |")


main()
