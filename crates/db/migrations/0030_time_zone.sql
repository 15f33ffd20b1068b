-- The time zone of the installation, and the stored days in it. ADR 0061.

ALTER TABLE settings
    ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
    ADD COLUMN days_zone text NOT NULL DEFAULT 'UTC';
COMMENT ON COLUMN settings.time_zone IS 'IANA name of the time zone in which days begin at midnight.';
COMMENT ON COLUMN settings.days_zone IS
    'The zone of all stored days; differs from time_zone after a change until the days of all accounts and videos are recounted.';

CREATE FUNCTION platform_zone() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp
    AS 'SELECT time_zone FROM settings';

ALTER TABLE account_counters ADD COLUMN days_zone text NOT NULL DEFAULT 'UTC';
ALTER TABLE account_counters ALTER COLUMN days_zone SET DEFAULT platform_zone();
COMMENT ON COLUMN account_counters.days_zone IS 'The zone in which the account''s days were last counted as a whole.';

CREATE FUNCTION day_of(at timestamptz) RETURNS date
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (at AT TIME ZONE (SELECT platform_zone()))::date;

-- Where clocks are set back over midnight, a day has two midnights: it begins with the first one.
CREATE FUNCTION start_of_day(day date) RETURNS timestamptz
    LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp
AS $$
    SELECT CASE WHEN ((midnight - interval '1 hour') AT TIME ZONE zone)::date >= day THEN midnight - interval '1 hour' ELSE midnight END
    FROM (SELECT zone, day::timestamp AT TIME ZONE zone AS midnight FROM platform_zone() AS zone) z
$$;

-- The first day of which all measurements are kept; '-infinity': all are kept.
CREATE FUNCTION first_whole_day() RETURNS date
    LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp
AS $$
    SELECT CASE WHEN start_of_day(day_of(begins)) < begins THEN day_of(begins) + 1 ELSE day_of(begins) END
    FROM (SELECT history_begins::timestamp AT TIME ZONE 'UTC' AS begins FROM settings) s
$$;

CREATE FUNCTION zone_exists(zone text) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN zone = 'UTC' OR zone ~ '^[A-Z][A-Za-z]*/[A-Za-z]' AND EXISTS (SELECT FROM pg_timezone_names n WHERE n.name = zone);

GRANT EXECUTE ON FUNCTION platform_zone(), day_of(timestamptz), start_of_day(date), first_whole_day(), zone_exists(text)
    TO clipmeter_app;

-- Measurements and their days.

CREATE OR REPLACE VIEW measured_days AS
SELECT account_id,
       post_id,
       ((after).observed_at AT TIME ZONE (SELECT platform_zone()))::date AS day,
       count(*) FILTER (WHERE (before).post_id IS NULL) AS items,
       sum(coalesce((after).views, 0) - coalesce((before).views, 0)) AS views,
       sum(coalesce((after).likes, 0) - coalesce((before).likes, 0)) AS likes,
       sum(coalesce((after).comments, 0) - coalesce((before).comments, 0)) AS comments,
       sum(coalesce((after).shares, 0) - coalesce((before).shares, 0)) AS shares,
       sum(gained_views((before).views, (after).views, (before).views_source, (after).views_source, from_zero)) AS gained_views,
       sum(gained((before).likes, (after).likes, from_zero)) AS gained_likes,
       sum(gained((before).comments, (after).comments, from_zero)) AS gained_comments,
       sum(gained((before).shares, (after).shares, from_zero)) AS gained_shares,
       sum(coalesce((after).saves, 0) - coalesce((before).saves, 0)) AS saves,
       sum(gained((before).saves, (after).saves, from_zero)) AS gained_saves
FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, m AS after, lag(m) OVER w AS before
      FROM posts p JOIN post_metrics m ON m.post_id = p.id
      WINDOW w AS (PARTITION BY p.account_id, p.id ORDER BY m.observed_at)) AS steps
