-- The functions of 0005 for several words: an item is found if each of them is in its text or its author's name. Replicas
-- of the previous version still use those with one pattern.

CREATE FUNCTION search_posts(
    platform text,
    sort text,
    descending boolean,
    words text[],
    from_day date,
    to_day date,
    accounts bigint[],
    own_only boolean,
    kind text,
    least_views bigint
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
    conditions text := ' AND NOT p.hidden';
    too_short boolean;
    is_small boolean;
    long_words integer[];
    long_in_text text;
    short_in_either text;
    all_in_either text;
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
    search.over_all := num_nonnulls(words, accounts, kind, least_views) = 0 AND NOT narrowed;
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
        search.parts := ARRAY(SELECT one || ' AND NOT p.hidden' FROM unnest(search.parts) WITH ORDINALITY AS s (one, place)
                              ORDER BY place);
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
    IF kind IS NOT NULL THEN
        conditions := conditions || format(' AND p.media_kind = %L', kind);
    END IF;
    IF least_views IS NOT NULL THEN
        conditions := conditions || format(' AND p.views >= %s', least_views);
    END IF;
    IF words IS NOT NULL THEN
        -- Up to this many posts are read one by one.
        is_small := least(
            CASE WHEN accounts IS NOT NULL THEN
                (SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (accounts)) END,
            CASE WHEN narrowed THEN
                (SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (search.own_accounts)) END
        ) <= few;
        -- Two letters make no trigram, and all content is too much to scan for them: they only match the beginning of
        -- names.
        long_words := ARRAY(SELECT place FROM unnest(words) WITH ORDINALITY AS w (word, place)
                            WHERE length(regexp_replace(word, '[^[:alnum:]]', '', 'g')) >= trigram ORDER BY place);
        too_short := cardinality(long_words) = 0 AND NOT narrowed AND is_small IS NOT TRUE;
        IF cardinality(long_words) = 0 THEN
            long_words := ARRAY(SELECT generate_subscripts(words, 1));
        END IF;
        -- An item is found by all of the long words in its text, or by one of them in its author's name.
        search.named := ARRAY(SELECT a.id FROM platform_accounts a
                              WHERE a.platform = search_posts.platform
                                AND CASE WHEN too_short THEN a.username LIKE ALL (words) AND a.username LIKE substr(words[1], 2)
                                         ELSE a.username LIKE ANY (ARRAY(SELECT words[place] FROM unnest(long_words) place)) END);
        -- Subscripts instead of ALL, which does not use the trigrams.
        SELECT string_agg(format('t.text LIKE ($7)[%s]', place), ' AND ') FILTER (WHERE place = ANY (long_words)),
               string_agg(format('(t.text LIKE ($7)[%s] OR a.username LIKE ($7)[%s])', place, place), ' AND ')
                   FILTER (WHERE place <> ALL (long_words)),
               string_agg(format('(t.text LIKE ($7)[%s] OR a.username LIKE ($7)[%s])', place, place), ' AND ')
        INTO long_in_text, short_in_either, all_in_either FROM generate_subscripts(words, 1) place;
        conditions := conditions || CASE
            WHEN too_short THEN ' AND p.account_id = ANY ($8)'
            WHEN is_small THEN
                -- Not EXISTS: the planner would then scan all texts.
                format(' AND (SELECT %s FROM post_texts t, platform_accounts a WHERE t.post_id = p.id AND a.id = p.account_id)',
                       all_in_either)
            -- With a single word, the name of each named account contains it.
            WHEN cardinality(words) = 1 THEN ' AND p.id = ANY (ARRAY(
                SELECT t.post_id FROM post_texts t WHERE t.platform = $1 AND t.text LIKE ($7)[1]
                UNION SELECT n.id FROM posts n WHERE n.account_id = ANY ($8)))'
            ELSE format(' AND p.id = ANY (ARRAY(
                SELECT t.post_id FROM post_texts t JOIN posts n ON n.id = t.post_id
                                                   JOIN platform_accounts a ON a.id = n.account_id
                WHERE t.platform = $1 AND %s AND %s
                UNION SELECT n.id FROM posts n JOIN platform_accounts a ON a.id = n.account_id
                                               JOIN post_texts t ON t.post_id = n.id
                      WHERE n.account_id = ANY ($8) AND %s))', long_in_text, coalesce(short_in_either, 'true'), all_in_either) END;
    END IF;
    -- The cost per mille by the formula of cost_of, in floating point: only the order matters.
    IF own_models THEN
        source := '(SELECT q.id, q.platform, q.account_id, q.sort_at, q.hidden, q.media_kind, q.views, CASE WHEN q.views > 0 THEN CASE
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

