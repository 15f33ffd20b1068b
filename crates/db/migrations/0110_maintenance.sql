-- The maintenance role: retention of collected data and of the pool's records, and nothing else. ADR 0034.
--
-- The ingest role keeps the same rights for now, because the previous version runs maintenance with them.
DO $$
DECLARE
    name text;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clipmeter_maintenance') THEN
        BEGIN
            CREATE ROLE clipmeter_maintenance NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;
        END;
    END IF;
    GRANT USAGE ON SCHEMA public TO clipmeter_maintenance;

    -- Drops months of measurements, and deletes items that were removed from their platform.
    GRANT EXECUTE ON FUNCTION prune_history(date), prune_removed_items(timestamptz, integer) TO clipmeter_maintenance;
    CREATE POLICY maintenance ON settings FOR SELECT TO clipmeter_maintenance USING (true);
    GRANT SELECT (history_months, removed_items_days) ON settings TO clipmeter_maintenance;

    FOREACH name IN ARRAY ARRAY[
        'rate_limit_buckets', 'session_hours', 'endpoint_cooldowns', 'working_endpoints', 'traffic_hours', 'captured_responses'
    ] LOOP
        -- DELETE alone would see no rows.
        EXECUTE format('CREATE POLICY maintenance ON %I TO clipmeter_maintenance USING (true) WITH CHECK (false)', name);
        EXECUTE format('GRANT DELETE ON %I TO clipmeter_maintenance', name);
    END LOOP;
    -- The columns in the conditions of the deletions.
    GRANT SELECT (used_at, ready_at) ON rate_limit_buckets TO clipmeter_maintenance;
    GRANT SELECT (hour) ON session_hours, traffic_hours TO clipmeter_maintenance;
    GRANT SELECT (until) ON endpoint_cooldowns TO clipmeter_maintenance;
    GRANT SELECT (since) ON working_endpoints TO clipmeter_maintenance;
    GRANT SELECT (id, at, body) ON captured_responses TO clipmeter_maintenance;
END
$$;
