-- Facts read from the platforms: accounts, their posts and videos ("posts" for both), and every measurement.

CREATE TABLE platform_accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    -- The platform's own id, which survives a rename; NULL until the first success.
    platform_id text CHECK (platform_id <> ''),
    -- TikTok's key of item lists.
    sec_uid text CHECK (sec_uid <> ''),
    -- Lower case, without @; the name in use now.
    username text NOT NULL CHECK (username <> '' AND username = lower(username)),
    -- Names the account had before, the latest last.
    former_usernames text[] NOT NULL DEFAULT '{}',
    display_name text NOT NULL DEFAULT '',
    is_private boolean NOT NULL DEFAULT false,
    -- What the platform says; NULL is unknown.
    follower_count bigint,
    following_count bigint,
    item_count bigint,
    -- How the last attempt ended (the code of an outcome) and when; all NULL before the first.
    last_outcome text,
    last_detail text NOT NULL DEFAULT '',
    last_attempt_at timestamptz,
    last_success_at timestamptz,
    -- When all of its items were read last, not only the newest.
    last_full_crawl_at timestamptz,
    consecutive_failures integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX platform_accounts_identity_key ON platform_accounts (platform, platform_id)
    WHERE platform_id IS NOT NULL;
-- One account per name waits for its identity. An identified account does not block a name, because a name can be
-- given up and taken by somebody else between two attempts.
CREATE UNIQUE INDEX platform_accounts_unidentified_key ON platform_accounts (platform, username)
    WHERE platform_id IS NULL;
CREATE INDEX platform_accounts_username_idx ON platform_accounts (platform, username);

CREATE TABLE posts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    external_id text NOT NULL CHECK (external_id <> ''),
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    -- Instagram only.
    shortcode text,
    url text NOT NULL DEFAULT '',
    caption text NOT NULL DEFAULT '',
    media_kind text CHECK (media_kind IN ('video', 'image', 'carousel')),
    pinned boolean NOT NULL DEFAULT false,
    posted_at timestamptz,
    -- The order of lists: newest first, unknown dates last.
    sort_at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(posted_at, timestamptz '-infinity')) STORED,
    -- NULL is "not shown by the platform", never zero.
    views bigint CHECK (views >= 0),
    likes bigint CHECK (likes >= 0),
    comments bigint CHECK (comments >= 0),
    shares bigint CHECK (shares >= 0),
    saves bigint CHECK (saves >= 0),
    -- The platform's key that views was read from; series of different sources are not comparable.
    views_source text,
    precision text NOT NULL CHECK (precision IN ('exact', 'rounded')),
    first_seen_at timestamptz NOT NULL,
    -- The observation that last changed this row.
    updated_at timestamptz NOT NULL,
    UNIQUE (platform, external_id)
);
CREATE INDEX posts_by_date_idx ON posts (platform, sort_at DESC, id DESC);
CREATE INDEX posts_by_account_idx ON posts (account_id, sort_at DESC, id DESC);
CREATE INDEX posts_by_views_idx ON posts (platform, views DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_account_views_idx ON posts (account_id, views DESC NULLS LAST, id DESC);

-- History: one row per item and minute, written when an item is first seen and whenever a count has changed.
CREATE TABLE post_metrics (
    post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
    observed_at timestamptz NOT NULL CHECK (observed_at = date_trunc('minute', observed_at, 'UTC')),
    views bigint,
    likes bigint,
    comments bigint,
    shares bigint,
    saves bigint,
    views_source text,
    PRIMARY KEY (post_id, observed_at)
) PARTITION BY RANGE (observed_at);

-- Nothing is lost when a month's partition is missing; the month's creation moves its rows out of here.
CREATE TABLE post_metrics_default PARTITION OF post_metrics DEFAULT;

-- Creates the partition of the month that `at` lies in, unless it is there. To be called in a transaction of its own
-- before the first insert of a month: attaching locks `posts` for a moment, which a transaction that already
-- writes to it must not ask for.
CREATE FUNCTION ensure_metrics_month(at timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
AS $$
DECLARE
    first_day timestamptz := date_trunc('month', at);
    next_month timestamptz := first_day + interval '1 month';
    partition text := 'post_metrics_' || to_char(first_day, 'YYYY_MM');
BEGIN
    IF to_regclass('public.' || partition) IS NOT NULL THEN
        RETURN;
    END IF;
    -- One at a time. Only a lock on a table also makes this session see what another one created before releasing it.
    LOCK TABLE post_metrics_default IN ACCESS EXCLUSIVE MODE;
    IF to_regclass('public.' || partition) IS NOT NULL THEN
        RETURN;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE post_metrics INCLUDING ALL)', partition);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', partition);
    EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', partition);
    EXECUTE format(
        'WITH moved AS (DELETE FROM post_metrics_default WHERE observed_at >= %L AND observed_at < %L RETURNING *)
         INSERT INTO %I SELECT * FROM moved', first_day, next_month, partition);
    EXECUTE format('ALTER TABLE post_metrics ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        partition, first_day, next_month);
END
$$;
GRANT EXECUTE ON FUNCTION ensure_metrics_month(timestamptz) TO clipmeter_ingest;

-- A count after an observation. An absent one changes nothing, and a rounded one does not replace a count that it may
-- be a rounding of, which may be exact. How far a platform rounds shows in the digits: 38,490 is given as 38,500 (three
-- of them) and 1,585,253 as 1,600,000 (two). So the step is that of the last digit that is not zero, within what
-- platforms do: the third digit's at least and the second's at most, or 7 would stay where 100 are seen. A known count
-- that is less than a step away may be the same one: platforms truncate as well as round.
CREATE FUNCTION merged_count(known bigint, observed bigint, rounded boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed IS NULL THEN known
        WHEN rounded AND abs(known - observed) < 10::numeric ^ greatest(
            0,
            length(observed::text) - 3,
            least(length(observed::text) - 2, length(observed::text) - length(rtrim(observed::text, '0'))))
        THEN known
        ELSE observed
    END;
GRANT EXECUTE ON FUNCTION merged_count(bigint, bigint, boolean) TO clipmeter_ingest;

-- The one definition of each number. Unknown stays unknown: a term that is NULL, or zero views, gives NULL.

-- Interactions that an engagement rate counts.
CREATE FUNCTION engagements(platform text, likes bigint, comments bigint, shares bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE platform WHEN 'tiktok' THEN likes + comments + shares ELSE likes + comments END;

-- Per cent of views, 2 decimals, half away from zero. Above 100 is possible and is not clamped.
CREATE FUNCTION rate_of(engagements numeric, views numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN views > 0 THEN round(100 * engagements / views, 2) END;

CREATE FUNCTION engagement_rate(platform text, views bigint, likes bigint, comments bigint, shares bigint)
    RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN rate_of(engagements(platform, likes, comments, shares)::numeric, views::numeric);

-- What a thousand views cost, 4 decimals, half away from zero.
CREATE FUNCTION cpm(cost numeric, views numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN views > 0 THEN round(1000 * cost / views, 4) END;

GRANT EXECUTE ON FUNCTION engagements(text, bigint, bigint, bigint), rate_of(numeric, numeric),
    engagement_rate(text, bigint, bigint, bigint, bigint), cpm(numeric, numeric) TO clipmeter_app, clipmeter_ingest;
