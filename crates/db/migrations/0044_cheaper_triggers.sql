-- Returns early from triggers of statements that changed no rows. INSERT … ON CONFLICT fires the triggers of INSERT and those of
-- UPDATE, and an UPDATE that finds nothing to change fires its own: a page of an account's list fired 12 of these triggers, of
-- which 4 to 8 had rows. Each query of an empty transition table costs 20 to 100 µs.

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

-- Variables that query the database are computed after the early return.
SELECT pg_temp.patch(function, 'zone text := platform_zone();', 'zone text;'),
       pg_temp.patch(function, E'\nBEGIN\n', E'\nBEGIN\n    zone := platform_zone();\n')
FROM unnest(ARRAY['count_days()', 'count_day_costs()']::regprocedure[]) AS function;
SELECT pg_temp.patch('notify_platform_accounts_changed()',
           'renamed bigint[] := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.username <> n.username);
BEGIN',
           'renamed bigint[];
BEGIN
    renamed := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.username <> n.username);');

-- A DELETE has no new_rows.
SELECT pg_temp.patch(function, E'\nBEGIN\n', E'\nBEGIN
    IF TG_OP <> ''DELETE'' THEN
        IF NOT EXISTS (SELECT FROM new_rows) THEN
            RETURN NULL;
        END IF;
    END IF;\n')
FROM unnest(ARRAY['count_posts()', 'count_days()', 'count_day_costs()', 'update_post_texts()', 'notify_posts_changed()',
                  'notify_platform_accounts_changed()', 'notify_run_units_changed()', 'notify_post_pictures_changed()',
                  'notify_account_pictures_changed()']::regprocedure[]) AS function;
SELECT pg_temp.patch('delete_unused_pictures()', E'\nBEGIN\n', E'\nBEGIN
    IF NOT EXISTS (SELECT FROM old_rows) THEN
        RETURN NULL;
    END IF;\n');

-- A changed day is counted once, by the difference, instead of once by its old and once by its new numbers.
CREATE FUNCTION add_platform_days(changes platform_days[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF cardinality(changes) = 0 THEN
        RETURN;
    END IF;
    -- Held until the end of the transaction, and never waited for. Only its holder changes existing rows.
    IF NOT pg_try_advisory_xact_lock('platform_days'::regclass::oid::bigint) THEN
        INSERT INTO platform_day_changes SELECT * FROM unnest(changes);
        RETURN;
    END IF;
    WITH late AS (DELETE FROM platform_day_changes RETURNING *)
    INSERT INTO platform_days AS p
    SELECT platform, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares),
           sum(saves), sum(gained_saves)
    FROM (SELECT * FROM unnest(changes) UNION ALL SELECT * FROM late) c
    GROUP BY platform, day
    ON CONFLICT (platform, day) DO UPDATE SET
        items = p.items + excluded.items,
        views = p.views + excluded.views,
        likes = p.likes + excluded.likes,
        comments = p.comments + excluded.comments,
        shares = p.shares + excluded.shares,
        gained_views = p.gained_views + excluded.gained_views,
        gained_likes = p.gained_likes + excluded.gained_likes,
        gained_comments = p.gained_comments + excluded.gained_comments,
        gained_shares = p.gained_shares + excluded.gained_shares,
        saves = p.saves + excluded.saves,
        gained_saves = p.gained_saves + excluded.gained_saves;
END
$$;

CREATE OR REPLACE FUNCTION count_platform_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    sign integer := TG_ARGV[0];
BEGIN
    IF NOT EXISTS (SELECT FROM changed_rows) THEN
        RETURN NULL;
    END IF;
    PERFORM add_platform_days(ARRAY(
        SELECT ROW(a.platform, d.day, sign * sum(d.items), sign * sum(d.views), sign * sum(d.likes),
                   sign * sum(d.comments), sign * sum(d.shares), sign * sum(d.gained_views), sign * sum(d.gained_likes),
                   sign * sum(d.gained_comments), sign * sum(d.gained_shares),
                   sign * sum(d.saves), sign * sum(d.gained_saves))::platform_days
        FROM changed_rows d JOIN platform_accounts a ON a.id = d.account_id
        GROUP BY a.platform, d.day));
    RETURN NULL;
END
$$;

CREATE FUNCTION count_changed_platform_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM new_rows) THEN
        RETURN NULL;
    END IF;
    PERFORM add_platform_days(ARRAY(
        SELECT ROW(a.platform, (d).day, sum(sign * (d).items), sum(sign * (d).views), sum(sign * (d).likes),
                   sum(sign * (d).comments), sum(sign * (d).shares), sum(sign * (d).gained_views), sum(sign * (d).gained_likes),
                   sum(sign * (d).gained_comments), sum(sign * (d).gained_shares),
                   sum(sign * (d).saves), sum(sign * (d).gained_saves))::platform_days
        FROM (SELECT 1 AS sign, n AS d FROM new_rows n UNION ALL SELECT -1, o FROM old_rows o) c
        JOIN platform_accounts a ON a.id = (d).account_id
        GROUP BY a.platform, (d).day));
    RETURN NULL;
END
$$;
-- Neither is dropped: that would wait for readers, such as a backup. A later migration drops the one that is never called. It is not
-- disabled, because restoring a backup enables all triggers.
CREATE OR REPLACE TRIGGER account_days_sum_update_from AFTER UPDATE ON account_days
    FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION count_changed_platform_days();
CREATE OR REPLACE TRIGGER account_days_sum_update_to AFTER UPDATE ON account_days
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_platform_days();

-- Planning takes four fifths of a call, and the plan does not depend on the arguments.
ALTER FUNCTION groups_that_scrape(bigint[], bigint[]) SET plan_cache_mode = force_generic_plan;
