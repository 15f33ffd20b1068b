-- The totals of everything without adding up the counters of all accounts. A platform's sums cover all stored items; those of the few
-- accounts that no group tracks are subtracted when they are read.

-- Reports that changed items or accounts have committed, and others wait until the stored rows are added up. In the order in which
-- reports lock them.
LOCK TABLE platform_accounts, posts IN SHARE ROW EXCLUSIVE MODE;

-- The sums of account_counters over all accounts of a platform, without the changes in platform_total_changes.
CREATE TABLE platform_totals (
    platform text PRIMARY KEY,
    accounts bigint NOT NULL,
    posts bigint NOT NULL,
    views bigint NOT NULL,
    likes bigint NOT NULL,
    comments bigint NOT NULL,
    shares bigint NOT NULL,
    saves bigint NOT NULL,
    viewed_posts bigint NOT NULL,
    rated_posts bigint NOT NULL,
    rated_views bigint NOT NULL,
    rated_engagements bigint NOT NULL,
    inverse_views numeric NOT NULL,
    rates numeric NOT NULL
) WITH (fillfactor = 50);

-- Changes that are not yet part of those sums, as in platform_day_changes.
CREATE TABLE platform_total_changes (LIKE platform_totals);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['platform_totals', 'platform_total_changes'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
        -- The sums are over all groups.
        EXECUTE format('CREATE POLICY visible ON %I FOR SELECT TO clipmeter_app USING ((SELECT is_admin()))', name);
        EXECUTE format('GRANT SELECT ON %I TO clipmeter_app', name);
    END LOOP;
END
$$;

INSERT INTO platform_totals
SELECT a.platform, count(*), sum(c.posts), sum(c.views), sum(c.likes), sum(c.comments), sum(c.shares), sum(c.saves),
       sum(c.viewed_posts), sum(c.rated_posts), sum(c.rated_views), sum(c.rated_engagements), sum(c.inverse_views), sum(c.rates)
FROM platform_accounts a JOIN account_counters c ON c.account_id = a.id
GROUP BY a.platform;

CREATE FUNCTION add_platform_totals(changes platform_totals[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF cardinality(changes) = 0 THEN
        RETURN;
    END IF;
    -- Held until the end of the transaction, and never waited for. Only its holder changes existing rows.
    IF NOT pg_try_advisory_xact_lock('platform_totals'::regclass::oid::bigint) THEN
        INSERT INTO platform_total_changes SELECT * FROM unnest(changes);
        RETURN;
    END IF;
    WITH late AS (DELETE FROM platform_total_changes RETURNING *)
    INSERT INTO platform_totals AS p
    SELECT platform, sum(accounts), sum(posts), sum(views), sum(likes), sum(comments), sum(shares), sum(saves),
           sum(viewed_posts), sum(rated_posts), sum(rated_views), sum(rated_engagements), sum(inverse_views), sum(rates)
    FROM (SELECT * FROM unnest(changes) UNION ALL SELECT * FROM late) c
    GROUP BY platform
    ON CONFLICT (platform) DO UPDATE SET
        accounts = p.accounts + excluded.accounts,
        posts = p.posts + excluded.posts,
        views = p.views + excluded.views,
        likes = p.likes + excluded.likes,
        comments = p.comments + excluded.comments,
        shares = p.shares + excluded.shares,
        saves = p.saves + excluded.saves,
        viewed_posts = p.viewed_posts + excluded.viewed_posts,
        rated_posts = p.rated_posts + excluded.rated_posts,
        rated_views = p.rated_views + excluded.rated_views,
        rated_engagements = p.rated_engagements + excluded.rated_engagements,
        inverse_views = p.inverse_views + excluded.inverse_views,
        rates = p.rates + excluded.rates;
END
$$;

CREATE OR REPLACE FUNCTION pg_temp.patch(function regprocedure, before text, after text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    definition text := pg_get_functiondef(function);
BEGIN
    IF strpos(definition, before) = 0 THEN
        RAISE EXCEPTION 'the function % has no such part: %', function, before;
    END IF;
    EXECUTE replace(definition, before, after);
END
$$;

-- From the items and not from the counters, whose account may already be deleted.
SELECT pg_temp.patch('apply_post_deltas(post_delta[])', 'ON CONFLICT (platform, day) DO UPDATE SET n = h.n + excluded.n;',
    'ON CONFLICT (platform, day) DO UPDATE SET n = h.n + excluded.n;

    PERFORM add_platform_totals(ARRAY(
        SELECT ROW(platform,
                   0,
                   sum(sign),
                   coalesce(sum(sign * views), 0),
                   coalesce(sum(sign * likes), 0),
                   coalesce(sum(sign * comments), 0),
                   coalesce(sum(sign * shares), 0),
                   coalesce(sum(sign * saves), 0),
                   coalesce(sum(sign) FILTER (WHERE views > 0), 0),
                   coalesce(sum(sign) FILTER (WHERE engagements IS NOT NULL), 0),
                   coalesce(sum(sign * views) FILTER (WHERE engagements IS NOT NULL), 0),
                   coalesce(sum(sign * engagements), 0),
                   coalesce(sum(sign * (1.0 / nullif(views, 0))), 0),
                   coalesce(sum(sign * (100.0 * engagements / nullif(views, 0))), 0))::platform_totals
        FROM unnest(deltas) d
        GROUP BY platform));');

-- Adds or subtracts accounts; the argument is the sign.
CREATE FUNCTION count_platform_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    sign integer := TG_ARGV[0];
BEGIN
    PERFORM add_platform_totals(ARRAY(
        SELECT ROW(platform, sign * count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::platform_totals
        FROM changed_rows GROUP BY platform));
    RETURN NULL;
END
$$;
CREATE TRIGGER platform_accounts_total_insert AFTER INSERT ON platform_accounts
    REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_accounts('1');
CREATE TRIGGER platform_accounts_total_delete AFTER DELETE ON platform_accounts
    REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_accounts('-1');

-- Accounts that no group tracks: authors of single videos, and deleted accounts that can be restored. None except for admins.
-- SECURITY DEFINER, because under the policies all rows of both tables would be filtered one by one.
CREATE FUNCTION untracked_accounts() RETURNS TABLE (account_id bigint, platform text)
    LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT a.id, a.platform FROM platform_accounts a
    WHERE (SELECT is_admin()) AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id);
END;
GRANT EXECUTE ON FUNCTION untracked_accounts() TO clipmeter_app;

CREATE OR REPLACE VIEW tracked_totals WITH (security_invoker = true) AS
WITH counted AS (
    -- Of a group: the rows of its accounts. The planner expects half of all accounts and would read all.
    SELECT a.platform, true AS is_own, t.cost, 1 AS accounts, c.posts, c.viewed_posts, c.views, c.likes, c.comments, c.shares, c.saves,
           c.rated_posts, c.rated_views, c.rated_engagements, c.rates, c.inverse_views
    FROM tracked_accounts t
    CROSS JOIN LATERAL (SELECT c.* FROM account_counters c WHERE c.account_id = t.account_id OFFSET 0) c
    CROSS JOIN LATERAL (SELECT a.platform FROM platform_accounts a WHERE a.id = t.account_id OFFSET 0) a
    WHERE t.group_id = (SELECT current_group())
    UNION ALL
    -- Of all groups: what is stored, without the accounts that none tracks. Empty for others than admins.
    SELECT p.platform, false, NULL, p.accounts, p.posts, p.viewed_posts, p.views, p.likes, p.comments, p.shares, p.saves,
           p.rated_posts, p.rated_views, p.rated_engagements, p.rates, p.inverse_views
    FROM (SELECT * FROM platform_totals UNION ALL SELECT * FROM platform_total_changes) p
    WHERE (SELECT viewing_group()) IS NULL
    UNION ALL
    SELECT u.platform, false, NULL, -1, -c.posts, -c.viewed_posts, -c.views, -c.likes, -c.comments, -c.shares, -c.saves,
           -c.rated_posts, -c.rated_views, -c.rated_engagements, -c.rates, -c.inverse_views
    FROM untracked_accounts() u
    CROSS JOIN LATERAL (SELECT c.* FROM account_counters c WHERE c.account_id = u.account_id OFFSET 0) c
    WHERE (SELECT viewing_group()) IS NULL
    UNION ALL
    -- Of all groups with the costs of one; an account that several of them track counts once.
    SELECT a.platform, t.id IS NOT NULL, t.cost, 1, c.posts, c.viewed_posts, c.views, c.likes, c.comments, c.shares, c.saves,
           c.rated_posts, c.rated_views, c.rated_engagements, c.rates, c.inverse_views
    FROM account_counters c
    JOIN platform_accounts a ON a.id = c.account_id
    LEFT JOIN tracked_accounts t ON t.group_id = (SELECT viewing_group()) AND t.account_id = c.account_id
    WHERE (SELECT current_group()) IS NULL AND (SELECT viewing_group()) IS NOT NULL
      AND c.account_id IN (SELECT account_id FROM tracked_accounts)
), by_cost AS (
    SELECT c.platform, c.is_own, c.cost, sum(c.accounts)::bigint AS accounts, sum(c.posts) AS posts,
           sum(c.viewed_posts) AS viewed_posts,
           sum(c.views) AS views, sum(c.likes) AS likes, sum(c.comments) AS comments, sum(c.shares) AS shares, sum(c.saves) AS saves,
           sum(c.rated_posts) AS rated_posts, sum(c.rated_views) AS rated_views, sum(c.rated_engagements) AS rated_engagements,
           sum(c.rates) AS rates, sum(c.inverse_views) AS inverse_views
    FROM counted c
    GROUP BY c.platform, c.is_own, c.cost
    HAVING sum(c.accounts) > 0
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
