-- Counts the days of an account in each zone in which someone reads them: the installation's, and those of the groups that track it. ADR 0073.

-- Reports that changed or locked items or accounts have committed, and others wait until the zones of accounts are stored. In the order in
-- which reports lock them. Then what readers read first.
LOCK TABLE platform_accounts, posts IN EXCLUSIVE MODE;
LOCK TABLE settings, groups IN ACCESS EXCLUSIVE MODE;

ALTER TABLE account_days DROP CONSTRAINT account_days_pkey, ADD CONSTRAINT account_days_pkey PRIMARY KEY USING INDEX account_days_zone_key;
ALTER TABLE video_days DROP CONSTRAINT video_days_pkey, ADD CONSTRAINT video_days_pkey PRIMARY KEY USING INDEX video_days_zone_key;
ALTER TABLE account_day_costs DROP CONSTRAINT account_day_costs_pkey,
    ADD CONSTRAINT account_day_costs_pkey PRIMARY KEY USING INDEX account_day_costs_zone_key;
ALTER TABLE account_day_increases DROP CONSTRAINT account_day_increases_pkey,
    ADD CONSTRAINT account_day_increases_pkey PRIMARY KEY USING INDEX account_day_increases_zone_key;
ALTER TABLE platform_days ADD COLUMN zone smallint NOT NULL DEFAULT 1;
ALTER TABLE platform_day_changes ADD COLUMN zone smallint NOT NULL DEFAULT 1;
ALTER TABLE platform_days DROP CONSTRAINT platform_days_pkey, ADD PRIMARY KEY (platform, zone, day);

DO $$
DECLARE
    name text;
BEGIN
    -- A row without a zone is a mistake from now on.
    FOREACH name IN ARRAY ARRAY['account_days', 'video_days', 'account_day_costs', 'account_day_increases', 'platform_days',
                                'platform_day_changes'] LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN zone DROP DEFAULT', name);
    END LOOP;
END
$$;

ALTER TYPE day_delta ADD ATTRIBUTE zone smallint;
ALTER TYPE views_step ADD ATTRIBUTE zone smallint;

-- The zone that an admin set; NULL is the installation's. The days of the group are shown in days_zone, which follows as soon as the days of
-- all its accounts are counted in the new zone.
ALTER TABLE groups ADD COLUMN time_zone text, ADD COLUMN days_zone text;
COMMENT ON COLUMN settings.days_zone IS 'The zone in which days are shown; time_zone, as soon as all days are counted in it.';
COMMENT ON COLUMN groups.days_zone IS 'The zone in which the group''s days are shown, NULL is the installation''s; time_zone, as soon as its days are counted in it.';

-- The installation's zone, in which the days of all accounts are counted.
CREATE OR REPLACE FUNCTION platform_zone() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT days_zone FROM settings $$;

-- The zone of the group that the scope shows, or the installation's. SECURITY DEFINER for roles that cannot read groups.
CREATE FUNCTION viewed_zone_name() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$
    SELECT coalesce((SELECT g.days_zone FROM groups g WHERE g.id = viewing_group()), s.days_zone) FROM settings s
$$;
CREATE FUNCTION viewed_zone() RETURNS smallint
    LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT z.id FROM zones z WHERE z.name = viewed_zone_name() $$;

-- The first moment of a day in a zone: midnight, or an hour before it where clocks are set back over midnight.
CREATE FUNCTION start_of_day(day date, zone text) RETURNS timestamptz
    LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp
AS $$
    SELECT CASE WHEN ((midnight - interval '1 hour') AT TIME ZONE zone)::date >= day THEN midnight - interval '1 hour' ELSE midnight END
    FROM (SELECT day::timestamp AT TIME ZONE zone AS midnight) m
$$;
-- In the zone of the scope.
CREATE OR REPLACE FUNCTION start_of_day(day date) RETURNS timestamptz
    LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT start_of_day(day, viewed_zone_name()) $$;
CREATE OR REPLACE FUNCTION day_of(at timestamptz) RETURNS date
    LANGUAGE sql STABLE PARALLEL SAFE
RETURN (at AT TIME ZONE (SELECT viewed_zone_name()))::date;

GRANT EXECUTE ON FUNCTION viewed_zone_name(), viewed_zone(), start_of_day(date, text) TO clipmeter_app;

-- The rows of other zones are those of other groups.
ALTER POLICY visible ON account_days USING (
    ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t)) AND zone = (SELECT viewed_zone()));
ALTER POLICY visible ON video_days USING (
    ((SELECT sees_all_content()) OR post_id IN (SELECT v.post_id FROM tracked_videos v)) AND zone = (SELECT viewed_zone()));
