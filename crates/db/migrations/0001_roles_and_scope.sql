-- The roles of the API's connections, and the scope of a transaction under row-level security. ADR 0034, ADR 0035.
--
-- If the API is started by a superuser, it runs this migration as the superuser, transfers the created objects to the
-- owner, and runs all others as the owner, which may not create roles.

-- The roles own nothing and bypass nothing. They belong to the whole server, so a second database finds them already
-- created.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['clipmeter_app', 'clipmeter_ingest', 'clipmeter_maintenance'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', name);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL;
            END;
        END IF;
    END LOOP;
    -- The migrating user may switch to these two.
    FOREACH name IN ARRAY ARRAY['clipmeter_app', 'clipmeter_ingest'] LOOP
        IF NOT pg_has_role(CURRENT_USER, name, 'SET') THEN
            EXECUTE format('GRANT %I TO CURRENT_USER', name);
        END IF;
    END LOOP;
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO clipmeter_app, clipmeter_ingest, clipmeter_maintenance;
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Keys that sign scopes: the two padded keys of HMAC-SHA-256, stored by the owner at each start of the API. The
-- previous one stays, for replicas that still use it.
CREATE TABLE scope_keys (
    inner_pad bytea NOT NULL CHECK (octet_length(inner_pad) = 64),
    outer_pad bytea PRIMARY KEY CHECK (octet_length(outer_pad) = 64),
    used_at timestamptz NOT NULL DEFAULT now()
);

-- Returns 'admin', 'group:' and its id, or 'none'. The scope is set with SET LOCAL (or set_config(…, true)) by the
-- transaction that needs it. The login roles must set it together with its signature, by a key that only the owner can
-- read, so that an injected set_config widens nothing. Other users are the owner or superusers, which policies do not
-- bind anyway; they set the scope and the group's id in two settings, without a signature.
CREATE FUNCTION verified_scope() RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    said CONSTANT text := coalesce(current_setting('clipmeter.scope', true), '');
    scope CONSTANT text := split_part(said, ' ', 1);
BEGIN
    IF scope IN ('', 'none') THEN
        RETURN 'none';
    END IF;
    IF session_user NOT IN ('clipmeter_app', 'clipmeter_ingest', 'clipmeter_maintenance') THEN
        RETURN CASE scope WHEN 'admin' THEN scope
                          WHEN 'group' THEN 'group:' || coalesce(current_setting('clipmeter.group_id', true), '')
                          ELSE 'none' END;
    END IF;
    IF EXISTS (SELECT FROM scope_keys k
               WHERE encode(sha256(k.outer_pad || sha256(k.inner_pad || convert_to(scope, 'UTF8'))), 'hex')
                     = split_part(said, ' ', 2)) THEN
        RETURN scope;
    END IF;
    RETURN 'none';
END
$$;

-- 'admin' sees everything, 'group' sees the rows of current_group(), 'none' sees nothing.
CREATE FUNCTION current_scope() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN split_part(verified_scope(), ':', 1);

-- The group of a transaction whose scope is 'group'; NULL in every other scope.
CREATE FUNCTION current_group() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(split_part(verified_scope(), ':', 2), '')::bigint;

CREATE FUNCTION is_admin() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN verified_scope() = 'admin';
GRANT EXECUTE ON FUNCTION verified_scope(), current_scope(), current_group(), is_admin() TO clipmeter_app, clipmeter_ingest;

-- The group whose costs apply: the group in scope, or the one that an admin is viewing.
CREATE FUNCTION viewing_group() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN coalesce(current_group(), CASE WHEN is_admin()
        THEN nullif(current_setting('clipmeter.viewing_group', true), '')::bigint END);
GRANT EXECUTE ON FUNCTION viewing_group() TO clipmeter_app;