CREATE FUNCTION find_posts(
    platform text,
    -- date, views, likes, comments, shares, saves, cpm, engagement or updated
    sort text,
    descending boolean,
    -- LIKE patterns in lower case, each for the text or the author's name; NULL matches all.
    words text[],
    -- Days (UTC) of posting, both inclusive; NULL is open. With either, unknown dates are excluded.
    from_day date,
    to_day date,
    -- NULL matches all.
    accounts bigint[],
    -- Only items that the group in scope tracks.
    own_only boolean,
    -- A media_kind; NULL matches all.
    kind text,
    -- NULL matches all, also unknown views.
    least_views bigint,
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
    search post_search := search_posts(platform, sort, descending, words, from_day, to_day, accounts, own_only, kind, least_views);
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
    USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named, search.viewer,
          skip, take;
END
$$;
GRANT EXECUTE ON FUNCTION find_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint, bigint, bigint)
    TO clipmeter_app;

CREATE FUNCTION open_posts(
    platform text,
    sort text,
    descending boolean,
    words text[],
    from_day date,
    to_day date,
    accounts bigint[],
    own_only boolean,
    kind text,
    least_views bigint
) RETURNS text[]
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET jit = off
AS $$
DECLARE
    search post_search := search_posts(platform, sort, descending, words, from_day, to_day, accounts, own_only, kind, least_views);
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
            USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named,
                  search.viewer;
        names := names || ids::text;
    END LOOP;
    RETURN names;
END
$$;
GRANT EXECUTE ON FUNCTION open_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint) TO clipmeter_app;

-- Sums over the list that find_posts pages through; NULL over all items of the platform, or more than 100,000.
CREATE FUNCTION sum_posts(
    platform text,
    words text[],
    from_day date,
    to_day date,
    accounts bigint[],
    own_only boolean,
    kind text,
    least_views bigint,
    OUT views bigint,
    OUT likes bigint,
    OUT comments bigint,
    OUT shares bigint,
    OUT saves bigint,
    OUT cost numeric,
    OUT cpm numeric,
    OUT engagement_rate numeric
)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET jit = off
AS $$
#variable_conflict use_variable
DECLARE
    search post_search := search_posts(platform, 'date', true, words, from_day, to_day, accounts, own_only, kind, least_views);
    most CONSTANT integer := 100000;
    ids bigint[];
BEGIN
    IF search.over_all IS NULL OR search.by_index THEN
        RETURN;
    END IF;
    EXECUTE format('SELECT ARRAY(SELECT m.id FROM (%s) m LIMIT $10)', search.matches)
    INTO ids
    USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named, search.viewer, most + 1;
    IF cardinality(ids) > most THEN
        RETURN;
    END IF;
    -- The costs are rounded as in the rows, so that they add up.
    SELECT coalesce(sum(c.views), 0)::bigint, coalesce(sum(c.likes), 0)::bigint, coalesce(sum(c.comments), 0)::bigint,
           coalesce(sum(c.shares), 0)::bigint, coalesce(sum(c.saves), 0)::bigint, sum(round(c.cost, 2)),
           cpm(sum(c.cost), sum(c.views) FILTER (WHERE c.cost IS NOT NULL)),
           rate_of(sum(e.engagements), sum(c.views) FILTER (WHERE e.engagements IS NOT NULL))
    INTO views, likes, comments, shares, saves, cost, cpm, engagement_rate
    FROM content c CROSS JOIN LATERAL (
        SELECT CASE WHEN c.views > 0 THEN engagements(c.platform, c.likes, c.comments, c.shares) END AS engagements) e
    WHERE c.id = ANY (ids);
END
$$;
GRANT EXECUTE ON FUNCTION sum_posts(text, text[], date, date, bigint[], boolean, text, bigint) TO clipmeter_app;
