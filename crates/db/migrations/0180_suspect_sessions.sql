-- A session ends only on confirmed evidence, and not while others end too. ADR 0042.

ALTER TABLE sessions
    DROP CONSTRAINT sessions_state_check,
    ADD CONSTRAINT sessions_state_check CHECK (state IN ('active', 'cooling', 'suspect', 'challenged', 'dead', 'disabled')),
    DROP CONSTRAINT sessions_cooldown_check,
    ADD CONSTRAINT sessions_cooldown_check CHECK (
        CASE WHEN state IN ('cooling', 'suspect') THEN cooling_until IS NOT NULL WHEN state = 'disabled' THEN true ELSE cooling_until IS NULL END),
    -- When the platform first refused the session for good. NULL: never, or a success has disproved it since.
    ADD COLUMN refused_at timestamptz;

DROP INDEX sessions_free_idx;
CREATE INDEX sessions_free_idx ON sessions (last_leased_at NULLS FIRST, id)
    WHERE leased_run_id IS NULL AND state IN ('active', 'cooling', 'suspect');

-- The circuit breaker: one row for each platform whose sessions have ended.
CREATE TABLE session_breakers (
    platform text PRIMARY KEY CHECK (platform IN ('instagram')),
    -- The last session that would have ended, and when. The id may outlive the session.
    last_session_id bigint,
    last_end_at timestamptz,
    -- While the breaker is open no session ends. It is open until this time.
    opened_at timestamptz,
    open_until timestamptz,
    -- Ends that it has prevented since it opened.
    prevented integer NOT NULL DEFAULT 0
);
ALTER TABLE session_breakers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON session_breakers TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON session_breakers TO clipmeter_ingest USING (true) WITH CHECK (true);
CREATE POLICY manage ON session_breakers FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT, INSERT, UPDATE ON session_breakers TO clipmeter_ingest;
GRANT SELECT ON session_breakers TO clipmeter_app;
