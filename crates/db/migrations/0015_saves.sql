-- Saves (TikTok's favorites) in lists, totals and the daily series, beside shares. They never count toward engagement or
-- cost, and Instagram does not report them. New columns are last, where rows are inserted by position.

-- Waits for reports and keeps new ones waiting: the deltas change their shape, and the stored rows are counted below.
LOCK TABLE posts IN SHARE ROW EXCLUSIVE MODE;

CREATE INDEX posts_by_saves_idx ON posts (platform, saves DESC NULLS LAST, id DESC);

ALTER TABLE account_counters ADD COLUMN saves bigint NOT NULL DEFAULT 0;
ALTER TABLE account_days ADD COLUMN saves bigint NOT NULL DEFAULT 0, ADD COLUMN gained_saves bigint NOT NULL DEFAULT 0;
ALTER TABLE video_days ADD COLUMN saves bigint NOT NULL DEFAULT 0, ADD COLUMN gained_saves bigint NOT NULL DEFAULT 0;
ALTER TABLE platform_days ADD COLUMN saves bigint NOT NULL DEFAULT 0, ADD COLUMN gained_saves bigint NOT NULL DEFAULT 0;
ALTER TABLE platform_day_changes
    ADD COLUMN saves bigint NOT NULL DEFAULT 0, ADD COLUMN gained_saves bigint NOT NULL DEFAULT 0;
ALTER TYPE post_delta ADD ATTRIBUTE saves bigint;
ALTER TYPE day_delta ADD ATTRIBUTE saves bigint, ADD ATTRIBUTE gained_saves bigint;

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
       p.saves
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

CREATE OR REPLACE VIEW account_totals WITH (security_invoker = true) AS
SELECT a.platform,
       c.account_id,
       c.posts,
       c.views,
       c.likes,
       c.comments,
       c.shares,
       c.viewed_posts,
       c.rated_posts,
       c.rated_views,
       c.rated_engagements,
       c.inverse_views,
       c.rates,
       -- Posts that have a cost per mille: their number, views, costs, and costs per mille.
       CASE WHEN (k.cost).model <> 'none' THEN c.viewed_posts END AS costed_posts,
       CASE WHEN (k.cost).model <> 'none' THEN c.views END AS costed_views,
       CASE WHEN (k.cost).cap IS NULL THEN (k.cost).base * c.viewed_posts + (k.cost).rate * c.views * 0.001
            ELSE x.costs END AS costs,
       CASE WHEN (k.cost).cap IS NULL THEN 1000 * (k.cost).base * c.inverse_views + (k.cost).rate * c.viewed_posts
            ELSE x.cpms END AS cpms,
       c.saves
FROM platform_accounts a
JOIN account_counters c ON c.account_id = a.id
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = g.id AND t.account_id = a.id
CROSS JOIN LATERAL (SELECT CASE WHEN t.id IS NOT NULL THEN coalesce(t.cost, g.cost, s.cost) ELSE s.cost END AS cost) k
LEFT JOIN capped_costs x ON x.account_id = a.id AND x.cost = k.cost
WHERE a.id IN (SELECT account_id FROM tracked_accounts);

CREATE OR REPLACE VIEW measured_days AS
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
       sum(gained((before).shares, (after).shares, from_zero)) AS gained_shares,
       sum(coalesce((after).saves, 0) - coalesce((before).saves, 0)) AS saves,
       sum(gained((before).saves, (after).saves, from_zero)) AS gained_saves
FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, m AS after, lag(m) OVER w AS before
      FROM posts p JOIN post_metrics m ON m.post_id = p.id
      WINDOW w AS (PARTITION BY p.account_id, p.id ORDER BY m.observed_at)) AS steps
GROUP BY 1, 2, 3;

