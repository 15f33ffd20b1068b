-- Totals and the day histogram, maintained in the transaction that changes posts, so that lists and tiles cost O(page).
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
    rated_engagements bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Posts per day (UTC); posts without a date are on '-infinity'.
CREATE TABLE post_days (
    platform text NOT NULL,
    day date NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (platform, day)
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
    INSERT INTO account_counters AS c (account_id, posts, views, likes, comments, shares, viewed_posts,
                                       rated_posts, rated_views, rated_engagements)
    SELECT account_id,
           sum(sign),
           coalesce(sum(sign * views), 0),
           coalesce(sum(sign * likes), 0),
           coalesce(sum(sign * comments), 0),
           coalesce(sum(sign * shares), 0),
           coalesce(sum(sign) FILTER (WHERE views > 0), 0),
           coalesce(sum(sign) FILTER (WHERE engagements IS NOT NULL), 0),
           coalesce(sum(sign * views) FILTER (WHERE engagements IS NOT NULL), 0),
           coalesce(sum(sign * engagements), 0)
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
        rated_posts = c.rated_posts + excluded.rated_posts,
        rated_views = c.rated_views + excluded.rated_views,
        rated_engagements = c.rated_engagements + excluded.rated_engagements;

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

-- The ids that `ORDER BY sort_at DESC, id DESC OFFSET skip LIMIT take` returns over one platform's posts, without
-- scanning the skipped rows: the histogram finds the day, and only that day is scanned. Under row-level security that
-- hides posts the histogram does not apply, and the caller must skip rows itself.
CREATE FUNCTION page_of_posts(platform text, skip bigint, take integer) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
DECLARE
    first_day date;
    before bigint;
BEGIN
    SELECT d.day, d.before INTO first_day, before
    FROM (SELECT h.day, h.n, sum(h.n) OVER (ORDER BY h.day DESC) - h.n AS before
          FROM post_days h WHERE h.platform = page_of_posts.platform) d
    WHERE d.before <= skip AND d.before + d.n > skip;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    RETURN QUERY
        SELECT p.id FROM posts p
        WHERE p.platform = page_of_posts.platform
          AND p.sort_at < CASE WHEN isfinite(first_day) THEN (first_day + 1)::timestamp AT TIME ZONE 'UTC'
                               ELSE timestamptz '0001-01-01 00:00:00Z' END
        ORDER BY p.sort_at DESC, p.id DESC
        OFFSET skip - before LIMIT take;
END
$$;
GRANT EXECUTE ON FUNCTION page_of_posts(text, bigint, integer) TO clipmeter_app;
