-- Totals of the tracked accounts in scope, both platforms in one statement. Costs were computed for each account; now for all accounts
-- with the same cost at once. A later migration drops account_totals, which replicas of the previous version read.

CREATE VIEW tracked_totals WITH (security_invoker = true) AS
WITH mine AS MATERIALIZED (
    -- An account that several groups track counts once.
    SELECT t.account_id, bool_or(t.group_id = (SELECT viewing_group())) IS TRUE AS is_own FROM tracked_accounts t GROUP BY t.account_id
), counted AS (
    -- Of a group: the rows of its accounts. The planner expects half of all accounts and would read all.
    SELECT a.platform, m.is_own, t.cost, c.*
    FROM mine m
    CROSS JOIN LATERAL (SELECT c.* FROM account_counters c WHERE c.account_id = m.account_id OFFSET 0) c
    CROSS JOIN LATERAL (SELECT a.platform FROM platform_accounts a WHERE a.id = m.account_id OFFSET 0) a
    LEFT JOIN LATERAL (
        SELECT t.cost FROM tracked_accounts t
        WHERE m.is_own AND t.account_id = m.account_id AND t.group_id = (SELECT viewing_group()) OFFSET 0
    ) t ON true
    WHERE (SELECT current_group()) IS NOT NULL
    UNION ALL
    -- Of all groups.
    SELECT a.platform, m.is_own, t.cost, c.*
    FROM mine m
    JOIN account_counters c ON c.account_id = m.account_id
    JOIN platform_accounts a ON a.id = m.account_id
    LEFT JOIN tracked_accounts t ON t.group_id = (SELECT viewing_group()) AND t.account_id = m.account_id
    WHERE (SELECT current_group()) IS NULL
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
JOIN mine m ON m.account_id = x.account_id
JOIN platform_accounts a ON a.id = x.account_id
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = g.id AND t.account_id = x.account_id
WHERE x.cost = CASE WHEN m.is_own THEN coalesce(t.cost, g.cost, s.cost) ELSE s.cost END;
GRANT SELECT ON tracked_totals TO clipmeter_app;
