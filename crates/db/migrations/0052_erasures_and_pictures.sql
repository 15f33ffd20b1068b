-- Completes what erasures and the deletion of pictures delete.

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

-- URLs without a name in the audit log, of videos that were tracked before.
SELECT pg_temp.patch('erase_accounts(text, bigint[], text[], text[])',
    '    DELETE FROM tombstones d',
    $$    urls := urls || ARRAY(
        SELECT u.url FROM audit_log l
        CROSS JOIN LATERAL jsonb_array_elements_text(
            CASE WHEN jsonb_typeof(l.details -> 'urls') = 'array' THEN l.details -> 'urls' ELSE '[]' END) u (url)
        JOIN posts p ON p.platform = 'tiktok' AND p.external_id = substring(u.url FROM '/video/([0-9]+)$')
        WHERE platform = 'tiktok' AND l.details ? 'urls' AND p.account_id = ANY (accounts));
    DELETE FROM tombstones d$$);

-- Tombstones of videos that another transaction deletes meanwhile: the statement before waits for it.
SELECT pg_temp.patch('erase_accounts(text, bigint[], text[], text[])',
    '    DELETE FROM tracked_accounts t WHERE t.account_id = ANY (accounts);',
    $$    DELETE FROM tombstones d WHERE d.kind = 'video' AND d.name = ANY (urls);
    DELETE FROM tracked_accounts t WHERE t.account_id = ANY (accounts);$$);

-- Captured responses of other accounts that contain a name, also as a part of another word: the responses are only for debugging.
SELECT pg_temp.patch('erase_accounts(text, bigint[], text[], text[])',
    '    DELETE FROM saved_views v',
    $$    DELETE FROM captured_responses c
    WHERE c.platform = platform
      AND EXISTS (SELECT FROM unnest(names) n (name)
                  WHERE strpos(lower(c.location || encode(c.body, 'escape')), n.name) > 0);
    DELETE FROM saved_views v$$);

-- As before, and deletes unused pictures: two transactions that delete the last two references at the same time do not see each other's
-- deletion, so that neither of them deletes the picture.
CREATE OR REPLACE FUNCTION delete_pictures(at_once integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    of_posts bigint := 0;
    of_accounts bigint := 0;
BEGIN
    IF NOT (SELECT s.pictures FROM settings s) THEN
        DELETE FROM post_pictures WHERE post_id = ANY (ARRAY(SELECT post_id FROM post_pictures LIMIT at_once));
        GET DIAGNOSTICS of_posts = ROW_COUNT;
        DELETE FROM account_pictures WHERE account_id = ANY (ARRAY(SELECT account_id FROM account_pictures LIMIT at_once));
        GET DIAGNOSTICS of_accounts = ROW_COUNT;
    END IF;
    -- The last call of several.
    IF of_posts + of_accounts < at_once THEN
        DELETE FROM pictures p
        WHERE NOT EXISTS (SELECT FROM post_pictures r WHERE r.picture_id = p.id)
          AND NOT EXISTS (SELECT FROM account_pictures r WHERE r.picture_id = p.id);
    END IF;
    RETURN of_posts + of_accounts;
END
$$;

COMMENT ON FUNCTION merged_count(bigint, bigint, boolean) IS 'A count of a profile after an observation that may be rounded.';
