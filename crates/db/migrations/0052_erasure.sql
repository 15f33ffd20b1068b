-- Data subjects' requests to erase their data. ADR 0027.

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

ALTER TABLE erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE erased_handles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON erasures TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner ON erased_handles TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY manage ON erasures TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY manage ON erased_handles TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
-- A user who adds an erased account gets an error.
CREATE POLICY read ON erased_handles FOR SELECT TO clipmeter_app USING ((SELECT current_scope()) <> 'none');
CREATE POLICY ingest ON erased_handles FOR SELECT TO clipmeter_ingest USING (true);
GRANT SELECT, INSERT, DELETE ON erasures TO clipmeter_app;
GRANT SELECT, INSERT, UPDATE ON erased_handles TO clipmeter_app;
GRANT SELECT ON erased_handles TO clipmeter_ingest;

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

-- Erases accounts with all data ever collected about them, and every place that names them: handle conflicts, failures,
-- mentions in other accounts' captions, the audit log. Names are in lower case; ids are the platform's.
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
