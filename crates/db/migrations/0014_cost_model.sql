-- The cost of a post: a model for the platform, which a group and then a tracked account may override. ADR 0011.

-- All models are one formula, least(cap, base + rate per thousand views); `model` says which fields are set.
CREATE TYPE cost AS (model text, base numeric(18, 6), rate numeric(18, 6), cap numeric(18, 6));

CREATE FUNCTION is_cost(c cost) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (CASE c.model
        WHEN 'none' THEN num_nonnulls(c.base, c.rate, c.cap) = 0
        WHEN 'flat' THEN c.base >= 0 AND c.rate = 0 AND c.cap IS NULL
        WHEN 'per_mille' THEN c.base = 0 AND c.rate >= 0 AND coalesce(c.cap, 0) >= 0
        WHEN 'base_plus' THEN c.base >= 0 AND c.rate >= 0 AND coalesce(c.cap, 0) >= 0
        ELSE false END) IS TRUE;

-- Cost of a post with this many views; NULL without views and without a cost. 0.001, because a product is exact.
CREATE FUNCTION cost_of(c cost, views bigint) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN views > 0 THEN least(c.cap, c.base + c.rate * views * 0.001) END;
GRANT EXECUTE ON FUNCTION is_cost(cost), cost_of(cost, bigint) TO clipmeter_app, clipmeter_ingest;

DROP VIEW content;
ALTER TABLE settings ADD COLUMN cost cost;
UPDATE settings SET cost = ROW('flat', cost_per_post, 0, NULL)::cost;
ALTER TABLE settings
    DROP COLUMN cost_per_post,
    ALTER COLUMN cost SET NOT NULL,
    ALTER COLUMN cost SET DEFAULT ROW('flat', 1, 0, NULL)::cost,
    ADD CHECK (is_cost(cost));
-- NULL: the platform's. num_nonnulls, because IS NULL also holds for a row of NULLs.
ALTER TABLE groups ADD COLUMN cost cost CHECK (num_nonnulls(cost) = 0 OR is_cost(cost));
-- NULL: the group's.
ALTER TABLE tracked_accounts
    ADD COLUMN cost cost CHECK (num_nonnulls(cost) = 0 OR is_cost(cost)),
    ADD COLUMN interval_minutes integer CHECK (interval_minutes BETWEEN 5 AND 1440);

-- They are not secret: every signed-in user may read them, with or without a group.
DROP POLICY read ON settings;
CREATE POLICY read ON settings FOR SELECT TO clipmeter_app USING (true);

-- Refresh interval of a group's account or video on a platform; `own` is the account's interval.
CREATE FUNCTION scrape_interval(platform text, own integer, g groups, s settings) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE platform
        WHEN 'instagram' THEN coalesce(own, g.instagram_interval_minutes, s.instagram_interval_minutes)
        ELSE coalesce(own, g.tiktok_interval_minutes, s.tiktok_interval_minutes) END;
GRANT EXECUTE ON FUNCTION scrape_interval(text, integer, groups, settings) TO clipmeter_app, clipmeter_ingest;

-- The group whose costs apply: the group in scope, or the one that an admin is viewing.
CREATE FUNCTION viewing_group() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN coalesce(current_group(), CASE WHEN is_admin()
        THEN nullif(current_setting('clipmeter.viewing_group', true), '')::bigint END);
GRANT EXECUTE ON FUNCTION viewing_group() TO clipmeter_app;

-- Further terms of averages: with them, means and the costs of all models without a cap can be computed from the
-- counters.
ALTER TABLE account_counters
    -- Sum of 1/views of the posts with views.
    ADD COLUMN inverse_views numeric NOT NULL DEFAULT 0,
    -- Sum of the engagement rates.
    ADD COLUMN rates numeric NOT NULL DEFAULT 0;

-- A cap makes the cost of an account depend on each of its posts: these are sums over them, one row for each capped
-- model that applies to the account.
CREATE TABLE capped_costs (
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    cost cost NOT NULL CHECK ((cost).cap IS NOT NULL),
    -- Sums of the posts' costs, and of their costs per thousand views.
    costs numeric NOT NULL,
    cpms numeric NOT NULL,
    PRIMARY KEY (account_id, cost)
) WITH (fillfactor = 50);
ALTER TABLE capped_costs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON capped_costs TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY visible ON capped_costs FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
GRANT SELECT ON capped_costs TO clipmeter_app;

