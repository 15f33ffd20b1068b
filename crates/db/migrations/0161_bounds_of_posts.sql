-- Corrects data that scrapers stored before links were derived from ids, captions truncated and dates checked. ADR
-- 0040.

-- The caption is longer on the platform, or was reported longer than the platform's limit.
ALTER TABLE posts ADD COLUMN caption_cut boolean NOT NULL DEFAULT false;

-- Links in other forms than the derived ones; the next read derives them.
UPDATE posts SET url = '', shortcode = NULL
WHERE (url <> '' AND url !~ '^https://www\.(instagram\.com/(p|reel)/[A-Za-z0-9_-]{1,39}/|tiktok\.com/@[A-Za-z0-9_.]{1,64}/video/[0-9]{1,20})$')
   OR shortcode !~ '^[A-Za-z0-9_-]{1,39}$';

UPDATE posts SET caption = left(caption, CASE platform WHEN 'instagram' THEN 2200 ELSE 4000 END), caption_cut = true
WHERE length(caption) > CASE platform WHEN 'instagram' THEN 2200 ELSE 4000 END;

-- A future date, or one before the first of the platforms existed, is unknown.
UPDATE posts SET posted_at = NULL WHERE posted_at > now() + interval '1 day' OR posted_at < '2010-10-01T00:00:00Z';

-- As before, with the new column.
CREATE OR REPLACE VIEW content WITH (security_invoker = true) AS
SELECT p.id,
       p.platform,
       p.account_id,
       p.external_id,
       p.shortcode,
       p.url,
       p.caption,
       a.username,
       p.views,
       p.likes,
       p.comments,
       p.shares,
       cpm(cost_of(k.cost, p.views), p.views::numeric)::float8 AS cpm,
       engagement_rate(p.platform, p.views, p.likes, p.comments, p.shares)::float8 AS engagement_rate,
       p.posted_at,
       p.sort_at,
       p.updated_at,
       cost_of(k.cost, p.views) AS cost,
       p.availability,
       p.unavailable_since,
       p.caption_cut
FROM posts p
JOIN platform_accounts a ON a.id = p.account_id
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = g.id AND t.account_id = p.account_id
CROSS JOIN LATERAL (
    SELECT CASE
        WHEN t.id IS NOT NULL THEN coalesce(t.cost, g.cost, s.cost)
        WHEN g.cost IS NOT DISTINCT FROM NULL THEN s.cost
        WHEN EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id AND v.group_id = g.id) THEN g.cost
        ELSE s.cost
    END AS cost
) k;
