-- Arms posts older than a day that gained views since they were read last as if they were young, and disarms those that were
-- calm twice in a row. To be asked before the page is stored: it compares what is stored with what was seen.
-- $1 platform, $2 account of the list, $3 observed at, $4..$7 external ids, views, the bits of the rounded counts, and the keys
-- that the views were read from.
WITH seen AS (
    SELECT p.id, p.views AS before, max(o.views) - p.views AS gained, (
               -- An unchanged post is not written: it was read when its ring was.
               SELECT greatest(p.updated_at, CASE
                   WHEN r.post_id IS NOT NULL OR p.posted_at > $3::timestamptz - interval '7 days' THEN a.week_read_at
                   WHEN p.posted_at > $3::timestamptz - interval '30 days' THEN a.month_read_at
                   ELSE a.last_full_walk_at END)
               FROM platform_accounts a WHERE a.id = $2
           ) AS since
    FROM unnest($4::text[], $5::bigint[], $6::smallint[], $7::text[]) AS o (external_id, views, rounded, views_source)
    JOIN posts p ON p.platform = $1 AND p.external_id = o.external_id
    LEFT JOIN armed_posts r ON r.post_id = p.id
    -- A step from one rounded count to the next is no gain.
    WHERE o.rounded & 1 = 0 AND p.rounded & 1 = 0 AND p.views IS NOT NULL
      AND comparable_views(p.views, p.views_source, o.views, o.views_source) IS NOT NULL
      AND p.posted_at < $3::timestamptz - interval '1 day'
    GROUP BY p.id, r.post_id
), judged AS (
    -- At least a hundredth of its views, and at least 100 a day: 1 is what a young post gains.
    SELECT id, least(gained * 100 / greatest(before, 1)::numeric,
                     gained * 864 / greatest(extract(epoch FROM $3::timestamptz - since), 1)) AS liveliness
    FROM seen WHERE since < $3::timestamptz
), armed AS (
    INSERT INTO armed_posts AS r (post_id, account_id, armed_at)
    SELECT id, $2, $3::timestamptz FROM judged WHERE liveliness >= 1
    ON CONFLICT (post_id) DO UPDATE SET calm = 0 WHERE r.calm > 0
), calmed AS (
    UPDATE armed_posts r SET calm = CASE WHEN j.liveliness < 0.5 THEN r.calm + 1 ELSE 0 END
    FROM judged j WHERE j.id = r.post_id AND j.liveliness < 1 AND NOT (j.liveliness < 0.5 AND r.calm > 0)
)
DELETE FROM armed_posts r USING judged j WHERE j.id = r.post_id AND j.liveliness < 0.5 AND r.calm > 0
