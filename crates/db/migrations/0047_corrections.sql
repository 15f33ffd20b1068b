-- Corrects functions of earlier migrations.

CREATE OR REPLACE FUNCTION pg_temp.patch(function regprocedure, before text, after text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    definition text := pg_get_functiondef(function);
BEGIN
    IF strpos(definition, before) = 0 THEN
        RAISE EXCEPTION 'the function % has no such part: %', function, before;
    END IF;
    EXECUTE replace(definition, before, after);
END
$$;

ALTER TABLE post_links ADD COLUMN is_missing boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN post_links.is_missing IS 'The list of the account did not show the post when it was last read that far.';
SELECT pg_temp.patch('link_listed_posts(bigint, text, text[])',
    'AND k.account_id = lister AND k.is_listed)', 'AND k.account_id = lister AND k.is_listed AND NOT k.is_missing)');
SELECT pg_temp.patch('link_listed_posts(bigint, text, text[])',
    'DO UPDATE SET is_listed = true;', 'DO UPDATE SET is_listed = true, is_missing = false;');

-- Records that the list of an account no longer shows these items, of those that are stored under another account.
CREATE FUNCTION note_missing_links(lister bigint, on_platform text, ids text[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    UPDATE post_links l SET is_missing = true
    FROM posts p
    WHERE p.id = l.post_id AND p.platform = note_missing_links.on_platform AND p.external_id = ANY (note_missing_links.ids)
      AND l.account_id = note_missing_links.lister AND l.is_listed AND NOT l.is_missing;
END;
GRANT EXECUTE ON FUNCTION note_missing_links(bigint, text, text[]) TO clipmeter_ingest;

-- The items that the lists of accounts show and that are stored under another account. Without them, a crawl would take them for new
-- ones in every run.
CREATE FUNCTION linked_items(accounts bigint[]) RETURNS TABLE (account_id bigint, external_id text)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT l.account_id, p.external_id
    FROM post_links l JOIN posts p ON p.id = l.post_id
    WHERE l.account_id = ANY (linked_items.accounts) AND l.is_listed AND NOT l.is_missing AND p.availability <> 'removed';
END;
GRANT EXECUTE ON FUNCTION linked_items(bigint[]) TO clipmeter_ingest;

-- As before, and an address that nothing could use because its cooldown lasted longer than an address counts as in use.
CREATE OR REPLACE FUNCTION pool_addresses(pool text, platform text, at timestamptz, in_use_since timestamptz, keys text[])
    RETURNS TABLE (ready_at timestamptz, blocked_until timestamptz, failure_count integer, probe_until timestamptz)
    LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT b.ready_at, b.blocked_until, b.failure_count, b.probe_until
    FROM rate_limit_buckets b
    WHERE b.kind = 'address' AND b.platform = pool_addresses.platform
      AND (b.used_at > pool_addresses.in_use_since OR b.ready_at > pool_addresses.at OR b.blocked_until > pool_addresses.in_use_since)
      AND CASE WHEN pool_addresses.pool IS NULL
               THEN strpos(b.key, ':') = 0
                    OR b.key IN (SELECT 'proxy:' || x.id FROM proxies x WHERE x.serves = pool_addresses.platform)
                    OR b.key IN (SELECT 'proxy:' || s.proxy_id FROM sessions s WHERE s.session_set IS NULL AND s.proxy_id IS NOT NULL
                                 EXCEPT
                                 SELECT e.address FROM pool_egress(NULL) e WHERE e.platform = pool_addresses.platform)
               ELSE EXISTS (SELECT FROM pool_egress(pool_addresses.keys) e
                            WHERE e.pool = pool_addresses.pool AND e.platform = b.platform AND e.state = 'ok'
                              AND CASE WHEN e.address IS NULL THEN strpos(b.key, ':') = 0 ELSE e.address = b.key END) END;
END;

-- An erasure deletes the saved views that filter by the account.
SELECT pg_temp.patch('erase_accounts(text, bigint[], text[], text[])',
    '    UPDATE audit_log l SET details',
    $$    DELETE FROM saved_views v
    WHERE EXISTS (
        SELECT FROM regexp_matches(lower(v.query), '(?:^|&)account=([^&]*)', 'g') m (part),
                    regexp_split_to_table(replace(replace(replace(m.part[1], '%40', '@'), '%20', ' '), '+', ' '), '%2c|,') n (name)
        WHERE btrim(n.name, ' @') = ANY (names));
    UPDATE audit_log l SET details$$);

-- No days between the first and the last one: the list is empty.
SELECT pg_temp.patch('length_of_list(post_search, text, date, date, bigint[], bigint[])',
    'RETURN count_posts_before(platform, coalesce(start_of_day(to_day + 1), ''infinity''))
             - CASE WHEN from_day IS NULL THEN 0 ELSE count_posts_before(platform, start_of_day(from_day)) END;',
    'RETURN greatest(0, count_posts_before(platform, coalesce(start_of_day(to_day + 1), ''infinity''))
             - CASE WHEN from_day IS NULL THEN 0 ELSE count_posts_before(platform, start_of_day(from_day)) END);');

-- The views that these items gained in a period, of those that the scope may see: 0 if nothing was measured in it. NULL if the item was
-- first seen after it, or before the history if the period begins before the history: those measurements were deleted.
CREATE OR REPLACE FUNCTION gains_of_posts(ids bigint[], first_day date, last_day date) RETURNS TABLE (post_id bigint, views bigint)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    WITH bounds AS MATERIALIZED (
        SELECT start_of_day(first_day) AS requested, history_begins::timestamp AT TIME ZONE 'UTC' AS kept,
               greatest(start_of_day(first_day), history_begins::timestamp AT TIME ZONE 'UTC') AS begins,
               start_of_day(last_day + 1) AS ends
        FROM settings
    )
    SELECT p.id, CASE WHEN p.first_seen_at < ends AND (requested >= kept OR p.first_seen_at >= kept)
                      THEN coalesce(g.views, 0) END
    FROM bounds CROSS JOIN posts p
    LEFT JOIN LATERAL (
        SELECT g.views FROM gain_of(p.id, p.from_zero, NULL, begins, ends) g WHERE p.updated_at >= begins
    ) g ON true
    WHERE p.id = ANY (ids)
$$;

-- After a purge, the next crawl of an account that stays as the author of a single video is the first one, and its days before the
-- history are those of its single videos.
SELECT pg_temp.patch('purge_untracked(bigint[])',
    'UPDATE platform_accounts a SET first_success_at = NULL
    WHERE a.id = ANY (accounts) AND a.first_success_at IS NOT NULL',
    $$DELETE FROM account_days d
    WHERE d.account_id = ANY (accounts) AND d.day < first_whole_day()
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = d.account_id)
      AND NOT EXISTS (SELECT FROM tombstones o WHERE o.account_id = d.account_id);
    INSERT INTO account_days
    SELECT p.account_id, v.day, sum(v.items), sum(v.views), sum(v.likes), sum(v.comments), sum(v.shares),
           sum(v.gained_views), sum(v.gained_likes), sum(v.gained_comments), sum(v.gained_shares),
           sum(v.saves), sum(v.gained_saves)
    FROM video_days v JOIN posts p ON p.id = v.post_id
    WHERE p.account_id = ANY (accounts) AND v.day < first_whole_day()
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tombstones o WHERE o.account_id = p.account_id)
    GROUP BY p.account_id, v.day;
    DELETE FROM crawl_checkpoints m
    WHERE m.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = m.account_id)
      AND NOT EXISTS (SELECT FROM tombstones d WHERE d.account_id = m.account_id);
    UPDATE platform_accounts a SET first_success_at = NULL, last_full_crawl_at = NULL, month_read_at = NULL, week_read_at = NULL,
        listed_item_count = NULL, gap = NULL, gap_checked_at = NULL
    WHERE a.id = ANY (accounts) AND num_nonnulls(a.first_success_at, a.last_full_crawl_at, a.listed_item_count) > 0$$);

-- Until all days are recounted after a change of the time zone, reports count in the new zone what is marked as counted in the former one.
-- If the zone changes again, nothing says in which zones the days of an account are, so all are recounted.
CREATE FUNCTION recount_days_of_any_zone() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF OLD.days_zone <> OLD.time_zone THEN
        -- Waits for reports that have counted in the former zone.
        PERFORM FROM account_counters c ORDER BY c.account_id FOR NO KEY UPDATE;
        UPDATE account_counters SET days_zone = '' WHERE days_zone <> '';
        NEW.days_zone := '';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER settings_days_zone BEFORE UPDATE OF time_zone ON settings
    FOR EACH ROW WHEN (old.time_zone IS DISTINCT FROM new.time_zone) EXECUTE FUNCTION recount_days_of_any_zone();
