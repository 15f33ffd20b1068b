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
    created_at timestamptz NOT NULL,
    -- First successful read of the account since it has been tracked.
    first_success_at timestamptz,
    -- When the newest item that its list has shown was posted; for an account without items, when it was first read.
    -- NULL until then. The longer nothing new is posted, the less often accounts are read. ADR 0023.
    quiet_since timestamptz,
    -- When its items of the last week, and of the last 30 days, were last read. Reading a deeper tier includes the
    -- tiers above it. ADR 0023.
    week_read_at timestamptz,
    month_read_at timestamptz,
    -- The item count of the profile when the list was last read successfully.
    listed_item_count bigint,
    -- Items that the profile counts and the list does not show, and when they were last searched for.
    gap bigint,
    gap_checked_at timestamptz,
    -- Since when the handle has a new owner, and who that is as far as known. Nothing of the account is read until an
    -- admin has resolved the conflict. ADR 0024.
    handle_conflict_at timestamptz,
    new_owner_id text CHECK (new_owner_id <> ''),
    new_owner_username text,
    new_owner_display_name text,
    new_owner_followers bigint,
    -- The id that was last found in place of the account, empty if unknown, and since when it is the same one. NULL:
    -- the account itself. A second read that confirms it makes it a handle conflict. ADR 0042.
    doubted_id text,
    doubted_at timestamptz,
    CONSTRAINT platform_accounts_handle_conflict_check
        CHECK ((new_owner_id IS NULL OR handle_conflict_at IS NOT NULL) AND (new_owner_id IS NULL) = (new_owner_username IS NULL)),
    CONSTRAINT platform_accounts_doubt_check CHECK ((doubted_id IS NULL) = (doubted_at IS NULL))
);
CREATE UNIQUE INDEX platform_accounts_identity_key ON platform_accounts (platform, platform_id)
    WHERE platform_id IS NOT NULL;
-- Only one unidentified account for each name. An identified account does not reserve its name, because a name can be
-- given up and taken by another account between two attempts.
CREATE UNIQUE INDEX platform_accounts_unidentified_key ON platform_accounts (platform, username)
    WHERE platform_id IS NULL;
