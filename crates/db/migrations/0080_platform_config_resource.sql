-- On a cluster: the resource that manages the admins' layer of the platform configuration. No row: admins manage it.
CREATE TABLE platform_config_resource (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    -- The name of the PlatformConfig.
    resource text NOT NULL CHECK (resource <> ''),
    -- The tool that manages it, such as kubectl.
    managed_by text NOT NULL CHECK (managed_by <> '')
);

ALTER TABLE platform_config_resource ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON platform_config_resource TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY manage ON platform_config_resource TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_config_resource TO clipmeter_app;