CREATE OR REPLACE FUNCTION apply_post_deltas(deltas post_delta[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO account_counters AS c (account_id, posts, views, likes, comments, shares, viewed_posts, inverse_views,
                                       rated_posts, rated_views, rated_engagements, rates)
    SELECT account_id,
           sum(sign),
           coalesce(sum(sign * views), 0),
           coalesce(sum(sign * likes), 0),
           coalesce(sum(sign * comments), 0),
           coalesce(sum(sign * shares), 0),
           coalesce(sum(sign) FILTER (WHERE views > 0), 0),
           coalesce(sum(sign * (1.0 / nullif(views, 0))), 0),
           coalesce(sum(sign) FILTER (WHERE engagements IS NOT NULL), 0),
           coalesce(sum(sign * views) FILTER (WHERE engagements IS NOT NULL), 0),
           coalesce(sum(sign * engagements), 0),
           coalesce(sum(sign * (100.0 * engagements / nullif(views, 0))), 0)
    FROM unnest(deltas) d
    -- Deleting an account also deletes its counters.
    WHERE EXISTS (SELECT FROM platform_accounts a WHERE a.id = d.account_id)
    GROUP BY account_id
    ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET
        posts = c.posts + excluded.posts,
        views = c.views + excluded.views,
        likes = c.likes + excluded.likes,
        comments = c.comments + excluded.comments,
        shares = c.shares + excluded.shares,
        viewed_posts = c.viewed_posts + excluded.viewed_posts,
        inverse_views = c.inverse_views + excluded.inverse_views,
        rated_posts = c.rated_posts + excluded.rated_posts,
        rated_views = c.rated_views + excluded.rated_views,
        rated_engagements = c.rated_engagements + excluded.rated_engagements,
        rates = c.rates + excluded.rates;

    -- The counters are already locked: a model that is being changed is either committed or waits for this transaction.
    UPDATE capped_costs x SET costs = x.costs + d.costs, cpms = x.cpms + d.cpms
    FROM (SELECT k.account_id, k.cost,
                 sum(d.sign * cost_of(k.cost, d.views)) AS costs,
                 sum(d.sign * (1000 * cost_of(k.cost, d.views) / d.views)) AS cpms
          FROM unnest(deltas) d JOIN capped_costs k ON k.account_id = d.account_id
          WHERE d.views > 0
          GROUP BY k.account_id, k.cost) d
    WHERE x.account_id = d.account_id AND x.cost = d.cost;

    INSERT INTO post_days AS h (platform, day, n)
    SELECT platform, day, sum(sign)
    FROM unnest(deltas)
    GROUP BY platform, day
    HAVING sum(sign) <> 0
    ORDER BY platform, day
    ON CONFLICT (platform, day) DO UPDATE SET n = h.n + excluded.n;
END
$$;

UPDATE account_counters c SET inverse_views = p.inverse_views, rates = p.rates
FROM (SELECT account_id,
             coalesce(sum(1.0 / nullif(views, 0)), 0) AS inverse_views,
             coalesce(sum(100.0 * engagements(platform, likes, comments, shares) / nullif(views, 0)), 0) AS rates
      FROM posts GROUP BY account_id) p
WHERE p.account_id = c.account_id;

-- The capped models that apply to tracked accounts: the platform's, for views across groups, and each group's.
CREATE VIEW desired_capped_costs AS
SELECT DISTINCT t.account_id, k.cost
FROM tracked_accounts t
JOIN groups g ON g.id = t.group_id
CROSS JOIN settings s
CROSS JOIN LATERAL (VALUES (s.cost), (coalesce(t.cost, g.cost, s.cost))) k (cost)
WHERE (k.cost).cap IS NOT NULL;

-- Makes these accounts' rows match desired_capped_costs. The locks keep models and posts from changing meanwhile.
CREATE FUNCTION refresh_capped_costs(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM settings FOR SHARE;
    IF NOT EXISTS (SELECT FROM desired_capped_costs w WHERE w.account_id = ANY (accounts))
       AND NOT EXISTS (SELECT FROM capped_costs x WHERE x.account_id = ANY (accounts)) THEN
        RETURN;
    END IF;
    PERFORM FROM account_counters c WHERE c.account_id = ANY (accounts) ORDER BY c.account_id FOR NO KEY UPDATE;
    DELETE FROM capped_costs x
    WHERE x.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM desired_capped_costs w WHERE w.account_id = x.account_id AND w.cost = x.cost);
    INSERT INTO capped_costs (account_id, cost, costs, cpms)
    SELECT w.account_id, w.cost,
           coalesce(sum(cost_of(w.cost, p.views)), 0),
           coalesce(sum(1000 * cost_of(w.cost, p.views) / p.views), 0)
    FROM desired_capped_costs w LEFT JOIN posts p ON p.account_id = w.account_id AND p.views > 0
    WHERE w.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM capped_costs x WHERE x.account_id = w.account_id AND x.cost = w.cost)
    GROUP BY w.account_id, w.cost;
END
$$;

CREATE FUNCTION refresh_costs_of_tracked() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    CASE TG_OP
        WHEN 'INSERT' THEN
            PERFORM refresh_capped_costs(ARRAY(SELECT account_id FROM new_rows));
        WHEN 'DELETE' THEN
            PERFORM refresh_capped_costs(ARRAY(SELECT account_id FROM old_rows));
        ELSE
            PERFORM refresh_capped_costs(ARRAY(
                SELECT unnest(ARRAY[o.account_id, n.account_id]) FROM old_rows o JOIN new_rows n ON n.id = o.id
                WHERE (o.account_id, o.group_id) <> (n.account_id, n.group_id) OR o.cost IS DISTINCT FROM n.cost));
    END CASE;
    RETURN NULL;
END
$$;
-- Triggers run in the order of their names: after the one that locks the group, and after the purge.
CREATE TRIGGER tracked_accounts_sums_insert AFTER INSERT ON tracked_accounts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refresh_costs_of_tracked();
CREATE TRIGGER tracked_accounts_sums_update AFTER UPDATE ON tracked_accounts
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_costs_of_tracked();
CREATE TRIGGER tracked_accounts_sums_delete AFTER DELETE ON tracked_accounts
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION refresh_costs_of_tracked();

CREATE FUNCTION refresh_costs_of_groups() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n.id = o.id WHERE o.cost IS DISTINCT FROM n.cost) THEN
        PERFORM refresh_capped_costs(ARRAY(
            SELECT DISTINCT t.account_id FROM tracked_accounts t JOIN new_rows n ON n.id = t.group_id));
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER groups_sums AFTER UPDATE ON groups
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION refresh_costs_of_groups();

