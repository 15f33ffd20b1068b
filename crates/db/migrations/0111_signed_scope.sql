-- The scope of a transaction is signed with a key that only the owner can read, so that an injected set_config widens
-- nothing. ADR 0035.

-- Keys that sign scopes: the two padded keys of HMAC-SHA-256, stored by the owner at each start of the API. The
-- previous one stays, for replicas that still use it.
CREATE TABLE scope_keys (
    inner_pad bytea NOT NULL CHECK (octet_length(inner_pad) = 64),
    outer_pad bytea PRIMARY KEY CHECK (octet_length(outer_pad) = 64),
    used_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE scope_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON scope_keys TO CURRENT_USER USING (true) WITH CHECK (true);

-- 'admin', 'group:' and its id, or 'none'. The login roles must set the scope and its signature. Other roles are the
-- owner, which policies do not bind anyway, and replicas of the previous version, which log in as the owner and set it
-- in two settings.
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
GRANT EXECUTE ON FUNCTION verified_scope() TO clipmeter_app, clipmeter_ingest;

CREATE OR REPLACE FUNCTION current_scope() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN split_part(verified_scope(), ':', 1);

CREATE OR REPLACE FUNCTION current_group() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(split_part(verified_scope(), ':', 2), '')::bigint;

CREATE OR REPLACE FUNCTION is_admin() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN verified_scope() = 'admin';
