-- Days in the time zone of the installation: of series, periods, and filters. ADR 0061. Positions in lists by date still use the
-- UTC days of post_days.

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

-- Periods and filters.

-- What an item gained in a period, and its views at both ends: by the rules of 0024. No row without a measurement in the period.
CREATE FUNCTION gain_of(item bigint, from_zero boolean, model cost, begins timestamptz, ends timestamptz)
    RETURNS TABLE (views_before bigint, views_after bigint, views bigint, cost numeric)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    SELECT CASE WHEN from_zero THEN coalesce(s.views, 0) ELSE s.views END, e.views, g.views, g.cost
    FROM (
        SELECT m.* FROM post_metrics m
        WHERE m.post_id = item AND m.observed_at >= begins AND m.observed_at < ends
        ORDER BY m.observed_at DESC LIMIT 1
    ) e
    LEFT JOIN LATERAL (
        SELECT m.* FROM post_metrics m WHERE m.post_id = item AND m.observed_at < begins
        ORDER BY m.observed_at DESC LIMIT 1
    ) b ON true
    LEFT JOIN LATERAL (
        SELECT m.* FROM post_metrics m
        WHERE b.post_id IS NULL AND m.post_id = item AND m.observed_at >= begins AND m.observed_at < ends
        ORDER BY m.observed_at LIMIT 1
    ) f ON true
    CROSS JOIN LATERAL (
        SELECT CASE WHEN b.post_id IS NULL AND from_zero THEN NULL ELSE coalesce(b.views, f.views) END AS views,
               coalesce(b.views, f.views) IS NULL AND e.views IS NOT NULL
                   OR coalesce(b.views_source, f.views_source) IS DISTINCT FROM e.views_source AS in_steps
    ) s
    CROSS JOIN LATERAL (
        SELECT gained_views(s.views, e.views, NULL, NULL, from_zero) AS views,
               gained_cost(model, s.views, e.views, NULL, NULL, from_zero) AS cost
        WHERE NOT s.in_steps
        UNION ALL
        SELECT sum(gained_views((before).views, steps.views, (before).views_source, steps.views_source, from_zero))::bigint,
               sum(gained_cost(model, (before).views, steps.views, (before).views_source, steps.views_source, from_zero))
        FROM (SELECT m.*, lag(m) OVER (ORDER BY m.observed_at) AS before FROM post_metrics m
              WHERE m.post_id = item AND m.observed_at >= coalesce(b.observed_at, begins) AND m.observed_at < ends) AS steps
        WHERE steps.observed_at >= begins
        HAVING s.in_steps
    ) g
$$;

CREATE OR REPLACE FUNCTION period_gains(code text, first_day date, last_day date)
    RETURNS TABLE (post_id bigint, account_id bigint, views_before bigint, views_after bigint, views bigint, cost numeric)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    WITH bounds AS (
        SELECT greatest(start_of_day(first_day), history_begins::timestamp AT TIME ZONE 'UTC') AS begins,
               start_of_day(last_day + 1) AS ends
        FROM settings
    ), accounts AS MATERIALIZED (
        SELECT t.account_id FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id WHERE a.platform = code
    ), items AS MATERIALIZED (
        -- Of a group: the items of each account.
        SELECT c.id, c.account_id, c.from_zero, c.cost_model
        FROM bounds
        CROSS JOIN (SELECT DISTINCT a.account_id FROM accounts a WHERE (SELECT viewing_group()) IS NOT NULL) a
        CROSS JOIN LATERAL (
            SELECT c.* FROM content c WHERE c.account_id = a.account_id AND c.updated_at >= begins OFFSET 0
        ) c
        UNION ALL
        -- Of all groups: the platform's items by their last change.
        SELECT c.id, c.account_id, c.from_zero, c.cost_model FROM content c, bounds
        WHERE (SELECT viewing_group()) IS NULL AND c.platform = code AND c.updated_at >= begins
          AND c.account_id IN (SELECT a.account_id FROM accounts a)
        UNION ALL
        SELECT c.id, c.account_id, c.from_zero, c.cost_model FROM content c, bounds
        WHERE c.platform = code AND c.id = ANY (ARRAY(SELECT v.post_id FROM tracked_videos v)) AND c.updated_at >= begins
          AND c.account_id NOT IN (SELECT a.account_id FROM accounts a)
    )
    SELECT i.id, i.account_id, g.views_before, g.views_after, g.views, g.cost
    FROM items i CROSS JOIN bounds CROSS JOIN LATERAL gain_of(i.id, i.from_zero, i.cost_model, begins, ends) g
