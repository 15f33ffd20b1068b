"""Creates a million videos of two thousand accounts in the database of a running program. Arguments: the server's folder and
the number of videos. Triggers update counters, histogram and search texts, as for a scraper."""

import sys
from pathlib import Path

import psycopg

ACCOUNTS = 2_000
BATCH = 20_000
WORDS = (
    "morning coffee harbour walk slow bread garden light rain summer market street music dance learn recipe quick "
    "simple travel train window city river forest winter snow guide today story behind scenes making studio live "
    "question answer part series final best first last new old small large red blue green gold silver paper wood"
).split()

MAKE_ACCOUNTS = """
INSERT INTO platform_accounts (platform, username, platform_id, created_at, last_success_at, last_outcome)
SELECT 'tiktok', 'creator' || n, 'creator' || n, now(), now(), 'ok' FROM generate_series(1, %(accounts)s) n
"""

# A realistic distribution of counts: most items have few views, some have millions; newer ones more often than older ones.
MAKE_VIDEOS = """
WITH own AS (SELECT array_agg(id ORDER BY id) AS ids FROM platform_accounts WHERE platform = 'tiktok'),
made AS (
    SELECT n, ceil(exp(random() * 14))::bigint AS views, now() - random() ^ 2 * interval '1500 days' AS at,
           (SELECT string_agg((%(words)s::text[])[1 + floor(random() * %(count)s)::int], ' ')
            FROM generate_series(1, 4 + (n %% 9)::int)) AS caption
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n
)
INSERT INTO posts (platform, external_id, account_id, url, caption, media_kind, posted_at, views, likes, comments, shares,
                   views_source, first_seen_at, updated_at)
SELECT 'tiktok', (7000000000000000000 + n)::text, own.ids[1 + n %% cardinality(own.ids)],
       'https://www.tiktok.com/@creator/video/' || 7000000000000000000 + n, caption, 'video', at,
       views, views * (2 + n %% 7) / 100, views * (n %% 5) / 1000, views * (n %% 3) / 1000,
       'playCount', at, now() - random() * interval '3 days'
FROM made CROSS JOIN own
"""


def main():
    folder, videos = Path(sys.argv[1]), int(sys.argv[2])
    password = (folder / "password").read_text()
    address = dict(host=str(folder / "run"), user="postgres", password=password, dbname="postgres")
    with psycopg.connect(**address, autocommit=True) as database:
        database.execute(MAKE_ACCOUNTS, {"accounts": ACCOUNTS})
        for first in range(1, videos + 1, BATCH):
            last = min(first + BATCH - 1, videos)
            database.execute(MAKE_VIDEOS, {"words": WORDS, "count": len(WORDS), "first": first, "last": last})
        database.execute("VACUUM ANALYZE")


main()