GROUP BY 1, 2, 3;

CREATE OR REPLACE FUNCTION recount_account_days(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date := first_whole_day();
BEGIN
    DELETE FROM account_days WHERE account_id = ANY (accounts) AND day >= begins;
    INSERT INTO account_days
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares),
           sum(saves), sum(gained_saves)
    FROM measured_days WHERE account_id = ANY (accounts) AND day >= begins
    GROUP BY account_id, day;
END
$$;

CREATE OR REPLACE FUNCTION recount_video_days(items bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date;
BEGIN
    PERFORM FROM posts p WHERE p.id = ANY (recount_video_days.items) ORDER BY p.id FOR NO KEY UPDATE;
    begins := first_whole_day();
    DELETE FROM video_days d
    WHERE d.post_id = ANY (recount_video_days.items)
      AND (d.day >= begins OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = d.post_id)
           AND NOT EXISTS (SELECT FROM tombstones t WHERE t.post_id = d.post_id));
    INSERT INTO video_days
    SELECT m.post_id, m.day, m.items, m.views, m.likes, m.comments, m.shares,
           m.gained_views, m.gained_likes, m.gained_comments, m.gained_shares, m.saves, m.gained_saves
    FROM measured_days m
    WHERE m.post_id = ANY (recount_video_days.items) AND m.day >= begins
      AND EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = m.post_id);
END
$$;

CREATE OR REPLACE FUNCTION count_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    deltas day_delta[];
    moved bigint[];
    -- The accounts' counters, or the items, are locked: a recount in a new zone has either ended, or waits for this transaction.
    zone text := platform_zone();
BEGIN
    CASE TG_OP
        WHEN 'INSERT' THEN
            deltas := ARRAY(
                SELECT ROW(n.account_id, n.id, (n.updated_at AT TIME ZONE zone)::date, 1,
                           coalesce(n.views, 0), coalesce(n.likes, 0), coalesce(n.comments, 0), coalesce(n.shares, 0),
                           gained(NULL, n.views, n.from_zero), gained(NULL, n.likes, n.from_zero),
                           gained(NULL, n.comments, n.from_zero), gained(NULL, n.shares, n.from_zero),
                           coalesce(n.saves, 0), gained(NULL, n.saves, n.from_zero))::day_delta
                FROM new_rows n);
        WHEN 'UPDATE' THEN
            -- A measurement replaces an earlier one of the same minute; `before` then precedes that one. FULL, because
            -- that join is never quadratic, whatever the planner's estimate of the number of rows.
            deltas := ARRAY(
                SELECT ROW(n.account_id, n.id, (n.updated_at AT TIME ZONE zone)::date, 0,
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
                                ELSE gained(o.shares, n.shares, n.from_zero) END,
                           coalesce(n.saves, 0) - coalesce(o.saves, 0),
                           CASE WHEN s.replaces
                                THEN gained(b.saves, n.saves, n.from_zero) - gained(b.saves, o.saves, n.from_zero)
                                ELSE gained(o.saves, n.saves, n.from_zero) END)::day_delta
                FROM new_rows n
                FULL JOIN old_rows o ON o.id = n.id
                CROSS JOIN LATERAL (SELECT date_trunc('minute', n.updated_at) = date_trunc('minute', o.updated_at)) s (replaces)
                LEFT JOIN LATERAL (
                    SELECT m.* FROM post_metrics m
                    WHERE s.replaces AND m.post_id = n.id AND m.observed_at < date_trunc('minute', n.updated_at)
                    ORDER BY m.observed_at DESC LIMIT 1
                ) b ON true
                WHERE (n.views, n.likes, n.comments, n.shares, n.saves)
                      IS DISTINCT FROM (o.views, o.likes, o.comments, o.shares, o.saves));
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

