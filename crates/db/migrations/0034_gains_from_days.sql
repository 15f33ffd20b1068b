-- Growth from the costs and increases of days.

-- The gains of the items in scope, by the rules of 0024: those of these accounts, NULL is all tracked accounts, and those of single
-- videos of accounts that are not tracked.
CREATE FUNCTION period_gains(code text, first_day date, last_day date, chosen bigint[], with_videos boolean)
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
        -- Of a group, or of some accounts: the items of each account.
        SELECT c.id, c.account_id, c.from_zero, c.cost_model
        FROM bounds
        CROSS JOIN (
            SELECT DISTINCT a.account_id FROM accounts a
            WHERE CASE WHEN chosen IS NULL THEN (SELECT viewing_group()) IS NOT NULL ELSE a.account_id = ANY (chosen) END
        ) a
        CROSS JOIN LATERAL (
            SELECT c.* FROM content c WHERE c.account_id = a.account_id AND c.updated_at >= begins OFFSET 0
        ) c
        UNION ALL
        -- Of all groups: the platform's items by their last change.
        SELECT c.id, c.account_id, c.from_zero, c.cost_model FROM content c, bounds
        WHERE chosen IS NULL AND (SELECT viewing_group()) IS NULL AND c.platform = code AND c.updated_at >= begins
          AND c.account_id IN (SELECT a.account_id FROM accounts a)
        UNION ALL
        SELECT c.id, c.account_id, c.from_zero, c.cost_model FROM content c, bounds
        WHERE with_videos AND c.platform = code AND c.id = ANY (ARRAY(SELECT v.post_id FROM tracked_videos v)) AND c.updated_at >= begins
          AND c.account_id NOT IN (SELECT a.account_id FROM accounts a)
    )
    SELECT i.id, i.account_id, g.views_before, g.views_after, g.views, g.cost
    FROM items i CROSS JOIN bounds CROSS JOIN LATERAL gain_of(i.id, i.from_zero, i.cost_model, begins, ends) g
$$;
GRANT EXECUTE ON FUNCTION period_gains(text, date, date, bigint[], boolean) TO clipmeter_app;

-- For replicas of the previous version; a later migration drops it.
CREATE OR REPLACE FUNCTION period_gains(code text, first_day date, last_day date)
    RETURNS TABLE (post_id bigint, account_id bigint, views_before bigint, views_after bigint, views bigint, cost numeric)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT * FROM period_gains(code, first_day, last_day, NULL, true) $$;

-- The tracked accounts in scope, each with the cost that applies to the viewer, its number in account_day_costs if the days are counted by
-- it, and whether they are counted at all, in the present time zone.
CREATE VIEW account_costs WITH (security_invoker = true) AS
SELECT a.id AS account_id, a.platform, k.cost, CASE WHEN n.days_zone = s.time_zone THEN c.number END AS number,
       n.days_zone = s.time_zone AND EXISTS (SELECT FROM counted_costs c WHERE c.account_id = a.id) AS has_increases
FROM platform_accounts a
JOIN account_counters n ON n.account_id = a.id
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = g.id AND t.account_id = a.id
CROSS JOIN LATERAL (SELECT CASE WHEN t.id IS NOT NULL THEN coalesce(t.cost, g.cost, s.cost) ELSE s.cost END AS cost) k
LEFT JOIN counted_costs c ON c.account_id = a.id AND c.cost = k.cost
WHERE a.id IN (SELECT t.account_id FROM tracked_accounts t);
GRANT SELECT ON account_costs TO clipmeter_app;

