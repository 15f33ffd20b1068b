-- Runs, their units, the lease that fences them, their results and costs, and the platforms' traffic by hour.

CREATE TABLE runs (
    id uuid PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    trigger text NOT NULL CHECK (trigger IN ('schedule', 'request', 'retry')),
    opened_at timestamptz NOT NULL,
    -- Token of the scraper that holds the run; NULL before the first lease. A new token fences off the previous holder.
    lease_token uuid,
    lease_expires_at timestamptz,
    -- The last stored message; 0 again when another scraper takes over, which numbers its messages from 1.
    last_sequence bigint NOT NULL DEFAULT 0,
    items_new bigint NOT NULL DEFAULT 0,
    items_updated bigint NOT NULL DEFAULT 0,
    -- Set to make the holder stop.
    cancelled boolean NOT NULL DEFAULT false,
    ended_at timestamptz,
    -- 'completed' by its scraper, or 'closed' by the control plane because its process has ended.
    end_reason text CHECK (end_reason IN ('completed', 'closed')),
    -- Human-readable: why it was closed.
    closing_reason text NOT NULL DEFAULT '',
    -- The address that the run's requests leave from; identifies it in rate-limit buckets.
    address text NOT NULL DEFAULT '',
    -- Accounts and single videos in it; those that have ended; those of them that failed. Stored in addition to the
    -- units, because a week of units is millions of rows and the list of runs is filtered by these.
    units integer NOT NULL DEFAULT 0,
    done integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    requests bigint NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    -- When a scraper first took it; on a cluster the time since opened_at is how long a Job needs to start.
    taken_at timestamptz,
    -- Over its units: 'session' if any had one, otherwise 'anonymous' if any was. NULL while unknown.
    session_class text CHECK (session_class IN ('none', 'anonymous', 'session')),
    -- The run whose failed units it retries. Not a reference, because runs are deleted one by one.
    retry_of uuid,
    -- Limits on what one run may report that affects resources shared by all runs. ADR 0041.
    --
    -- Stored captured responses of the run.
    captured_response_count integer NOT NULL DEFAULT 0,
    -- Its reports that put an address on cooldown, or count toward that.
    address_reports integer NOT NULL DEFAULT 0,
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX runs_open_idx ON runs (opened_at) WHERE ended_at IS NULL;
CREATE INDEX runs_opened_idx ON runs (opened_at DESC, id);
-- Ended runs are kept for a while and then deleted, oldest first.
CREATE INDEX runs_ended_idx ON runs (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE run_units (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    -- One of the two. A unit of an open run loses it when the account or video is deleted.
    --
    -- Not a reference: an ended unit keeps the id of an account that was deleted since; ids are never reused. An
    -- account has thousands of units in a week, and of those of a deleted account only the outcomes are still read.
    account_id bigint,
    tracked_video_id bigint REFERENCES tracked_videos ON DELETE SET NULL,
    -- How many of an account's items to read; NULL for a video.
    max_items integer,
    -- Assigned to its run: neither the unit nor its run has ended.
    assigned boolean NOT NULL DEFAULT true,
    outcome text,
    detail text NOT NULL DEFAULT '',
    ended_at timestamptz,
    requests integer NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    items_new bigint NOT NULL DEFAULT 0,
    items_updated bigint NOT NULL DEFAULT 0,
    -- The freshness tier to read, and the item down to which the crawl goes; decided when the run is leased.
    freshness_tier text CHECK (freshness_tier IN ('day', 'week', 'month', 'all')),
    read_to bigint,
    may_fill_gap boolean NOT NULL DEFAULT false,
    -- Whether the requests used a session, were anonymous, or, where there are no sessions, neither. NULL: not
    -- reported.
    session_class text CHECK (session_class IN ('none', 'anonymous', 'session')),
    -- Duration by its scraper's clock; NULL: not reported.
    seconds integer CHECK (seconds >= 0),
    CHECK (num_nonnulls(account_id, tracked_video_id) <= 1)
);
CREATE INDEX run_units_run_id_idx ON run_units (run_id, id);
CREATE UNIQUE INDEX run_units_assigned_account_key ON run_units (account_id) WHERE assigned;
CREATE UNIQUE INDEX run_units_assigned_video_key ON run_units (tracked_video_id) WHERE assigned;
CREATE INDEX run_units_account_id_idx ON run_units (account_id);
CREATE INDEX run_units_tracked_video_id_idx ON run_units (tracked_video_id);

-- Runs with the sums over all groups' units, of which members see no rows. It reads with the rights of its owner.
CREATE VIEW run_sums WITH (security_barrier = true) AS
SELECT id, platform, trigger, opened_at, taken_at, ended_at, end_reason, closing_reason, retry_of,
       lease_expires_at IS NOT NULL AS taken, units, done,
       -- Units that an ended run did not reach count as failed.
       failed + CASE WHEN ended_at IS NULL THEN 0 ELSE greatest(units - done, 0) END AS failed,
       items_new, items_updated, requests, bytes, session_class
FROM runs
WHERE (SELECT is_admin());

-- Requests by endpoint and outcome. Not tied to accounts or sessions, and outlives both.
CREATE TABLE traffic_hours (
    hour timestamptz NOT NULL,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    endpoint text NOT NULL,
    outcome text NOT NULL,
    session_class text NOT NULL CHECK (session_class IN ('none', 'anonymous', 'session')),
    requests bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (hour, platform, endpoint, outcome, session_class)
) WITH (fillfactor = 50);

-- A user who requested a scrape may watch it: its units are visible if their accounts or videos are. A video that
-- several groups track is read under the row of one of them, and groups cannot see each other's rows, so these ids come
-- from a function.
CREATE FUNCTION own_video_ids() RETURNS SETOF bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT same.id
    FROM tracked_videos v
    JOIN tracked_videos same ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
    WHERE v.group_id = (SELECT current_group());
END;
GRANT EXECUTE ON FUNCTION own_video_ids() TO clipmeter_app;

-- A scraper's report locks its unit first, and then the account or video that the unit reads. Deleting accounts or
-- videos must also begin with the unit, or the two deadlock: the unit loses its reference, and the report finds nothing
-- to store. Ended runs get no reports, and there are days of them, so their units are not locked.
CREATE FUNCTION lock_open_units(accounts bigint[], videos bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM run_units u
    WHERE u.run_id = ANY (ARRAY(SELECT r.id FROM runs r WHERE r.ended_at IS NULL))
      AND (u.account_id = ANY (accounts)
        -- The author's page may contain the video as well.
        OR u.account_id IN (SELECT p.account_id FROM tracked_videos v JOIN posts p ON p.id = v.post_id
                            WHERE v.id = ANY (videos))
        -- A video is read once for all groups, under the row of one of them.
        OR u.tracked_video_id IN (
            SELECT same.id FROM tracked_videos v
            JOIN tracked_videos same ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
            WHERE v.id = ANY (videos)))
    ORDER BY u.id FOR UPDATE;
END
$$;
GRANT EXECUTE ON FUNCTION lock_open_units(bigint[], bigint[]) TO clipmeter_app;

-- Units of open runs lose the reference to a deleted account, so that a report that is still to come stores nothing.
CREATE FUNCTION unlink_deleted_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE run_units u SET account_id = NULL
    WHERE u.run_id = ANY (ARRAY(SELECT r.id FROM runs r WHERE r.ended_at IS NULL))
      AND u.account_id IN (SELECT o.id FROM old_rows o);
    RETURN NULL;
END
$$;
CREATE TRIGGER platform_accounts_unlink_units AFTER DELETE ON platform_accounts
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION unlink_deleted_accounts();

-- A video that several groups track is read under the row of one of them. When that row is deleted, another one
-- replaces it in the unit, so that the video is still read for the remaining groups.
CREATE FUNCTION reassign_unit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE run_units u SET tracked_video_id = heir.id
    FROM (SELECT v.id FROM tracked_videos v
          WHERE v.id <> OLD.id AND (v.video_id = OLD.video_id OR v.short_url = OLD.short_url)
            -- Unless that row has its own unit, assigned before a short link was known to lead to the same video.
            AND NOT EXISTS (SELECT FROM run_units o WHERE o.tracked_video_id = v.id AND o.assigned)
          ORDER BY v.id LIMIT 1) heir
    WHERE u.tracked_video_id = OLD.id AND u.assigned;
    RETURN OLD;
END
$$;
-- BEFORE, because the foreign key clears the row's units right after the deletion.
CREATE TRIGGER tracked_videos_reassign_unit BEFORE DELETE ON tracked_videos
    FOR EACH ROW EXECUTE FUNCTION reassign_unit();
