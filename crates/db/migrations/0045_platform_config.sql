-- The platform configuration for scrapers, and the responses that they could not parse.

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

-- Captured responses that could not be parsed, for debugging. Deleted with their account or video.
CREATE TABLE captured_responses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    account_id bigint REFERENCES platform_accounts ON DELETE CASCADE,
    tracked_video_id bigint REFERENCES tracked_videos ON DELETE CASCADE,
    -- Response kind, for the parser.
    kind text NOT NULL,
    endpoint text NOT NULL,
    outcome text NOT NULL,
    http_status integer NOT NULL,
    location text NOT NULL,
    is_anonymous boolean NOT NULL,
    body bytea NOT NULL CHECK (octet_length(body) <= 1048576),
    is_cut boolean NOT NULL,
    config_revision bigint NOT NULL,
    at timestamptz NOT NULL
);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['platform_config_revisions', 'discoveries', 'captured_responses'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
        EXECUTE format('CREATE POLICY ingest ON %I TO clipmeter_ingest USING (true) WITH CHECK (true)', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO clipmeter_ingest', name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['platform_config_revisions', 'captured_responses'] LOOP
        EXECUTE format('CREATE POLICY manage ON %I TO clipmeter_app
                        USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()))', name);
    END LOOP;
END
$$;
GRANT SELECT, INSERT, DELETE ON platform_config_revisions TO clipmeter_app;
GRANT SELECT, DELETE ON captured_responses TO clipmeter_app;

-- With a new config revision, everything that could not be parsed under earlier ones is worth another try. SECURITY
-- DEFINER: the role that changes the configuration cannot otherwise change accounts.
CREATE FUNCTION retry_what_was_not_understood() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    unread CONSTANT text[] := ARRAY['schema_changed', 'ambiguous_empty', 'parse_error', 'unknown_error', 'unexpected_page'];
BEGIN
    UPDATE platform_accounts SET consecutive_failures = 0
    WHERE consecutive_failures > 0 AND last_outcome = ANY (unread);
    UPDATE tracked_videos SET consecutive_failures = 0
    WHERE consecutive_failures > 0 AND last_outcome = ANY (unread);
    RETURN NULL;
END
$$;
CREATE TRIGGER retry_what_was_not_understood AFTER INSERT ON platform_config_revisions
    FOR EACH STATEMENT EXECUTE FUNCTION retry_what_was_not_understood();
