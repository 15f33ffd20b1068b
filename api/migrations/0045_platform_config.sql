-- What the scrapers are told about the platforms, and what they did not understand of them.

-- Layers over the facts that a release ships with: those that were found in the platform's scripts, and over them those of an admin.
-- The newest of each holds. Versions count all of them, so that a number says both.
CREATE TABLE platform_config_revisions (
    revision bigint PRIMARY KEY CHECK (revision > 0),
    layer text NOT NULL CHECK (layer IN ('discovered', 'admin')),
    document jsonb NOT NULL CHECK (jsonb_typeof(document) = 'object'),
    made_at timestamptz NOT NULL,
    -- The admin's name at that time; NULL for what was found.
    made_by text CHECK ((made_by IS NULL) = (layer = 'discovered')),
    note text NOT NULL DEFAULT ''
);

-- Who looks for ids of stored queries, and when somebody last did.
CREATE TABLE discoveries (
    platform text PRIMARY KEY CHECK (platform IN ('instagram', 'tiktok')),
    -- The run that may. Not a reference, because runs are forgotten earlier.
    run_id uuid NOT NULL,
    done_at timestamptz
);

-- Answers that were not understood, for people to look at. They go with whom they are about.
CREATE TABLE captured_responses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    account_id bigint REFERENCES platform_accounts ON DELETE CASCADE,
    tracked_video_id bigint REFERENCES tracked_videos ON DELETE CASCADE,
    -- What was asked for, as the parser takes it.
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

-- Under new facts everything is worth another try that was not understood under the ones before. SECURITY DEFINER: whoever
-- changes facts changes nothing of accounts otherwise.
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
