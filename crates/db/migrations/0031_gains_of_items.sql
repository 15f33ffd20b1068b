-- Gains of periods in the time zone of the installation, also of any items.

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