$$;

-- The views that these items gained in a period, of those that the scope may see: 0 if nothing was measured in it, NULL if the item
-- was first seen after it.
CREATE FUNCTION gains_of_posts(ids bigint[], first_day date, last_day date) RETURNS TABLE (post_id bigint, views bigint)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    WITH bounds AS MATERIALIZED (
        SELECT greatest(start_of_day(first_day), history_begins::timestamp AT TIME ZONE 'UTC') AS begins,
               start_of_day(last_day + 1) AS ends
        FROM settings
    )
    SELECT p.id, CASE WHEN p.first_seen_at < ends THEN coalesce(g.views, 0) END
    FROM bounds CROSS JOIN posts p
    LEFT JOIN LATERAL (
        SELECT g.views FROM gain_of(p.id, p.from_zero, NULL, begins, ends) g WHERE p.updated_at >= begins
    ) g ON true
    WHERE p.id = ANY (ids)
$$;
GRANT EXECUTE ON FUNCTION gain_of(bigint, boolean, cost, timestamptz, timestamptz), gains_of_posts(bigint[], date, date)
    TO clipmeter_app;

-- The number of the platform's posts with a date before then: whole UTC days by the histogram, the rest by the index.
CREATE FUNCTION count_posts_before(platform text, at timestamptz) RETURNS bigint
    LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
    SELECT (SELECT coalesce(sum(h.n), 0)::bigint FROM post_days h
            WHERE h.platform = count_posts_before.platform AND h.day > '-infinity' AND h.day < (at AT TIME ZONE 'UTC')::date)
         + (SELECT count(*) FROM posts p
            WHERE p.platform = count_posts_before.platform AND NOT p.hidden
              AND p.sort_at >= date_trunc('day', at, 'UTC') AND p.sort_at < at)
$$;

CREATE OR REPLACE FUNCTION search_posts(
    platform text,
    sort text,
    descending boolean,
    words text[],
    from_day date,
    to_day date,
    accounts bigint[],
    own_only boolean,
    kind text,
    least_views bigint
) RETURNS post_search
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    search post_search;
    narrowed boolean := own_only OR NOT sees_all_content();
    viewer bigint := viewing_group();
    own_models boolean := sort = 'cpm' AND EXISTS (
        SELECT FROM groups g LEFT JOIN tracked_accounts t ON t.group_id = g.id AND num_nonnulls(t.cost) > 0
        WHERE g.id = viewer AND (num_nonnulls(g.cost) > 0 OR t.id IS NOT NULL));
    key text := CASE sort
        WHEN 'date' THEN 'p.sort_at'
        WHEN 'views' THEN 'p.views'
        WHEN 'likes' THEN 'p.likes'
        WHEN 'comments' THEN 'p.comments'
        WHEN 'shares' THEN 'p.shares'
        WHEN 'saves' THEN 'p.saves'
        WHEN 'engagement' THEN 'p.engagement_rate'
        WHEN 'updated' THEN 'p.updated_at'
        -- Under any single model, more views never cost more per thousand.
        WHEN 'cpm' THEN CASE WHEN own_models THEN 'p.cpm' ELSE 'p.views' END
    END;
    downward boolean := descending <> (sort = 'cpm' AND NOT own_models);
    source text := 'posts';
    conditions text := ' AND NOT p.hidden';
    too_short boolean;
    is_small boolean;
    long_words integer[];
    long_in_text text;
    short_in_either text;
    all_in_either text;
    -- In letters and digits.
    trigram CONSTANT integer := 3;
    -- Up to this many posts, reading their texts sequentially is faster than looking up the trigrams of the whole
    -- platform.
    few CONSTANT bigint := 20000;
