-- Compares a page with the stored posts, before it is stored: boosts posts older than a day that gained views like young ones
-- since they were last read, ends the boost of posts that were calm twice in a row, and records when the newest post of the
-- account's list was posted. Returns the posts that were missing or removed before.
-- $1 platform, $2 account of the list or NULL if the page is not from a list, $3 observed at, $4..$7 external ids, views, the bits
-- of the rounded counts, and the keys that the views were read from, $8 when the newest was posted, $9 the account that they are
-- stored under: posts of other accounts are not changed.
WITH newest AS (
    UPDATE platform_accounts SET quiet_since = $8
    WHERE id = $2 AND $8::timestamptz IS NOT NULL AND (quiet_since IS NULL OR quiet_since < $8)
), shown AS (
    SELECT p.id, p.views AS before, p.posted_at, p.updated_at, r.post_id IS NOT NULL AS is_boosted,
           -- A step from one rounded count to the next is not a gain.
           CASE WHEN o.rounded & 1 = 0 AND p.rounded & 1 = 0
                THEN comparable_views(p.views, p.views_source, o.views, o.views_source) END AS after,
           p.unavailable_since <= $3 OR m.missing_since <= $3 AS is_back
    -- ANY uses the index even if the statement was planned on an empty table: a join alone would scan all posts for each item.
    FROM posts p
    JOIN unnest($4::text[], $5::bigint[], $6::smallint[], $7::text[]) AS o (external_id, views, rounded, views_source)
        ON o.external_id = p.external_id
    LEFT JOIN boosted_posts r ON r.post_id = p.id
    LEFT JOIN suspected_removals m ON m.post_id = p.id
    WHERE p.platform = $1 AND p.external_id = ANY ($4) AND p.account_id = $9
), seen AS (
    SELECT s.id, s.before, max(s.after) - s.before AS gained,
           -- An unchanged post is not written: its tier's read time applies.
           greatest(s.updated_at, CASE
               WHEN s.is_boosted OR s.posted_at > $3::timestamptz - interval '7 days' THEN a.week_read_at
               WHEN s.posted_at > $3::timestamptz - interval '30 days' THEN a.month_read_at
               ELSE a.last_full_crawl_at END) AS since
    FROM shown s JOIN platform_accounts a ON a.id = $2
    WHERE s.before IS NOT NULL AND s.after IS NOT NULL AND s.posted_at < $3::timestamptz - interval '1 day'
    GROUP BY s.id, s.before, s.updated_at, s.posted_at, s.is_boosted, a.id
), judged AS (
    -- At least a hundredth of its views, and at least 100 a day: 1 is the gain of a young post.
    SELECT id, least(gained * 100 / greatest(before, 1)::numeric,
                     gained * 864 / greatest(extract(epoch FROM $3::timestamptz - since), 1)) AS liveliness
    FROM seen WHERE since < $3::timestamptz
), boosted AS (
    INSERT INTO boosted_posts AS r (post_id, account_id, boosted_at)
    SELECT id, $2, $3::timestamptz FROM judged WHERE liveliness >= 1
    ON CONFLICT (post_id) DO UPDATE SET calm = 0 WHERE r.calm > 0
), calmed AS (
    UPDATE boosted_posts r SET calm = CASE WHEN j.liveliness < 0.5 THEN r.calm + 1 ELSE 0 END
    FROM judged j WHERE j.id = r.post_id AND j.liveliness < 1 AND NOT (j.liveliness < 0.5 AND r.calm > 0)
), unboosted AS (
    DELETE FROM boosted_posts r USING judged j WHERE j.id = r.post_id AND j.liveliness < 0.5 AND r.calm > 0
)
SELECT DISTINCT id FROM shown WHERE is_back ORDER BY id
