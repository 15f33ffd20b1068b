-- Sorts and searches all content. For the costs, see ADR 0014.

-- One index for each sort order, read in both directions. A changed count writes all of them; fetching the page with
-- that count costs a thousand times as much.
ALTER TABLE posts ADD COLUMN engagement_rate numeric
    GENERATED ALWAYS AS (engagement_rate(platform, views, likes, comments, shares)) STORED;
CREATE INDEX posts_by_likes_idx ON posts (platform, likes DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_comments_idx ON posts (platform, comments DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_shares_idx ON posts (platform, shares DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_engagement_idx ON posts (platform, engagement_rate DESC NULLS LAST, id DESC);
CREATE INDEX posts_by_update_idx ON posts (platform, updated_at DESC NULLS LAST, id DESC);

-- The searched texts, apart from the counts: a new count must not rewrite a hundred trigrams.
CREATE TABLE post_texts (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    platform text NOT NULL,
    -- Lower case: caption, shortcode and the platform's id, one on each line.
    text text NOT NULL
);
ALTER TABLE post_texts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON post_texts TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE FUNCTION text_of(post posts) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN lower(concat_ws(E'\n', post.caption, post.shortcode, post.external_id));

CREATE FUNCTION update_post_texts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO post_texts (post_id, platform, text) SELECT n.id, n.platform, text_of(n) FROM new_rows n;
    ELSE
        UPDATE post_texts t SET text = changed.text
        FROM (SELECT n.id, text_of(n) AS text FROM new_rows n EXCEPT SELECT o.id, text_of(o) FROM old_rows o) changed
        WHERE t.post_id = changed.id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER posts_text_insert AFTER INSERT ON posts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_post_texts();
CREATE TRIGGER posts_text_update AFTER UPDATE ON posts
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_post_texts();
INSERT INTO post_texts (post_id, platform, text) SELECT p.id, p.platform, text_of(p) FROM posts p;

-- pg_trgm is a trusted extension: every role that may create in the database may create it. It may already exist, in
-- another schema. A server without it searches all texts sequentially.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
    EXECUTE format('CREATE INDEX post_texts_trigrams_idx ON post_texts USING gin (text %s.gin_trgm_ops)',
                   (SELECT e.extnamespace::regnamespace FROM pg_extension e WHERE e.extname = 'pg_trgm'));
EXCEPTION WHEN undefined_file OR insufficient_privilege OR feature_not_supported THEN
    RAISE NOTICE 'searching is slow without pg_trgm: %', SQLERRM;
END
$$;

-- The ids of one page of a filtered and sorted list, and the length of the list. Unknown values come last in both
-- directions, ties are in the order of ids.
--
-- Runs with its owner's rights and applies the scope itself: row-level security would keep the planner from using the
-- trigrams (LIKE is not leakproof) and from an index-only scan. The rows that a caller then reads by these ids are
-- still under row-level security. The statements are composed of fixed parts, since the plan depends on them.
CREATE FUNCTION find_posts(
    platform text,
    -- date, views, likes, comments, shares, cpm, engagement or updated
    sort text,
    descending boolean,
    -- A LIKE pattern in lower case for the text or the author's name; NULL matches all.
    pattern text,
    -- Days (UTC) of posting, both inclusive; NULL is open. With either, unknown dates are excluded.
    from_day date,
    to_day date,
    -- NULL matches all.
    accounts bigint[],
    -- Only items that the group in scope tracks.
    own_only boolean,
    skip bigint,
    take bigint,
    OUT total bigint,
    OUT ids bigint[]
)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET jit = off
AS $$
#variable_conflict use_variable
DECLARE
    viewer bigint := viewing_group();
    narrowed boolean := own_only OR NOT sees_all_content();
    own_models boolean := sort = 'cpm' AND EXISTS (
        SELECT FROM groups g LEFT JOIN tracked_accounts t ON t.group_id = g.id AND num_nonnulls(t.cost) > 0
        WHERE g.id = viewer AND (num_nonnulls(g.cost) > 0 OR t.id IS NOT NULL));
    key text := CASE sort
        WHEN 'date' THEN 'p.sort_at'
        WHEN 'views' THEN 'p.views'
        WHEN 'likes' THEN 'p.likes'
        WHEN 'comments' THEN 'p.comments'
        WHEN 'shares' THEN 'p.shares'
        WHEN 'engagement' THEN 'p.engagement_rate'
        WHEN 'updated' THEN 'p.updated_at'
        -- Under any single model, more views never cost more per thousand.
        WHEN 'cpm' THEN CASE WHEN own_models THEN 'p.cpm' ELSE 'p.views' END
    END;
    -- The list is the concatenation of these parts.
    parts text[] := CASE
        WHEN sort = 'date' THEN ARRAY['p.sort_at > ''-infinity''', 'p.sort_at = ''-infinity''']
        WHEN sort = 'cpm' AND NOT own_models THEN ARRAY['p.views > 0', 'p.views = 0', 'p.views IS NULL']
        ELSE ARRAY[key || ' IS NOT NULL', key || ' IS NULL']
    END;
    downward boolean := descending <> (sort = 'cpm' AND NOT own_models);
    -- Same as the indexes; the date has no unknown values and uses the other default.
    key_order text := key || CASE
        WHEN sort = 'date' THEN CASE WHEN downward THEN ' DESC, p.id DESC' ELSE ' ASC, p.id ASC' END
        WHEN downward THEN ' DESC NULLS LAST, p.id DESC'
        ELSE ' ASC NULLS FIRST, p.id ASC' END;
    found_ids bigint[];
    length bigint;
    part text;
    source text := 'posts';
    conditions text := '';
    own_accounts bigint[];
    own_posts bigint[];
    named bigint[];
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
    ids := '{}';
    IF current_scope() NOT IN ('group', 'admin') THEN
        total := 0;
        RETURN;
    END IF;

    -- Newest first over everything: the histogram knows the number of posts of every day.
    IF pattern IS NULL AND accounts IS NULL AND NOT narrowed AND sort = 'date' AND descending THEN
        SELECT coalesce(sum(h.n) FILTER (WHERE h.day BETWEEN coalesce(from_day, '-infinity') AND coalesce(to_day, 'infinity')
                                           AND (h.day > '-infinity' OR (from_day IS NULL AND to_day IS NULL))), 0),
               coalesce(sum(h.n) FILTER (WHERE h.day > to_day), 0)
        INTO total, length FROM post_days h WHERE h.platform = find_posts.platform;
        IF skip < total THEN
            ids := ARRAY(SELECT page_of_posts(platform, length + skip, least(take, total - skip)::integer));
        END IF;
        RETURN;
    END IF;

    -- Everything in another order: the index of that order.
    IF pattern IS NULL AND accounts IS NULL AND NOT narrowed AND from_day IS NULL AND to_day IS NULL AND NOT own_models THEN
        SELECT coalesce(sum(h.n), 0) INTO total FROM post_days h WHERE h.platform = find_posts.platform;
        IF skip >= total THEN
            RETURN;
        END IF;
        FOREACH part IN ARRAY parts LOOP
            EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.platform = $1 AND %s ORDER BY %s OFFSET $2 LIMIT $3)',
                           part, key_order)
            INTO found_ids USING platform, skip, take;
            ids := ids || found_ids;
            take := take - cardinality(found_ids);
            EXIT WHEN take = 0;
            IF cardinality(found_ids) > 0 THEN
                skip := 0;
            ELSE
                EXECUTE format('SELECT count(*) FROM posts p WHERE p.platform = $1 AND %s', part) INTO length USING platform;
                skip := skip - length;
            END IF;
        END LOOP;
        RETURN;
    END IF;

    -- The filtered posts are counted anyway, so they can also be sorted.
    IF narrowed THEN
        own_accounts := ARRAY(SELECT t.account_id FROM tracked_accounts t WHERE t.group_id = viewer);
        own_posts := ARRAY(SELECT v.post_id FROM tracked_videos v WHERE v.group_id = viewer AND v.post_id IS NOT NULL);
        conditions := conditions || ' AND (p.account_id = ANY ($2) OR p.id = ANY ($3))';
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
        named := ARRAY(SELECT a.id FROM platform_accounts a
                       WHERE a.platform = find_posts.platform
                         AND a.username LIKE CASE WHEN too_short THEN substr(pattern, 2) ELSE pattern END);
        conditions := conditions || CASE
            WHEN too_short THEN ' AND p.account_id = ANY ($8)'
            WHEN accounts IS NOT NULL OR narrowed AND few >= (
                SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (own_accounts)) THEN
                -- Not EXISTS: the planner would then scan all texts.
                ' AND (p.account_id = ANY ($8)
                   OR (SELECT t.text FROM post_texts t WHERE t.post_id = p.id) LIKE $7)'
            ELSE ' AND p.id = ANY (ARRAY(
                SELECT t.post_id FROM post_texts t WHERE t.platform = $1 AND t.text LIKE $7
                UNION SELECT n.id FROM posts n WHERE n.account_id = ANY ($8)))' END;
    END IF;
    -- The cost per mille by the formula of cost_of, in floating point: only the order matters.
    IF own_models THEN
        own_posts := ARRAY(SELECT v.post_id FROM tracked_videos v WHERE v.group_id = viewer AND v.post_id IS NOT NULL);
        source := '(SELECT q.id, q.platform, q.account_id, q.sort_at, CASE WHEN q.views > 0 THEN CASE
                WHEN t.account_id IS NOT NULL THEN least(t.cap, t.base + t.rate * q.views * 0.001)
                WHEN q.id = ANY ($3) THEN least(g.cap, g.base + g.rate * q.views * 0.001)
                ELSE least(s.cap, s.base + s.rate * q.views * 0.001) END / q.views END AS cpm
            FROM posts q
            CROSS JOIN (SELECT (cost).base::float8 AS base, (cost).rate::float8 AS rate, (cost).cap::float8 AS cap
                        FROM settings) s
            CROSS JOIN (SELECT (k).base::float8 AS base, (k).rate::float8 AS rate, (k).cap::float8 AS cap
                        FROM groups g CROSS JOIN settings s
                        CROSS JOIN LATERAL (SELECT coalesce(g.cost, s.cost)) x (k) WHERE g.id = $11) g
            LEFT JOIN (SELECT t.account_id, (k).base::float8 AS base, (k).rate::float8 AS rate, (k).cap::float8 AS cap
                       FROM tracked_accounts t JOIN groups g ON g.id = t.group_id CROSS JOIN settings s
                       CROSS JOIN LATERAL (SELECT coalesce(t.cost, g.cost, s.cost)) x (k)
                       WHERE g.id = $11) t ON t.account_id = q.account_id)';
    END IF;
    EXECUTE format(
        'WITH matches AS MATERIALIZED (SELECT p.id, %1$s AS key, %2$s AS is_known FROM %3$s p WHERE p.platform = $1%4$s)
         SELECT (SELECT count(*) FROM matches),
                ARRAY(SELECT m.id FROM matches m
                      ORDER BY coalesce(m.is_known, false) DESC, m.key %5$s, m.id %6$s OFFSET $9 LIMIT $10)',
        key, parts[1], source, conditions,
        CASE WHEN downward THEN 'DESC NULLS LAST' ELSE 'ASC NULLS LAST' END,
        CASE WHEN downward THEN 'DESC' ELSE 'ASC' END)
    INTO total, ids
    USING platform, own_accounts, own_posts, accounts, from_day, to_day, pattern, named, skip, take, viewer;
END
$$;
GRANT EXECUTE ON FUNCTION find_posts(text, text, boolean, text, date, date, bigint[], boolean, bigint, bigint)
    TO clipmeter_app;
