-- The costs of a period and of the one before in one call. Finding the cost of each account and planning took most of the time.

-- What the gains of each account in scope cost in two periods: the sums of its days, and for accounts that are not yet counted, and for
-- single videos, the sums of items. NULL if no cost is set, and for a period that is NULL.
CREATE FUNCTION period_costs(code text, first_day date, last_day date, previous_first date, previous_last date)
    RETURNS TABLE (account_id bigint, cost numeric, previous numeric)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET jit = off
AS $$
#variable_conflict use_column
DECLARE
    -- With a cost, and its numbers in account_day_costs.
    counted bigint[];
    numbers integer[];
    uncounted bigint[];
    free bigint[];
    has_previous boolean := previous_first IS NOT NULL;
BEGIN
    SELECT array_agg(c.account_id ORDER BY c.account_id) FILTER (WHERE (c.cost).model <> 'none' AND c.number IS NOT NULL),
           array_agg(c.number ORDER BY c.account_id) FILTER (WHERE (c.cost).model <> 'none' AND c.number IS NOT NULL),
           coalesce(array_agg(c.account_id) FILTER (WHERE (c.cost).model <> 'none' AND c.number IS NULL), '{}'),
           coalesce(array_agg(c.account_id) FILTER (WHERE (c.cost).model = 'none'), '{}')
    INTO counted, numbers, uncounted, free
    FROM account_costs c WHERE c.platform = code;

    RETURN QUERY
    SELECT c.account_id, coalesce(d.gained, 0), CASE WHEN has_previous THEN coalesce(d.previous, 0) END
    FROM unnest(counted, numbers) AS c (account_id, number)
    CROSS JOIN LATERAL (
        SELECT sum(d.gained) FILTER (WHERE d.day BETWEEN first_day AND last_day) AS gained,
               sum(d.gained) FILTER (WHERE d.day BETWEEN previous_first AND previous_last) AS previous
        FROM account_day_costs d
        WHERE d.account_id = c.account_id AND d.number = c.number
          AND d.day BETWEEN least(first_day, previous_first) AND greatest(last_day, previous_last)
    ) d
    UNION ALL
    SELECT f.account_id, NULL, NULL FROM unnest(free) AS f (account_id);

    IF uncounted = '{}' AND NOT EXISTS (SELECT FROM tracked_videos) THEN
        RETURN;
    END IF;
    RETURN QUERY
    WITH gains AS (
        SELECT g.account_id, g.cost AS gained, NULL::numeric AS previous FROM period_gains(code, first_day, last_day, uncounted, true) g
        UNION ALL
        SELECT g.account_id, NULL, g.cost FROM period_gains(code, previous_first, previous_last, uncounted, true) g WHERE has_previous
        UNION ALL
        SELECT u.account_id, 0, CASE WHEN has_previous THEN 0 END FROM unnest(uncounted) AS u (account_id)
    )
    SELECT g.account_id, sum(g.gained), sum(g.previous) FROM gains g GROUP BY g.account_id;
END
$$;
GRANT EXECUTE ON FUNCTION period_costs(text, date, date, date, date) TO clipmeter_app;

CREATE OR REPLACE FUNCTION period_costs(code text, first_day date, last_day date) RETURNS TABLE (account_id bigint, cost numeric)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT account_id, cost FROM period_costs(code, first_day, last_day, NULL, NULL) $$;
