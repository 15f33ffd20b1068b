-- Long filtered lists of a group are counted up to a limit, like those of all content. ADR 0064.

ALTER TYPE post_search ADD ATTRIBUTE one_by_one boolean;
COMMENT ON COLUMN post_search.restricts_all IS
    'Words, a kind or a minimum of views restrict all content, or all of the group''s.';
COMMENT ON COLUMN post_search.one_by_one IS
    'Reading the texts of all posts of the accounts or the group is cheaper than looking up the words on the whole platform.';

CREATE OR REPLACE FUNCTION search_posts(
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
    -- Posts of the accounts, or of the group's accounts.
    size bigint;
    -- Posts of the platform that match the words.
    matching bigint;
    long_words integer[];
    long_in_text text;
    short_in_either text;
    all_in_either text;
    -- In letters and digits.
    trigram CONSTANT integer := 3;
    -- Up to this many posts, reading their texts one by one is always faster than looking up the trigrams of the whole platform.
    few CONSTANT bigint := 20000;
BEGIN
    IF key IS NULL THEN
        RAISE EXCEPTION 'unknown sort order %', sort;
    END IF;
    IF current_scope() NOT IN ('group', 'admin') THEN
        RETURN NULL;
    END IF;
    search.viewer := viewer;
    search.narrowed := narrowed;
    search.key := key;
    search.downward := downward;
    search.is_computed := own_models;
    search.is_plain := num_nonnulls(words, kind, least_views) = 0;
    search.over_all := num_nonnulls(words, accounts, kind, least_views) = 0 AND NOT narrowed;
    search.restricts_all := NOT search.is_plain AND accounts IS NULL AND NOT own_models;
    search.by_index := search.over_all AND from_day IS NULL AND to_day IS NULL AND NOT own_models;
    search.parts := CASE
        WHEN sort = 'date' THEN ARRAY['p.sort_at > ''-infinity''', 'p.sort_at = ''-infinity''']
        WHEN sort = 'cpm' AND NOT own_models THEN ARRAY['p.views > 0', 'p.views = 0', 'p.views IS NULL']
        ELSE ARRAY[key || ' IS NOT NULL', key || ' IS NULL']
    END;
    search.key_order := index_order(sort, downward, key, 'p.id');
    search.match_order := CASE WHEN downward
        THEN 'coalesce(m.is_known, false) DESC, m.key DESC NULLS LAST, m.id DESC'
        ELSE 'coalesce(m.is_known, false) DESC, m.key ASC NULLS LAST, m.id ASC' END;
    search.reverse_match_order := CASE WHEN downward
        THEN 'coalesce(m.is_known, false) ASC, m.key ASC NULLS FIRST, m.id ASC'
        ELSE 'coalesce(m.is_known, false) ASC, m.key DESC NULLS FIRST, m.id DESC' END;
    IF search.by_index THEN
        search.parts := ARRAY(SELECT one || ' AND NOT p.hidden' FROM unnest(search.parts) WITH ORDINALITY AS s (one, place)
                              ORDER BY place);
        RETURN search;
    END IF;

    IF narrowed THEN
        search.own_accounts := ARRAY(SELECT t.account_id FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
                                     WHERE t.group_id = viewer AND a.platform = search_posts.platform);
        conditions := conditions || ' AND (p.account_id = ANY ($2) OR p.id = ANY ($3))';
    END IF;
    IF narrowed OR own_models THEN
        search.own_posts := ARRAY(SELECT v.post_id FROM tracked_videos v WHERE v.group_id = viewer AND v.post_id IS NOT NULL);
    END IF;
    IF accounts IS NOT NULL THEN
        conditions := conditions || ' AND p.account_id = ANY ($4)';
    END IF;
    search.days := CASE WHEN from_day IS NOT NULL THEN format(' AND p.sort_at >= %L', start_of_day(from_day)) ELSE '' END
        || CASE WHEN to_day IS NOT NULL
                THEN format(' AND p.sort_at < %L AND p.sort_at > ''-infinity''', start_of_day(to_day + 1)) ELSE '' END;
    conditions := conditions || search.days;
    IF kind IS NOT NULL THEN
        conditions := conditions || format(' AND p.media_kind = %L', kind);
    END IF;
    IF least_views IS NOT NULL THEN
        conditions := conditions || format(' AND p.views >= %s', least_views);
    END IF;
    search.filters := conditions;
    IF words IS NOT NULL THEN
        size := least(
            CASE WHEN accounts IS NOT NULL THEN
                (SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (accounts)) END,
            CASE WHEN narrowed THEN
                (SELECT coalesce(sum(c.posts), 0) FROM account_counters c WHERE c.account_id = ANY (search.own_accounts)) END);
        -- Two letters make no trigram, and all content is too much to scan for them: they only match the beginning of
        -- names.
        long_words := ARRAY(SELECT place FROM unnest(words) WITH ORDINALITY AS w (word, place)
                            WHERE length(regexp_replace(word, '[^[:alnum:]]', '', 'g')) >= trigram ORDER BY place);
        too_short := cardinality(long_words) = 0 AND NOT narrowed AND (size <= few) IS NOT TRUE;
        search.one_by_one := size <= few OR narrowed AND cardinality(long_words) = 0;
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
        IF too_short THEN
            search.of_any := 'p.account_id = ANY ($8)';
            search.of_named := 'true';
        ELSE
            search.of_any := format('(SELECT %s FROM post_texts t, platform_accounts a WHERE t.post_id = p.id AND a.id = p.account_id)',
                                    all_in_either);
            -- With a single word, the name of each named account contains it.
            search.of_named := CASE WHEN cardinality(words) = 1 THEN 'true' ELSE search.of_any END;
            search.of_text := long_in_text;
            search.of_either := coalesce(short_in_either, 'true');
        END IF;
        IF NOT search.one_by_one AND NOT too_short THEN
            -- The platform's posts whose texts match, estimated from the blocks of about 10,000 texts.
            EXECUTE format('SELECT count(*) FILTER (WHERE t.platform = $1 AND %s) * greatest(1, $2 / 10000.0)
                            FROM post_texts t TABLESAMPLE SYSTEM (least(100, 1000000.0 / greatest($2, 1))) REPEATABLE (0)', long_in_text)
            INTO matching
            USING platform, (SELECT coalesce(sum(h.n), 0) FROM post_days h), NULL, NULL, NULL, NULL, words;
            search.one_by_one := matching + (SELECT coalesce(sum(c.posts), 0) FROM account_counters c
                                             WHERE c.account_id = ANY (search.named)) > size;
        END IF;
        conditions := conditions || CASE
            WHEN too_short THEN ' AND p.account_id = ANY ($8)'
            WHEN search.one_by_one THEN
                -- Not EXISTS: the planner would then scan all texts.
                ' AND ' || search.of_any
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
    search.conditions := conditions;
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

-- At most `most` posts of a counted list, in any order.
CREATE OR REPLACE FUNCTION some_posts(search post_search, platform text, words text[], most bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    ids bigint[];
BEGIN
    IF search.narrowed AND (words IS NULL OR search.one_by_one) THEN
        -- One account after the other ends with the limit: a bitmap would first contain all of the group's posts.
        EXECUTE format('SELECT ARRAY(
                SELECT p.id FROM (
                    SELECT n.* FROM unnest($2) a (id)
                    CROSS JOIN LATERAL (SELECT p.* FROM posts p WHERE p.platform = $1 AND p.account_id = a.id%1$s OFFSET 0) n
                    UNION ALL
                    SELECT p.* FROM posts p WHERE p.platform = $1 AND p.id = ANY ($3) AND p.account_id <> ALL ($2)%1$s
                ) p WHERE %2$s LIMIT $10)',
            search.filters, coalesce(search.of_any, 'true'))
        INTO ids
        USING platform, search.own_accounts, search.own_posts, NULL, NULL, NULL, words, search.named, NULL, most;
        RETURN ids;
    ELSIF search.narrowed THEN
        EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.platform = $1%s LIMIT $10)', search.conditions)
        INTO ids
        USING platform, search.own_accounts, search.own_posts, NULL, NULL, NULL, words, search.named, NULL, most;
        RETURN ids;
    END IF;
    EXECUTE 'SELECT ARRAY(SELECT s.id FROM (' || concat_ws(' UNION ',
        CASE WHEN words IS NULL THEN
            format('(SELECT p.id FROM posts p WHERE p.platform = $1%s LIMIT $4)', search.filters) END,
        -- The materialized query is planned for all texts, by their trigrams, but ends with the limit.
        CASE WHEN search.of_text IS NOT NULL THEN
            format('(WITH t AS MATERIALIZED (SELECT t.post_id, t.text FROM post_texts t WHERE t.platform = $1 AND %s)
                     SELECT p.id FROM t
                     CROSS JOIN LATERAL (SELECT p.* FROM posts p WHERE p.id = t.post_id OFFSET 0) p
                     CROSS JOIN LATERAL (SELECT a.* FROM platform_accounts a WHERE a.id = p.account_id OFFSET 0) a
                     WHERE %s%s LIMIT $4)', search.of_text, search.of_either, search.filters) END,
        CASE WHEN words IS NOT NULL THEN
            format('(SELECT p.id FROM posts p WHERE p.account_id = ANY ($8) AND %s%s LIMIT $4)', search.of_named, search.filters) END)
        || ') s LIMIT $4)'
    INTO ids
    USING platform, NULL, NULL, most, NULL, NULL, words, search.named;
    RETURN ids;
END
$$;

-- The first posts of such a list in its order, among the first entries of the platform's index. `within` is a range of the index. Fewer
-- than requested if the list is shorter, or its posts are not among these entries. enable_sort is off: otherwise the planner would sort
-- all entries, because it expects to skip few.
CREATE OR REPLACE FUNCTION first_posts(
    search post_search,
    platform text,
    within text,
    words text[],
    take bigint,
    entries bigint
) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_sort = off
AS $$
#variable_conflict use_variable
DECLARE
    ids bigint[] := '{}';
    found_ids bigint[];
    length bigint;
    part text;
    -- Downward, an index has the unknown values last, like the list.
    parts text[] := CASE WHEN search.downward THEN ARRAY['true'] ELSE search.parts END;
BEGIN
    FOREACH part IN ARRAY parts LOOP
        EXECUTE format(
            'SELECT ARRAY(SELECT p.id FROM (
                 SELECT p.* FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %1$s%2$s ORDER BY %3$s LIMIT $11
             ) p WHERE %4$s%5$s ORDER BY %3$s LIMIT $10)',
            part, within, search.key_order, coalesce(search.of_any, 'true'), search.filters)
        INTO found_ids
        USING platform, search.own_accounts, search.own_posts, NULL, NULL, NULL, words, search.named, NULL, take - cardinality(ids),
              entries;
        ids := ids || found_ids;
        EXIT WHEN cardinality(ids) = take;
        EXECUTE format('SELECT count(*) FROM (SELECT FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s%s LIMIT $2) e',
                       part, within)
        INTO length USING platform, entries;
        entries := entries - length;
        EXIT WHEN entries <= 0;
    END LOOP;
    RETURN ids;
