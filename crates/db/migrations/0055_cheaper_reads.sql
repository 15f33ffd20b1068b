-- Makes polled reads cost less with many accounts. The policies of tracked_accounts and platform_accounts hide from the planner that a
-- group has few of them.

-- Tracked accounts in scope with their platform accounts, one row for each group that tracks the account.
CREATE VIEW scoped_accounts WITH (security_invoker = true) AS
-- Of a group: its rows by index, and their accounts by key.
SELECT t.id, t.group_id, t.account_id, t.interval_minutes, t.suspended, a.platform, a.username, a.former_usernames,
       a.follower_count, a.last_outcome, a.last_attempt_at, a.last_success_at, a.consecutive_failures, a.quiet_since,
       a.handle_conflict_at
FROM tracked_accounts t
CROSS JOIN LATERAL (
    SELECT a.platform, a.username, a.former_usernames, a.follower_count, a.last_outcome, a.last_attempt_at, a.last_success_at,
           a.consecutive_failures, a.quiet_since, a.handle_conflict_at
    FROM platform_accounts a WHERE a.id = t.account_id OFFSET 0) a
WHERE t.group_id = (SELECT current_group())
UNION ALL
-- Of all groups.
SELECT t.id, t.group_id, t.account_id, t.interval_minutes, t.suspended, a.platform, a.username, a.former_usernames,
       a.follower_count, a.last_outcome, a.last_attempt_at, a.last_success_at, a.consecutive_failures, a.quiet_since,
       a.handle_conflict_at
FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
WHERE (SELECT current_group()) IS NULL;
GRANT SELECT ON scoped_accounts TO clipmeter_app;

-- The totals of a group read only its rows, and those of everything each table once.
CREATE OR REPLACE VIEW tracked_totals WITH (security_invoker = true) AS
WITH counted AS (
    -- Of a group: the rows of its accounts. The planner expects half of all accounts and would read all.
    SELECT a.platform, true AS is_own, t.cost, c.*
    FROM tracked_accounts t
    CROSS JOIN LATERAL (SELECT c.* FROM account_counters c WHERE c.account_id = t.account_id OFFSET 0) c
    CROSS JOIN LATERAL (SELECT a.platform FROM platform_accounts a WHERE a.id = t.account_id OFFSET 0) a
    WHERE t.group_id = (SELECT current_group())
    UNION ALL
    -- Of all groups; an account that several of them track counts once.
    SELECT a.platform, t.id IS NOT NULL, t.cost, c.*
    FROM account_counters c
    JOIN platform_accounts a ON a.id = c.account_id
    LEFT JOIN tracked_accounts t ON t.group_id = (SELECT viewing_group()) AND t.account_id = c.account_id
    WHERE (SELECT current_group()) IS NULL AND c.account_id IN (SELECT account_id FROM tracked_accounts)
), by_cost AS (
    SELECT c.platform, c.is_own, c.cost, count(*) AS accounts, sum(c.posts) AS posts, sum(c.viewed_posts) AS viewed_posts,
           sum(c.views) AS views, sum(c.likes) AS likes, sum(c.comments) AS comments, sum(c.shares) AS shares, sum(c.saves) AS saves,
           sum(c.rated_posts) AS rated_posts, sum(c.rated_views) AS rated_views, sum(c.rated_engagements) AS rated_engagements,
           sum(c.rates) AS rates, sum(c.inverse_views) AS inverse_views
    FROM counted c
    GROUP BY c.platform, c.is_own, c.cost
)
SELECT b.platform, b.accounts, b.posts, b.viewed_posts, b.views, b.likes, b.comments, b.shares, b.saves,
       b.rated_posts, b.rated_views, b.rated_engagements, b.rates,
       -- Posts that have a cost per mille: their number, views, costs, and costs per mille.
       CASE WHEN (k.cost).model <> 'none' THEN b.viewed_posts END AS costed_posts,
       CASE WHEN (k.cost).model <> 'none' THEN b.views END AS costed_views,
       CASE WHEN (k.cost).cap IS NULL THEN (k.cost).base * b.viewed_posts + (k.cost).rate * b.views * 0.001 END AS costs,
       CASE WHEN (k.cost).cap IS NULL THEN 1000 * (k.cost).base * b.inverse_views + (k.cost).rate * b.viewed_posts END AS cpms
FROM by_cost b
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
CROSS JOIN LATERAL (SELECT CASE WHEN b.is_own THEN coalesce(b.cost, g.cost, s.cost) ELSE s.cost END AS cost) k
UNION ALL
-- With a cap, the cost depends on each post.
SELECT a.platform, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, x.costs, x.cpms
FROM capped_costs x
JOIN platform_accounts a ON a.id = x.account_id
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = (SELECT viewing_group()) AND t.account_id = x.account_id
WHERE x.account_id IN (SELECT account_id FROM tracked_accounts)
  AND x.cost = CASE WHEN t.id IS NOT NULL THEN coalesce(t.cost, g.cost, s.cost) ELSE s.cost END;

CREATE OR REPLACE VIEW content WITH (security_invoker = true) AS
SELECT p.id,
       p.platform,
       p.account_id,
       p.external_id,
       p.shortcode,
       p.url,
       p.caption,
       -- Looked up: the planner assumes that a lookup under the policy costs as much as reading all accounts, and would read them.
       (SELECT a.username FROM platform_accounts a WHERE a.id = p.account_id) AS username,
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

-- Both have a few rows and rarely change, so they were never analyzed: the planner expected hundreds.
ALTER TABLE settings SET (autovacuum_analyze_threshold = 0);
ALTER TABLE platforms SET (autovacuum_analyze_threshold = 0);
ANALYZE settings, platforms;