CREATE INDEX platform_accounts_username_idx ON platform_accounts (platform, username);
-- An account is found by its former names. Few accounts have any, and scraping does not change them.
CREATE INDEX platform_accounts_former_idx ON platform_accounts USING gin (former_usernames)
    WHERE former_usernames <> '{}';

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
    first_seen_at timestamptz NOT NULL,
    -- The observation that last changed this row.
    updated_at timestamptz NOT NULL,
    engagement_rate numeric GENERATED ALWAYS AS (engagement_rate(platform, views, likes, comments, shares)) STORED,
    -- Posted after the first success of its account, so that all its counts were gained while the account was tracked.
    -- Decided when the item is first seen, and kept: a later correction of the date does not rewrite past days.
    from_zero boolean NOT NULL DEFAULT false,
    -- An item that was taken down or hidden keeps its numbers and its history, and still counts in all totals. ADR 0024.
    availability text NOT NULL DEFAULT 'public' CHECK (availability IN ('public', 'removed', 'private')),
    -- Time of the detection.
    unavailable_since timestamptz,
    -- Which counts are rounded, individually: a response may have rounded views and exact likes. The sum of 1 views,
    -- 2 likes, 4 comments, 8 shares, 16 saves, as in the gRPC contract.
    rounded smallint NOT NULL DEFAULT 0 CHECK (rounded BETWEEN 0 AND 31),
    -- Whether the last response had rounded counts. Not used; `rounded` replaces it.
    precision text CHECK (precision IN ('exact', 'rounded')),
    -- The caption is longer on the platform, or was reported longer than the platform's limit.
    caption_cut boolean NOT NULL DEFAULT false,
    UNIQUE (platform, external_id),
    CONSTRAINT posts_unavailable_check CHECK ((availability = 'public') = (unavailable_since IS NULL))
);
-- One index for each sort order, read in both directions. A changed count writes all of them; fetching the page with
-- that count costs a thousand times as much.
CREATE INDEX posts_by_date_idx ON posts (platform, sort_at DESC, id DESC);
CREATE INDEX posts_by_views_idx ON posts (platform, views DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_likes_idx ON posts (platform, likes DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_comments_idx ON posts (platform, comments DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_shares_idx ON posts (platform, shares DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_engagement_idx ON posts (platform, engagement_rate DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_update_idx ON posts (platform, updated_at DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_account_idx ON posts (account_id, sort_at DESC, id DESC);
CREATE INDEX posts_by_account_views_idx ON posts (account_id, views DESC NULLS LAST, id DESC);
-- Counting an account's new items of the last 24 hours reads only this index. The id is for the policies of posts.
CREATE INDEX posts_by_account_first_seen_idx ON posts (account_id, first_seen_at) INCLUDE (id);
CREATE INDEX posts_removed_idx ON posts (unavailable_since) WHERE availability = 'removed';

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

-- The digits show how far a platform rounds: 38,490 is shown as 38,500 (three of them) and 1,585,253 as 1,600,000
-- (two). So the step is that of the last nonzero digit, within the platforms' practice: at least the third digit's and
-- at most the second's; otherwise 7 would stay when 100 is shown.
CREATE FUNCTION rounding_step(count bigint) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 10::numeric ^ greatest(
        0,
        length(count::text) - 3,
        least(length(count::text) - 2, length(count::text) - length(rtrim(count::text, '0'))));

-- Whether an observation replaces the known count. A missing one does not, an exact one does. A rounded one does not
-- where it may be the known count rounded, up or down: where it is less than a step away. It never lowers an exact
-- count: that views were taken back is accepted only from an exact response.
CREATE FUNCTION replaces_count(known bigint, known_is_rounded boolean, observed bigint, observed_is_rounded boolean)
    RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed IS NULL THEN false
        WHEN known IS NULL OR NOT observed_is_rounded THEN true
        WHEN known_is_rounded THEN abs(observed - known) >= rounding_step(observed)
        ELSE observed - known >= rounding_step(observed)
    END;

-- A count after an observation.
CREATE FUNCTION merged_count(known bigint, known_is_rounded boolean, observed bigint, observed_is_rounded boolean)
    RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN replaces_count(known, known_is_rounded, observed, observed_is_rounded) THEN observed ELSE known END;

-- The count's bit of `rounded` after an observation, or 0.
CREATE FUNCTION merged_rounded(mask integer, known bigint, known_rounded smallint, observed bigint, observed_rounded smallint)
    RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN mask & CASE WHEN replaces_count(known, known_rounded & mask > 0, observed, observed_rounded & mask > 0)
                 THEN observed_rounded ELSE known_rounded END;

-- A count after an observation, by the flag in `posts.precision`. Not used.
CREATE FUNCTION merged_count(known bigint, observed bigint, rounded boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed IS NULL THEN known
        WHEN rounded AND abs(known - observed) < rounding_step(observed) THEN known
        ELSE observed
    END;

-- Observed views if they are comparable with the known ones; NULL if the known ones are plays and these are not: views
-- of three seconds do not replace plays, which count every start. A key that is not listed here counts plays.
CREATE FUNCTION comparable_views(known bigint, known_key text, observed bigint, observed_key text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN observed_key IN ('view_count', 'video_view_count')
         AND known IS NOT NULL AND coalesce(known_key, '') NOT IN ('view_count', 'video_view_count') THEN NULL
        ELSE observed
    END;

GRANT EXECUTE ON FUNCTION rounding_step(bigint), replaces_count(bigint, boolean, bigint, boolean),
    merged_count(bigint, boolean, bigint, boolean), merged_rounded(integer, bigint, smallint, bigint, smallint),
    merged_count(bigint, bigint, boolean), comparable_views(bigint, text, bigint, text)
    TO clipmeter_ingest;