END
$$;

-- A page of a list that is counted as a whole.
CREATE FUNCTION list_posts(
    search post_search,
    platform text,
    sort text,
    descending boolean,
    words text[],
    from_day date,
    to_day date,
    accounts bigint[],
    skip bigint,
    take bigint,
    OUT total bigint,
    OUT ids bigint[]
)
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    has_days CONSTANT boolean := num_nonnulls(from_day, to_day) > 0;
    members record;
    -- Posts of the platform with a known date, and those newer than the last day.
    dated bigint;
    newer bigint;
    -- The page, counted from the nearer end of the list.
    page_size bigint;
    from_end boolean;
    parts text[];
    part text;
    key_order text;
    entries bigint;
    found_ids bigint[];
    length bigint;
BEGIN
    ids := '{}';
    IF search.over_all IS NULL THEN
        total := 0;
        RETURN;
    END IF;
    IF NOT search.is_plain THEN
        -- The filtered posts are counted anyway, so they can also be sorted.
        EXECUTE format(
            'WITH matches AS MATERIALIZED (%s)
             SELECT (SELECT count(*) FROM matches), ARRAY(SELECT m.id FROM matches m ORDER BY %s OFFSET $10 LIMIT $11)',
            search.matches, search.match_order)
        INTO total, ids
        USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named, search.viewer,
              skip, take;
        RETURN;
    END IF;

    members := members_of_list(search, platform, accounts);
    total := length_of_list(search, platform, from_day, to_day, members.whole_accounts, members.singles);
    page_size := least(take, total - skip);
    IF page_size <= 0 THEN
        RETURN;
    END IF;

    -- By date over everything: the histogram knows the number of posts of every day. Unknown dates are last in both directions.
    IF search.over_all AND sort = 'date' THEN
        dated := count_posts_before(platform, 'infinity');
        newer := CASE WHEN to_day IS NULL THEN 0 ELSE dated - count_posts_before(platform, start_of_day(to_day + 1)) END;
        IF descending OR has_days OR skip + page_size <= dated THEN
            skip := newer + CASE WHEN descending THEN skip WHEN has_days THEN total - skip - page_size ELSE dated - skip - page_size END;
            ids := ARRAY(SELECT page_of_posts(platform, skip, page_size::integer));
            IF NOT descending THEN
                ids := reversed(ids);
            END IF;
            RETURN;
        END IF;
    END IF;

    from_end := skip > total - skip - page_size;
    IF from_end THEN
        skip := total - skip - page_size;
    END IF;
    key_order := index_order(sort, search.downward <> from_end, search.key, 'p.id');
    -- Downward, an index has the unknown values last, like the list.
    parts := CASE WHEN search.downward THEN ARRAY['true']
                  WHEN from_end THEN reversed(search.parts)
                  ELSE search.parts END;

    -- Everything in another order: the index of that order.
    IF search.by_index THEN
        FOREACH part IN ARRAY parts LOOP
            EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s
                                         ORDER BY %s OFFSET $2 LIMIT $3)', part, key_order)
            INTO found_ids USING platform, skip, page_size - cardinality(ids);
            ids := ids || found_ids;
            EXIT WHEN cardinality(ids) = page_size;
            IF cardinality(found_ids) > 0 THEN
                skip := 0;
            ELSE
                EXECUTE format('SELECT count(*) FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s', part)
                INTO length USING platform;
                skip := skip - length;
            END IF;
        END LOOP;
    ELSIF NOT search.over_all AND search.key IN ('p.sort_at', 'p.views') AND (sort = 'date' OR NOT has_days) THEN
        -- Merged from the accounts' own indexes.
        FOREACH part IN ARRAY parts LOOP
            part := part || search.days;
            EXECUTE format(
                'SELECT ARRAY(
                     SELECT c.id FROM (
                         SELECT n.id, n.key FROM unnest($1) a (id) CROSS JOIN LATERAL (
                             SELECT p.id, %1$s AS key FROM posts p WHERE p.account_id = a.id AND %2$s ORDER BY %3$s LIMIT $2) n
                         UNION ALL
                         SELECT p.id, %1$s FROM posts p WHERE p.id = ANY ($3) AND %2$s
                     ) c ORDER BY %4$s LIMIT $2)',
                search.key, part, key_order, index_order(sort, search.downward <> from_end, 'c.key', 'c.id'))
            INTO found_ids USING members.whole_accounts, skip + page_size - cardinality(ids), members.singles, accounts, from_day,
                  to_day;
            ids := ids || found_ids;
            EXIT WHEN cardinality(ids) = skip + page_size;
        END LOOP;
        ids := ids[skip + 1:];
    ELSIF NOT search.is_computed THEN
        -- The index of the whole platform in this order, if enough of its first entries are expected to be in the list. A list
        -- may have its items elsewhere, so it is given up after twice as many.
        entries := 1000 + 2 * (skip + page_size)
            * (SELECT sum(h.n) FROM post_days h WHERE h.platform = list_posts.platform) / total;
        IF entries < total THEN
            FOREACH part IN ARRAY parts LOOP
                EXECUTE format(
                    'SELECT ARRAY(
                         SELECT p.id FROM (
                             SELECT p.* FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %1$s ORDER BY %2$s LIMIT $11
                         ) p WHERE true%3$s ORDER BY %2$s LIMIT $10)', part, key_order, search.conditions)
                INTO found_ids
                USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named,
                      search.viewer, skip + page_size - cardinality(ids), entries;
                ids := ids || found_ids;
                EXIT WHEN cardinality(ids) = skip + page_size;
                EXECUTE format('SELECT count(*) FROM (SELECT FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s LIMIT $2) e',
                               part)
                INTO length USING platform, entries;
                EXIT WHEN length = entries;
            END LOOP;
            ids := CASE WHEN cardinality(ids) = skip + page_size THEN ids[skip + 1:] ELSE '{}' END;
        END IF;
    END IF;

    -- The rest is sorted.
    IF cardinality(ids) < page_size THEN
        EXECUTE format('SELECT ARRAY(SELECT m.id FROM (%s) m ORDER BY %s OFFSET $10 LIMIT $11)',
                       unsorted(search), CASE WHEN from_end THEN search.reverse_match_order ELSE search.match_order END)
        INTO ids
        USING platform, search.own_accounts, search.own_posts, accounts, from_day, to_day, words, search.named, search.viewer,
              skip, page_size, members.whole_accounts, members.singles;
    END IF;
    IF from_end THEN
        ids := reversed(ids);
    END IF;
