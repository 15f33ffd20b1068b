-- Endpoints that rest because of the shape of their answers are tried again under new facts, and a session whose proxy nobody can
-- open any more is not lent.

ALTER TABLE endpoint_cooldowns
    -- Nothing but what its answers look like rests it.
    ADD COLUMN of_shape boolean NOT NULL DEFAULT false;
-- Nothing else is known for everybody.
UPDATE endpoint_cooldowns SET of_shape = true WHERE owner = '*';

-- Under new facts everything is worth another try that was not understood under the ones before. SECURITY DEFINER: whoever
-- changes facts changes nothing of accounts otherwise.
CREATE OR REPLACE FUNCTION retry_what_was_not_understood() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    unread CONSTANT text[] := ARRAY['schema_changed', 'ambiguous_empty', 'parse_error', 'unknown_error', 'unexpected_page'];
BEGIN
    UPDATE platform_accounts SET consecutive_failures = 0
    WHERE consecutive_failures > 0 AND last_outcome = ANY (unread);
    UPDATE tracked_videos SET consecutive_failures = 0
    WHERE consecutive_failures > 0 AND last_outcome = ANY (unread);
    DELETE FROM endpoint_cooldowns WHERE of_shape;
    RETURN NULL;
END
$$;

-- Whether the keys open what a session needs: itself and, if it has one, its proxy.
CREATE FUNCTION session_opens(session sessions, keys text[]) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN session.key_id = ANY (keys)
       AND NOT EXISTS (SELECT FROM proxies p WHERE p.id = session.proxy_id AND p.key_id <> ALL (keys));
GRANT EXECUTE ON FUNCTION session_opens(sessions, text[]) TO clipmeter_ingest, clipmeter_app;
