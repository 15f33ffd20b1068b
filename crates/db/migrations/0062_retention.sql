-- Retention of collected data. ADR 0027.

ALTER TABLE settings
    -- Whole months of measurements kept before the current one; NULL: all.
    ADD COLUMN history_months integer CHECK (history_months BETWEEN 1 AND 120),
    -- Days for which removed items are kept; NULL: forever.
    ADD COLUMN removed_items_days integer CHECK (removed_items_days BETWEEN 1 AND 3650),
    -- The first day with complete measurements. Of earlier days only the daily sums are left.
    ADD COLUMN history_begins date NOT NULL DEFAULT '-infinity';
CREATE INDEX posts_removed_idx ON posts (unavailable_since) WHERE availability = 'removed';

-- Deletes the measurements before the first day of a month, by dropping months. The last one of each item before that
-- day is kept, dated a minute before it, because later measurements are differences from it. Returns whether there was
-- anything to delete.
CREATE FUNCTION prune_history(before date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
AS $$
DECLARE
    last_minute timestamptz := before::timestamptz - interval '1 minute';
    month text;
    months text[] := ARRAY(
        SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'post_metrics'::regclass AND c.relname ~ '^post_metrics_[0-9]{4}_[0-9]{2}$'
          AND c.relname::text < 'post_metrics_' || to_char(before, 'YYYY_MM')
        ORDER BY 1);
BEGIN
    IF months = '{}' AND NOT EXISTS (SELECT FROM post_metrics_default m WHERE m.observed_at < last_minute) THEN
        RETURN false;
    END IF;
    -- Reports about such old months wait; everything else waits only once the months are dropped.
    FOREACH month IN ARRAY months LOOP
        EXECUTE format('LOCK TABLE %I IN SHARE MODE', month);
    END LOOP;
    CREATE TEMPORARY TABLE carried ON COMMIT DROP AS
        SELECT DISTINCT ON (m.post_id) m.* FROM post_metrics m
        WHERE m.observed_at < before ORDER BY m.post_id, m.observed_at DESC;
    FOREACH month IN ARRAY months LOOP
        EXECUTE format('DROP TABLE %I', month);
    END LOOP;
    DELETE FROM post_metrics_default m WHERE m.observed_at < before;
    INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, shares, saves, views_source)
    SELECT c.post_id, last_minute, c.views, c.likes, c.comments, c.shares, c.saves, c.views_source FROM carried c;
    DROP TABLE carried;
    UPDATE settings SET history_begins = greatest(history_begins, before);
    RETURN true;
END
$$;

-- Deletes up to `most` items that were removed from their platform before then, with their history. Returns how many.
CREATE FUNCTION prune_removed_items(before timestamptz, most integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    items bigint[] := ARRAY(SELECT p.id FROM posts p WHERE p.availability = 'removed' AND p.unavailable_since < before
                            ORDER BY p.unavailable_since, p.id LIMIT most);
    n bigint;
BEGIN
    -- In the order in which a report locks them: its unit, the account, the item.
    PERFORM lock_open_units(ARRAY(SELECT DISTINCT p.account_id FROM posts p WHERE p.id = ANY (items)), '{}');
    PERFORM FROM platform_accounts a
    WHERE a.id IN (SELECT p.account_id FROM posts p WHERE p.id = ANY (items)) ORDER BY a.id FOR UPDATE;
    DELETE FROM posts p WHERE p.id = ANY (items) AND p.availability = 'removed';
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN n;
END
$$;
GRANT EXECUTE ON FUNCTION prune_history(date), prune_removed_items(timestamptz, integer) TO clipmeter_ingest;

-- As before, but days whose measurements no longer exist stay as they are.
CREATE OR REPLACE FUNCTION recount_account_days(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date := (SELECT s.history_begins FROM settings s);
BEGIN
    DELETE FROM account_days WHERE account_id = ANY (accounts) AND day >= begins;
    INSERT INTO account_days
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares)
    FROM measured_days WHERE account_id = ANY (accounts) AND day >= begins
    GROUP BY account_id, day;
END
$$;

CREATE OR REPLACE FUNCTION recount_video_days(items bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date := (SELECT s.history_begins FROM settings s);
BEGIN
    PERFORM FROM posts p WHERE p.id = ANY (recount_video_days.items) ORDER BY p.id FOR NO KEY UPDATE;
    DELETE FROM video_days d
    WHERE d.post_id = ANY (recount_video_days.items)
      AND (d.day >= begins OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = d.post_id));
    INSERT INTO video_days
    SELECT m.post_id, m.day, m.items, m.views, m.likes, m.comments, m.shares,
           m.gained_views, m.gained_likes, m.gained_comments, m.gained_shares
    FROM measured_days m
    WHERE m.post_id = ANY (recount_video_days.items) AND m.day >= begins
      AND EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = m.post_id);
END
$$;

-- As before; days whose measurements no longer exist are moved as well.
CREATE OR REPLACE FUNCTION merge_accounts(keep bigint, duplicate bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE posts SET account_id = keep WHERE account_id = duplicate;
    INSERT INTO account_days AS d
    SELECT keep, o.day, o.items, o.views, o.likes, o.comments, o.shares,
           o.gained_views, o.gained_likes, o.gained_comments, o.gained_shares
    FROM account_days o
    WHERE o.account_id = duplicate AND o.day < (SELECT s.history_begins FROM settings s)
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
    UPDATE tracked_accounts t SET account_id = keep
    WHERE t.account_id = duplicate
      AND NOT EXISTS (SELECT FROM tracked_accounts k WHERE k.account_id = keep AND k.group_id = t.group_id);
    DELETE FROM platform_accounts WHERE id = duplicate;
END
$$;