CREATE OR REPLACE FUNCTION merge_accounts(keep bigint, duplicate bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE posts SET account_id = keep WHERE account_id = duplicate;
    INSERT INTO post_links AS l (post_id, account_id, is_listed, is_author)
    SELECT o.post_id, keep, o.is_listed, o.is_author FROM post_links o WHERE o.account_id = duplicate
    ON CONFLICT (post_id, account_id) DO UPDATE SET
        is_listed = l.is_listed OR excluded.is_listed, is_author = l.is_author OR excluded.is_author;
    DELETE FROM post_links l USING posts p WHERE l.account_id = keep AND p.id = l.post_id AND p.account_id = keep;
    INSERT INTO account_days AS d
    SELECT keep, o.day, o.items, o.views, o.likes, o.comments, o.shares,
           o.gained_views, o.gained_likes, o.gained_comments, o.gained_shares, o.saves, o.gained_saves
    FROM account_days o
    WHERE o.account_id = duplicate AND o.day < first_whole_day()
    ON CONFLICT (account_id, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        gained_views = d.gained_views + excluded.gained_views,
        gained_likes = d.gained_likes + excluded.gained_likes,
        gained_comments = d.gained_comments + excluded.gained_comments,
        gained_shares = d.gained_shares + excluded.gained_shares,
        saves = d.saves + excluded.saves,
        gained_saves = d.gained_saves + excluded.gained_saves;
    UPDATE tracked_accounts t SET account_id = keep
    WHERE t.account_id = duplicate
      AND NOT EXISTS (SELECT FROM tracked_accounts k WHERE k.account_id = keep AND k.group_id = t.group_id);
    DELETE FROM tombstones d
    WHERE d.account_id = duplicate
      AND EXISTS (SELECT FROM tombstones k WHERE k.account_id = keep AND k.group_id = d.group_id);
    UPDATE tombstones SET account_id = keep WHERE account_id = duplicate;
    DELETE FROM tombstones d USING tracked_accounts t
    WHERE d.account_id = keep AND t.account_id = keep AND t.group_id = d.group_id;
    PERFORM show_posts(ARRAY[keep], '{}');
    DELETE FROM platform_accounts WHERE id = duplicate;
END
$$;

-- The recount after a change of the zone, in short transactions. A report that comes first finishes first, and one that comes
-- later counts in the new zone, because both lock the items or the accounts' counters.

-- Recounts the days of up to `most` single videos after an item; returns the last one, NULL if there are none.
CREATE FUNCTION recount_next_videos(after bigint, most integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    items bigint[] := ARRAY(SELECT DISTINCT v.post_id FROM tracked_videos v WHERE v.post_id > after ORDER BY v.post_id LIMIT most);
BEGIN
    PERFORM recount_video_days(items);
    RETURN items[cardinality(items)];
END
$$;

-- Recounts the days of up to `most` accounts that are still counted in another zone, and returns their number.
CREATE FUNCTION recount_next_accounts(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    accounts bigint[] := ARRAY(
        SELECT c.account_id FROM account_counters c WHERE c.days_zone <> platform_zone()
        ORDER BY c.account_id LIMIT most FOR NO KEY UPDATE);
BEGIN
    PERFORM recount_account_days(accounts);
    UPDATE account_counters SET days_zone = platform_zone() WHERE account_id = ANY (accounts);
    RETURN cardinality(accounts);
END
$$;

-- Ends the recount in a zone; false: the zone was changed again, or an account is not yet recounted.
CREATE FUNCTION end_recount(zone text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE settings SET days_zone = zone
    WHERE time_zone = zone AND NOT EXISTS (SELECT FROM account_counters c WHERE c.days_zone <> zone);
    RETURN FOUND;
END
$$;

GRANT SELECT (time_zone, days_zone) ON settings TO clipmeter_maintenance;
GRANT EXECUTE ON FUNCTION recount_next_videos(bigint, integer), recount_next_accounts(integer), end_recount(text)
    TO clipmeter_maintenance;
