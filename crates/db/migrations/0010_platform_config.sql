-- The platform configuration for scrapers.

-- Layers over the built-in configuration of a release: the one discovered in the platform's scripts, and over it the
-- admins'. The newest revision of each layer applies. Revisions are numbered across both, so that one number identifies
-- both.
CREATE TABLE platform_config_revisions (
    revision bigint PRIMARY KEY CHECK (revision > 0),
    layer text NOT NULL CHECK (layer IN ('discovered', 'admin')),
    document jsonb NOT NULL CHECK (jsonb_typeof(document) = 'object'),
    made_at timestamptz NOT NULL,
    -- The admin's name at that time; NULL for the discovered layer.
    made_by text CHECK ((made_by IS NULL) = (layer = 'discovered')),
    note text NOT NULL DEFAULT ''
);

-- Which run searches for ids of stored queries, and when the last search was.
CREATE TABLE discoveries (
    platform text PRIMARY KEY CHECK (platform IN ('instagram', 'tiktok')),
    -- The run that may search. Not a reference, because runs are deleted earlier.
    run_id uuid NOT NULL,
    done_at timestamptz
);

-- On a cluster: the resource that manages the admins' layer of the platform configuration. No row: admins manage it.
CREATE TABLE platform_config_resource (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    -- The name of the PlatformConfig.
    resource text NOT NULL CHECK (resource <> ''),
    -- The tool that manages it, such as kubectl.
    managed_by text NOT NULL CHECK (managed_by <> '')
);

-- With a new config revision, everything that could not be parsed under earlier ones is worth another try, and the
-- order of fetch strategies is set anew: endpoints that worked under earlier ones are deleted. SECURITY DEFINER: the
-- role that changes the configuration cannot otherwise change accounts.
CREATE FUNCTION retry_what_was_not_understood() RETURNS trigger
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
CREATE TRIGGER retry_what_was_not_understood AFTER INSERT ON platform_config_revisions
    FOR EACH STATEMENT EXECUTE FUNCTION retry_what_was_not_understood();
