-- Totals, the day histogram and the daily series, maintained in the transaction that changes posts, so that lists and
-- tiles cost O(page).
--
-- Statement triggers with transition tables cost a few percent of an ingest; row triggers halve its speed, and joining
-- NEW to OLD is quadratic. Deltas are summed and applied in the order of their keys, so that two writers lock rows in
-- the same order.

CREATE TABLE account_counters (
    account_id bigint PRIMARY KEY REFERENCES platform_accounts ON DELETE CASCADE,
    posts bigint NOT NULL DEFAULT 0,
    -- Sums of the known counts.
    views bigint NOT NULL DEFAULT 0,
    likes bigint NOT NULL DEFAULT 0,
    comments bigint NOT NULL DEFAULT 0,
    shares bigint NOT NULL DEFAULT 0,
    -- Posts with views above zero: those with a CPM.
    viewed_posts bigint NOT NULL DEFAULT 0,
    -- Posts with an engagement rate, their views and their interactions.
    rated_posts bigint NOT NULL DEFAULT 0,
    rated_views bigint NOT NULL DEFAULT 0,
    rated_engagements bigint NOT NULL DEFAULT 0,
    -- Further terms of averages: with them, means and the costs of all models without a cap can be computed.
    --
    -- Sum of 1/views of the posts with views.
    inverse_views numeric NOT NULL DEFAULT 0,
    -- Sum of the engagement rates.
    rates numeric NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

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

-- One post's share in the counters.
CREATE TYPE post_delta AS (
    account_id bigint,
    platform text,
    day date,
    sign integer,
    views bigint,
    likes bigint,
    comments bigint,
    shares bigint,
    engagements bigint
);

CREATE FUNCTION delta_of(post posts, sign integer) RETURNS post_delta
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ROW(post.account_id, post.platform, (post.sort_at AT TIME ZONE 'UTC')::date, sign,
               post.views, post.likes, post.comments, post.shares,
               CASE WHEN post.views > 0
                    THEN engagements(post.platform, post.likes, post.comments, post.shares) END)::post_delta;

CREATE FUNCTION apply_post_deltas(deltas post_delta[]) RETURNS void
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

CREATE FUNCTION count_posts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    deltas post_delta[];
BEGIN
    CASE TG_OP
        WHEN 'INSERT' THEN
            deltas := ARRAY(SELECT delta_of(n, 1) FROM new_rows n);
        WHEN 'UPDATE' THEN
            deltas := ARRAY(SELECT delta_of(n, 1) FROM new_rows n
                            UNION ALL SELECT delta_of(o, -1) FROM old_rows o);
        ELSE
            deltas := ARRAY(SELECT delta_of(o, -1) FROM old_rows o);
    END CASE;
    IF cardinality(deltas) > 0 THEN
        PERFORM apply_post_deltas(deltas);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER posts_count_insert AFTER INSERT ON posts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
CREATE TRIGGER posts_count_update AFTER UPDATE ON posts
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
CREATE TRIGGER posts_count_delete AFTER DELETE ON posts
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_posts();

-- Accounts without posts have counters too, so that readers need no outer join.
CREATE FUNCTION add_account_counters() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO account_counters (account_id) SELECT id FROM new_rows ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER platform_accounts_counters AFTER INSERT ON platform_accounts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_account_counters();

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

-- The daily series: by how much each day raised the totals of an account, and how much of that came from
-- re-measurement. For gains and baselines, see ADR 0015.

-- The gain of a count from one measurement to the next; NULL is unknown. A count that becomes known is a baseline: its
-- growth was not observed.
CREATE FUNCTION gained(before bigint, after bigint, from_zero boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN from_zero THEN coalesce(after, 0) - coalesce(before, 0) ELSE coalesce(after - before, 0) END;

-- The same for views, which start over when they are read from another key of the platform: the two are not comparable.
CREATE FUNCTION gained_views(before bigint, after bigint, source_before text, source_after text, from_zero boolean)
    RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN before IS NULL OR source_before IS NOT DISTINCT FROM source_after
                THEN gained(before, after, from_zero) ELSE 0 END;

-- One row per account and day (UTC) on which a measurement changed a count. The totals at the end of a day are the
-- current totals minus the changes of later days, so no row has to be carried forward.
CREATE TABLE account_days (
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    day date NOT NULL,
    -- The day's change of the sums of known counts.
    items bigint NOT NULL,
    views bigint NOT NULL,
    likes bigint NOT NULL,
    comments bigint NOT NULL,
    shares bigint NOT NULL,
    -- The gained part of the change.
    gained_views bigint NOT NULL,
    gained_likes bigint NOT NULL,
    gained_comments bigint NOT NULL,
    gained_shares bigint NOT NULL,
    PRIMARY KEY (account_id, day)
) WITH (fillfactor = 70);

-- The same for each single video that a group tracks.
CREATE TABLE video_days (
    post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
    day date NOT NULL,
    items bigint NOT NULL,
    views bigint NOT NULL,
    likes bigint NOT NULL,
    comments bigint NOT NULL,
    shares bigint NOT NULL,
    gained_views bigint NOT NULL,
    gained_likes bigint NOT NULL,
    gained_comments bigint NOT NULL,
    gained_shares bigint NOT NULL,
    PRIMARY KEY (post_id, day)
) WITH (fillfactor = 70);

-- The sums of account_days over all accounts of a platform, without the changes in platform_day_changes, so that the
-- trend of everything reads only its days and not those of every account. ADR 0015.
CREATE TABLE platform_days (
    platform text NOT NULL,
    day date NOT NULL,
    items bigint NOT NULL,
    views bigint NOT NULL,
    likes bigint NOT NULL,
    comments bigint NOT NULL,
    shares bigint NOT NULL,
    gained_views bigint NOT NULL,
    gained_likes bigint NOT NULL,
    gained_comments bigint NOT NULL,
    gained_shares bigint NOT NULL,
    PRIMARY KEY (platform, day)
) WITH (fillfactor = 50);

-- Changes that are not yet part of those sums. Every report changes its platform's row of today: a transaction that
-- finds another one changing it stores its change here instead of waiting, and the next transaction that does not adds
-- it to the sums. The few rows are short-lived, so there is no index.
CREATE TABLE platform_day_changes (LIKE platform_days);

-- The days of each item, recomputed from its measurements: the definition that the tables above follow.
CREATE VIEW measured_days AS
SELECT account_id,
       post_id,
       ((after).observed_at AT TIME ZONE 'UTC')::date AS day,
       count(*) FILTER (WHERE (before).post_id IS NULL) AS items,
       sum(coalesce((after).views, 0) - coalesce((before).views, 0)) AS views,
       sum(coalesce((after).likes, 0) - coalesce((before).likes, 0)) AS likes,
       sum(coalesce((after).comments, 0) - coalesce((before).comments, 0)) AS comments,
       sum(coalesce((after).shares, 0) - coalesce((before).shares, 0)) AS shares,
       sum(gained_views((before).views, (after).views, (before).views_source, (after).views_source, from_zero)) AS gained_views,
       sum(gained((before).likes, (after).likes, from_zero)) AS gained_likes,
       sum(gained((before).comments, (after).comments, from_zero)) AS gained_comments,
       sum(gained((before).shares, (after).shares, from_zero)) AS gained_shares
FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, m AS after, lag(m) OVER w AS before
      FROM posts p JOIN post_metrics m ON m.post_id = p.id
      WINDOW w AS (PARTITION BY p.account_id, p.id ORDER BY m.observed_at)) AS steps
GROUP BY 1, 2, 3;

-- The contribution of one change of an item to a day.
CREATE TYPE day_delta AS (
    account_id bigint,
    post_id bigint,
    day date,
    items bigint,
    views bigint,
    likes bigint,
    comments bigint,
    shares bigint,
    gained_views bigint,
    gained_likes bigint,
    gained_comments bigint,
    gained_shares bigint
);

CREATE FUNCTION apply_day_deltas(deltas day_delta[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO account_days AS d
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares)
    FROM unnest(deltas) n
    -- Deleting an account also deletes its days.
    WHERE EXISTS (SELECT FROM platform_accounts a WHERE a.id = n.account_id)
    GROUP BY account_id, day
    ORDER BY account_id, day
    ON CONFLICT (account_id, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        gained_views = d.gained_views + excluded.gained_views,
        gained_likes = d.gained_likes + excluded.gained_likes,
        gained_comments = d.gained_comments + excluded.gained_comments,
        gained_shares = d.gained_shares + excluded.gained_shares;

    INSERT INTO video_days AS d
    SELECT post_id, day, items, views, likes, comments, shares,
           gained_views, gained_likes, gained_comments, gained_shares
    FROM unnest(deltas) n
    WHERE EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = n.post_id)
    ORDER BY post_id
    ON CONFLICT (post_id, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        gained_views = d.gained_views + excluded.gained_views,
        gained_likes = d.gained_likes + excluded.gained_likes,
        gained_comments = d.gained_comments + excluded.gained_comments,
        gained_shares = d.gained_shares + excluded.gained_shares;
END
$$;

-- Recomputes the days of these accounts; days whose measurements no longer exist stay as they are. Deleting an item
-- also deletes its history, and thereby its part of past days; little then remains to be read, since items are deleted
-- with their accounts.
CREATE FUNCTION recount_account_days(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date := (SELECT s.history_begins FROM settings s);
BEGIN
    DELETE FROM account_days WHERE account_id = ANY (accounts) AND day >= begins;
    INSERT INTO account_days
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares)
    FROM measured_days WHERE account_id = ANY (accounts) AND day >= begins
    GROUP BY account_id, day;
END
$$;

CREATE FUNCTION count_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    deltas day_delta[];
    moved bigint[];
BEGIN
    CASE TG_OP
        WHEN 'INSERT' THEN
            deltas := ARRAY(
                SELECT ROW(n.account_id, n.id, (n.updated_at AT TIME ZONE 'UTC')::date, 1,
                           coalesce(n.views, 0), coalesce(n.likes, 0), coalesce(n.comments, 0), coalesce(n.shares, 0),
                           gained(NULL, n.views, n.from_zero), gained(NULL, n.likes, n.from_zero),
                           gained(NULL, n.comments, n.from_zero), gained(NULL, n.shares, n.from_zero))::day_delta
                FROM new_rows n);
        WHEN 'UPDATE' THEN
            -- A measurement replaces an earlier one of the same minute; `before` then precedes that one. FULL, because
            -- that join is never quadratic, whatever the planner's estimate of the number of rows.
            deltas := ARRAY(
                SELECT ROW(n.account_id, n.id, (n.updated_at AT TIME ZONE 'UTC')::date, 0,
                           coalesce(n.views, 0) - coalesce(o.views, 0),
                           coalesce(n.likes, 0) - coalesce(o.likes, 0),
                           coalesce(n.comments, 0) - coalesce(o.comments, 0),
                           coalesce(n.shares, 0) - coalesce(o.shares, 0),
                           CASE WHEN s.replaces
                                THEN gained_views(b.views, n.views, b.views_source, n.views_source, n.from_zero)
                                   - gained_views(b.views, o.views, b.views_source, o.views_source, n.from_zero)
                                ELSE gained_views(o.views, n.views, o.views_source, n.views_source, n.from_zero) END,
                           CASE WHEN s.replaces
                                THEN gained(b.likes, n.likes, n.from_zero) - gained(b.likes, o.likes, n.from_zero)
                                ELSE gained(o.likes, n.likes, n.from_zero) END,
                           CASE WHEN s.replaces
                                THEN gained(b.comments, n.comments, n.from_zero) - gained(b.comments, o.comments, n.from_zero)
                                ELSE gained(o.comments, n.comments, n.from_zero) END,
                           CASE WHEN s.replaces
                                THEN gained(b.shares, n.shares, n.from_zero) - gained(b.shares, o.shares, n.from_zero)
                                ELSE gained(o.shares, n.shares, n.from_zero) END)::day_delta
                FROM new_rows n
                FULL JOIN old_rows o ON o.id = n.id
                CROSS JOIN LATERAL (SELECT date_trunc('minute', n.updated_at) = date_trunc('minute', o.updated_at)) s (replaces)
                LEFT JOIN LATERAL (
                    SELECT m.* FROM post_metrics m
                    WHERE s.replaces AND m.post_id = n.id AND m.observed_at < date_trunc('minute', n.updated_at)
                    ORDER BY m.observed_at DESC LIMIT 1
                ) b ON true
                WHERE (n.views, n.likes, n.comments, n.shares) IS DISTINCT FROM (o.views, o.likes, o.comments, o.shares));
            moved := ARRAY(SELECT unnest(ARRAY[o.account_id, n.account_id])
                           FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
                           WHERE o.account_id IS DISTINCT FROM n.account_id);
        ELSE
            moved := ARRAY(SELECT DISTINCT account_id FROM old_rows);
    END CASE;
    IF cardinality(deltas) > 0 THEN
        PERFORM apply_day_deltas(deltas);
    END IF;
    IF cardinality(moved) > 0 THEN
        PERFORM recount_account_days(moved);
    END IF;
    RETURN NULL;
END
$$;
-- Triggers run in the order of their names: the accounts' counters are already locked.
CREATE TRIGGER posts_days_insert AFTER INSERT ON posts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days();
CREATE TRIGGER posts_days_update AFTER UPDATE ON posts
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days();
CREATE TRIGGER posts_days_delete AFTER DELETE ON posts
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days();

-- Recomputes the days of these items, and deletes those of items that no group tracks singly. Days whose measurements
-- no longer exist stay as they are. The lock lets a report finish first that started before the tracking.
CREATE FUNCTION recount_video_days(items bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date := (SELECT s.history_begins FROM settings s);
BEGIN
    PERFORM FROM posts p WHERE p.id = ANY (recount_video_days.items) ORDER BY p.id FOR NO KEY UPDATE;
    DELETE FROM video_days d
    WHERE d.post_id = ANY (recount_video_days.items)
      AND (d.day >= begins OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = d.post_id));
    INSERT INTO video_days
    SELECT m.post_id, m.day, m.items, m.views, m.likes, m.comments, m.shares,
           m.gained_views, m.gained_likes, m.gained_comments, m.gained_shares
    FROM measured_days m
    WHERE m.post_id = ANY (recount_video_days.items) AND m.day >= begins
      AND EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = m.post_id);
END
$$;

CREATE FUNCTION update_video_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    items bigint[];
BEGIN
    CASE TG_OP
        WHEN 'INSERT' THEN items := ARRAY(SELECT n.post_id FROM new_rows n WHERE n.post_id IS NOT NULL);
        WHEN 'UPDATE' THEN
            items := ARRAY(SELECT unnest(ARRAY[o.post_id, n.post_id]) FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
                           WHERE o.post_id IS DISTINCT FROM n.post_id);
        ELSE
            items := ARRAY(SELECT o.post_id FROM old_rows o WHERE o.post_id IS NOT NULL);
    END CASE;
    IF cardinality(items) > 0 THEN
        PERFORM recount_video_days(items);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tracked_videos_days_insert AFTER INSERT ON tracked_videos
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_video_days();
CREATE TRIGGER tracked_videos_days_update AFTER UPDATE ON tracked_videos
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_video_days();
CREATE TRIGGER tracked_videos_days_delete AFTER DELETE ON tracked_videos
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_video_days();

-- Adds changed rows of account_days to their platforms' sums; the argument is 1 for new rows, -1 for old rows.
CREATE FUNCTION count_platform_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    sign integer := TG_ARGV[0];
    changes platform_days[];
BEGIN
    changes := ARRAY(
        SELECT ROW(a.platform, d.day, sign * sum(d.items), sign * sum(d.views), sign * sum(d.likes),
                   sign * sum(d.comments), sign * sum(d.shares), sign * sum(d.gained_views), sign * sum(d.gained_likes),
                   sign * sum(d.gained_comments), sign * sum(d.gained_shares))::platform_days
        FROM changed_rows d JOIN platform_accounts a ON a.id = d.account_id
        GROUP BY a.platform, d.day);
    IF cardinality(changes) = 0 THEN
        RETURN NULL;
    END IF;
    -- Held until the end of the transaction, and never waited for. Only its holder changes existing rows.
    IF NOT pg_try_advisory_xact_lock('platform_days'::regclass::oid::bigint) THEN
        INSERT INTO platform_day_changes SELECT * FROM unnest(changes);
        RETURN NULL;
    END IF;
    WITH late AS (DELETE FROM platform_day_changes RETURNING *)
    INSERT INTO platform_days AS p
    SELECT platform, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares)
    FROM (SELECT * FROM unnest(changes) UNION ALL SELECT * FROM late) c
    GROUP BY platform, day
    ON CONFLICT (platform, day) DO UPDATE SET
        items = p.items + excluded.items,
        views = p.views + excluded.views,
        likes = p.likes + excluded.likes,
        comments = p.comments + excluded.comments,
        shares = p.shares + excluded.shares,
        gained_views = p.gained_views + excluded.gained_views,
        gained_likes = p.gained_likes + excluded.gained_likes,
        gained_comments = p.gained_comments + excluded.gained_comments,
        gained_shares = p.gained_shares + excluded.gained_shares;
    RETURN NULL;
END
$$;
CREATE TRIGGER account_days_sum_insert AFTER INSERT ON account_days
    REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('1');
CREATE TRIGGER account_days_sum_update_from AFTER UPDATE ON account_days
    REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('-1');
CREATE TRIGGER account_days_sum_update_to AFTER UPDATE ON account_days
    REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('1');
CREATE TRIGGER account_days_sum_delete AFTER DELETE ON account_days
    REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('-1');

-- In the order in which reports lock rows: accounts first. A cascade would delete the days when their platform can no
-- longer be determined.
CREATE FUNCTION delete_days_of_account() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM account_days d WHERE d.account_id = OLD.id;
    RETURN OLD;
END
$$;
CREATE TRIGGER platform_accounts_days BEFORE DELETE ON platform_accounts
    FOR EACH ROW EXECUTE FUNCTION delete_days_of_account();