ALTER POLICY visible ON platform_days USING ((SELECT is_admin()) AND zone = (SELECT viewed_zone()));
ALTER POLICY visible ON platform_day_changes USING ((SELECT is_admin()) AND zone = (SELECT viewed_zone()));
ALTER POLICY visible ON account_day_costs USING (
    ((SELECT is_admin()) OR (account_id, number) IN (SELECT k.account_id, k.number FROM counted_costs k)) AND zone = (SELECT viewed_zone()));
ALTER POLICY visible ON account_day_increases USING (
    ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t)) AND zone = (SELECT viewed_zone()));

-- Each zone, with the first day of which all measurements are kept.
CREATE VIEW whole_days AS
SELECT z.id AS zone, z.name,
       CASE WHEN start_of_day(d.day, z.name) < h.begins THEN d.day + 1 ELSE d.day END AS begins
FROM (SELECT history_begins::timestamp AT TIME ZONE 'UTC' AS begins FROM settings) h
CROSS JOIN zones z
CROSS JOIN LATERAL (SELECT (h.begins AT TIME ZONE z.name)::date AS day) d;

-- The first day of which all measurements are kept, in the zone of the scope.
CREATE OR REPLACE FUNCTION first_whole_day() RETURNS date
    LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT w.begins FROM whole_days w WHERE w.zone = viewed_zone() $$;

-- The zones in which the days of accounts are read, or will be read after a change of a zone. Some rows are there several times.
CREATE VIEW desired_zones AS
SELECT c.account_id, z.id AS zone
FROM settings s JOIN zones z ON z.name IN (s.time_zone, s.days_zone) CROSS JOIN account_counters c
UNION ALL
SELECT t.account_id, z.id
FROM groups g JOIN zones z ON z.name IN (g.time_zone, g.days_zone) JOIN tracked_accounts t ON t.group_id = g.id
UNION ALL
SELECT p.account_id, z.id
FROM groups g JOIN zones z ON z.name IN (g.time_zone, g.days_zone) JOIN tracked_videos v ON v.group_id = g.id JOIN posts p ON p.id = v.post_id;

CREATE FUNCTION add_zone() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    -- ON CONFLICT alone would use up a number each time.
    INSERT INTO zones (name) SELECT NEW.time_zone
    WHERE NEW.time_zone IS NOT NULL AND NOT EXISTS (SELECT FROM zones z WHERE z.name = NEW.time_zone)
    ON CONFLICT DO NOTHING;
    RETURN NEW;
END
$$;
DROP TRIGGER settings_days_zone ON settings;
DROP FUNCTION recount_days_of_any_zone();
CREATE TRIGGER settings_zone BEFORE UPDATE OF time_zone ON settings
    FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION add_zone();
CREATE TRIGGER groups_zone BEFORE INSERT OR UPDATE OF time_zone ON groups
    FOR EACH ROW WHEN (NEW.time_zone IS NOT NULL) EXECUTE FUNCTION add_zone();

-- The installation's days are always counted: those of a group are shown in its zone at first, also after the group was restored.
CREATE FUNCTION show_platform_zone() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    NEW.days_zone := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER groups_days_zone_insert BEFORE INSERT ON groups
    FOR EACH ROW EXECUTE FUNCTION show_platform_zone();
CREATE TRIGGER groups_days_zone_update BEFORE UPDATE OF time_zone ON groups
    FOR EACH ROW WHEN (NEW.time_zone IS NULL) EXECUTE FUNCTION show_platform_zone();

CREATE OR REPLACE FUNCTION add_account_counters() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO account_counters (account_id) SELECT id FROM new_rows ON CONFLICT DO NOTHING;
    INSERT INTO account_zones
    SELECT n.id, z.id FROM new_rows n CROSS JOIN settings s JOIN zones z ON z.name IN (s.time_zone, s.days_zone)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- Accounts without items have nothing to count. Others, and those that a report has locked, are counted by recount_next_accounts.
CREATE FUNCTION add_zones_of_new_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    accounts bigint[];
BEGIN
    IF NOT EXISTS (SELECT FROM new_rows n JOIN groups g ON g.id = n.group_id AND num_nonnulls(g.time_zone, g.days_zone) > 0) THEN
        RETURN NULL;
    END IF;
    accounts := ARRAY(SELECT c.account_id FROM account_counters c
                      WHERE c.account_id = ANY (ARRAY(SELECT n.account_id FROM new_rows n)) AND c.posts = 0
                      ORDER BY c.account_id FOR NO KEY UPDATE SKIP LOCKED);
    INSERT INTO account_zones SELECT w.account_id, w.zone FROM desired_zones w WHERE w.account_id = ANY (accounts)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER tracked_accounts_zones_insert AFTER INSERT ON tracked_accounts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_zones_of_new_accounts();

