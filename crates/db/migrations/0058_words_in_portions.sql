-- Words of long lists are looked up in many texts at once, in the order of their storage, instead of one post after the other, and a
-- sample shows which way of finding them reads less. ADR 0064.

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

ALTER TYPE post_search
    ADD ATTRIBUTE accounts bigint[],
    ADD ATTRIBUTE limits text,
    ADD ATTRIBUTE matching bigint,
    ADD ATTRIBUTE by_trigrams bigint,
    ADD ATTRIBUTE texts bigint;
COMMENT ON COLUMN post_search.accounts IS 'The accounts that restrict the list.';
COMMENT ON COLUMN post_search.limits IS 'The conditions of posts p by days, type and views.';
COMMENT ON COLUMN post_search.matching IS 'Posts of the platform that match the words, estimated.';
COMMENT ON COLUMN post_search.by_trigrams IS 'Texts of all platforms that match the long words, estimated.';
COMMENT ON COLUMN post_search.texts IS 'Texts of all platforms.';

SELECT pg_temp.patch('search_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint)',
    'search.filters := conditions;',
    'search.filters := conditions;
    search.accounts := accounts;
    search.limits := search.days
        || CASE WHEN kind IS NOT NULL THEN format('' AND p.media_kind = %L'', kind) ELSE '''' END
        || CASE WHEN least_views IS NOT NULL THEN format('' AND p.views >= %s'', least_views) ELSE '''' END;');
SELECT pg_temp.patch('search_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint)',
    'EXECUTE format(''SELECT count(*) FILTER (WHERE t.platform = $1 AND %s) * greatest(1, $2 / 10000.0)
                            FROM post_texts t TABLESAMPLE SYSTEM (least(100, 1000000.0 / greatest($2, 1))) REPEATABLE (0)'', long_in_text)
            INTO matching
            USING platform, (SELECT coalesce(sum(h.n), 0) FROM post_days h), NULL, NULL, NULL, NULL, words;
            search.one_by_one := matching + (SELECT coalesce(sum(c.posts), 0) FROM account_counters c
                                             WHERE c.account_id = ANY (search.named)) > size;',
    'search.texts := (SELECT coalesce(sum(h.n), 0) FROM post_days h);
            EXECUTE format(''SELECT count(*) FILTER (WHERE t.platform = $1) * greatest(1, $2 / 10000.0), count(*) * greatest(1, $2 / 10000.0)
                            FROM post_texts t TABLESAMPLE SYSTEM (least(100, 1000000.0 / greatest($2, 1))) REPEATABLE (0)
                            WHERE %s'', long_in_text)
            INTO search.matching, search.by_trigrams
            USING platform, search.texts, NULL, NULL, NULL, NULL, words;
            search.matching := search.matching + (SELECT coalesce(sum(c.posts), 0) FROM account_counters c
                                                  WHERE c.account_id = ANY (search.named));
            search.one_by_one := search.matching > size;');
SELECT pg_temp.patch('search_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint)',
    'IF NOT search.one_by_one AND NOT too_short THEN', 'IF search.one_by_one IS NOT TRUE AND NOT too_short THEN');
