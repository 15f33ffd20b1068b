-- A password that an admin has set is known to the admin: its user must replace it before doing anything else.
ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

-- The users of groups that were deleted before have no such field.
DO $$
DECLARE
    definition text := pg_get_functiondef('restore_group(bigint, timestamptz)'::regprocedure);
    before text := 'jsonb_build_object(''token_version'', u.token_version + 1)';
    after text := 'jsonb_build_object(''token_version'', u.token_version + 1, '
                  '''must_change_password'', coalesce(u.must_change_password, false))';
BEGIN
    IF strpos(definition, before) = 0 THEN
        RAISE EXCEPTION 'restore_group has no such part: %', before;
    END IF;
    EXECUTE replace(definition, before, after);
END
$$;

-- The version that is replaced names the columns it reads, so it is not affected by another one.
ALTER TYPE sign_in_record ADD ATTRIBUTE must_change_password boolean;

CREATE OR REPLACE FUNCTION sign_in_by_username(name text) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at, u.must_change_password
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE lower(u.username) = lower(sign_in_by_username.name);
END;

CREATE OR REPLACE FUNCTION sign_in_by_email(email text) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at, u.must_change_password
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE lower(u.email) = lower(sign_in_by_email.email);
END;

CREATE OR REPLACE FUNCTION sign_in_by_id(id bigint) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at, u.must_change_password
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE u.id = sign_in_by_id.id;
END;

CREATE OR REPLACE FUNCTION sign_in_by_token(id bigint, sign_in_id uuid) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT * FROM sign_in_by_id(sign_in_by_token.id)
    WHERE NOT EXISTS (SELECT FROM ended_sign_ins e
                      WHERE e.user_id = sign_in_by_token.id AND e.sign_in_id = sign_in_by_token.sign_in_id);
END;

CREATE OR REPLACE FUNCTION change_password(id bigint, known_version integer, password_hash text) RETURNS integer
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    UPDATE users SET password_hash = change_password.password_hash, must_change_password = false
    WHERE users.id = change_password.id AND users.token_version = change_password.known_version
    RETURNING users.token_version;
END;