-- Replaces parts of a function; each part is followed by what replaces it.
CREATE OR REPLACE FUNCTION pg_temp.patch(function regprocedure, VARIADIC parts text[]) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    definition text := pg_get_functiondef(function);
BEGIN
    FOR n IN 1 .. cardinality(parts) BY 2 LOOP
        IF strpos(definition, parts[n]) = 0 THEN
            RAISE EXCEPTION 'the function % has no such part: %', function, parts[n];
        END IF;
        definition := replace(definition, parts[n], parts[n + 1]);
    END LOOP;
    EXECUTE definition;
END
$$;

-- Sums of platforms.
SELECT pg_temp.patch('add_platform_days(platform_days[])',
    'sum(saves), sum(gained_saves)', 'sum(saves), sum(gained_saves), zone',
    'GROUP BY platform, day', 'GROUP BY platform, zone, day',
    'ON CONFLICT (platform, day)', 'ON CONFLICT (platform, zone, day)');
SELECT pg_temp.patch('count_platform_days()',
    'sign * sum(d.gained_saves))', 'sign * sum(d.gained_saves), d.zone)',
    'GROUP BY a.platform, d.day', 'GROUP BY a.platform, d.zone, d.day');
SELECT pg_temp.patch('count_changed_platform_days()',
    'sum(sign * (d).gained_saves))', 'sum(sign * (d).gained_saves), (d).zone)',
    'GROUP BY a.platform, (d).day', 'GROUP BY a.platform, (d).zone, (d).day');

-- Reports.
CREATE TYPE counted_zone AS (account_id bigint, zone smallint, name text);
SELECT pg_temp.patch('count_days()',
    '    zone text;', '    counted counted_zone[];',
    '        END IF;
    END IF;
    zone := platform_zone();',
    '        END IF;
        counted := ARRAY(SELECT ROW(k.account_id, k.zone, z.name)::counted_zone FROM account_zones k JOIN zones z ON z.id = k.zone
                         WHERE k.account_id = ANY (ARRAY(SELECT DISTINCT n.account_id FROM new_rows n)));
    END IF;',
    'AT TIME ZONE zone)', 'AT TIME ZONE n.zone_name)',
    'a recount in a new zone has either ended, or waits', 'a count in another zone has either ended, or waits',
    'coalesce(n.saves, 0), gained(NULL, n.saves, n.from_zero))::day_delta
                FROM new_rows n);',
    'coalesce(n.saves, 0), gained(NULL, n.saves, n.from_zero), n.zone)::day_delta
                FROM (SELECT n.*, k.zone, k.name AS zone_name FROM new_rows n JOIN unnest(counted) k ON k.account_id = n.account_id) n);',
    'ELSE gained(o.saves, n.saves, n.from_zero) END)::day_delta
                FROM new_rows n
                FULL JOIN old_rows o ON o.id = n.id
',
    'ELSE gained(o.saves, n.saves, n.from_zero) END, n.zone)::day_delta
                FROM (SELECT n.*, k.zone, k.name AS zone_name FROM new_rows n JOIN unnest(counted) k ON k.account_id = n.account_id) n
                FULL JOIN old_rows o ON o.id = n.id
',
    '        PERFORM recount_account_days(moved);
    END IF;',
    '        PERFORM recount_account_days(moved);
        IF TG_OP = ''UPDATE'' THEN
            PERFORM count_video_days(ARRAY(
                SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.account_id <> n.account_id
                WHERE EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = n.id)), NULL);
        END IF;
    END IF;');
SELECT pg_temp.patch('apply_day_deltas(day_delta[])',
    'sum(saves), sum(gained_saves)', 'sum(saves), sum(gained_saves), zone',
    'GROUP BY account_id, day', 'GROUP BY account_id, zone, day',
    'ORDER BY account_id, day', 'ORDER BY account_id, zone, day',
    'ON CONFLICT (account_id, day)', 'ON CONFLICT (account_id, zone, day)',
    'gained_shares, saves, gained_saves
    FROM unnest(deltas)',
    'gained_shares, saves, gained_saves, zone
    FROM unnest(deltas)',
    'ON CONFLICT (post_id, day)', 'ON CONFLICT (post_id, zone, day)');