SELECT pg_temp.patch('search_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint)',
    '    -- Posts of the platform that match the words.
    matching bigint;
', '');

-- Without a column that the key already orders, fewer values are compared, and the key can be abbreviated.
SELECT pg_temp.patch('search_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint)',
    'search.match_order := CASE WHEN downward
        THEN ''coalesce(m.is_known, false) DESC, m.key DESC NULLS LAST, m.id DESC''
',
    'search.match_order := CASE
        WHEN downward THEN ''m.key DESC NULLS LAST, m.id DESC''
        WHEN own_models OR sort NOT IN (''date'', ''cpm'') THEN ''m.key ASC NULLS LAST, m.id ASC''
');
SELECT pg_temp.patch('search_posts(text, text, boolean, text[], date, date, bigint[], boolean, text, bigint)',
    'search.reverse_match_order := CASE WHEN downward
        THEN ''coalesce(m.is_known, false) ASC, m.key ASC NULLS FIRST, m.id ASC''
',
    'search.reverse_match_order := CASE
        WHEN downward THEN ''m.key ASC NULLS FIRST, m.id ASC''
        WHEN own_models OR sort NOT IN (''date'', ''cpm'') THEN ''m.key DESC NULLS FIRST, m.id DESC''
');

-- Returns the posts whose texts meet the conditions of a text t. By a bitmap, which reads the texts in the order of their storage and
-- several at a time; the planner expects ten and would read one after the other.
CREATE FUNCTION texts_with_words(condition text, words text[], ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_indexscan = off SET enable_seqscan = off
AS $$
DECLARE
    found_ids bigint[];
BEGIN
    EXECUTE format('SELECT ARRAY(SELECT t.post_id FROM post_texts t WHERE t.post_id = ANY (ARRAY(SELECT unnest($1))) AND %s)', condition)
    INTO found_ids USING ids, NULL, NULL, NULL, NULL, NULL, words;
    RETURN found_ids;
END
$$;

-- Returns the posts that match the words of a search, in the given order.
CREATE FUNCTION posts_with_words(search post_search, words text[], ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_sort = on
AS $$
DECLARE
    found_ids bigint[] := '{}';
    named_ids bigint[] := '{}';
BEGIN
    IF search.of_text IS NOT NULL THEN
        found_ids := texts_with_words(search.of_text, words, ids);
        IF search.of_either <> 'true' THEN
            EXECUTE format('SELECT ARRAY(
                    SELECT t.post_id FROM unnest($1) f (id)
                    CROSS JOIN LATERAL (SELECT t.* FROM post_texts t WHERE t.post_id = f.id OFFSET 0) t
                    CROSS JOIN LATERAL (SELECT p.account_id FROM posts p WHERE p.id = f.id OFFSET 0) p
                    CROSS JOIN LATERAL (SELECT a.username FROM platform_accounts a WHERE a.id = p.account_id OFFSET 0) a WHERE %s)',
                search.of_either)
            INTO found_ids USING found_ids, NULL, NULL, NULL, NULL, NULL, words;
        END IF;
    END IF;
    IF cardinality(search.named) > 0 THEN
        EXECUTE format('SELECT ARRAY(SELECT p.id FROM %s AND %s)',
            CASE WHEN (SELECT sum(c.posts) FROM account_counters c WHERE c.account_id = ANY (search.named)) < cardinality(ids) THEN
                'unnest($8) a (id)
                 CROSS JOIN LATERAL (SELECT p.id, p.account_id FROM posts p WHERE p.account_id = a.id OFFSET 0) p
                 WHERE p.id IN (SELECT unnest($1))'
            ELSE
                'unnest($1) i (id)
                 CROSS JOIN LATERAL (SELECT p.id, p.account_id FROM posts p WHERE p.id = i.id OFFSET 0) p
                 WHERE p.account_id = ANY ($8)' END, search.of_named)
        INTO named_ids USING ids, NULL, NULL, NULL, NULL, NULL, words, search.named;
    END IF;
    -- Planned for the lengths of the arrays, so that they are hashed; without sorts, they would be compared one by one.
    EXECUTE 'SELECT ARRAY(SELECT i.id FROM unnest($1) WITH ORDINALITY AS i (id, place)
                          WHERE i.id IN (SELECT unnest($2)) ORDER BY i.place)'
    INTO found_ids USING ids, found_ids || named_ids;
    RETURN found_ids;
END
$$;

-- The first posts in an order of the platform that match the words and limits, among the first entries of the index; NULL: all. `within` is a
-- range of the index, and `share` is how many of its entries are expected to match. Fewer than requested if there are no more, or if too
-- few of the entries match. Texts are looked up for many entries at once.
CREATE FUNCTION first_posts_with_words(
    search post_search,
    platform text,
    parts text[],
    key_order text,
    within text,
    words text[],
    take bigint,
    entries bigint,
    share float8
) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_sort = off
AS $$
#variable_conflict use_variable
DECLARE
    -- All entries are of posts that are not hidden; without this column, only the index is read.
    conditions CONSTANT text := replace(search.filters, ' AND NOT p.hidden', '');
    -- After as many entries, the number of matches is a good estimate of the others.
    enough CONSTANT integer := 10000;
    ids bigint[] := '{}';
    found_ids bigint[];
    part text;
    tested bigint := 0;
    skip bigint;
    portion bigint;
    length bigint;
    missing bigint := take;
BEGIN
    FOREACH part IN ARRAY parts LOOP
        skip := 0;
        LOOP
            -- Some more than expected, because each portion reads the entries before it again.
            portion := least(1.2 * missing / greatest(share, 0.0001), CASE WHEN tested > 0 THEN greatest(4 * tested, enough) END,
                             entries - tested);
            IF portion <= 0 THEN
                RETURN ids;
            END IF;
            EXECUTE format(
                'SELECT count(*), coalesce(array_agg(p.id) FILTER (WHERE true%4$s), ''{}'')
                 FROM (SELECT p.* FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %1$s%2$s ORDER BY %3$s OFFSET $10 LIMIT $11) p',
                part, within, key_order, conditions)
            INTO length, found_ids
            USING platform, search.own_accounts, search.own_posts, search.accounts, NULL, NULL, words, search.named, NULL, skip, portion;
            ids := ids || posts_with_words(search, words, found_ids);
            missing := take - cardinality(ids);
            IF missing <= 0 THEN
                RETURN ids[:take];
            END IF;
            skip := skip + length;
            tested := tested + length;
            share := cardinality(ids)::float8 / greatest(tested, 1);
            IF tested >= enough AND missing > share * (entries - tested) THEN
                RETURN ids;
            END IF;
            EXIT WHEN length < portion;
        END LOOP;
    END LOOP;
    RETURN ids;
END
$$;

-- The number of entries in a range of an index of the platform, at most `most`.
CREATE FUNCTION some_entries(platform text, within text, most bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
DECLARE
    length bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM (SELECT FROM posts p WHERE p.platform = $1 AND NOT p.hidden%s LIMIT $2) e', within)
    INTO length USING platform, most;
    RETURN length;
END
$$;

-- A condition of a text t whose post is not hidden; $8 are the hidden posts if they are few, which is usual. After a deletion of large
-- accounts, each post is looked up. The planner could not choose: just after a deletion, it expects no hidden posts.
CREATE FUNCTION is_shown(hidden_ids bigint[]) RETURNS text
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
    RETURN CASE WHEN cardinality(hidden_ids) <= 1000 THEN 't.post_id <> ALL ($8)'
                ELSE 'NOT (SELECT p.hidden FROM posts p WHERE p.id = t.post_id)' END;

-- At most `most` posts of the platform that are not hidden and whose texts match, among the first texts as they are stored.
CREATE FUNCTION first_stored_posts(search post_search, platform text, words text[], most bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET enable_bitmapscan = off
AS $$
#variable_conflict use_variable
DECLARE
    blocks CONSTANT bigint := pg_relation_size('post_texts') / current_setting('block_size')::bigint;
    hidden_ids CONSTANT bigint[] := ARRAY(SELECT p.id FROM posts p WHERE p.hidden LIMIT 1001);
    ids bigint[];
BEGIN
    EXECUTE format('SELECT ARRAY(
            SELECT t.post_id FROM post_texts t WHERE t.platform = $1 AND %s AND t.ctid < $2::tid AND %s LIMIT $3)',
        search.of_text, is_shown(hidden_ids))
    INTO ids
    USING platform, format('(%s,0)', least(blocks, 1.5 * most * blocks / greatest(search.matching, 1) + 1)::bigint), most,
          NULL, NULL, NULL, words, hidden_ids;
    RETURN ids;
END
$$;

-- The same among all texts, by their trigrams; NULL: all. The materialized query is planned for all texts, but ends with the limit.
CREATE FUNCTION posts_by_trigrams(search post_search, platform text, words text[], most bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
DECLARE
    hidden_ids CONSTANT bigint[] := ARRAY(SELECT p.id FROM posts p WHERE p.hidden LIMIT 1001);
    ids bigint[];
BEGIN
    EXECUTE format('WITH t AS MATERIALIZED (SELECT t.post_id FROM post_texts t WHERE t.platform = $1 AND %s)
                    SELECT ARRAY(SELECT t.post_id FROM t WHERE %s LIMIT $4)', search.of_text, is_shown(hidden_ids))
    INTO ids USING platform, NULL, NULL, most, NULL, NULL, words, hidden_ids;
    RETURN ids;
END
$$;

-- At most `most` posts of a list with words, a type or a minimum of views, in any order; NULL: all.
CREATE OR REPLACE FUNCTION some_posts(search post_search, platform text, words text[], most bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    by_views CONSTANT text := substring(search.limits FROM ' AND p.views >= [0-9]+$');
    members record;
    portion bigint;
    skip bigint := 0;
    found_ids bigint[];
    ids bigint[] := '{}';
BEGIN
    IF words IS NULL AND search.narrowed THEN
        -- One account after the other ends with the limit: a bitmap would first contain all of the group's posts.
        members := members_of_list(search, platform, search.accounts);
        EXECUTE format('SELECT ARRAY(
                SELECT p.id FROM (
                    SELECT n.id FROM unnest($1) a (id)
                    CROSS JOIN LATERAL (SELECT p.id FROM posts p WHERE p.account_id = a.id%1$s OFFSET 0) n
                    UNION ALL
                    SELECT p.id FROM posts p WHERE p.id = ANY ($2)%1$s
                ) p LIMIT $3)',
            search.limits)
        INTO ids
        USING members.whole_accounts, members.singles, most;
        RETURN ids;
    ELSIF search.one_by_one THEN
        members := members_of_list(search, platform, search.accounts);
        EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.id = ANY ($1)%s)', search.limits)
        INTO found_ids USING members.singles;
        ids := posts_with_words(search, words, found_ids);
        -- Many posts at once, from the index of their accounts, but not many more than are needed if all match.
        portion := least(50000, 2 * most);
        LOOP
            EXIT WHEN cardinality(ids) >= most;
            EXECUTE format('SELECT ARRAY(
                    SELECT p.id FROM unnest($1) a (id)
                    CROSS JOIN LATERAL (SELECT p.id FROM posts p WHERE p.account_id = a.id%s OFFSET 0) p OFFSET $2 LIMIT $3)', search.limits)
            INTO found_ids USING members.whole_accounts, skip, portion;
            ids := ids || posts_with_words(search, words, found_ids);
            EXIT WHEN cardinality(found_ids) < portion;
            skip := skip + portion;
            portion := 2 * portion;
        END LOOP;
        RETURN CASE WHEN cardinality(ids) > most THEN ids[:most] ELSE ids END;
    ELSIF search.narrowed OR search.accounts IS NOT NULL THEN
        EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.platform = $1%s LIMIT $10)', search.conditions)
        INTO ids
        USING platform, search.own_accounts, search.own_posts, search.accounts, NULL, NULL, words, search.named, NULL, most;
        RETURN ids;
    ELSIF words IS NULL THEN
        EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.platform = $1%s LIMIT $2)', search.filters)
        INTO ids USING platform, most;
        RETURN ids;
    END IF;

    EXECUTE format('SELECT ARRAY(SELECT p.id FROM posts p WHERE p.account_id = ANY ($8) AND %s%s LIMIT $4)', search.of_named, search.filters)
    INTO ids
    USING platform, NULL, NULL, most, NULL, NULL, words, search.named;
    IF search.of_text IS NULL OR cardinality(ids) >= most THEN
        RETURN ids;
    END IF;
    -- By days or views, if these leave far fewer posts than the words.
    IF search.days <> '' AND some_entries(platform, search.days, search.matching / 2) < search.matching / 2 THEN
        RETURN first_posts_with_words(search, platform, ARRAY['true'], 'p.sort_at DESC, p.id DESC', search.days, words,
                                      coalesce(most, search.matching), NULL, search.matching::float8 / greatest(search.texts, 1));
    ELSIF by_views IS NOT NULL AND some_entries(platform, by_views, search.matching / 2) < search.matching / 2 THEN
        RETURN first_posts_with_words(search, platform, ARRAY['true'], 'p.views DESC NULLS LAST, p.id DESC', by_views, words,
                                      coalesce(most, search.matching), NULL, search.matching::float8 / greatest(search.texts, 1));
    END IF;
    IF search.limits = '' AND search.of_either = 'true' THEN
        -- A common word is in so many of the texts that enough of them are read before the trigrams have found all.
        IF most * search.texts < search.by_trigrams::float8 * search.matching THEN
            found_ids := first_stored_posts(search, platform, words, most);
            IF cardinality(found_ids) >= most THEN
                RETURN found_ids;
            END IF;
        END IF;
        found_ids := posts_by_trigrams(search, platform, words, most);
    ELSE
        EXECUTE format('WITH t AS MATERIALIZED (SELECT t.post_id, t.text FROM post_texts t WHERE t.platform = $1 AND %s)
                        SELECT ARRAY(SELECT t.post_id FROM t
                                     CROSS JOIN LATERAL (SELECT p.* FROM posts p WHERE p.id = t.post_id OFFSET 0) p%s LIMIT $4)',
            search.of_text,
            CASE WHEN search.of_either = 'true' THEN ' WHERE true'
                 ELSE ' CROSS JOIN LATERAL (SELECT a.* FROM platform_accounts a WHERE a.id = p.account_id OFFSET 0) a WHERE '
                      || search.of_either END || search.filters)
        INTO found_ids
        USING platform, NULL, NULL, most, NULL, NULL, words;
    END IF;
    RETURN ARRAY(SELECT unnest(ids) UNION SELECT unnest(found_ids) LIMIT most);
END
$$;

-- A page of posts, in the order of the list.
CREATE FUNCTION sorted_page(search post_search, ids bigint[], skip bigint, take bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
DECLARE
    page bigint[];
BEGIN
    EXECUTE format('SELECT ARRAY(SELECT m.id FROM (SELECT p.id, %s AS key, %s AS is_known FROM posts p
                                                   WHERE p.id = ANY (ARRAY(SELECT unnest($1)))) m
                                 ORDER BY %s OFFSET $2 LIMIT $3)', search.key, search.parts[1], search.match_order)
    INTO page USING ids, skip, take;
    RETURN page;
END
$$;

-- A list that is counted as a whole finds its words in the same ways.
SELECT pg_temp.patch('list_posts(post_search, text, text, boolean, text[], date, date, bigint[], bigint, bigint)',
    '    IF NOT search.is_plain THEN',
    '    IF words IS NOT NULL AND NOT search.is_computed THEN
        found_ids := some_posts(search, platform, words, NULL);
        total := cardinality(found_ids);
        ids := sorted_page(search, found_ids, skip, take);
        RETURN;
    ELSIF NOT search.is_plain THEN');

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
    -- The part of the index entries that match, as far as is known.
    share float8;
    -- All matches are found and sorted.
    is_sorted boolean;
BEGIN
    total_is_minimum := false;
    IF (search.restricts_all AND (NOT search.narrowed OR own_size > 2 * most)) IS NOT TRUE THEN
        SELECT l.total, l.ids INTO total, ids
        FROM list_posts(search, platform, sort, descending, words, from_day, to_day, accounts, skip, take) l;
        RETURN;
    END IF;

    ids := '{}';
    all_posts := (SELECT coalesce(sum(h.n), 0) FROM post_days h WHERE h.platform = find_posts.platform);
    IF all_posts = 0 THEN
        total := 0;
        RETURN;
    END IF;
    IF search.of_text IS NOT NULL THEN
        -- To test an entry of an index takes as long as to find and sort a match, or to find the matches of a group in one of its posts.
        share := coalesce(search.matching, all_posts)::float8 / all_posts
               * CASE WHEN search.narrowed THEN own_size::float8 / all_posts ELSE 1 END;
        entries := greatest(most, CASE WHEN search.one_by_one THEN own_size ELSE search.matching END);
        is_sorted := skip + page_size > share * entries;
    END IF;
    found_ids := some_posts(search, platform, words, CASE WHEN is_sorted IS NOT TRUE THEN most + 1 END);
    total := least(cardinality(found_ids), most);
    total_is_minimum := cardinality(found_ids) > most;
    IF NOT total_is_minimum THEN
        ids := sorted_page(search, found_ids, skip, take);
        RETURN;
    END IF;
    IF page_size <= 0 OR take > most THEN
        RETURN;
    END IF;
    IF is_sorted THEN
        ids := sorted_page(search, found_ids, skip, page_size);
        RETURN;
    END IF;
    IF sort = 'date' THEN
        within := search.days;
    ELSIF search.key = 'p.views' AND least_views IS NOT NULL THEN
        within := format(' AND p.views >= %s', least_views);
    END IF;
    IF search.of_text IS NOT NULL THEN
        ids := first_posts_with_words(
            search, platform, CASE WHEN search.downward THEN ARRAY['true'] ELSE search.parts END, search.key_order, within, words,
            skip + page_size, entries, share);
    ELSE
        ids := first_posts(search, platform, within, words, skip + page_size, most);
        IF cardinality(ids) BETWEEN 1 AND skip + page_size - 1 THEN
            -- How many entries the page needs, and how many posts match, if the rest is like the first entries. To test an entry takes as
            -- long as to sort four matches, and less than to find the matches of a group in one of its posts.
            entries := 1.5 * most * (skip + page_size) / cardinality(ids);
            IF entries < coalesce(own_size, cardinality(ids) * all_posts / most / 4) THEN
                ids := first_posts(search, platform, within, words, skip + page_size, entries);
            END IF;
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

-- How many posts of each platform come before a position in the merged list of all posts, whose equal values are in the order of the
-- platforms. Reads the entries before the position twice. NULL if no index has the order, or if the value at the position is unknown.
-- ADR 0066.
CREATE FUNCTION posts_before(platforms text[], sort text, descending boolean, skip bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET jit = off SET enable_sort = off
AS $$
#variable_conflict use_variable
DECLARE
    search post_search := search_posts(platforms[1], sort, descending, NULL, NULL, NULL, NULL, false, NULL, NULL);
    orders text;
    value text;
    counts bigint[] := '{}';
    count bigint;
    rest bigint := skip;
BEGIN
    IF search.by_index IS NOT TRUE OR sort IN ('date', 'cpm') THEN
        RETURN NULL;
    END IF;
    SELECT string_agg(format('(SELECT %1$s AS key FROM posts p WHERE p.platform = %2$L AND NOT p.hidden AND %1$s IS NOT NULL ORDER BY %3$s)',
                             search.key, platform, search.key_order), ' UNION ALL ')
    INTO orders FROM unnest(platforms) platform;
    EXECUTE format('SELECT (SELECT m.key FROM (%s) m ORDER BY m.key %s OFFSET $1 LIMIT 1)::text', orders,
                   CASE WHEN search.downward THEN 'DESC NULLS LAST' ELSE 'ASC NULLS FIRST' END)
    INTO value USING skip;
    IF value IS NULL THEN
        RETURN NULL;
    END IF;
    FOR place IN 1..cardinality(platforms) LOOP
        EXECUTE format('SELECT count(*) FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s %s %L', search.key,
                       CASE WHEN search.downward THEN '>' ELSE '<' END, value)
        INTO count USING platforms[place];
        counts := counts || count;
        rest := rest - count;
    END LOOP;
    FOR place IN 1..cardinality(platforms) LOOP
        EXECUTE format('SELECT count(*) FROM (SELECT FROM posts p WHERE p.platform = $1 AND NOT p.hidden AND %s = %L LIMIT $2) e',
                       search.key, value)
        INTO count USING platforms[place], rest;
        counts[place] := counts[place] + count;
        rest := rest - count;
    END LOOP;
    RETURN counts;
END
$$;
GRANT EXECUTE ON FUNCTION posts_before(text[], text, boolean, bigint) TO clipmeter_app;