CREATE OR REPLACE FUNCTION search_posts(
    platform text,
    sort text,
    descending boolean,
    pattern text,
    from_day date,
    to_day date,
    accounts bigint[],
    own_only boolean
) RETURNS post_search
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    search post_search;
    narrowed boolean := own_only OR NOT sees_all_content();
    viewer bigint := viewing_group();
    own_models boolean := sort = 'cpm' AND EXISTS (
        SELECT FROM groups g LEFT JOIN tracked_accounts t ON t.group_id = g.id AND num_nonnulls(t.cost) > 0
        WHERE g.id = viewer AND (num_nonnulls(g.cost) > 0 OR t.id IS NOT NULL));
    key text := CASE sort
        WHEN 'date' THEN 'p.sort_at'
        WHEN 'views' THEN 'p.views'
        WHEN 'likes' THEN 'p.likes'
        WHEN 'comments' THEN 'p.comments'
        WHEN 'shares' THEN 'p.shares'
        WHEN 'saves' THEN 'p.saves'
        WHEN 'engagement' THEN 'p.engagement_rate'
        WHEN 'updated' THEN 'p.updated_at'
        -- Under any single model, more views never cost more per thousand.
        WHEN 'cpm' THEN CASE WHEN own_models THEN 'p.cpm' ELSE 'p.views' END
    END;
    downward boolean := descending <> (sort = 'cpm' AND NOT own_models);
    source text := 'posts';
    conditions text := '';
    too_short boolean;
    -- In letters and digits.
    trigram CONSTANT integer := 3;
    -- Up to this many posts, reading their texts sequentially is faster than looking up the trigrams of the whole
    -- platform.
    few CONSTANT bigint := 20000;
