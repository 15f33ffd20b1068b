-- The items that gained the most, without reading the measurements of each item of an account: an item cannot have gained more than its
-- present views and what it has lost since. ADR 0062.

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

ALTER TABLE account_day_increases ADD COLUMN lost bigint;
COMMENT ON COLUMN account_day_increases.lost IS
    'An upper bound of the views that each item lost on the day; NULL if decreases were not counted yet. Without a row, no item lost any.';
-- Periods that begin before decreases were counted contain the present day.
INSERT INTO account_day_increases (account_id, day, views)
SELECT DISTINCT k.account_id, day_of(now()), 0 FROM counted_costs k
ON CONFLICT DO NOTHING;

-- What a measurement takes from the views of its item, also if another field of the platform shows fewer views.
CREATE FUNCTION decrease(before bigint, after bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN greatest(coalesce(before, 0) - coalesce(after, 0), 0);

SELECT pg_temp.patch('recount_day_costs(bigint[])', before, after)
FROM (VALUES
    ('INSERT INTO account_day_increases
    SELECT account_id, day, max(views)
', 'INSERT INTO account_day_increases (account_id, day, views, lost)
    SELECT account_id, day, max(views), max(lost)
'),
    ('sum(increase(before, after, is_first, from_zero)) AS views FROM',
     'sum(increase(before, after, is_first, from_zero)) AS views, sum(decrease(before, after)) AS lost FROM'),
    ('HAVING max(views) > 0;', 'HAVING greatest(max(views), max(lost)) > 0;')) AS part (before, after);

SELECT pg_temp.patch('count_day_costs()', before, after)
FROM (VALUES
    ('INSERT INTO account_day_increases AS d
    SELECT s.account_id, s.day, max(increase(s.before, s.after, s.is_first, s.from_zero))
', 'INSERT INTO account_day_increases AS d (account_id, day, views, lost)
    SELECT s.account_id, s.day, max(increase(s.before, s.after, s.is_first, s.from_zero)), max(decrease(s.before, s.after))
'),
    ('HAVING max(increase(s.before, s.after, s.is_first, s.from_zero)) > 0
', 'HAVING max(greatest(increase(s.before, s.after, s.is_first, s.from_zero), decrease(s.before, s.after))) > 0
'),
    ('DO UPDATE SET views = d.views + excluded.views;',
     'DO UPDATE SET views = d.views + excluded.views, lost = d.lost + excluded.lost;')) AS part (before, after);

-- Reads the items of the accounts with the largest increases, until no other account can have an item that gained as much. Of an
-- account, reads those that can have gained as much as the last of the list so far.
CREATE OR REPLACE FUNCTION top_gains(code text, first_day date, last_day date, most integer)
    RETURNS TABLE (post_id bigint, views bigint, cost numeric)
    LANGUAGE plpgsql STABLE SET jit = off
AS $$
DECLARE
    counted bigint[];
    accounts bigint[];
    bounds bigint[];
    -- What each item of an account can have lost since the period began, NULL if unknown.
    losses bigint[];
    ids bigint[];
    gains bigint[];
    costs numeric[];
    -- Accounts whose increases are not counted may have any gain.
    batch bigint[];
    -- The present views that an item of each of them must have. Computed first: a policy allows only plain comparisons in an index scan.
    floors bigint[];
    done integer := 0;
    -- The first account is read completely.
    size integer := 1;
    begins timestamptz := (SELECT greatest(start_of_day(first_day), history_begins::timestamp AT TIME ZONE 'UTC') FROM settings);
    ends timestamptz := start_of_day(last_day + 1);
    first_counted date := day_of(begins);
BEGIN
    SELECT array_agg(c.account_id) FILTER (WHERE c.has_increases), coalesce(array_agg(c.account_id) FILTER (WHERE NOT c.has_increases), '{}')
    INTO counted, batch
    FROM account_costs c WHERE c.platform = code;
    floors := array_fill(0::bigint, ARRAY[cardinality(batch)]);
    SELECT array_agg(d.account_id ORDER BY d.views DESC, d.account_id), array_agg(d.views ORDER BY d.views DESC, d.account_id),
           array_agg(d.lost ORDER BY d.views DESC, d.account_id)
    INTO accounts, bounds, losses
    FROM (SELECT c.account_id, i.views, i.lost
          FROM unnest(counted) AS c (account_id)
          CROSS JOIN LATERAL (
              SELECT sum(i.views) FILTER (WHERE i.day <= last_day)::bigint AS views,
                     CASE WHEN count(*) = count(i.lost) THEN sum(i.lost)::bigint END AS lost
              FROM account_day_increases i
              WHERE i.account_id = c.account_id AND i.day >= first_counted
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
              FROM unnest(batch, floors) AS a (account_id, floor)
              CROSS JOIN LATERAL (
                  SELECT c.id, c.from_zero, c.cost_model FROM content c
                  WHERE c.account_id = a.account_id AND c.updated_at >= begins AND c.views >= a.floor
                  UNION ALL
                  SELECT c.id, c.from_zero, c.cost_model FROM content c
                  WHERE c.account_id = a.account_id AND c.updated_at >= begins AND c.views IS NULL AND a.floor <= 0
                  OFFSET 0
              ) c
              CROSS JOIN LATERAL gain_of(c.id, c.from_zero, c.cost_model, begins, ends) g
              WHERE g.views > 0
              ORDER BY 2 DESC, 1 DESC LIMIT most) g;
        EXIT WHEN done >= coalesce(cardinality(accounts), 0) OR gains[most] > bounds[done + 1];
        batch := accounts[done + 1 : done + size];
        floors := ARRAY(SELECT greatest(coalesce(gains[most] - l.lost, 0), 0)
                        FROM unnest(losses[done + 1 : done + size]) WITH ORDINALITY l (lost, place) ORDER BY l.place);
        done := done + size;
        size := least(2 * size, 256);
    END LOOP;
    RETURN QUERY SELECT u.id, u.views, u.cost FROM unnest(ids, gains, costs) AS u (id, views, cost);
END
$$;