CREATE FUNCTION refresh_costs_of_platform() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM refresh_capped_costs(ARRAY(SELECT DISTINCT account_id FROM tracked_accounts));
    RETURN NULL;
END
$$;
CREATE TRIGGER settings_sums AFTER UPDATE ON settings
    FOR EACH ROW WHEN (old.cost IS DISTINCT FROM new.cost) EXECUTE FUNCTION refresh_costs_of_platform();

-- Posts with their author and their numbers: the only source of a list's CPM and engagement rate. An item's cost is by
-- the viewing group's model if it tracks the account or the video, otherwise by the platform's. The caller's row-level
-- security decides which posts it shows.
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
       cpm(cost_of(k.cost, p.views), p.views::numeric)::float8 AS cpm,
       engagement_rate(p.platform, p.views, p.likes, p.comments, p.shares)::float8 AS engagement_rate,
       p.posted_at,
       p.sort_at,
       p.updated_at,
       cost_of(k.cost, p.views) AS cost
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
GRANT SELECT ON content TO clipmeter_app;

-- The sums of the accounts that the scope tracks, each once: the same as summing their items in `content`, but computed
-- from counters.
CREATE VIEW account_totals WITH (security_invoker = true) AS
SELECT a.platform,
       c.*,
       -- Posts that have a cost per mille: their number, views, costs, and costs per mille.
       CASE WHEN (k.cost).model <> 'none' THEN c.viewed_posts END AS costed_posts,
       CASE WHEN (k.cost).model <> 'none' THEN c.views END AS costed_views,
       CASE WHEN (k.cost).cap IS NULL THEN (k.cost).base * c.viewed_posts + (k.cost).rate * c.views * 0.001
            ELSE x.costs END AS costs,
       CASE WHEN (k.cost).cap IS NULL THEN 1000 * (k.cost).base * c.inverse_views + (k.cost).rate * c.viewed_posts
            ELSE x.cpms END AS cpms
FROM platform_accounts a
JOIN account_counters c ON c.account_id = a.id
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = g.id AND t.account_id = a.id
CROSS JOIN LATERAL (SELECT CASE WHEN t.id IS NOT NULL THEN coalesce(t.cost, g.cost, s.cost) ELSE s.cost END AS cost) k
LEFT JOIN capped_costs x ON x.account_id = a.id AND x.cost = k.cost
WHERE a.id IN (SELECT account_id FROM tracked_accounts);
GRANT SELECT ON account_totals TO clipmeter_app;

-- A scraper's report locks its unit first, and then the account or video that the unit reads. Deleting accounts or
-- videos must also begin with the unit, or the two deadlock: the unit loses its reference, and the report finds nothing
-- to store. Ended runs get no reports, and there are days of them, so their units are not locked.
CREATE FUNCTION lock_open_units(accounts bigint[], videos bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM run_units u
    WHERE u.run_id = ANY (ARRAY(SELECT r.id FROM runs r WHERE r.ended_at IS NULL))
      AND (u.account_id = ANY (accounts)
        -- The author's page may contain the video as well.
        OR u.account_id IN (SELECT p.account_id FROM tracked_videos v JOIN posts p ON p.id = v.post_id
                            WHERE v.id = ANY (videos))
        -- A video is read once for all groups, under the row of one of them.
        OR u.tracked_video_id IN (
            SELECT same.id FROM tracked_videos v
            JOIN tracked_videos same ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
            WHERE v.id = ANY (videos)))
    ORDER BY u.id FOR UPDATE;
END
$$;
GRANT EXECUTE ON FUNCTION lock_open_units(bigint[], bigint[]) TO clipmeter_app;

CREATE OR REPLACE FUNCTION purge_untracked(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM lock_open_units(accounts, '{}');
    DELETE FROM posts p
    WHERE p.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id);
    DELETE FROM platform_accounts a
    WHERE a.id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
      AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);
END
$$;