BEGIN
    IF key IS NULL THEN
        RAISE EXCEPTION 'unknown sort order %', sort;
    END IF;
    IF current_scope() NOT IN ('group', 'admin') THEN
        RETURN NULL;
    END IF;
    search.viewer := viewer;
    search.over_all := pattern IS NULL AND accounts IS NULL AND NOT narrowed;
    search.by_index := search.over_all AND from_day IS NULL AND to_day IS NULL AND NOT own_models;
    search.parts := CASE
        WHEN sort = 'date' THEN ARRAY['p.sort_at > ''-infinity''', 'p.sort_at = ''-infinity''']
        WHEN sort = 'cpm' AND NOT own_models THEN ARRAY['p.views > 0', 'p.views = 0', 'p.views IS NULL']
        ELSE ARRAY[key || ' IS NOT NULL', key || ' IS NULL']
    END;
    -- Same as the indexes; the date has no unknown values and uses the other default.
    search.key_order := key || CASE
        WHEN sort = 'date' THEN CASE WHEN downward THEN ' DESC, p.id DESC' ELSE ' ASC, p.id ASC' END
        WHEN downward THEN ' DESC NULLS LAST, p.id DESC'
        ELSE ' ASC NULLS FIRST, p.id ASC' END;
    search.match_order := CASE WHEN downward
        THEN 'coalesce(m.is_known, false) DESC, m.key DESC NULLS LAST, m.id DESC'
        ELSE 'coalesce(m.is_known, false) DESC, m.key ASC NULLS LAST, m.id ASC' END;
    IF search.by_index THEN
        RETURN search;
    END IF;

    IF narrowed THEN
        search.own_accounts := ARRAY(SELECT t.account_id FROM tracked_accounts t WHERE t.group_id = viewer);
        conditions := conditions || ' AND (p.account_id = ANY ($2) OR p.id = ANY ($3))';
    END IF;
    IF narrowed OR own_models THEN
        search.own_posts := ARRAY(SELECT v.post_id FROM tracked_videos v WHERE v.group_id = viewer AND v.post_id IS NOT NULL);
    END IF;
    IF accounts IS NOT NULL THEN
        conditions := conditions || ' AND p.account_id = ANY ($4)';
    END IF;
    IF from_day IS NOT NULL THEN
        conditions := conditions || ' AND p.sort_at >= $5::date';
    END IF;
    IF to_day IS NOT NULL THEN
        conditions := conditions || ' AND p.sort_at < $6::date + 1 AND p.sort_at > ''-infinity''';
    END IF;
    IF pattern IS NOT NULL THEN
        -- Two letters make no trigram, and all content is too much to scan for them: they only match the beginning of
        -- names.
        too_short := NOT narrowed AND accounts IS NULL
                     AND length(regexp_replace(pattern, '[^[:alnum:]]', '', 'g')) < trigram;
        search.named := ARRAY(SELECT a.id FROM platform_accounts a
                              WHERE a.platform = search_posts.platform
                                AND a.username LIKE CASE WHEN too_short THEN substr(pattern, 2) ELSE pattern END);
        conditions := conditions || CASE
            WHEN too_short THEN ' AND p.account_id = ANY ($8)'
            WHEN accounts IS NOT NULL OR narrowed AND few >= (
                SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (search.own_accounts)) THEN
                -- Not EXISTS: the planner would then scan all texts.
                ' AND (p.account_id = ANY ($8)
                   OR (SELECT t.text FROM post_texts t WHERE t.post_id = p.id) LIKE $7)'
            ELSE ' AND p.id = ANY (ARRAY(
                SELECT t.post_id FROM post_texts t WHERE t.platform = $1 AND t.text LIKE $7
                UNION SELECT n.id FROM posts n WHERE n.account_id = ANY ($8)))' END;
    END IF;
    -- The cost per mille by the formula of cost_of, in floating point: only the order matters.
    IF own_models THEN
        source := '(SELECT q.id, q.platform, q.account_id, q.sort_at, CASE WHEN q.views > 0 THEN CASE
                WHEN t.account_id IS NOT NULL THEN least(t.cap, t.base + t.rate * q.views * 0.001)
                WHEN q.id = ANY ($3) THEN least(g.cap, g.base + g.rate * q.views * 0.001)
                ELSE least(s.cap, s.base + s.rate * q.views * 0.001) END / q.views END AS cpm
            FROM posts q
            CROSS JOIN (SELECT (cost).base::float8 AS base, (cost).rate::float8 AS rate, (cost).cap::float8 AS cap
                        FROM settings) s
            CROSS JOIN (SELECT (k).base::float8 AS base, (k).rate::float8 AS rate, (k).cap::float8 AS cap
                        FROM groups g CROSS JOIN settings s
                        CROSS JOIN LATERAL (SELECT coalesce(g.cost, s.cost)) x (k) WHERE g.id = $9) g
            LEFT JOIN (SELECT t.account_id, (k).base::float8 AS base, (k).rate::float8 AS rate, (k).cap::float8 AS cap
                       FROM tracked_accounts t JOIN groups g ON g.id = t.group_id CROSS JOIN settings s
                       CROSS JOIN LATERAL (SELECT coalesce(t.cost, g.cost, s.cost)) x (k)
                       WHERE g.id = $9) t ON t.account_id = q.account_id)';
    END IF;
    search.matches := format('SELECT p.id, %s AS key, %s AS is_known FROM %s p WHERE p.platform = $1%s',
                             key, search.parts[1], source, conditions);
    RETURN search;
END
$$;

CREATE OR REPLACE FUNCTION delta_of(post posts, sign integer) RETURNS post_delta
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ROW(post.account_id, post.platform, (post.sort_at AT TIME ZONE 'UTC')::date, sign,
               post.views, post.likes, post.comments, post.shares,
               CASE WHEN post.views > 0
                    THEN engagements(post.platform, post.likes, post.comments, post.shares) END,
               post.saves)::post_delta;

