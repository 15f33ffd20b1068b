-- Endpoints on cooldown because of the shape of their responses are tried again with a new config revision, and a
-- session whose proxy can no longer be decrypted is not leased.

ALTER TABLE endpoint_cooldowns
    -- The cooldown was caused only by the shape of responses.
    ADD COLUMN of_shape boolean NOT NULL DEFAULT false;
-- Cooldowns for everyone have no other cause.
UPDATE endpoint_cooldowns SET of_shape = true WHERE owner = '*';

-- With a new config revision, everything that could not be parsed under earlier ones is worth another try. SECURITY
-- DEFINER: the role that changes the configuration cannot otherwise change accounts.
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

-- Whether the keys decrypt a session and, if it has one, its proxy.
CREATE FUNCTION session_opens(session sessions, keys text[]) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN session.key_id = ANY (keys)
       AND NOT EXISTS (SELECT FROM proxies p WHERE p.id = session.proxy_id AND p.key_id <> ALL (keys));
GRANT EXECUTE ON FUNCTION session_opens(sessions, text[]) TO clipmeter_ingest, clipmeter_app;
