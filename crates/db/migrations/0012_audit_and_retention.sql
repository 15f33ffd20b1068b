-- The audit log, the erasure of data subjects' data, and the retention of collected data. ADR 0027.

-- Who did what, from which address. It can be searched and cannot be flooded.
CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL,
    -- No foreign keys: the audit log outlives the rows that it refers to.
    user_id bigint,
    group_id bigint,
    action text NOT NULL,
    details jsonb NOT NULL DEFAULT '{}',
    -- The name at that time: the entry outlives the user. Failed sign-ins store the name of an existing user, or none:
    -- text entered as a username may have been a password.
    username text NOT NULL DEFAULT '',
    -- Network address of the caller; '' for automatic actions.
    address text NOT NULL DEFAULT ''
);
CREATE INDEX audit_log_at_idx ON audit_log (at DESC, id DESC);
-- For the filters of the audit log's screen, each in its order.
CREATE INDEX audit_log_action_idx ON audit_log (action, at DESC, id DESC);
CREATE INDEX audit_log_username_idx ON audit_log (lower(username), at DESC, id DESC);
CREATE INDEX audit_log_group_id_idx ON audit_log (group_id, at DESC, id DESC);
-- For a user who repeats a forbidden call, one denial a minute is stored, so that a loop does not fill the table.
CREATE UNIQUE INDEX audit_log_denials_key
    ON audit_log (user_id, (details ->> 'call'), (date_bin('1 minute', at, 'epoch')))
    WHERE action = 'access.denied';

-- Completed erasures, without identifying the person.
CREATE TABLE erasures (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    at timestamptz NOT NULL,
    -- Username of the user who did it; '' for the command line.
    erased_by text NOT NULL,
    accounts bigint NOT NULL,
    items bigint NOT NULL,
    measurements bigint NOT NULL,
    captions bigint NOT NULL,
    audit_entries bigint NOT NULL
);

-- Accounts that must not be collected again: keyed hashes of names and platform ids, so that this table does not reveal
-- them.
CREATE TABLE erased_handles (
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    erasure_id bigint NOT NULL REFERENCES erasures ON DELETE CASCADE,
    PRIMARY KEY (platform, digest)
);
CREATE INDEX erased_handles_erasure_id_idx ON erased_handles (erasure_id);

-- An entry of the audit log without these lowercase names and URLs.
CREATE FUNCTION without_names(details jsonb, names text[], urls text[]) RETURNS jsonb
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT details
        || CASE WHEN lower(details ->> 'username') = ANY (names) THEN jsonb_build_object('username', '…') ELSE '{}' END
        || CASE WHEN jsonb_typeof(details -> 'usernames') = 'array' THEN jsonb_build_object('usernames', (
               SELECT coalesce(jsonb_agg(CASE WHEN lower(one) = ANY (names) THEN '…' ELSE one END ORDER BY n), '[]')
               FROM jsonb_array_elements_text(details -> 'usernames') WITH ORDINALITY AS u (one, n))) ELSE '{}' END
        || CASE WHEN jsonb_typeof(details -> 'urls') = 'array' THEN jsonb_build_object('urls', (
               SELECT coalesce(jsonb_agg(CASE WHEN one = ANY (urls)
                                                OR lower(substring(one FROM '/@([^/?#]+)')) = ANY (names)
                                              THEN '…' ELSE one END ORDER BY n), '[]')
               FROM jsonb_array_elements_text(details -> 'urls') WITH ORDINALITY AS u (one, n))) ELSE '{}' END;
END;

-- Erases accounts with all data ever collected about them, and every place that names them: handle conflicts, ids found
-- in place of an account, failures, mentions in other accounts' captions, the audit log. Names are in lower case; ids
-- are the platform's.
CREATE FUNCTION erase_accounts(
    platform text,
    accounts bigint[],
    names text[],
    ids text[],
    OUT items bigint,
    OUT measurements bigint,
    OUT captions bigint,
    OUT audit_entries bigint
)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    -- Names are letters, digits, dots and underscores: only the dot is special in an expression. A name followed by
    -- more name characters is another name; a dot that ends a sentence is not one.
    any_name text := '(' || replace(array_to_string(names, '|'), '.', '\.') || ')';
    end_of_name CONSTANT text := '(?![a-z0-9_])(?!\.[a-z0-9_])';
    mention text := '@' || any_name || end_of_name;
    naming text := '(^|[^a-z0-9_.])' || any_name || end_of_name;
    patterns text[] := ARRAY(SELECT '%@' || replace(n, '_', '\_') || '%' FROM unnest(names) n);
    posts_of bigint[];
    videos bigint[];
    urls text[];
