-- A new config revision sets the order of fetch strategies anew: endpoints that worked under earlier ones are
-- deleted.

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
    DELETE FROM working_endpoints;
    RETURN NULL;
END
$$;
