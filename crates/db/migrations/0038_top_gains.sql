-- Top gains without planning each statement again: for groups, planning took most of the time.

-- Reads the items of the accounts with the largest increases, until no other account can have an item that gained as much.
CREATE OR REPLACE FUNCTION top_gains(code text, first_day date, last_day date, most integer)
    RETURNS TABLE (post_id bigint, views bigint, cost numeric)
    LANGUAGE plpgsql STABLE SET jit = off
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
    begins timestamptz := (SELECT greatest(start_of_day(first_day), history_begins::timestamp AT TIME ZONE 'UTC') FROM settings);
    ends timestamptz := start_of_day(last_day + 1);
    first_counted date := day_of(begins);
BEGIN
    SELECT array_agg(c.account_id) FILTER (WHERE c.has_increases), coalesce(array_agg(c.account_id) FILTER (WHERE NOT c.has_increases), '{}')
    INTO counted, batch
    FROM account_costs c WHERE c.platform = code;
    SELECT array_agg(d.account_id ORDER BY d.views DESC, d.account_id), array_agg(d.views ORDER BY d.views DESC, d.account_id)
    INTO accounts, bounds
    FROM (SELECT c.account_id, i.views
          FROM unnest(counted) AS c (account_id)
          CROSS JOIN LATERAL (
              SELECT sum(i.views)::bigint AS views FROM account_day_increases i
              WHERE i.account_id = c.account_id AND i.day BETWEEN first_counted AND last_day
          ) i
          WHERE i.views > 0) d;
    IF EXISTS (SELECT FROM tracked_videos) THEN
        SELECT array_agg(g.post_id), array_agg(g.views), array_agg(g.cost) INTO ids, gains, costs
        FROM period_gains(code, first_day, last_day, '{}', true) g WHERE g.views > 0;
    END IF;
    LOOP
        SELECT array_agg(g.id ORDER BY g.views DESC, g.id DESC), array_agg(g.views ORDER BY g.views DESC, g.id DESC),
               array_agg(g.cost ORDER BY g.views DESC, g.id DESC)
        INTO ids, gains, costs
        FROM (SELECT u.id, u.views, u.cost FROM unnest(ids, gains, costs) AS u (id, views, cost)
              UNION ALL
              SELECT c.id, g.views, g.cost
              FROM unnest(batch) AS a (account_id)
              CROSS JOIN LATERAL (
                  SELECT c.id, c.from_zero, c.cost_model FROM content c WHERE c.account_id = a.account_id AND c.updated_at >= begins OFFSET 0
              ) c
              CROSS JOIN LATERAL gain_of(c.id, c.from_zero, c.cost_model, begins, ends) g
              WHERE g.views > 0
              ORDER BY 2 DESC, 1 DESC LIMIT most) g;
        EXIT WHEN done >= coalesce(cardinality(accounts), 0) OR gains[most] > bounds[done + 1];
        batch := accounts[done + 1 : done + size];
        done := done + size;
        size := least(2 * size, 256);
    END LOOP;
    RETURN QUERY SELECT u.id, u.views, u.cost FROM unnest(ids, gains, costs) AS u (id, views, cost);
END
$$;
