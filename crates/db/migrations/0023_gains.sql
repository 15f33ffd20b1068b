-- What a post costs the viewer at any number of views, and the currency of all amounts.

ALTER TABLE settings ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$');
COMMENT ON COLUMN settings.currency IS 'ISO 4217 code of all amounts; NULL: amounts are shown without a currency.';

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
       k.cost AS cost_model
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

-- The cost of the views that were gained between two measurements, by the rule of gained_views: a first count is gained
-- only by an item that was posted while it was tracked, and counts of different source fields are not comparable. NULL without a cost.
-- Rounded to cents at both ends, so that amounts of items add up, whatever they are grouped by.
CREATE FUNCTION gained_cost(model cost, before bigint, after bigint, source_before text, source_after text, from_zero boolean)
    RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (model).base IS NULL THEN NULL
                WHEN before IS NULL AND from_zero OR before IS NOT NULL AND source_before IS NOT DISTINCT FROM source_after
                THEN round(coalesce(cost_of(model, after), 0), 2) - round(coalesce(cost_of(model, before), 0), 2)
                ELSE 0 END;
GRANT EXECUTE ON FUNCTION gained_cost(cost, bigint, bigint, text, text, boolean), gained(bigint, bigint, boolean),
    gained_views(bigint, bigint, text, text, boolean) TO clipmeter_app;