CREATE OR REPLACE FUNCTION apply_post_deltas(deltas post_delta[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO account_counters AS c (account_id, posts, views, likes, comments, shares, viewed_posts, inverse_views,
                                       rated_posts, rated_views, rated_engagements, rates, saves)
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
           coalesce(sum(sign * (100.0 * engagements / nullif(views, 0))), 0),
           coalesce(sum(sign * saves), 0)
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
        rates = c.rates + excluded.rates,
        saves = c.saves + excluded.saves;

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

CREATE OR REPLACE FUNCTION apply_day_deltas(deltas day_delta[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO account_days AS d
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares),
           sum(saves), sum(gained_saves)
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
        gained_shares = d.gained_shares + excluded.gained_shares,
        saves = d.saves + excluded.saves,
        gained_saves = d.gained_saves + excluded.gained_saves;

    INSERT INTO video_days AS d
    SELECT post_id, day, items, views, likes, comments, shares,
           gained_views, gained_likes, gained_comments, gained_shares, saves, gained_saves
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
        gained_shares = d.gained_shares + excluded.gained_shares,
        saves = d.saves + excluded.saves,
        gained_saves = d.gained_saves + excluded.gained_saves;
END
$$;

CREATE OR REPLACE FUNCTION recount_account_days(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date := (SELECT s.history_begins FROM settings s);
BEGIN
    DELETE FROM account_days WHERE account_id = ANY (accounts) AND day >= begins;
    INSERT INTO account_days
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares),
           sum(saves), sum(gained_saves)
    FROM measured_days WHERE account_id = ANY (accounts) AND day >= begins
    GROUP BY account_id, day;
END
$$;

CREATE OR REPLACE FUNCTION count_days() RETURNS trigger
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
                           gained(NULL, n.comments, n.from_zero), gained(NULL, n.shares, n.from_zero),
                           coalesce(n.saves, 0), gained(NULL, n.saves, n.from_zero))::day_delta
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
                                ELSE gained(o.shares, n.shares, n.from_zero) END,
                           coalesce(n.saves, 0) - coalesce(o.saves, 0),
                           CASE WHEN s.replaces
                                THEN gained(b.saves, n.saves, n.from_zero) - gained(b.saves, o.saves, n.from_zero)
                                ELSE gained(o.saves, n.saves, n.from_zero) END)::day_delta
                FROM new_rows n
                FULL JOIN old_rows o ON o.id = n.id
                CROSS JOIN LATERAL (SELECT date_trunc('minute', n.updated_at) = date_trunc('minute', o.updated_at)) s (replaces)
                LEFT JOIN LATERAL (
                    SELECT m.* FROM post_metrics m
                    WHERE s.replaces AND m.post_id = n.id AND m.observed_at < date_trunc('minute', n.updated_at)
                    ORDER BY m.observed_at DESC LIMIT 1
                ) b ON true
                WHERE (n.views, n.likes, n.comments, n.shares, n.saves)
                      IS DISTINCT FROM (o.views, o.likes, o.comments, o.shares, o.saves));
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

CREATE OR REPLACE FUNCTION recount_video_days(items bigint[]) RETURNS void
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
           m.gained_views, m.gained_likes, m.gained_comments, m.gained_shares, m.saves, m.gained_saves
    FROM measured_days m
    WHERE m.post_id = ANY (recount_video_days.items) AND m.day >= begins
      AND EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = m.post_id);
END
$$;

CREATE OR REPLACE FUNCTION count_platform_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    sign integer := TG_ARGV[0];
    changes platform_days[];
