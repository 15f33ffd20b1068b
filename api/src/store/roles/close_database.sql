-- A temporary table stands in front of the schema's in every later transaction of its connection: the roles of the API must not
-- be able to create one. Only the database's owner can see to that.
DO $$
BEGIN
    IF pg_has_role((SELECT d.datdba FROM pg_database d WHERE d.datname = current_database()), 'USAGE')
        AND has_database_privilege('clipmeter_app', current_database(), 'TEMPORARY') THEN
        EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
END
$$;
