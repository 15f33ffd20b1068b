-- When the clock was set and by how much, so that only one of several programs over one database moves the stored
-- times.
CREATE TABLE clock_steps (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The time by the new setting.
    at timestamptz NOT NULL,
    -- How far it was set forward.
    seconds bigint NOT NULL
);
ALTER TABLE clock_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON clock_steps TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON clock_steps TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON clock_steps TO clipmeter_ingest;
