-- A temporary table hides the schema's table of the same name in every later transaction of its connection,
-- so the API's roles must not be able to create one. Only the database's owner can revoke that right.
DO $$
BEGIN
    IF pg_has_role((SELECT d.datdba FROM pg_database d WHERE d.datname = current_database()), 'USAGE')
        AND has_database_privilege('clipmeter_app', current_database(), 'TEMPORARY') THEN
        EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
END
$$;