SELECT pg_temp.patch('count_day_costs()',
    '    zone text;', '    counted counted_zone[];',
    '        END IF;
    END IF;
    zone := platform_zone();',
    '        END IF;
        counted := ARRAY(SELECT ROW(k.account_id, k.zone, z.name)::counted_zone FROM account_zones k JOIN zones z ON z.id = k.zone
                         WHERE k.account_id = ANY (ARRAY(SELECT DISTINCT n.account_id FROM new_rows n)));
    END IF;',
    'AT TIME ZONE zone)', 'AT TIME ZONE n.zone_name)',
    'n.from_zero)::views_step
            FROM new_rows n WHERE',
    'n.from_zero, n.zone)::views_step
            FROM (SELECT n.*, k.zone, k.name AS zone_name FROM new_rows n JOIN unnest(counted) k ON k.account_id = n.account_id) n WHERE',
    'n.from_zero)::views_step
            FROM new_rows n
            -- FULL, as in count_days: never quadratic.
            FULL JOIN old_rows o ON o.id = n.id
',
    'n.from_zero, n.zone)::views_step
            FROM (SELECT n.*, k.zone, k.name AS zone_name FROM new_rows n JOIN unnest(counted) k ON k.account_id = n.account_id) n
            -- FULL, as in count_days: never quadratic.
            FULL JOIN old_rows o ON o.id = n.id
',
    'INSERT INTO account_day_costs AS d
    SELECT',
    'INSERT INTO account_day_costs AS d (account_id, day, number, zone, gained)
    SELECT',
    'k.number,
           sum',
    'k.number, s.zone,
           sum',
    'GROUP BY 1, 2, 3
',
    'GROUP BY 1, 2, 3, 4
',
    'ORDER BY 1, 2, 3
    ON CONFLICT (account_id, day, number)',
    'ORDER BY 1, 4, 2, 3
    ON CONFLICT (account_id, zone, day, number)',
    'AS d (account_id, day, views, lost)
    SELECT s.account_id, s.day,',
    'AS d (account_id, day, zone, views, lost)
    SELECT s.account_id, s.day, s.zone,',
    'GROUP BY 1, 2
',
    'GROUP BY 1, 2, 3
',
    'ORDER BY 1, 2
    ON CONFLICT (account_id, day)',
    'ORDER BY 1, 3, 2
    ON CONFLICT (account_id, zone, day)');

-- Recounts.
DROP VIEW measured_days;
CREATE VIEW measured_days AS
SELECT steps.account_id,
       steps.post_id,
       k.zone,
       ((after).observed_at AT TIME ZONE z.name)::date AS day,
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
FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, m AS after, lag(m) OVER (PARTITION BY p.account_id, p.id ORDER BY m.observed_at) AS before
      FROM posts p JOIN post_metrics m ON m.post_id = p.id) AS steps
JOIN account_zones k ON k.account_id = steps.account_id
JOIN zones z ON z.id = k.zone
GROUP BY 1, 2, 3, 4;

DROP VIEW measured_views;
CREATE VIEW measured_views AS
SELECT steps.account_id,
       steps.post_id,
       k.zone,
       ((after).observed_at AT TIME ZONE z.name)::date AS day,
       (before).views AS before,
       (after).views AS after,
       (before).views_source AS source_before,
       (after).views_source AS source_after,
       (before).post_id IS NULL AS is_first,
       from_zero
FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, m AS after, lag(m) OVER (PARTITION BY p.account_id, p.id ORDER BY m.observed_at) AS before
      FROM posts p JOIN post_metrics m ON m.post_id = p.id) AS steps
JOIN account_zones k ON k.account_id = steps.account_id
JOIN zones z ON z.id = k.zone;

