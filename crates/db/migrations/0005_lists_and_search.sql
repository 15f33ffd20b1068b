-- Lists of posts: their numbers, and how they are sorted, searched, paged and read through. ADR 0014.

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
       cost_of(k.cost, p.views) AS cost,
       p.availability,
       p.unavailable_since,
       p.caption_cut
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

-- The searched texts, apart from the counts: a new count must not rewrite a hundred trigrams.
CREATE TABLE post_texts (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    platform text NOT NULL,
    -- Lower case: caption, shortcode and the platform's id, one on each line.
    text text NOT NULL
);

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

-- Posts per day (UTC); posts without a date are on '-infinity'. Maintained with the counters.
CREATE TABLE post_days (
    platform text NOT NULL,
    day date NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (platform, day)
) WITH (fillfactor = 50);

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

-- How to find the ids of a list. Lists can be read as a whole as well as page by page; one function defines contents
-- and order for both.
CREATE TYPE post_search AS (
    -- Not restricted by text, account or scope; days may restrict it.
    over_all boolean,
    -- An index in the list's order is the list.
    by_index boolean,
    -- The list is the concatenation of these parts, each in key_order.
    parts text[],
    key_order text,
    -- Otherwise: the filtered posts, to be sorted in match_order.
    matches text,
    match_order text,
    -- Parameters of the statements besides the caller's.
    own_accounts bigint[],
    own_posts bigint[],
    named bigint[],
    viewer bigint
);

-- Used by find_posts and open_posts, which document the parameters and execute its statements with $1 platform, $2
-- own_accounts, $3 own_posts, $4 accounts, $5 from_day, $6 to_day, $7 pattern, $8 named, $9 viewer. NULL: the scope has
-- no lists.
CREATE FUNCTION search_posts(
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
    search post_search := search_posts(platform, sort, descending, pattern, from_day, to_day, accounts, own_only);
    found_ids bigint[];
    length bigint;
    part text;
BEGIN
    ids := '{}';
    IF search.over_all IS NULL THEN
        total := 0;
        RETURN;
    END IF;

    -- Newest first over everything: the histogram knows the number of posts of every day.
    IF search.over_all AND sort = 'date' AND descending THEN
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
    IF search.by_index THEN
        SELECT coalesce(sum(h.n), 0) INTO total FROM post_days h WHERE h.platform = find_posts.platform;
        IF skip >= total THEN
            RETURN;
        END IF;
        FOREACH part IN ARRAY search.parts LOOP
            EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.platform = $1 AND %s ORDER BY %s OFFSET $2 LIMIT $3)',
                           part, search.key_order)
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
    EXECUTE format(
        'WITH matches AS MATERIALIZED (%s)
         SELECT (SELECT count(*) FROM matches), ARRAY(SELECT m.id FROM matches m ORDER BY %s OFFSET $10 LIMIT $11)',
        search.matches, search.match_order)
    INTO total, ids
    USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, pattern, search.named, search.viewer,
          skip, take;
END
$$;
GRANT EXECUTE ON FUNCTION find_posts(text, text, boolean, text, date, date, bigint[], boolean, bigint, bigint)
    TO clipmeter_app;

-- Opens the list that find_posts pages through, and returns the names of cursors whose rows, one cursor after the
-- other, are its ids. They end with the transaction. Over everything nothing is read in advance: each cursor scans the
-- index of its order.
--
-- Later fetches use the plan, rights and conditions of this call, the same as in find_posts, and the snapshot of the
-- calling transaction. A session in a time zone other than UTC would have other days.
CREATE FUNCTION open_posts(
    platform text,
    sort text,
    descending boolean,
    pattern text,
    from_day date,
    to_day date,
    accounts bigint[],
    own_only boolean
) RETURNS text[]
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET jit = off
AS $$
DECLARE
    search post_search := search_posts(platform, sort, descending, pattern, from_day, to_day, accounts, own_only);
    statements text[];
    statement text;
    ids refcursor;
    names text[] := '{}';
BEGIN
    IF search.over_all IS NULL THEN
        RETURN names;
    END IF;
    statements := CASE WHEN search.by_index
        THEN ARRAY(SELECT format('SELECT p.id FROM posts p WHERE p.platform = $1 AND %s ORDER BY %s', part, search.key_order)
                   FROM unnest(search.parts) WITH ORDINALITY AS parts (part, place) ORDER BY place)
        ELSE ARRAY[format('WITH matches AS MATERIALIZED (%s) SELECT m.id FROM matches m ORDER BY %s',
                          search.matches, search.match_order)]
    END;
    FOREACH statement IN ARRAY statements LOOP
        -- Lets the server choose a name.
        ids := NULL;
        OPEN ids NO SCROLL FOR EXECUTE statement
            USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, pattern, search.named,
                  search.viewer;
        names := names || ids::text;
    END LOOP;
    RETURN names;
END
$$;
GRANT EXECUTE ON FUNCTION open_posts(text, text, boolean, text, date, date, bigint[], boolean) TO clipmeter_app;
