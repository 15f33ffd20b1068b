-- The views that are usual for the account of each item at the item's age: the median of its 30 posts before, if at least 8 of them
-- were measured at that age. Only for items of the last 30 days before `at`.
CREATE FUNCTION usual_views(ids bigint[], at timestamptz) RETURNS TABLE (post_id bigint, views bigint)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    SELECT p.id, percentile_cont(0.5) WITHIN GROUP (ORDER BY m.views)::bigint
    FROM posts p
    CROSS JOIN LATERAL (
        SELECT q.id, q.posted_at FROM posts q
        WHERE q.account_id = p.account_id AND q.sort_at < p.sort_at AND q.sort_at > '-infinity' AND q.views > 0
        ORDER BY q.sort_at DESC, q.id DESC LIMIT 30
    ) before
    CROSS JOIN LATERAL (
        -- The latest count then: measurements are stored when a count changes.
        SELECT n.views, n.views_source FROM post_metrics n
        WHERE n.post_id = before.id AND n.observed_at <= before.posted_at + (at - p.posted_at)
        ORDER BY n.observed_at DESC LIMIT 1
    ) m
    WHERE p.id = ANY (ids) AND p.posted_at BETWEEN at - interval '30 days' AND at AND p.views > 0 AND m.views > 0
      -- Counts of different source fields are not comparable.
      AND m.views_source IS NOT DISTINCT FROM p.views_source
    GROUP BY p.id
    HAVING count(*) >= 8
$$;
GRANT EXECUTE ON FUNCTION usual_views(bigint[], timestamptz) TO clipmeter_app;
