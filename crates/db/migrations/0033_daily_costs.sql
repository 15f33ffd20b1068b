-- What the gains of each account cost by day, so that the cost of a period is a sum over days and not over items. ADR 0062.

-- A count that disappears costs nothing, except of an item that counts from zero, as in gained_views.
CREATE OR REPLACE FUNCTION gained_cost(model cost, before bigint, after bigint, source_before text, source_after text, from_zero boolean)
    RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (model).base IS NULL THEN NULL
                WHEN before IS NULL AND from_zero
                    OR before IS NOT NULL AND source_before IS NOT DISTINCT FROM source_after AND (after IS NOT NULL OR from_zero)
                THEN round(coalesce(cost_of(model, after), 0), 2) - round(coalesce(cost_of(model, before), 0), 2)
                ELSE 0 END;

-- An upper bound of what a measurement adds to the gain of its item in any period that contains it.
CREATE FUNCTION increase(before bigint, after bigint, is_first boolean, from_zero boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN is_first AND NOT from_zero THEN 0 ELSE greatest(coalesce(after, 0) - coalesce(before, 0), 0) END;

-- The costs that apply to an account: the platform's, for views across groups, and that of each group that tracks it.
CREATE VIEW desired_costs AS
SELECT t.account_id, k.cost
FROM tracked_accounts t
JOIN groups g ON g.id = t.group_id
CROSS JOIN settings s
CROSS JOIN LATERAL (VALUES (s.cost), (coalesce(t.cost, g.cost, s.cost))) k (cost);

-- Those of them by which the days of the account are counted. The rest is counted in the background.
CREATE TABLE counted_costs (
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    cost cost NOT NULL,
    -- Stands for the cost in account_day_costs: comparing whole costs took most of the time of a sum.
    number integer NOT NULL,
    PRIMARY KEY (account_id, cost),
    UNIQUE (account_id, number)
);

-- The cost of what the items of an account gained on a day, by each counted cost; 0 without a row.
CREATE TABLE account_day_costs (
    account_id bigint NOT NULL,
    day date NOT NULL,
    number integer NOT NULL,
    gained numeric NOT NULL,
    PRIMARY KEY (account_id, day, number),
    FOREIGN KEY (account_id, number) REFERENCES counted_costs (account_id, number) ON DELETE CASCADE
) WITH (fillfactor = 70);

-- An upper bound of the increase of views of each item of an account with counted costs on a day: the sum of the largest increase of
-- each change, or the largest increase of an item after a recount. Also of the day that settings.history_begins divides.
CREATE TABLE account_day_increases (
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    day date NOT NULL,
    views bigint NOT NULL,
    PRIMARY KEY (account_id, day)
) WITH (fillfactor = 70);

-- The steps from each measurement to the next.
CREATE VIEW measured_views AS
SELECT account_id,
       post_id,
       ((after).observed_at AT TIME ZONE (SELECT platform_zone()))::date AS day,
       (before).views AS before,
       (after).views AS after,
       (before).views_source AS source_before,
       (after).views_source AS source_after,
       (before).post_id IS NULL AS is_first,
       from_zero
FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, m AS after, lag(m) OVER (PARTITION BY p.account_id, p.id ORDER BY m.observed_at) AS before
      FROM posts p JOIN post_metrics m ON m.post_id = p.id) AS steps;