-- Recomputes the days of these accounts in some of their zones, or in all, from the measurements that are kept.
CREATE FUNCTION recount_account_days(accounts bigint[], chosen smallint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    -- A month that is being dropped is either complete or gone.
    LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    DELETE FROM account_days d USING whole_days w
    WHERE d.account_id = ANY (accounts) AND (chosen IS NULL OR d.zone = ANY (chosen)) AND w.zone = d.zone AND d.day >= w.begins;
    INSERT INTO account_days
    SELECT m.account_id, m.day, sum(m.items), sum(m.views), sum(m.likes), sum(m.comments), sum(m.shares),
           sum(m.gained_views), sum(m.gained_likes), sum(m.gained_comments), sum(m.gained_shares),
           sum(m.saves), sum(m.gained_saves), m.zone
    FROM measured_days m JOIN whole_days w ON w.zone = m.zone
    WHERE m.account_id = ANY (accounts) AND (chosen IS NULL OR m.zone = ANY (chosen)) AND m.day >= w.begins
    GROUP BY m.account_id, m.zone, m.day;
    -- What the deleted measurements added, as far as no day says it.
    INSERT INTO account_days AS d
    SELECT c.account_id, w.begins - 1, c.posts - s.items, c.views - s.views, c.likes - s.likes, c.comments - s.comments,
           c.shares - s.shares, 0, 0, 0, 0, c.saves - s.saves, 0, k.zone
    FROM account_counters c
    JOIN account_zones k ON k.account_id = c.account_id
    JOIN whole_days w ON w.zone = k.zone
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(o.items), 0)::bigint AS items, coalesce(sum(o.views), 0)::bigint AS views,
               coalesce(sum(o.likes), 0)::bigint AS likes, coalesce(sum(o.comments), 0)::bigint AS comments,
               coalesce(sum(o.shares), 0)::bigint AS shares, coalesce(sum(o.saves), 0)::bigint AS saves
        FROM account_days o WHERE o.account_id = c.account_id AND o.zone = k.zone
    ) s
    WHERE c.account_id = ANY (accounts) AND (chosen IS NULL OR k.zone = ANY (chosen)) AND isfinite(w.begins)
      AND (c.posts, c.views, c.likes, c.comments, c.shares, c.saves)
          <> (s.items, s.views, s.likes, s.comments, s.shares, s.saves)
    ORDER BY c.account_id, k.zone
    ON CONFLICT (account_id, zone, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        saves = d.saves + excluded.saves;
END
$$;
CREATE OR REPLACE FUNCTION recount_account_days(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM recount_account_days(accounts, NULL);
    -- Maintenance counts them again.
    DELETE FROM counted_costs WHERE account_id = ANY (accounts);
    DELETE FROM account_day_increases WHERE account_id = ANY (accounts);
END
$$;

-- Recomputes the days of items, whose accounts' counters are locked, in some zones of the accounts, or in all.
CREATE FUNCTION count_video_days(items bigint[], chosen smallint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    DELETE FROM video_days d USING whole_days w
    WHERE d.post_id = ANY (count_video_days.items) AND (chosen IS NULL OR d.zone = ANY (chosen)) AND w.zone = d.zone
      AND (d.day >= w.begins
           OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = d.post_id)
              AND NOT EXISTS (SELECT FROM tombstones t WHERE t.post_id = d.post_id)
           OR NOT EXISTS (SELECT FROM posts p JOIN account_zones k ON k.account_id = p.account_id AND k.zone = d.zone WHERE p.id = d.post_id));
    INSERT INTO video_days
    SELECT m.post_id, m.day, m.items, m.views, m.likes, m.comments, m.shares,
           m.gained_views, m.gained_likes, m.gained_comments, m.gained_shares, m.saves, m.gained_saves, m.zone
    FROM measured_days m JOIN whole_days w ON w.zone = m.zone
    WHERE m.post_id = ANY (count_video_days.items) AND (chosen IS NULL OR m.zone = ANY (chosen)) AND m.day >= w.begins
      AND EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = m.post_id);
END
$$;
CREATE OR REPLACE FUNCTION recount_video_days(items bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    -- In the order of a report, which counts the items afterwards. The counters, because a count in another zone locks only them.
    PERFORM FROM posts p WHERE p.id = ANY (recount_video_days.items) ORDER BY p.id FOR NO KEY UPDATE;
    PERFORM FROM account_counters c
    WHERE c.account_id = ANY (ARRAY(SELECT p.account_id FROM posts p WHERE p.id = ANY (recount_video_days.items)))
    ORDER BY c.account_id FOR NO KEY UPDATE;
    PERFORM count_video_days(recount_video_days.items, NULL);
END
$$;

-- An item's account is locked first, as by a report and by a purge, and not after its counters.
SELECT pg_temp.patch('update_video_days()',
    'IF cardinality(items) > 0 THEN
',
    'IF cardinality(items) > 0 THEN
        IF TG_OP = ''DELETE'' THEN
            PERFORM FROM platform_accounts a
            WHERE a.id = ANY (ARRAY(SELECT p.account_id FROM posts p WHERE p.id = ANY (items))) ORDER BY a.id FOR UPDATE;
        ELSE
            PERFORM FROM platform_accounts a
            WHERE a.id = ANY (ARRAY(SELECT p.account_id FROM posts p WHERE p.id = ANY (items))) ORDER BY a.id FOR NO KEY UPDATE;
        END IF;
');

-- Recomputes the costs and increases of the days of these accounts, which have counted costs, in some of their zones, or in all.
CREATE FUNCTION recount_day_costs(accounts bigint[], chosen smallint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM account_day_costs d WHERE d.account_id = ANY (accounts) AND (chosen IS NULL OR d.zone = ANY (chosen));
    DELETE FROM account_day_increases d WHERE d.account_id = ANY (accounts) AND (chosen IS NULL OR d.zone = ANY (chosen));
    WITH steps AS MATERIALIZED (
        SELECT m.* FROM measured_views m WHERE m.account_id = ANY (accounts) AND (chosen IS NULL OR m.zone = ANY (chosen))
    ), costs AS (
        INSERT INTO account_day_costs (account_id, zone, day, number, gained)
        SELECT s.account_id, s.zone, s.day, k.number, sum(gained_cost(k.cost, before, after, source_before, source_after, from_zero))
        FROM steps s
        JOIN counted_costs k ON k.account_id = s.account_id AND (k.cost).model <> 'none'
        JOIN whole_days w ON w.zone = s.zone AND s.day >= w.begins
        GROUP BY 1, 2, 3, 4
        HAVING sum(gained_cost(k.cost, before, after, source_before, source_after, from_zero)) <> 0
    )
    INSERT INTO account_day_increases (account_id, zone, day, views, lost)
    SELECT account_id, zone, day, max(views), max(lost)
    FROM (SELECT s.account_id, s.zone, s.day, sum(increase(before, after, is_first, from_zero)) AS views, sum(decrease(before, after)) AS lost
          FROM steps s
          GROUP BY s.account_id, s.zone, s.day, s.post_id) AS items
    GROUP BY 1, 2, 3
    HAVING greatest(max(views), max(lost)) > 0;
END
$$;
CREATE OR REPLACE FUNCTION recount_day_costs(accounts bigint[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT recount_day_costs(accounts, NULL) $$;

CREATE OR REPLACE FUNCTION delete_old_day_costs(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    costs integer;
    increases integer;
BEGIN
    DELETE FROM account_day_costs WHERE ctid = ANY (ARRAY(
        SELECT d.ctid FROM account_day_costs d JOIN whole_days w ON w.zone = d.zone
        WHERE d.day < w.begins LIMIT most FOR UPDATE OF d SKIP LOCKED));
    GET DIAGNOSTICS costs = ROW_COUNT;
    DELETE FROM account_day_increases WHERE ctid = ANY (ARRAY(
        SELECT d.ctid FROM account_day_increases d JOIN whole_days w ON w.zone = d.zone
        WHERE d.day < w.begins - 1 LIMIT most FOR UPDATE OF d SKIP LOCKED));
    GET DIAGNOSTICS increases = ROW_COUNT;
    RETURN costs + increases;
END
$$;

SELECT pg_temp.patch('merge_accounts(bigint, bigint)',
    'SELECT keep, o.day, o.items, o.views, o.likes, o.comments, o.shares,
           o.gained_views, o.gained_likes, o.gained_comments, o.gained_shares, o.saves, o.gained_saves
    FROM account_days o
    WHERE o.account_id = duplicate AND o.day < first_whole_day()
    ON CONFLICT (account_id, day)',
    'SELECT keep, least(o.day, w.begins - 1), sum(o.items), sum(o.views), sum(o.likes), sum(o.comments), sum(o.shares),
           sum(o.gained_views), sum(o.gained_likes), sum(o.gained_comments), sum(o.gained_shares), sum(o.saves), sum(o.gained_saves), k.zone
    FROM account_zones k
    JOIN whole_days w ON w.zone = k.zone
    -- In the installation''s zone, if the duplicate is not counted in that one.
    JOIN whole_days c ON c.zone = coalesce((SELECT d.zone FROM account_zones d WHERE d.account_id = duplicate AND d.zone = k.zone),
                                           (SELECT z.id FROM zones z WHERE z.name = platform_zone()))
    JOIN account_days o ON o.account_id = duplicate AND o.zone = c.zone AND o.day < c.begins
    WHERE k.account_id = keep
    GROUP BY 2, k.zone
    ON CONFLICT (account_id, zone, day)');
SELECT pg_temp.patch('purge_untracked(bigint[])',
    'DELETE FROM account_days d
    WHERE d.account_id = ANY (accounts) AND d.day < first_whole_day()',
    'DELETE FROM account_days d USING whole_days w
    WHERE d.account_id = ANY (accounts) AND w.zone = d.zone AND d.day < w.begins',
    'sum(v.saves), sum(v.gained_saves)
    FROM video_days v JOIN posts p ON p.id = v.post_id
    WHERE p.account_id = ANY (accounts) AND v.day < first_whole_day()',
    'sum(v.saves), sum(v.gained_saves), v.zone
    FROM video_days v JOIN posts p ON p.id = v.post_id JOIN whole_days w ON w.zone = v.zone
    WHERE p.account_id = ANY (accounts) AND v.day < w.begins',
    'GROUP BY p.account_id, v.day', 'GROUP BY p.account_id, v.zone, v.day');

-- Counts the days of up to `most` accounts in a zone in which they are not counted yet, or deletes their days in a zone that is no longer
-- needed. Returns the number of accounts, 0 if there are none. A report that comes first finishes first, and one that comes
-- later counts in the new zone, too, because both lock the accounts' counters.
CREATE OR REPLACE FUNCTION recount_next_accounts(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    new_zone smallint;
    old_zone smallint;
    chosen bigint[];
    accounts bigint[];
BEGIN
    -- Usually all accounts are counted in the only zone.
    IF NOT EXISTS (SELECT FROM settings s WHERE s.days_zone <> s.time_zone)
       AND NOT EXISTS (SELECT FROM groups g WHERE num_nonnulls(g.time_zone, g.days_zone) > 0)
       AND NOT EXISTS (SELECT FROM account_zones k WHERE k.zone <> (SELECT z.id FROM zones z WHERE z.name = platform_zone()))
       AND (SELECT count(*) FROM account_counters) = (SELECT count(*) FROM account_zones) THEN
        RETURN 0;
    END IF;
    -- EXCEPT, because the statistics do not yet know the rows of a new zone.
    SELECT d.zone, (array_agg(d.account_id))[:most] INTO new_zone, chosen
    FROM (SELECT w.account_id, w.zone FROM desired_zones w EXCEPT SELECT k.account_id, k.zone FROM account_zones k) d
    GROUP BY d.zone LIMIT 1;
    IF new_zone IS NULL THEN
        SELECT d.zone, (array_agg(d.account_id))[:most] INTO old_zone, chosen
        FROM (SELECT k.account_id, k.zone FROM account_zones k EXCEPT SELECT w.account_id, w.zone FROM desired_zones w) d
        GROUP BY d.zone LIMIT 1;
        IF old_zone IS NULL THEN
            RETURN 0;
        END IF;
    END IF;
    -- In the order of a report: the account, and then its counters.
    PERFORM FROM platform_accounts a WHERE a.id = ANY (chosen) ORDER BY a.id FOR KEY SHARE;
    accounts := ARRAY(SELECT c.account_id FROM account_counters c WHERE c.account_id = ANY (chosen) ORDER BY c.account_id FOR NO KEY UPDATE);
    IF new_zone IS NOT NULL THEN
        -- Another program may have counted some.
        WITH added AS (
            INSERT INTO account_zones SELECT unnest(accounts), new_zone ON CONFLICT DO NOTHING RETURNING account_id
        )
        SELECT coalesce(array_agg(account_id), '{}') INTO accounts FROM added;
        PERFORM count_days_in_zone(accounts, new_zone);
        -- Groups that are shown in the zone already.
        PERFORM notify_groups(ARRAY(
            SELECT g.id FROM groups g JOIN zones z ON z.name = g.days_zone AND z.id = new_zone
            WHERE g.id = ANY (groups_that_show(accounts, '{}'))));
    ELSE
        accounts := ARRAY(SELECT a.id FROM unnest(accounts) a (id)
                          WHERE NOT EXISTS (SELECT FROM desired_zones w WHERE w.account_id = a.id AND w.zone = old_zone));
        DELETE FROM account_days d WHERE d.account_id = ANY (accounts) AND d.zone = old_zone;
        DELETE FROM account_day_costs d WHERE d.account_id = ANY (accounts) AND d.zone = old_zone;
        DELETE FROM account_day_increases d WHERE d.account_id = ANY (accounts) AND d.zone = old_zone;
        DELETE FROM video_days d USING posts p WHERE p.account_id = ANY (accounts) AND d.post_id = p.id AND d.zone = old_zone;
        DELETE FROM account_zones k WHERE k.account_id = ANY (accounts) AND k.zone = old_zone;
    END IF;
    RETURN cardinality(chosen);
END
$$;

-- Counts the days of accounts, whose counters are locked, in a zone in which they had none.
CREATE FUNCTION count_days_in_zone(accounts bigint[], new_zone smallint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date;
    shown smallint := (SELECT z.id FROM zones z WHERE z.name = platform_zone());
BEGIN
    -- Before the first day is read: a month that is being dropped is either complete or gone.
    LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    begins := (SELECT w.begins FROM whole_days w WHERE w.zone = new_zone);
    -- Days whose measurements were deleted stay as they were counted.
    INSERT INTO account_days
    SELECT account_id, day, items, views, likes, comments, shares, gained_views, gained_likes, gained_comments, gained_shares, saves,
           gained_saves, new_zone
    FROM account_days WHERE account_id = ANY (accounts) AND zone = shown AND day < begins
    ON CONFLICT DO NOTHING;
    INSERT INTO video_days
    SELECT d.post_id, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.gained_views, d.gained_likes, d.gained_comments,
           d.gained_shares, d.saves, d.gained_saves, new_zone
    FROM posts p JOIN video_days d ON d.post_id = p.id
    WHERE p.account_id = ANY (accounts) AND d.zone = shown AND d.day < begins
    ON CONFLICT DO NOTHING;
    PERFORM recount_account_days(accounts, ARRAY[new_zone]);
    PERFORM recount_day_costs(ARRAY(SELECT DISTINCT k.account_id FROM counted_costs k WHERE k.account_id = ANY (accounts)), ARRAY[new_zone]);
    PERFORM count_video_days(ARRAY(
        SELECT DISTINCT v.post_id FROM tracked_videos v JOIN posts p ON p.id = v.post_id WHERE p.account_id = ANY (accounts)), ARRAY[new_zone]);
END
$$;

-- Shows days in the zones that were set, as far as all accounts are counted in them. Returns whether there were any.
CREATE FUNCTION show_counted_zones() RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    has_shown boolean := false;
BEGIN
    -- An UPDATE without rows would notify everybody of a change.
    IF EXISTS (SELECT FROM settings s JOIN zones z ON z.name = s.time_zone
               WHERE s.days_zone <> s.time_zone
                 AND NOT EXISTS (SELECT FROM account_counters c
                                 WHERE NOT EXISTS (SELECT FROM account_zones k WHERE k.account_id = c.account_id AND k.zone = z.id))) THEN
        UPDATE settings s SET days_zone = s.time_zone
        FROM zones z
        WHERE s.days_zone <> s.time_zone AND z.name = s.time_zone
          AND NOT EXISTS (SELECT FROM account_counters c
                          WHERE NOT EXISTS (SELECT FROM account_zones k WHERE k.account_id = c.account_id AND k.zone = z.id));
        has_shown := FOUND;
    END IF;
    UPDATE groups g SET days_zone = g.time_zone
    FROM zones z
    WHERE g.days_zone IS DISTINCT FROM g.time_zone AND z.name = g.time_zone
      AND NOT EXISTS (SELECT FROM tracked_accounts t
                      WHERE t.group_id = g.id
                        AND NOT EXISTS (SELECT FROM account_zones k WHERE k.account_id = t.account_id AND k.zone = z.id))
      AND NOT EXISTS (SELECT FROM tracked_videos v JOIN posts p ON p.id = v.post_id
                      WHERE v.group_id = g.id
                        AND NOT EXISTS (SELECT FROM account_zones k WHERE k.account_id = p.account_id AND k.zone = z.id));
    RETURN FOUND OR has_shown;
END
$$;
GRANT EXECUTE ON FUNCTION show_counted_zones() TO clipmeter_maintenance;

-- For replicas of earlier versions, which recount videos, then accounts, and then end the recount.
CREATE OR REPLACE FUNCTION recount_next_videos(after bigint, most integer) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT NULL::bigint $$;
CREATE OR REPLACE FUNCTION end_recount(zone text, changes bigint) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT show_counted_zones() $$;
CREATE OR REPLACE FUNCTION end_recount(zone text) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT show_counted_zones() $$;

-- The tracked accounts in scope, each with the cost that applies to the viewer, its number in account_day_costs if the days are counted by
-- it, and whether they are counted at all, in the zone of the scope.
CREATE OR REPLACE VIEW account_costs WITH (security_invoker = true) AS
SELECT a.id AS account_id, a.platform, k.cost, CASE WHEN z.zone IS NOT NULL THEN c.number END AS number,
       z.zone IS NOT NULL AND EXISTS (SELECT FROM counted_costs c WHERE c.account_id = a.id) AS has_increases
FROM platform_accounts a
LEFT JOIN account_zones z ON z.account_id = a.id AND z.zone = (SELECT viewed_zone())
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = g.id AND t.account_id = a.id
CROSS JOIN LATERAL (SELECT CASE WHEN t.id IS NOT NULL THEN coalesce(t.cost, g.cost, s.cost) ELSE s.cost END AS cost) k
LEFT JOIN counted_costs c ON c.account_id = a.id AND c.cost = k.cost
WHERE a.id IN (SELECT t.account_id FROM tracked_accounts t);

-- The stored days are in the first zone, unless they were being recounted: then they are counted again.
-- An attempt that failed has used up a number.
ALTER TABLE zones ALTER COLUMN id RESTART;
INSERT INTO zones (name) SELECT time_zone FROM settings;
INSERT INTO account_zones
SELECT c.account_id, 1
FROM account_counters c, settings s
WHERE s.days_zone = s.time_zone AND NOT EXISTS (SELECT FROM account_counters o WHERE o.days_zone <> s.time_zone);
UPDATE settings SET days_zone = time_zone;
