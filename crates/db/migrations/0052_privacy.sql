-- Completes what an erasure deletes.

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

-- Captured responses of other accounts that contain a name, also as a part of another word: the responses are only for debugging.
SELECT pg_temp.patch('erase_accounts(text, bigint[], text[], text[])',
    '    DELETE FROM saved_views v',
    $$    DELETE FROM captured_responses c
    WHERE c.platform = platform
      AND EXISTS (SELECT FROM unnest(names) n (name)
                  WHERE strpos(lower(c.location || encode(c.body, 'escape')), n.name) > 0);
    DELETE FROM saved_views v$$);