END
$$;

-- A page of a list. If words, a kind or a minimum of views restrict all content, or a group with more than twice as many posts, it is
-- counted up to `most` and ends there. If more are taken, a longer list has no page. Words are LIKE patterns in lower case, the days
-- are inclusive, and NULL restricts nothing.
CREATE OR REPLACE FUNCTION find_posts(
    platform text,
    sort text,
    descending boolean,
    words text[],
    from_day date,
    to_day date,
    accounts bigint[],
    own_only boolean,
    kind text,
    least_views bigint,
    most bigint,
    skip bigint,
    take bigint,
    OUT total bigint,
    -- The list is longer than the total.
    OUT total_is_minimum boolean,
    OUT ids bigint[]
)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET jit = off
AS $$
#variable_conflict use_variable
DECLARE
    search post_search := search_posts(platform, sort, descending, words, from_day, to_day, accounts, own_only, kind, least_views);
    found_ids bigint[];
    page_size bigint := least(take, most - skip);
    within text := '';
    own_size bigint := (SELECT sum(c.posts) FROM account_counters c WHERE c.account_id = ANY (search.own_accounts));
    all_posts bigint;
    entries bigint;
BEGIN
    total_is_minimum := false;
    IF (search.restricts_all AND (NOT search.narrowed OR own_size > 2 * most)) IS NOT TRUE THEN
        SELECT l.total, l.ids INTO total, ids
        FROM list_posts(search, platform, sort, descending, words, from_day, to_day, accounts, skip, take) l;
        RETURN;
    END IF;

    ids := '{}';
    found_ids := some_posts(search, platform, words, most + 1);
    total := least(cardinality(found_ids), most);
    total_is_minimum := cardinality(found_ids) > most;
    IF NOT total_is_minimum THEN
        EXECUTE format('SELECT ARRAY(SELECT m.id FROM (SELECT p.id, %s AS key, %s AS is_known FROM posts p WHERE p.id = ANY ($1)) m
                                     ORDER BY %s OFFSET $2 LIMIT $3)', search.key, search.parts[1], search.match_order)
        INTO ids USING found_ids, skip, take;
        RETURN;
    END IF;
    IF page_size <= 0 OR take > most THEN
        RETURN;
    END IF;
    IF sort = 'date' THEN
        within := search.days;
    ELSIF search.key = 'p.views' AND least_views IS NOT NULL THEN
        within := format(' AND p.views >= %s', least_views);
    END IF;
    ids := first_posts(search, platform, within, words, skip + page_size, most);
    IF cardinality(ids) BETWEEN 1 AND skip + page_size - 1 THEN
        -- How many entries the page needs, and how many posts match, if the rest is like the first entries. To test an entry takes as
        -- long as to sort four matches, and less than to find the matches of a group in one of its posts.
        all_posts := (SELECT sum(h.n) FROM post_days h WHERE h.platform = find_posts.platform);
        entries := 1.5 * most * (skip + page_size) / cardinality(ids);
        IF entries < coalesce(own_size, cardinality(ids) * all_posts / most / 4) THEN
            ids := first_posts(search, platform, within, words, skip + page_size, entries);
        END IF;
    END IF;
    IF cardinality(ids) = skip + page_size THEN
        ids := ids[skip + 1:];
    ELSE
        SELECT l.ids INTO ids
        FROM list_posts(search, platform, sort, descending, words, from_day, to_day, accounts, skip, page_size) l;
    END IF;
END
$$;

DROP FUNCTION find_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint, bigint, bigint);
