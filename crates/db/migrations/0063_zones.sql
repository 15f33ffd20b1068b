-- Days in several time zones: of the installation, and of groups that have one of their own. ADR 0073. This migration and the next ones prepare
-- keys with the zone; reports count in one zone until 0068.

CREATE TABLE zones (
    id smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- IANA name. Rows are never deleted.
    name text NOT NULL UNIQUE
);

-- The zones in which the days of an account are counted: what it gained, its costs, and the days of its single videos.
CREATE TABLE account_zones (
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    zone smallint NOT NULL REFERENCES zones,
    PRIMARY KEY (account_id, zone)
);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['zones', 'account_zones'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
        EXECUTE format('GRANT SELECT ON %I TO clipmeter_app', name);
    END LOOP;
END
$$;
CREATE POLICY visible ON zones FOR SELECT TO clipmeter_app USING (true);
CREATE POLICY visible ON account_zones FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));

-- The first zone, which 0068 adds.
ALTER TABLE account_days ADD COLUMN zone smallint NOT NULL DEFAULT 1;
ALTER TABLE video_days ADD COLUMN zone smallint NOT NULL DEFAULT 1;
ALTER TABLE account_day_costs ADD COLUMN zone smallint NOT NULL DEFAULT 1;
ALTER TABLE account_day_increases ADD COLUMN zone smallint NOT NULL DEFAULT 1;
