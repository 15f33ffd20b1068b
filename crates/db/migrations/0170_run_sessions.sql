-- The sessions that were leased to a run in its whole life: the number of different values that one run may see is
-- limited. ADR 0041.
CREATE TABLE run_sessions (
    run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    -- No reference: a session that is deleted and added again under another id does not lower the count.
    session_id bigint NOT NULL,
    -- The unit of its last lease; NULL: leased with the batch.
    unit_id bigint,
    -- Numbers the leases of the run; the highest one is the last.
    lease_number integer NOT NULL,
    PRIMARY KEY (run_id, session_id)
);
ALTER TABLE run_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON run_sessions TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON run_sessions TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON run_sessions TO clipmeter_ingest;