-- Recomputes the costs and increases of the days of these accounts, which have counted costs.
CREATE FUNCTION recount_day_costs(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date := first_whole_day();
BEGIN
    DELETE FROM account_day_costs WHERE account_id = ANY (accounts);
    DELETE FROM account_day_increases WHERE account_id = ANY (accounts);
    WITH steps AS MATERIALIZED (
        SELECT m.* FROM measured_views m WHERE m.account_id = ANY (accounts)
    ), costs AS (
        INSERT INTO account_day_costs
        SELECT s.account_id, s.day, k.number, sum(gained_cost(k.cost, before, after, source_before, source_after, from_zero))
        FROM steps s JOIN counted_costs k ON k.account_id = s.account_id AND (k.cost).model <> 'none'
        WHERE s.day >= begins
        GROUP BY 1, 2, 3
        HAVING sum(gained_cost(k.cost, before, after, source_before, source_after, from_zero)) <> 0
    )
    INSERT INTO account_day_increases
    SELECT account_id, day, max(views)
    FROM (SELECT s.account_id, s.day, sum(increase(before, after, is_first, from_zero)) AS views FROM steps s
          GROUP BY s.account_id, s.day, s.post_id) AS items
    GROUP BY 1, 2
    HAVING max(views) > 0;
END
$$;

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
    -- Counted again in the background: a deletion does not wait for it.
    DELETE FROM counted_costs WHERE account_id = ANY (accounts);
    DELETE FROM account_day_increases WHERE account_id = ANY (accounts);
END
$$;

-- Recounts the days of up to `most` accounts that are still counted in another zone, and returns their number. Locks like a report: the
-- account, which inserted days refer to, and then its counters.
CREATE OR REPLACE FUNCTION recount_next_accounts(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    chosen bigint[] := ARRAY(
        SELECT c.account_id FROM account_counters c WHERE c.days_zone <> platform_zone() ORDER BY c.account_id LIMIT most);
    accounts bigint[];
BEGIN
    PERFORM FROM platform_accounts a WHERE a.id = ANY (chosen) ORDER BY a.id FOR KEY SHARE;
    -- Without those that another program has recounted meanwhile.
    accounts := ARRAY(
        SELECT c.account_id FROM account_counters c WHERE c.account_id = ANY (chosen) AND c.days_zone <> platform_zone()
        ORDER BY c.account_id FOR NO KEY UPDATE);
    PERFORM recount_account_days(accounts);
    UPDATE account_counters SET days_zone = platform_zone() WHERE account_id = ANY (accounts);
    RETURN cardinality(chosen);
END
$$;

-- Up to `most` accounts whose days are not counted by all costs that apply to them, or by one that does not.
CREATE FUNCTION uncounted_accounts(most integer) RETURNS bigint[]
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT coalesce(array_agg(account_id), '{}')
    FROM (SELECT account_id
          FROM (SELECT w.account_id FROM desired_costs w
                WHERE NOT EXISTS (SELECT FROM counted_costs k WHERE k.account_id = w.account_id AND k.cost = w.cost)
                UNION ALL
                SELECT k.account_id FROM counted_costs k
                WHERE NOT EXISTS (SELECT FROM desired_costs w WHERE w.account_id = k.account_id AND w.cost = k.cost)) AS other
          GROUP BY account_id LIMIT most) AS accounts
$$;

-- Counts the days of these accounts by costs that have come to apply to them, and deletes those by other costs. Skips accounts that
-- a report locks, and returns the number of the others. A report that comes later counts by the new costs.
CREATE FUNCTION count_costs(chosen bigint[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    accounts bigint[];
    added bigint[];
BEGIN
    -- In the order of a report: the account, and then its counters.
    accounts := ARRAY(SELECT a.id FROM platform_accounts a WHERE a.id = ANY (chosen) ORDER BY a.id FOR KEY SHARE SKIP LOCKED);
    accounts := ARRAY(SELECT c.account_id FROM account_counters c WHERE c.account_id = ANY (accounts) ORDER BY c.account_id
                      FOR NO KEY UPDATE SKIP LOCKED);
    DELETE FROM counted_costs k
    WHERE k.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM desired_costs w WHERE w.account_id = k.account_id AND w.cost = k.cost);
    DELETE FROM account_day_increases d
    WHERE d.account_id = ANY (accounts) AND NOT EXISTS (SELECT FROM counted_costs k WHERE k.account_id = d.account_id);
    WITH new AS (
        INSERT INTO counted_costs
        SELECT w.account_id, w.cost, row_number() OVER (PARTITION BY w.account_id)
               + coalesce((SELECT max(k.number) FROM counted_costs k WHERE k.account_id = w.account_id), 0)
        FROM (SELECT DISTINCT account_id, cost FROM desired_costs WHERE account_id = ANY (accounts)) w
        WHERE NOT EXISTS (SELECT FROM counted_costs k WHERE k.account_id = w.account_id AND k.cost = w.cost)
        RETURNING account_id
    )
    SELECT coalesce(array_agg(DISTINCT account_id), '{}') INTO added FROM new;
    PERFORM recount_day_costs(added);
    RETURN cardinality(accounts);
END
$$;
GRANT EXECUTE ON FUNCTION uncounted_accounts(integer), count_costs(bigint[]) TO clipmeter_maintenance;

-- A change of the views of an item; -1 for one that another measurement of the same minute replaced.
CREATE TYPE views_step AS (
    account_id bigint,
    day date,
    sign integer,
    before bigint,
    after bigint,
    source_before text,
    source_after text,
    is_first boolean,
    from_zero boolean
);

CREATE FUNCTION count_day_costs() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    steps views_step[];
    -- The accounts' counters are locked, as for account_days.
    zone text := platform_zone();
BEGIN
    IF TG_OP = 'INSERT' THEN
        steps := ARRAY(
            SELECT ROW(n.account_id, (n.updated_at AT TIME ZONE zone)::date, 1, NULL, n.views, NULL, n.views_source, true,
                       n.from_zero)::views_step
            FROM new_rows n WHERE n.from_zero);
    ELSE
        steps := ARRAY(
            SELECT ROW(n.account_id, (n.updated_at AT TIME ZONE zone)::date, step.sign, step.before, step.after, step.source_before,
                       step.source_after, s.replaces AND b.post_id IS NULL, n.from_zero)::views_step
            FROM new_rows n
            -- FULL, as in count_days: never quadratic.
            FULL JOIN old_rows o ON o.id = n.id
            CROSS JOIN LATERAL (SELECT date_trunc('minute', n.updated_at) = date_trunc('minute', o.updated_at)) s (replaces)
            LEFT JOIN LATERAL (
                SELECT m.* FROM post_metrics m
                WHERE s.replaces AND m.post_id = n.id AND m.observed_at < date_trunc('minute', n.updated_at)
                ORDER BY m.observed_at DESC LIMIT 1
            ) b ON true
            CROSS JOIN LATERAL (
                SELECT 1, CASE WHEN s.replaces THEN b.views ELSE o.views END, n.views,
                       CASE WHEN s.replaces THEN b.views_source ELSE o.views_source END, n.views_source
                UNION ALL
                SELECT -1, b.views, o.views, b.views_source, o.views_source WHERE s.replaces
            ) AS step (sign, before, after, source_before, source_after)
            WHERE (n.views, n.likes, n.comments, n.shares, n.saves) IS DISTINCT FROM (o.views, o.likes, o.comments, o.shares, o.saves));
    END IF;
    IF steps = '{}' THEN
        RETURN NULL;
    END IF;

    INSERT INTO account_day_costs AS d
    SELECT s.account_id, s.day, k.number,
           sum(s.sign * gained_cost(k.cost, s.before, s.after, s.source_before, s.source_after, s.from_zero))
    FROM unnest(steps) s JOIN counted_costs k ON k.account_id = s.account_id AND (k.cost).model <> 'none'
    GROUP BY 1, 2, 3
    HAVING sum(s.sign * gained_cost(k.cost, s.before, s.after, s.source_before, s.source_after, s.from_zero)) <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (account_id, day, number) DO UPDATE SET gained = d.gained + excluded.gained;

    INSERT INTO account_day_increases AS d
    SELECT s.account_id, s.day, max(increase(s.before, s.after, s.is_first, s.from_zero))
    FROM unnest(steps) s
    WHERE s.sign > 0 AND EXISTS (SELECT FROM counted_costs k WHERE k.account_id = s.account_id)
    GROUP BY 1, 2
    HAVING max(increase(s.before, s.after, s.is_first, s.from_zero)) > 0
    ORDER BY 1, 2
    ON CONFLICT (account_id, day) DO UPDATE SET views = d.views + excluded.views;
    RETURN NULL;
END
$$;
-- Triggers run in the order of their names: after the one that locks the accounts' counters, and before the one that recounts
-- accounts between which items were moved.
CREATE TRIGGER posts_day_costs_insert AFTER INSERT ON posts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_day_costs();
CREATE TRIGGER posts_day_costs_update AFTER UPDATE ON posts
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_day_costs();

-- Deletes up to `most` costs and increases each of days before settings.history_begins, which no reader uses, and returns their number.
CREATE FUNCTION delete_old_day_costs(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    costs integer;
    increases integer;
BEGIN
    DELETE FROM account_day_costs WHERE ctid = ANY (ARRAY(
        SELECT d.ctid FROM account_day_costs d WHERE d.day < first_whole_day() LIMIT most FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS costs = ROW_COUNT;
    DELETE FROM account_day_increases WHERE ctid = ANY (ARRAY(
        SELECT d.ctid FROM account_day_increases d WHERE d.day < first_whole_day() - 1 LIMIT most FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS increases = ROW_COUNT;
    RETURN costs + increases;
END
$$;
GRANT EXECUTE ON FUNCTION delete_old_day_costs(integer) TO clipmeter_maintenance;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['counted_costs', 'account_day_costs', 'account_day_increases'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
        EXECUTE format('GRANT SELECT ON %I TO clipmeter_app', name);
    END LOOP;
END
$$;
CREATE POLICY visible ON account_day_increases FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
-- Costs of other groups are not visible, as in `groups`, where the sub-selects are under their own policies.
CREATE POLICY visible ON counted_costs FOR SELECT TO clipmeter_app USING (
    (SELECT is_admin())
    OR ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t))
        AND cost IN (SELECT s.cost FROM settings s UNION ALL SELECT g.cost FROM groups g
                     UNION ALL SELECT t.cost FROM tracked_accounts t));
CREATE POLICY visible ON account_day_costs FOR SELECT TO clipmeter_app USING (
    (SELECT is_admin()) OR (account_id, number) IN (SELECT k.account_id, k.number FROM counted_costs k));
