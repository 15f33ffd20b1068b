-- Compares a page with the stored posts, before it is stored: boosts posts older than a day that gained views like young ones
-- since they were last read, ends the boost of posts that were calm twice in a row, and records when the newest post of the
-- account's list was posted. Returns the stored posts of the page: whether they are stored under another account, were missing
-- or removed before, and would not be changed by the page.
-- $1 platform, $2 account of the list or NULL if the page is not from a list, $3 observed at, $4 when the newest was posted,
-- $5 the account that they are stored under: posts of other accounts are only returned, $6..$20 one array per column, without
-- repeated items.
WITH newest AS (
    UPDATE platform_accounts SET quiet_since = $4
    WHERE id = $2 AND $4::timestamptz IS NOT NULL AND (quiet_since IS NULL OR quiet_since < $4)
), shown AS (
    SELECT p.id, p.external_id, p.account_id = $5 AS is_own, p.views AS before, p.posted_at, p.updated_at,
           r.post_id IS NOT NULL AS is_boosted,
           -- A step from one rounded count to the next is not a gain.
           CASE WHEN o.rounded & 1 = 0 AND p.rounded & 1 = 0 THEN c.views END AS after,
           p.unavailable_since <= $3 OR m.missing_since <= $3 AS is_back,
           -- An older observation changes nothing.
           p.updated_at > $3
           OR (coalesce(o.shortcode, p.shortcode),
               coalesce(nullif(o.url, ''), p.url),
               coalesce(nullif(o.caption, ''), p.caption),
               CASE WHEN o.caption <> '' THEN o.caption_cut ELSE p.caption_cut END,
               coalesce(o.media_kind, p.media_kind),
               o.pinned,
               coalesce(o.posted_at, p.posted_at),
               merged_count(p.views, p.rounded & 1 > 0, c.views, o.rounded & 1 > 0),
               merged_count(p.likes, p.rounded & 2 > 0, o.likes, o.rounded & 2 > 0),
               merged_count(p.comments, p.rounded & 4 > 0, o.comments, o.rounded & 4 > 0),
               merged_count(p.shares, p.rounded & 8 > 0, o.shares, o.rounded & 8 > 0),
               merged_count(p.saves, p.rounded & 16 > 0, o.saves, o.rounded & 16 > 0),
               merged_rounded(1, p.views, p.rounded, c.views, o.rounded)
               | merged_rounded(2, p.likes, p.rounded, o.likes, o.rounded)
               | merged_rounded(4, p.comments, p.rounded, o.comments, o.rounded)
               | merged_rounded(8, p.shares, p.rounded, o.shares, o.rounded)
               | merged_rounded(16, p.saves, p.rounded, o.saves, o.rounded))
              IS NOT DISTINCT FROM
              (p.shortcode, p.url, p.caption, p.caption_cut, p.media_kind, p.pinned, p.posted_at, p.views, p.likes,
               p.comments, p.shares, p.saves, p.rounded) AS is_unchanged
    -- ANY uses the index even if the statement was planned on an empty table: a join alone would scan all posts for each item.
    FROM posts p
    JOIN unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::bool[], $12::timestamptz[], $13::bigint[],
                $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::text[], $19::smallint[], $20::bool[])
         AS o (external_id, shortcode, url, caption, media_kind, pinned, posted_at, views, likes, comments, shares, saves,
               views_source, rounded, caption_cut)
        ON o.external_id = p.external_id
    CROSS JOIN LATERAL (SELECT comparable_views(p.views, p.views_source, o.views, o.views_source) AS views) c
    LEFT JOIN boosted_posts r ON r.post_id = p.id
    LEFT JOIN suspected_removals m ON m.post_id = p.id
    WHERE p.platform = $1 AND p.external_id = ANY ($6)
), seen AS (
    SELECT s.id, s.before, s.after - s.before AS gained,
           -- An unchanged post is not written: its tier's read time applies.
           greatest(s.updated_at, CASE
               WHEN s.is_boosted OR s.posted_at > $3::timestamptz - interval '7 days' THEN a.week_read_at
               WHEN s.posted_at > $3::timestamptz - interval '30 days' THEN a.month_read_at
               ELSE a.last_full_crawl_at END) AS since
    FROM shown s JOIN platform_accounts a ON a.id = $2
    WHERE s.is_own AND s.before IS NOT NULL AND s.after IS NOT NULL AND s.posted_at < $3::timestamptz - interval '1 day'
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
SELECT id, external_id, is_own AS "is_own!", coalesce(is_back, false) AS "is_back!", is_unchanged AS "is_unchanged!"
FROM shown ORDER BY id
