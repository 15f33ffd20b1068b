-- The kind of a post in lists: a video, a picture or several.

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
       p.caption_cut,
       p.saves,
       p.from_zero,
       k.cost AS cost_model,
       p.media_kind
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