BEGIN
    changes := ARRAY(
        SELECT ROW(a.platform, d.day, sign * sum(d.items), sign * sum(d.views), sign * sum(d.likes),
                   sign * sum(d.comments), sign * sum(d.shares), sign * sum(d.gained_views), sign * sum(d.gained_likes),
                   sign * sum(d.gained_comments), sign * sum(d.gained_shares),
                   sign * sum(d.saves), sign * sum(d.gained_saves))::platform_days
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
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares),
           sum(saves), sum(gained_saves)
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
        gained_shares = p.gained_shares + excluded.gained_shares,
        saves = p.saves + excluded.saves,
        gained_saves = p.gained_saves + excluded.gained_saves;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION merge_accounts(keep bigint, duplicate bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE posts SET account_id = keep WHERE account_id = duplicate;
    INSERT INTO post_links AS l (post_id, account_id, is_listed, is_author)
    SELECT o.post_id, keep, o.is_listed, o.is_author FROM post_links o WHERE o.account_id = duplicate
    ON CONFLICT (post_id, account_id) DO UPDATE SET
        is_listed = l.is_listed OR excluded.is_listed, is_author = l.is_author OR excluded.is_author;
    DELETE FROM post_links l USING posts p WHERE l.account_id = keep AND p.id = l.post_id AND p.account_id = keep;
    INSERT INTO account_days AS d
    SELECT keep, o.day, o.items, o.views, o.likes, o.comments, o.shares,
           o.gained_views, o.gained_likes, o.gained_comments, o.gained_shares, o.saves, o.gained_saves
    FROM account_days o
    WHERE o.account_id = duplicate AND o.day < (SELECT s.history_begins FROM settings s)
    ON CONFLICT (account_id, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        gained_views = d.gained_views + excluded.gained_views,
        gained_likes = d.gained_likes + excluded.gained_likes,
        gained_comments = d.gained_comments + excluded.gained_comments,
        gained_shares = d.gained_shares + excluded.gained_shares,
        saves = d.saves + excluded.saves,
        gained_saves = d.gained_saves + excluded.gained_saves;
    UPDATE tracked_accounts t SET account_id = keep
    WHERE t.account_id = duplicate
      AND NOT EXISTS (SELECT FROM tracked_accounts k WHERE k.account_id = keep AND k.group_id = t.group_id);
    DELETE FROM platform_accounts WHERE id = duplicate;
END
$$;

-- The stored rows. A count never becomes unknown again, so only items whose saves are known have had any.

UPDATE account_counters c SET saves = p.saves
FROM (SELECT account_id, sum(saves) AS saves FROM posts WHERE saves > 0 GROUP BY account_id) p
WHERE c.account_id = p.account_id;

-- By the definition of measured_days. Days whose measurements no longer exist add nothing: the known saves of the first
-- measurement that is left count as older than all days. A day on which nothing but saves changed has no row yet. The
-- triggers of account_days add the changes to their platforms.
WITH saves_by_day AS MATERIALIZED (
    SELECT account_id, post_id, day,
           sum(coalesce(after, 0) - coalesce(before, 0)) AS saves,
           sum(gained(before, after, from_zero)) AS gained_saves
    FROM (SELECT p.account_id, p.id AS post_id, p.from_zero, (m.observed_at AT TIME ZONE 'UTC')::date AS day,
                 m.saves AS after, lag(m.saves) OVER (PARTITION BY p.id ORDER BY m.observed_at) AS before
          FROM posts p JOIN post_metrics m ON m.post_id = p.id
          WHERE p.saves IS NOT NULL) AS steps
    WHERE day >= (SELECT s.history_begins FROM settings s)
    GROUP BY account_id, post_id, day
    HAVING sum(coalesce(after, 0) - coalesce(before, 0)) <> 0 OR sum(gained(before, after, from_zero)) <> 0
), single_videos AS (
    INSERT INTO video_days AS d
    SELECT post_id, day, 0, 0, 0, 0, 0, 0, 0, 0, 0, saves, gained_saves
    FROM saves_by_day s WHERE EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = s.post_id)
    ON CONFLICT (post_id, day) DO UPDATE SET saves = excluded.saves, gained_saves = excluded.gained_saves
)
INSERT INTO account_days AS d
SELECT account_id, day, 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(saves), sum(gained_saves)
FROM saves_by_day GROUP BY account_id, day ORDER BY account_id, day
ON CONFLICT (account_id, day) DO UPDATE SET saves = excluded.saves, gained_saves = excluded.gained_saves;

-- As for the other counts: an insert must name them.
ALTER TABLE account_days ALTER COLUMN saves DROP DEFAULT, ALTER COLUMN gained_saves DROP DEFAULT;
ALTER TABLE video_days ALTER COLUMN saves DROP DEFAULT, ALTER COLUMN gained_saves DROP DEFAULT;
ALTER TABLE platform_days ALTER COLUMN saves DROP DEFAULT, ALTER COLUMN gained_saves DROP DEFAULT;
ALTER TABLE platform_day_changes ALTER COLUMN saves DROP DEFAULT, ALTER COLUMN gained_saves DROP DEFAULT;
