-- Another id under an account's handle is a handle conflict once a second read has confirmed it. ADR 0042.

ALTER TABLE platform_accounts
    -- The id that was last found in place of the account, empty if unknown, and since when it is the same one. NULL:
    -- the account itself.
    ADD COLUMN doubted_id text,
    ADD COLUMN doubted_at timestamptz,
    ADD CONSTRAINT platform_accounts_doubt_check CHECK ((doubted_id IS NULL) = (doubted_at IS NULL));

-- As before, including ids that were found in place of an account.
CREATE OR REPLACE FUNCTION erase_accounts(
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