BEGIN
    IF NOT is_admin() THEN
        RAISE insufficient_privilege USING MESSAGE = 'only administrators erase';
    END IF;
    posts_of := ARRAY(SELECT p.id FROM posts p WHERE p.account_id = ANY (accounts));
    items := cardinality(posts_of);
    SELECT count(*) INTO measurements FROM post_metrics m WHERE m.post_id = ANY (posts_of);
    -- A video that was not read yet is known only by its URL.
    SELECT coalesce(array_agg(v.id), '{}'), coalesce(array_agg(v.url), '{}') INTO videos, urls FROM tracked_videos v
    WHERE v.post_id = ANY (posts_of)
       OR (platform = 'tiktok' AND lower(substring(v.url FROM '/@([^/?#]+)')) = ANY (names));

    UPDATE run_units u SET detail = '' WHERE u.detail <> '' AND (u.account_id = ANY (accounts) OR u.detail ~* naming);
    DELETE FROM tracked_videos v WHERE v.id = ANY (videos);
    DELETE FROM tracked_accounts t WHERE t.account_id = ANY (accounts);
    -- Untracked accounts: authors of single videos.
    DELETE FROM posts p WHERE p.account_id = ANY (accounts);
    DELETE FROM platform_accounts a WHERE a.id = ANY (accounts);
    UPDATE platform_accounts a SET
        new_owner_id = NULL, new_owner_username = NULL, new_owner_display_name = NULL, new_owner_followers = NULL
    WHERE a.platform = platform AND (a.new_owner_id = ANY (ids) OR a.new_owner_username = ANY (names));
    UPDATE platform_accounts a SET doubted_id = NULL, doubted_at = NULL
    WHERE a.platform = platform AND a.doubted_id = ANY (ids);
    UPDATE platform_accounts a SET last_detail = '' WHERE a.platform = platform AND a.last_detail ~* naming;
    UPDATE tracked_videos v SET last_detail = '' WHERE platform = 'tiktok' AND v.last_detail ~* naming;

    UPDATE posts p SET caption = regexp_replace(p.caption, mention, '@…', 'gi')
    WHERE p.id = ANY (ARRAY(SELECT t.post_id FROM post_texts t WHERE t.platform = platform AND t.text LIKE ANY (patterns)))
      AND p.caption ~* mention;
    GET DIAGNOSTICS captions = ROW_COUNT;

    UPDATE audit_log l SET details = without_names(l.details, names, urls)
    WHERE (l.details ->> 'platform' = platform OR (platform = 'tiktok' AND l.details ? 'urls'))
      AND l.details <> without_names(l.details, names, urls);
    GET DIAGNOSTICS audit_entries = ROW_COUNT;
END
$$;
GRANT EXECUTE ON FUNCTION erase_accounts(text, bigint[], text[], text[]) TO clipmeter_app;

-- Deletes the measurements before the first day of a month, by dropping months. The last one of each item before that
-- day is kept, dated a minute before it, because later measurements are differences from it. Returns whether there was
-- anything to delete.
CREATE FUNCTION prune_history(before date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
AS $$
DECLARE
    last_minute timestamptz := before::timestamptz - interval '1 minute';
    month text;
    months text[] := ARRAY(
        SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'post_metrics'::regclass AND c.relname ~ '^post_metrics_[0-9]{4}_[0-9]{2}$'
          AND c.relname::text < 'post_metrics_' || to_char(before, 'YYYY_MM')
        ORDER BY 1);
BEGIN
    IF months = '{}' AND NOT EXISTS (SELECT FROM post_metrics_default m WHERE m.observed_at < last_minute) THEN
        RETURN false;
    END IF;
    -- Reports about such old months wait; everything else waits only once the months are dropped.
    FOREACH month IN ARRAY months LOOP
        EXECUTE format('LOCK TABLE %I IN SHARE MODE', month);
    END LOOP;
    CREATE TEMPORARY TABLE carried ON COMMIT DROP AS
        SELECT DISTINCT ON (m.post_id) m.* FROM post_metrics m
        WHERE m.observed_at < before ORDER BY m.post_id, m.observed_at DESC;
    FOREACH month IN ARRAY months LOOP
        EXECUTE format('DROP TABLE %I', month);
    END LOOP;
    DELETE FROM post_metrics_default m WHERE m.observed_at < before;
    INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, shares, saves, views_source)
    SELECT c.post_id, last_minute, c.views, c.likes, c.comments, c.shares, c.saves, c.views_source FROM carried c;
    DROP TABLE carried;
    UPDATE settings SET history_begins = greatest(history_begins, before);
    RETURN true;
END
$$;

-- Deletes up to `most` items that were removed from their platform before then, with their history. Returns how many.
CREATE FUNCTION prune_removed_items(before timestamptz, most integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    items bigint[] := ARRAY(SELECT p.id FROM posts p WHERE p.availability = 'removed' AND p.unavailable_since < before
                            ORDER BY p.unavailable_since, p.id LIMIT most);
    n bigint;
BEGIN
    -- In the order in which a report locks them: its unit, the account, the item.
    PERFORM lock_open_units(ARRAY(SELECT DISTINCT p.account_id FROM posts p WHERE p.id = ANY (items)), '{}');
    PERFORM FROM platform_accounts a
    WHERE a.id IN (SELECT p.account_id FROM posts p WHERE p.id = ANY (items)) ORDER BY a.id FOR UPDATE;
    DELETE FROM posts p WHERE p.id = ANY (items) AND p.availability = 'removed';
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN n;
END
$$;
GRANT EXECUTE ON FUNCTION prune_history(date), prune_removed_items(timestamptz, integer)
    TO clipmeter_ingest, clipmeter_maintenance;
