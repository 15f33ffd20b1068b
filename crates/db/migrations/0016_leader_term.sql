-- The latest term of a leading operator: writes of an earlier one are rejected. One row at most; none before the first call of a
-- leader, and none in standalone mode.
CREATE TABLE leader_term (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    lease_created bigint NOT NULL,
    version bigint NOT NULL
);
ALTER TABLE leader_term ENABLE ROW LEVEL SECURITY;
ALTER TABLE leader_term FORCE ROW LEVEL SECURITY;
CREATE POLICY manage ON leader_term TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY ingest ON leader_term TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON leader_term TO clipmeter_app, clipmeter_ingest;
