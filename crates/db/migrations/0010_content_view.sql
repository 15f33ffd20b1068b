-- Posts with their author and their numbers: the only source of a list's CPM and engagement rate. The caller's
-- row-level security decides which posts it shows.
CREATE VIEW content WITH (security_invoker = true) AS
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
       cpm(s.cost_per_post, p.views::numeric)::float8 AS cpm,
       engagement_rate(p.platform, p.views, p.likes, p.comments, p.shares)::float8 AS engagement_rate,
       p.posted_at,
       p.sort_at,
       p.updated_at
FROM posts p
JOIN platform_accounts a ON a.id = p.account_id
CROSS JOIN settings s;
GRANT SELECT ON content TO clipmeter_app;
