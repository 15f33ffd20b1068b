-- The reason and start of a session's state, its recent history, and one more state: disabled by an administrator.

ALTER TABLE sessions
    DROP CONSTRAINT sessions_state_check,
    ADD CONSTRAINT sessions_state_check CHECK (state IN ('active', 'cooling', 'challenged', 'dead', 'disabled')),
    DROP CONSTRAINT sessions_check,
    -- The cooldown of a disabled session continues; if it is re-enabled early, it is still on cooldown.
    ADD CONSTRAINT sessions_cooldown_check CHECK (
        CASE state WHEN 'cooling' THEN cooling_until IS NOT NULL WHEN 'disabled' THEN true ELSE cooling_until IS NULL END),
    -- The outcome that caused its state, or 'admin'; NULL: none did.
    ADD COLUMN state_reason text,
    -- NULL: since it was added.
    ADD COLUMN state_since timestamptz,
    -- The last response that was not a success. last_outcome is written by the previous version and no longer read.
    ADD COLUMN last_error text,
    ADD COLUMN last_error_at timestamptz,
    -- Chosen at the first lease and kept for life: a session that changes its browser looks stolen.
    ADD COLUMN user_agent text,
    -- The header X-IG-WWW-Claim of its last response: a nonce, and the value encrypted with the key in key_id.
    ADD COLUMN claim bytea CHECK (length(claim) > 12);
UPDATE sessions SET state_reason = last_outcome WHERE state <> 'active';

-- Response counts of sessions by hour; of two days.
CREATE TABLE session_hours (
    session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
    hour timestamptz NOT NULL,
    requests integer NOT NULL,
    -- Responses that put the session on cooldown or end it.
    refused integer NOT NULL,
    PRIMARY KEY (session_id, hour)
);
CREATE INDEX session_hours_hour_idx ON session_hours (hour);
ALTER TABLE session_hours ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON session_hours TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON session_hours TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON session_hours TO clipmeter_ingest;

-- Admins see the state of the pool.
CREATE POLICY manage ON session_hours FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
CREATE POLICY manage ON session_accounts FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON session_hours, session_accounts TO clipmeter_app;
