-- On a cluster: the resource that says what scrapers are told about the platforms. No row: admins do.
CREATE TABLE facts_resource (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    -- The name of the PlatformFacts.
    resource text NOT NULL CHECK (resource <> ''),
    -- Who keeps it, such as kubectl.
    managed_by text NOT NULL CHECK (managed_by <> '')
);

ALTER TABLE facts_resource ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON facts_resource TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY manage ON facts_resource TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
GRANT SELECT, INSERT, UPDATE, DELETE ON facts_resource TO clipmeter_app;