-- What the gains of each account in scope cost in a period: the sums of its days, and for accounts that are not yet counted, and for
-- single videos, the sums of items. NULL if no cost is set.
CREATE FUNCTION period_costs(code text, first_day date, last_day date) RETURNS TABLE (account_id bigint, cost numeric)
    LANGUAGE sql STABLE PARALLEL SAFE SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
    WITH accounts AS MATERIALIZED (
        SELECT c.account_id, (c.cost).model <> 'none' AS has_cost, c.number FROM account_costs c WHERE c.platform = code
    ), days AS (
        SELECT c.account_id, c.has_cost, sum(d.gained) AS gained
        FROM accounts c
        LEFT JOIN account_day_costs d ON d.account_id = c.account_id AND d.number = c.number AND d.day BETWEEN first_day AND last_day
        GROUP BY c.account_id, c.has_cost
    ), items AS MATERIALIZED (
        SELECT g.account_id, sum(g.cost) AS gained
        FROM period_gains(code, first_day, last_day, ARRAY(SELECT c.account_id FROM accounts c WHERE c.number IS NULL), true) g
        GROUP BY g.account_id
    )
    SELECT d.account_id, CASE WHEN d.has_cost THEN coalesce(d.gained, i.gained, 0) END
    FROM days d LEFT JOIN items i ON i.account_id = d.account_id
    UNION ALL
    SELECT i.account_id, i.gained FROM items i WHERE NOT EXISTS (SELECT FROM accounts c WHERE c.account_id = i.account_id)
$$;

-- The items in scope that gained the most views in a period. Reads the items of the accounts with the largest increases, until no
-- other account can have an item that gained as much. With 10,000 accounts, a plan that is made for all periods takes two seconds longer
-- than one for the period.
CREATE FUNCTION top_gains(code text, first_day date, last_day date, most integer)
    RETURNS TABLE (post_id bigint, views bigint, cost numeric)
    LANGUAGE plpgsql STABLE SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
    counted bigint[];
    accounts bigint[];
    bounds bigint[];
    ids bigint[];
    gains bigint[];
    costs numeric[];
    -- Accounts whose increases are not counted may have any gain.
    batch bigint[];
    done integer := 0;
    size integer := 8;
    begins date := (SELECT greatest(first_day, day_of(history_begins::timestamp AT TIME ZONE 'UTC')) FROM settings);
BEGIN
    SELECT array_agg(c.account_id) FILTER (WHERE c.has_increases), array_agg(c.account_id) FILTER (WHERE NOT c.has_increases)
    INTO counted, batch
    FROM account_costs c WHERE c.platform = code;
    SELECT array_agg(d.account_id ORDER BY d.views DESC, d.account_id), array_agg(d.views ORDER BY d.views DESC, d.account_id)
    INTO accounts, bounds
    FROM (SELECT i.account_id, sum(i.views)::bigint AS views
          FROM account_day_increases i
          WHERE i.day BETWEEN begins AND last_day AND i.account_id = ANY (counted)
          GROUP BY i.account_id
          HAVING sum(i.views) > 0) d;
    LOOP
        SELECT array_agg(g.id ORDER BY g.views DESC, g.id DESC), array_agg(g.views ORDER BY g.views DESC, g.id DESC),
               array_agg(g.cost ORDER BY g.views DESC, g.id DESC)
        INTO ids, gains, costs
        FROM (SELECT u.id, u.views, u.cost FROM unnest(ids, gains, costs) AS u (id, views, cost)
              UNION ALL
              SELECT g.post_id, g.views, g.cost FROM period_gains(code, first_day, last_day, coalesce(batch, '{}'), done = 0) g WHERE g.views > 0
              ORDER BY 2 DESC, 1 DESC LIMIT most) g;
        EXIT WHEN done >= coalesce(cardinality(accounts), 0) OR gains[most] > bounds[done + 1];
        batch := accounts[done + 1 : done + size];
        done := done + size;
        size := least(2 * size, 256);
    END LOOP;
    RETURN QUERY SELECT u.id, u.views, u.cost FROM unnest(ids, gains, costs) AS u (id, views, cost);
END
$$;
GRANT EXECUTE ON FUNCTION period_costs(text, date, date), top_gains(text, date, date, integer) TO clipmeter_app;
