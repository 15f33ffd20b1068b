-- The roles of the API's connections, and the scope of a transaction under row-level security.
--
-- Both roles own nothing and cannot log in: a pool connects as the migrating user (or any member) with `role=<role>`.
-- Roles belong to the database cluster, so a second database on the same server finds them already created.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['clipmeter_app', 'clipmeter_ingest'] LOOP
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', name);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;
        END;
        IF NOT pg_has_role(CURRENT_USER, name, 'SET') THEN
            EXECUTE format('GRANT %I TO CURRENT_USER', name);
        END IF;
    END LOOP;
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO clipmeter_app, clipmeter_ingest;
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- 'admin' sees everything, 'group' sees the rows of clipmeter.group_id, any other value sees nothing. Both settings are
-- set with SET LOCAL (or set_config(…, true)) by the transaction that needs them, and are '' or NULL outside of it.
CREATE FUNCTION current_scope() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN coalesce(nullif(current_setting('clipmeter.scope', true), ''), 'none');

-- The group of a transaction whose scope is 'group'; NULL in every other scope.
CREATE FUNCTION current_group() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE WHEN current_scope() = 'group'
                THEN nullif(current_setting('clipmeter.group_id', true), '')::bigint END;

CREATE FUNCTION is_admin() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN current_scope() = 'admin';

GRANT EXECUTE ON FUNCTION current_scope(), current_group(), is_admin() TO clipmeter_app, clipmeter_ingest;
