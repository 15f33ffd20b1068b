-- The daily series: by how much each day raised the totals of an account, and how much of that came from
-- re-measurement. For gains and baselines, see ADR 0015.

-- First successful read of the account since it has been tracked.
ALTER TABLE platform_accounts ADD COLUMN first_success_at timestamptz;
-- Posted after that, so that all its counts were gained while the account was tracked. Decided when the item is first
-- seen, and kept: a later correction of the date does not rewrite past days.
ALTER TABLE posts ADD COLUMN from_zero boolean NOT NULL DEFAULT false;

-- The gain of a count from one measurement to the next; NULL is unknown. A count that becomes known is a baseline: its
-- growth was not observed.
CREATE FUNCTION gained(before bigint, after bigint, from_zero boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN from_zero THEN coalesce(after, 0) - coalesce(before, 0) ELSE coalesce(after - before, 0) END;

-- The same for views, which start over when they are read from another key of the platform: the two are not comparable.
CREATE FUNCTION gained_views(before bigint, after bigint, source_before text, source_after text, from_zero boolean)
    RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN before IS NULL OR source_before IS NOT DISTINCT FROM source_after
                THEN gained(before, after, from_zero) ELSE 0 END;

-- One row per account and day (UTC) on which a measurement changed a count. The totals at the end of a day are the
-- current totals minus the changes of later days, so no row has to be carried forward.
CREATE TABLE account_days (
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    day date NOT NULL,
    -- The day's change of the sums of known counts.
    items bigint NOT NULL,
    views bigint NOT NULL,
    likes bigint NOT NULL,
    comments bigint NOT NULL,
    shares bigint NOT NULL,
    -- The gained part of the change.
    gained_views bigint NOT NULL,
    gained_likes bigint NOT NULL,
    gained_comments bigint NOT NULL,
    gained_shares bigint NOT NULL,
    PRIMARY KEY (account_id, day)
) WITH (fillfactor = 70);

-- The same for each single video that a group tracks.
CREATE TABLE video_days (
    post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
    day date NOT NULL,
    items bigint NOT NULL,
    views bigint NOT NULL,
    likes bigint NOT NULL,
    comments bigint NOT NULL,
    shares bigint NOT NULL,
    gained_views bigint NOT NULL,
    gained_likes bigint NOT NULL,
    gained_comments bigint NOT NULL,
    gained_shares bigint NOT NULL,
    PRIMARY KEY (post_id, day)
) WITH (fillfactor = 70);

ALTER TABLE account_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE video_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON account_days TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner ON video_days TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY visible ON account_days FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
CREATE POLICY visible ON video_days FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR post_id IN (SELECT v.post_id FROM tracked_videos v));
GRANT SELECT ON account_days, video_days TO clipmeter_app;

-- The days of each item, recomputed from its measurements: the definition that the tables above follow.
CREATE VIEW measured_days AS
SELECT account_id,
       post_id,
       ((after).observed_at AT TIME ZONE 'UTC')::date AS day,
       count(*) FILTER (WHERE (before).post_id IS NULL) AS items,
       sum(coalesce((after).views, 0) - coalesce((before).views, 0)) AS views,
       sum(coalesce((after).likes, 0) - coalesce((before).likes, 0)) AS likes,
       sum(coalesce((after).comments, 0) - coalesce((before).comments, 0)) AS comments,
       sum(coalesce((after).shares, 0) - coalesce((before).shares, 0)) AS shares,
       sum(gained_views((before).views, (after).views, (before).views_source, (after).views_source, from_zero)) AS gained_views,
       sum(gained((before).likes, (after).likes, from_zero)) AS gained_likes,
       sum(gained((before).comments, (after).comments, from_zero)) AS gained_comments,
       sum(gained((before).shares, (after).shares, from_zero)) AS gained_shares
FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, m AS after, lag(m) OVER w AS before
      FROM posts p JOIN post_metrics m ON m.post_id = p.id
      WINDOW w AS (PARTITION BY p.account_id, p.id ORDER BY m.observed_at)) AS steps
GROUP BY 1, 2, 3;