BEGIN
    IF key IS NULL THEN
        RAISE EXCEPTION 'unknown sort order %', sort;
    END IF;
    IF current_scope() NOT IN ('group', 'admin') THEN
        RETURN NULL;
    END IF;
    search.viewer := viewer;
    search.narrowed := narrowed;
    search.key := key;
    search.downward := downward;
    search.is_computed := own_models;
    search.is_plain := num_nonnulls(words, kind, least_views) = 0;
    search.over_all := num_nonnulls(words, accounts, kind, least_views) = 0 AND NOT narrowed;
    search.by_index := search.over_all AND from_day IS NULL AND to_day IS NULL AND NOT own_models;
    search.parts := CASE
        WHEN sort = 'date' THEN ARRAY['p.sort_at > ''-infinity''', 'p.sort_at = ''-infinity''']
        WHEN sort = 'cpm' AND NOT own_models THEN ARRAY['p.views > 0', 'p.views = 0', 'p.views IS NULL']
        ELSE ARRAY[key || ' IS NOT NULL', key || ' IS NULL']
    END;
    search.key_order := index_order(sort, downward, key, 'p.id');
    search.match_order := CASE WHEN downward
        THEN 'coalesce(m.is_known, false) DESC, m.key DESC NULLS LAST, m.id DESC'
        ELSE 'coalesce(m.is_known, false) DESC, m.key ASC NULLS LAST, m.id ASC' END;
    search.reverse_match_order := CASE WHEN downward
        THEN 'coalesce(m.is_known, false) ASC, m.key ASC NULLS FIRST, m.id ASC'
        ELSE 'coalesce(m.is_known, false) ASC, m.key DESC NULLS FIRST, m.id DESC' END;
    IF search.by_index THEN
        search.parts := ARRAY(SELECT one || ' AND NOT p.hidden' FROM unnest(search.parts) WITH ORDINALITY AS s (one, place)
                              ORDER BY place);
        RETURN search;
    END IF;

    IF narrowed THEN
        search.own_accounts := ARRAY(SELECT t.account_id FROM tracked_accounts t WHERE t.group_id = viewer);
        conditions := conditions || ' AND (p.account_id = ANY ($2) OR p.id = ANY ($3))';
    END IF;
    IF narrowed OR own_models THEN
        search.own_posts := ARRAY(SELECT v.post_id FROM tracked_videos v WHERE v.group_id = viewer AND v.post_id IS NOT NULL);
    END IF;
    IF accounts IS NOT NULL THEN
        conditions := conditions || ' AND p.account_id = ANY ($4)';
    END IF;
    search.days := CASE WHEN from_day IS NOT NULL THEN format(' AND p.sort_at >= %L', start_of_day(from_day)) ELSE '' END
        || CASE WHEN to_day IS NOT NULL
                THEN format(' AND p.sort_at < %L AND p.sort_at > ''-infinity''', start_of_day(to_day + 1)) ELSE '' END;
    conditions := conditions || search.days;
    IF kind IS NOT NULL THEN
        conditions := conditions || format(' AND p.media_kind = %L', kind);
    END IF;
    IF least_views IS NOT NULL THEN
        conditions := conditions || format(' AND p.views >= %s', least_views);
    END IF;
    IF words IS NOT NULL THEN
        -- Up to this many posts are read one by one.
        is_small := least(
            CASE WHEN accounts IS NOT NULL THEN
                (SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (accounts)) END,
            CASE WHEN narrowed THEN
                (SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (search.own_accounts)) END
        ) <= few;
        -- Two letters make no trigram, and all content is too much to scan for them: they only match the beginning of
        -- names.
        long_words := ARRAY(SELECT place FROM unnest(words) WITH ORDINALITY AS w (word, place)
                            WHERE length(regexp_replace(word, '[^[:alnum:]]', '', 'g')) >= trigram ORDER BY place);
        too_short := cardinality(long_words) = 0 AND NOT narrowed AND is_small IS NOT TRUE;
        IF cardinality(long_words) = 0 THEN
            long_words := ARRAY(SELECT generate_subscripts(words, 1));
        END IF;
        -- An item is found by all of the long words in its text, or by one of them in its author's name.
        search.named := ARRAY(SELECT a.id FROM platform_accounts a
                              WHERE a.platform = search_posts.platform
                                AND CASE WHEN too_short THEN a.username LIKE ALL (words) AND a.username LIKE substr(words[1], 2)
                                         ELSE a.username LIKE ANY (ARRAY(SELECT words[place] FROM unnest(long_words) place)) END);
        -- Subscripts instead of ALL, which does not use the trigrams.
        SELECT string_agg(format('t.text LIKE ($7)[%s]', place), ' AND ') FILTER (WHERE place = ANY (long_words)),
               string_agg(format('(t.text LIKE ($7)[%s] OR a.username LIKE ($7)[%s])', place, place), ' AND ')
                   FILTER (WHERE place <> ALL (long_words)),
               string_agg(format('(t.text LIKE ($7)[%s] OR a.username LIKE ($7)[%s])', place, place), ' AND ')
        INTO long_in_text, short_in_either, all_in_either FROM generate_subscripts(words, 1) place;
        conditions := conditions || CASE
            WHEN too_short THEN ' AND p.account_id = ANY ($8)'
            WHEN is_small THEN
                -- Not EXISTS: the planner would then scan all texts.
                format(' AND (SELECT %s FROM post_texts t, platform_accounts a WHERE t.post_id = p.id AND a.id = p.account_id)',
                       all_in_either)
            -- With a single word, the name of each named account contains it.
            WHEN cardinality(words) = 1 THEN ' AND p.id = ANY (ARRAY(
                SELECT t.post_id FROM post_texts t WHERE t.platform = $1 AND t.text LIKE ($7)[1]
                UNION SELECT n.id FROM posts n WHERE n.account_id = ANY ($8)))'
            ELSE format(' AND p.id = ANY (ARRAY(
                SELECT t.post_id FROM post_texts t JOIN posts n ON n.id = t.post_id
                                                   JOIN platform_accounts a ON a.id = n.account_id
                WHERE t.platform = $1 AND %s AND %s
                UNION SELECT n.id FROM posts n JOIN platform_accounts a ON a.id = n.account_id
                                               JOIN post_texts t ON t.post_id = n.id
                      WHERE n.account_id = ANY ($8) AND %s))', long_in_text, coalesce(short_in_either, 'true'), all_in_either) END;
    END IF;
    search.conditions := conditions;
    -- The cost per mille by the formula of cost_of, in floating point: only the order matters.
    IF own_models THEN
        source := '(SELECT q.id, q.platform, q.account_id, q.sort_at, q.hidden, q.media_kind, q.views, CASE WHEN q.views > 0 THEN CASE
                WHEN t.account_id IS NOT NULL THEN least(t.cap, t.base + t.rate * q.views * 0.001)
                WHEN q.id = ANY ($3) THEN least(g.cap, g.base + g.rate * q.views * 0.001)
                ELSE least(s.cap, s.base + s.rate * q.views * 0.001) END / q.views END AS cpm
            FROM posts q
            CROSS JOIN (SELECT (cost).base::float8 AS base, (cost).rate::float8 AS rate, (cost).cap::float8 AS cap
                        FROM settings) s
            CROSS JOIN (SELECT (k).base::float8 AS base, (k).rate::float8 AS rate, (k).cap::float8 AS cap
                        FROM groups g CROSS JOIN settings s
                        CROSS JOIN LATERAL (SELECT coalesce(g.cost, s.cost)) x (k) WHERE g.id = $9) g
            LEFT JOIN (SELECT t.account_id, (k).base::float8 AS base, (k).rate::float8 AS rate, (k).cap::float8 AS cap
                       FROM tracked_accounts t JOIN groups g ON g.id = t.group_id CROSS JOIN settings s
                       CROSS JOIN LATERAL (SELECT coalesce(t.cost, g.cost, s.cost)) x (k)
                       WHERE g.id = $9) t ON t.account_id = q.account_id)';
    END IF;
    search.matches := format('SELECT p.id, %s AS key, %s AS is_known FROM %s p WHERE p.platform = $1%s',
                             key, search.parts[1], source, conditions);
    RETURN search;
