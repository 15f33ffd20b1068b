-- Why and since when a session is as it is, what it went through lately, and one state more: parked by an administrator.

ALTER TABLE sessions
    DROP CONSTRAINT sessions_state_check,
    ADD CONSTRAINT sessions_state_check CHECK (state IN ('active', 'cooling', 'challenged', 'dead', 'disabled')),
    DROP CONSTRAINT sessions_check,
    -- The rest of one that is parked goes on: who revives it early finds it resting.
    ADD CONSTRAINT sessions_cooldown_check CHECK (
        CASE state WHEN 'cooling' THEN cooling_until IS NOT NULL WHEN 'disabled' THEN true ELSE cooling_until IS NULL END),
    -- The outcome that put it into its state, or 'admin'; NULL: nothing did.
    ADD COLUMN state_reason text,
    -- NULL: since it was added.
    ADD COLUMN state_since timestamptz,
    -- The last answer that was no success of its own. last_outcome is what the version before writes; nobody reads it.
    ADD COLUMN last_error text,
    ADD COLUMN last_error_at timestamptz,
    -- Drawn when it is lent first and kept for life: a session that changes its browser is a stolen one.
    ADD COLUMN user_agent text,
    -- The header X-IG-WWW-Claim of its last answer: a nonce and what the key of the row's key_id sealed.
    ADD COLUMN claim bytea CHECK (length(claim) > 12);
UPDATE sessions SET state_reason = last_outcome WHERE state <> 'active';

-- What sessions were asked, by the hour; of two days.
CREATE TABLE session_hours (
    session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
    hour timestamptz NOT NULL,
    requests integer NOT NULL,
    -- Answers that rest the session or end it.
    refused integer NOT NULL,
    PRIMARY KEY (session_id, hour)
);
CREATE INDEX session_hours_hour_idx ON session_hours (hour);
ALTER TABLE session_hours ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON session_hours TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON session_hours TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON session_hours TO clipmeter_ingest;

-- Admins see how the pool fares.
CREATE POLICY manage ON session_hours FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
CREATE POLICY manage ON session_accounts FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON session_hours, session_accounts TO clipmeter_app;