-- The contribution of one change of an item to a day.
CREATE TYPE day_delta AS (
    account_id bigint,
    post_id bigint,
    day date,
    items bigint,
    views bigint,
    likes bigint,
    comments bigint,
    shares bigint,
    gained_views bigint,
    gained_likes bigint,
    gained_comments bigint,
    gained_shares bigint
);

CREATE FUNCTION apply_day_deltas(deltas day_delta[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO account_days AS d
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares)
    FROM unnest(deltas) n
    -- Deleting an account also deletes its days.
    WHERE EXISTS (SELECT FROM platform_accounts a WHERE a.id = n.account_id)
    GROUP BY account_id, day
    ORDER BY account_id, day
    ON CONFLICT (account_id, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        gained_views = d.gained_views + excluded.gained_views,
        gained_likes = d.gained_likes + excluded.gained_likes,
        gained_comments = d.gained_comments + excluded.gained_comments,
        gained_shares = d.gained_shares + excluded.gained_shares;

    INSERT INTO video_days AS d
    SELECT post_id, day, items, views, likes, comments, shares,
           gained_views, gained_likes, gained_comments, gained_shares
    FROM unnest(deltas) n
    WHERE EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = n.post_id)
    ORDER BY post_id
    ON CONFLICT (post_id, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        gained_views = d.gained_views + excluded.gained_views,
        gained_likes = d.gained_likes + excluded.gained_likes,
        gained_comments = d.gained_comments + excluded.gained_comments,
        gained_shares = d.gained_shares + excluded.gained_shares;
END
$$;

-- Recomputes the days of these accounts. Deleting an item also deletes its history, and thereby its part of past days;
-- little then remains to be read, since items are deleted with their accounts.
CREATE FUNCTION recount_account_days(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM account_days WHERE account_id = ANY (accounts);
    INSERT INTO account_days
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares)
    FROM measured_days WHERE account_id = ANY (accounts)
    GROUP BY account_id, day;
END
$$;

CREATE FUNCTION count_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    deltas day_delta[];
    moved bigint[];
BEGIN
    CASE TG_OP
        WHEN 'INSERT' THEN
            deltas := ARRAY(
                SELECT ROW(n.account_id, n.id, (n.updated_at AT TIME ZONE 'UTC')::date, 1,
                           coalesce(n.views, 0), coalesce(n.likes, 0), coalesce(n.comments, 0), coalesce(n.shares, 0),
                           gained(NULL, n.views, n.from_zero), gained(NULL, n.likes, n.from_zero),
                           gained(NULL, n.comments, n.from_zero), gained(NULL, n.shares, n.from_zero))::day_delta
                FROM new_rows n);
        WHEN 'UPDATE' THEN
            -- A measurement replaces an earlier one of the same minute; `before` then precedes that one. FULL, because
            -- that join is never quadratic, whatever the planner's estimate of the number of rows.
            deltas := ARRAY(
                SELECT ROW(n.account_id, n.id, (n.updated_at AT TIME ZONE 'UTC')::date, 0,
                           coalesce(n.views, 0) - coalesce(o.views, 0),
                           coalesce(n.likes, 0) - coalesce(o.likes, 0),
                           coalesce(n.comments, 0) - coalesce(o.comments, 0),
                           coalesce(n.shares, 0) - coalesce(o.shares, 0),
                           CASE WHEN s.replaces
                                THEN gained_views(b.views, n.views, b.views_source, n.views_source, n.from_zero)
                                   - gained_views(b.views, o.views, b.views_source, o.views_source, n.from_zero)
                                ELSE gained_views(o.views, n.views, o.views_source, n.views_source, n.from_zero) END,
                           CASE WHEN s.replaces
                                THEN gained(b.likes, n.likes, n.from_zero) - gained(b.likes, o.likes, n.from_zero)
                                ELSE gained(o.likes, n.likes, n.from_zero) END,
                           CASE WHEN s.replaces
                                THEN gained(b.comments, n.comments, n.from_zero) - gained(b.comments, o.comments, n.from_zero)
                                ELSE gained(o.comments, n.comments, n.from_zero) END,
                           CASE WHEN s.replaces
                                THEN gained(b.shares, n.shares, n.from_zero) - gained(b.shares, o.shares, n.from_zero)
                                ELSE gained(o.shares, n.shares, n.from_zero) END)::day_delta
                FROM new_rows n
                FULL JOIN old_rows o ON o.id = n.id
                CROSS JOIN LATERAL (SELECT date_trunc('minute', n.updated_at) = date_trunc('minute', o.updated_at)) s (replaces)
                LEFT JOIN LATERAL (
                    SELECT m.* FROM post_metrics m
                    WHERE s.replaces AND m.post_id = n.id AND m.observed_at < date_trunc('minute', n.updated_at)
                    ORDER BY m.observed_at DESC LIMIT 1
                ) b ON true
                WHERE (n.views, n.likes, n.comments, n.shares) IS DISTINCT FROM (o.views, o.likes, o.comments, o.shares));
            moved := ARRAY(SELECT unnest(ARRAY[o.account_id, n.account_id])
                           FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
                           WHERE o.account_id IS DISTINCT FROM n.account_id);
        ELSE
            moved := ARRAY(SELECT DISTINCT account_id FROM old_rows);
    END CASE;
    IF cardinality(deltas) > 0 THEN
        PERFORM apply_day_deltas(deltas);
    END IF;
    IF cardinality(moved) > 0 THEN
        PERFORM recount_account_days(moved);
    END IF;
    RETURN NULL;
END
$$;
-- Triggers run in the order of their names: the accounts' counters are already locked.
CREATE TRIGGER posts_days_insert AFTER INSERT ON posts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days();
CREATE TRIGGER posts_days_update AFTER UPDATE ON posts
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days();
CREATE TRIGGER posts_days_delete AFTER DELETE ON posts
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days();

-- Recomputes the days of these items, and deletes those of items that no group tracks singly. The lock lets a report
-- finish first that started before the tracking.
CREATE FUNCTION recount_video_days(items bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM posts p WHERE p.id = ANY (recount_video_days.items) ORDER BY p.id FOR NO KEY UPDATE;
    DELETE FROM video_days d WHERE d.post_id = ANY (recount_video_days.items);
    INSERT INTO video_days
    SELECT m.post_id, m.day, m.items, m.views, m.likes, m.comments, m.shares,
           m.gained_views, m.gained_likes, m.gained_comments, m.gained_shares
    FROM measured_days m
    WHERE m.post_id = ANY (recount_video_days.items) AND EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = m.post_id);
END
$$;

CREATE FUNCTION update_video_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    items bigint[];
BEGIN
    CASE TG_OP
        WHEN 'INSERT' THEN items := ARRAY(SELECT n.post_id FROM new_rows n WHERE n.post_id IS NOT NULL);
        WHEN 'UPDATE' THEN
            items := ARRAY(SELECT unnest(ARRAY[o.post_id, n.post_id]) FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
                           WHERE o.post_id IS DISTINCT FROM n.post_id);
        ELSE
            items := ARRAY(SELECT o.post_id FROM old_rows o WHERE o.post_id IS NOT NULL);
    END CASE;
    IF cardinality(items) > 0 THEN
        PERFORM recount_video_days(items);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tracked_videos_days_insert AFTER INSERT ON tracked_videos
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_video_days();
CREATE TRIGGER tracked_videos_days_update AFTER UPDATE ON tracked_videos
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_video_days();
CREATE TRIGGER tracked_videos_days_delete AFTER DELETE ON tracked_videos
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_video_days();

-- An author that is no longer tracked is not observed: new items are a baseline until the account is tracked again.
CREATE OR REPLACE FUNCTION purge_untracked(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM lock_open_units(accounts, '{}');
    -- Before the counters, like a report of a single video, which locks its author first.
    PERFORM FROM platform_accounts a WHERE a.id = ANY (accounts) ORDER BY a.id FOR UPDATE;
    -- Units in progress store nothing more, even if the account stays as the author of a tracked single video.
    UPDATE run_units u SET account_id = NULL
    WHERE u.assigned AND u.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = u.account_id);
    DELETE FROM posts p
    WHERE p.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id);
    DELETE FROM platform_accounts a
    WHERE a.id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
      AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);
    UPDATE platform_accounts a SET first_success_at = NULL
    WHERE a.id = ANY (accounts) AND a.first_success_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id);
END
$$;