END
$$;

CREATE OR REPLACE FUNCTION length_of_list(
    search post_search,
    platform text,
    from_day date,
    to_day date,
    whole_accounts bigint[],
    singles bigint[]
) RETURNS bigint
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    length bigint;
BEGIN
    IF search.over_all AND num_nonnulls(from_day, to_day) = 0 THEN
        RETURN (SELECT coalesce(sum(h.n), 0) FROM post_days h WHERE h.platform = length_of_list.platform);
    ELSIF search.over_all THEN
        RETURN count_posts_before(platform, coalesce(start_of_day(to_day + 1), 'infinity'))
             - CASE WHEN from_day IS NULL THEN 0 ELSE count_posts_before(platform, start_of_day(from_day)) END;
    ELSIF search.days <> '' THEN
        EXECUTE format('SELECT (SELECT count(*) FROM posts p WHERE p.account_id = ANY ($12)%1$s)
                             + (SELECT count(*) FROM posts p WHERE p.id = ANY ($13)%1$s)', search.days)
        INTO length
        USING platform, NULL, NULL, NULL, from_day, to_day, NULL, NULL, NULL, NULL, NULL, whole_accounts, singles;
        RETURN length;
    END IF;
    RETURN (SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (whole_accounts))
         + cardinality(singles);
END
$$;

CREATE OR REPLACE FUNCTION find_posts(
    platform text,
    -- date, views, likes, comments, shares, saves, cpm, engagement or updated
    sort text,
    descending boolean,
    -- LIKE patterns in lower case, each for the text or the author's name; NULL matches all.
    words text[],
    -- Days of posting, both inclusive; NULL is open. With either, unknown dates are excluded.
    from_day date,
    to_day date,
    -- NULL matches all.
    accounts bigint[],
    -- Only items that the group in scope tracks.
    own_only boolean,
    -- A media_kind; NULL matches all.
    kind text,
    -- NULL matches all, also unknown views.
    least_views bigint,
    skip bigint,
    take bigint,
    OUT total bigint,
    OUT ids bigint[]
)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET jit = off
AS $$
#variable_conflict use_variable
DECLARE
    search post_search := search_posts(platform, sort, descending, words, from_day, to_day, accounts, own_only, kind, least_views);
    has_days CONSTANT boolean := num_nonnulls(from_day, to_day) > 0;
    members record;
    -- Posts of the platform with a known date, and those newer than the last day.
    dated bigint;
    newer bigint;
    -- The page, counted from the nearer end of the list.
    page_size bigint;
    from_end boolean;
    parts text[];
    part text;
    key_order text;
    entries bigint;
    found_ids bigint[];
    length bigint;
BEGIN
    ids := '{}';
    IF search.over_all IS NULL THEN
        total := 0;
        RETURN;
    END IF;
    IF NOT search.is_plain THEN
        -- The filtered posts are counted anyway, so they can also be sorted.
        EXECUTE format(
            'WITH matches AS MATERIALIZED (%s)
             SELECT (SELECT count(*) FROM matches), ARRAY(SELECT m.id FROM matches m ORDER BY %s OFFSET $10 LIMIT $11)',
            search.matches, search.match_order)
        INTO total, ids
        USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named, search.viewer,
              skip, take;
        RETURN;
    END IF;

    members := members_of_list(search, platform, accounts);
    total := length_of_list(search, platform, from_day, to_day, members.whole_accounts, members.singles);
    page_size := least(take, total - skip);
    IF page_size <= 0 THEN
        RETURN;
    END IF;

    -- By date over everything: the histogram knows the number of posts of every day. Unknown dates are last in both directions.
    IF search.over_all AND sort = 'date' THEN
        dated := count_posts_before(platform, 'infinity');
        newer := CASE WHEN to_day IS NULL THEN 0 ELSE dated - count_posts_before(platform, start_of_day(to_day + 1)) END;
        IF descending OR has_days OR skip + page_size <= dated THEN
            skip := newer + CASE WHEN descending THEN skip WHEN has_days THEN total - skip - page_size ELSE dated - skip - page_size END;
            ids := ARRAY(SELECT page_of_posts(platform, skip, page_size::integer));
            IF NOT descending THEN
                ids := reversed(ids);
            END IF;
            RETURN;
        END IF;
    END IF;

    from_end := skip > total - skip - page_size;
    IF from_end THEN
        skip := total - skip - page_size;
    END IF;
    key_order := index_order(sort, search.downward <> from_end, search.key, 'p.id');
    -- Downward, an index has the unknown values last, like the list.
    parts := CASE WHEN search.downward THEN ARRAY['true']
                  WHEN from_end THEN reversed(search.parts)
                  ELSE search.parts END;

    -- Everything in another order: the index of that order.
    IF search.by_index THEN
        FOREACH part IN ARRAY parts LOOP
            EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s
                                         ORDER BY %s OFFSET $2 LIMIT $3)', part, key_order)
            INTO found_ids USING platform, skip, page_size - cardinality(ids);
            ids := ids || found_ids;
            EXIT WHEN cardinality(ids) = page_size;
            IF cardinality(found_ids) > 0 THEN
                skip := 0;
            ELSE
                EXECUTE format('SELECT count(*) FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s', part)
                INTO length USING platform;
                skip := skip - length;
            END IF;
        END LOOP;
    ELSIF NOT search.over_all AND search.key IN ('p.sort_at', 'p.views') AND (sort = 'date' OR NOT has_days) THEN
        -- Merged from the accounts' own indexes.
        FOREACH part IN ARRAY parts LOOP
            part := part || search.days;
            EXECUTE format(
                'SELECT ARRAY(
                     SELECT c.id FROM (
                         SELECT n.id, n.key FROM unnest($1) a (id) CROSS JOIN LATERAL (
                             SELECT p.id, %1$s AS key FROM posts p WHERE p.account_id = a.id AND %2$s ORDER BY %3$s LIMIT $2) n
                         UNION ALL
                         SELECT p.id, %1$s FROM posts p WHERE p.id = ANY ($3) AND %2$s
                     ) c ORDER BY %4$s LIMIT $2)',
                search.key, part, key_order, index_order(sort, search.downward <> from_end, 'c.key', 'c.id'))
            INTO found_ids USING members.whole_accounts, skip + page_size - cardinality(ids), members.singles, accounts, from_day,
                  to_day;
            ids := ids || found_ids;
            EXIT WHEN cardinality(ids) = skip + page_size;
        END LOOP;
        ids := ids[skip + 1:];
    ELSIF NOT search.is_computed THEN
        -- The index of the whole platform in this order, if enough of its first entries are expected to be in the list. A list
        -- may have its items elsewhere, so it is given up after twice as many.
        entries := 1000 + 2 * (skip + page_size)
            * (SELECT sum(h.n) FROM post_days h WHERE h.platform = find_posts.platform) / total;
        IF entries < total THEN
            FOREACH part IN ARRAY parts LOOP
                EXECUTE format(
                    'SELECT ARRAY(
                         SELECT p.id FROM (
                             SELECT p.* FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %1$s ORDER BY %2$s LIMIT $11
                         ) p WHERE true%3$s ORDER BY %2$s LIMIT $10)', part, key_order, search.conditions)
                INTO found_ids
                USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named,
                      search.viewer, skip + page_size - cardinality(ids), entries;
                ids := ids || found_ids;
                EXIT WHEN cardinality(ids) = skip + page_size;
                EXECUTE format('SELECT count(*) FROM (SELECT FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s LIMIT $2) e',
                               part)
                INTO length USING platform, entries;
                EXIT WHEN length = entries;
            END LOOP;
            ids := CASE WHEN cardinality(ids) = skip + page_size THEN ids[skip + 1:] ELSE '{}' END;
        END IF;
    END IF;

    -- The rest is sorted.
    IF cardinality(ids) < page_size THEN
        EXECUTE format('SELECT ARRAY(SELECT m.id FROM (%s) m ORDER BY %s OFFSET $10 LIMIT $11)',
                       unsorted(search), CASE WHEN from_end THEN search.reverse_match_order ELSE search.match_order END)
        INTO ids
        USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named, search.viewer,
              skip, page_size, members.whole_accounts, members.singles;
    END IF;
    IF from_end THEN
        ids := reversed(ids);
    END IF;
END
$$;

-- Only the previous version used these.
DROP FUNCTION find_posts(text, text, boolean, text, date, date, bigint[], boolean, bigint, bigint);
DROP FUNCTION open_posts(text, text, boolean, text, date, date, bigint[], boolean);
DROP FUNCTION search_posts(text, text, boolean, text, date, date, bigint[], boolean);
