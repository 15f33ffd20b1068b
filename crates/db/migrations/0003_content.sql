-- Data collected from the platforms: accounts, their posts and videos ("posts" for both), and every measurement.

CREATE TABLE platform_accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    -- The platform's own id, which survives a rename; NULL until the first success.
    platform_id text CHECK (platform_id <> ''),
    -- TikTok's key for item lists.
    sec_uid text CHECK (sec_uid <> ''),
    -- Lower case, without @; the current name.
    username text NOT NULL CHECK (username <> '' AND username = lower(username)),
    -- Former names of the account, oldest first.
    former_usernames text[] NOT NULL DEFAULT '{}',
    display_name text NOT NULL DEFAULT '',
    is_private boolean NOT NULL DEFAULT false,
    -- As reported by the platform; NULL is unknown.
    follower_count bigint,
    following_count bigint,
    item_count bigint,
    -- The outcome code and the time of the last attempt; all NULL before the first.
    last_outcome text,
    last_detail text NOT NULL DEFAULT '',
    last_attempt_at timestamptz,
    last_success_at timestamptz,
    -- When all of its items were last read, not only the newest.
    last_full_crawl_at timestamptz,
    consecutive_failures integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX platform_accounts_identity_key ON platform_accounts (platform, platform_id)
    WHERE platform_id IS NOT NULL;
-- Only one unidentified account for each name. An identified account does not reserve its name, because a name can be
-- given up and taken by another account between two attempts.
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
    -- Sort key of lists: newest first, unknown dates last.
    sort_at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(posted_at, timestamptz '-infinity')) STORED,
    -- NULL is "not shown by the platform", never zero.
    views bigint CHECK (views >= 0),
    likes bigint CHECK (likes >= 0),
    comments bigint CHECK (comments >= 0),
    shares bigint CHECK (shares >= 0),
    saves bigint CHECK (saves >= 0),
    -- The platform's key that views were read from; series from different keys are not comparable.
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

-- Rows without a month's partition are not lost; creating the partition moves them out of here.
CREATE TABLE post_metrics_default PARTITION OF post_metrics DEFAULT;

-- Creates the partition for the month of `at`, unless it exists. Must be called in a separate transaction before the
-- first insert of a month: attaching locks `posts` briefly, which a transaction that already writes to it must not do.
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
    -- One at a time. Only a table lock also makes this session see a partition that another one created before
    -- releasing it.
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

-- A count after an observation. A missing one changes nothing, and a rounded one does not replace a count that it may
-- be a rounding of, since that one may be exact. The digits show how far a platform rounds: 38,490 is shown as 38,500
-- (three of them) and 1,585,253 as 1,600,000 (two). So the step is that of the last nonzero digit, within the
-- platforms' practice: at least the third digit's and at most the second's; otherwise 7 would stay when 100 is shown. A
-- known count that is less than a step away may be the same one: platforms truncate as well as round.
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

-- The only definition of each number. Unknown stays unknown: a NULL term, or zero views, gives NULL.

-- Interactions that count toward an engagement rate.
CREATE FUNCTION engagements(platform text, likes bigint, comments bigint, shares bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE platform WHEN 'tiktok' THEN likes + comments + shares ELSE likes + comments END;

-- Percentage of views, 2 decimals, half away from zero. May exceed 100 and is not clamped.
CREATE FUNCTION rate_of(engagements numeric, views numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN views > 0 THEN round(100 * engagements / views, 2) END;

CREATE FUNCTION engagement_rate(platform text, views bigint, likes bigint, comments bigint, shares bigint)
    RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN rate_of(engagements(platform, likes, comments, shares)::numeric, views::numeric);

-- Cost of a thousand views, 4 decimals, half away from zero.
CREATE FUNCTION cpm(cost numeric, views numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN views > 0 THEN round(1000 * cost / views, 4) END;

GRANT EXECUTE ON FUNCTION engagements(text, bigint, bigint, bigint), rate_of(numeric, numeric),
    engagement_rate(text, bigint, bigint, bigint, bigint), cpm(numeric, numeric) TO clipmeter_app, clipmeter_ingest;
