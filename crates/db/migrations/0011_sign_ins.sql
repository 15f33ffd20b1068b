-- Signing in, sign-ins that ended early, and the revocation of tokens.

-- The data for signing in and checking a token before a scope is known, and nothing else.
CREATE TYPE sign_in_record AS (
    user_id bigint,
    username text,
    email text,
    full_name text,
    company_name text,
    is_admin boolean,
    is_group_admin boolean,
    is_active boolean,
    group_id bigint,
    group_name text,
    group_is_active boolean,
    password_hash text,
    token_version integer,
    created_at timestamptz
);

CREATE FUNCTION sign_in_by_username(name text) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE lower(u.username) = lower(sign_in_by_username.name);
END;

-- Users remember their email; returns no more than sign_in_by_username does.
CREATE FUNCTION sign_in_by_email(email text) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE lower(u.email) = lower(sign_in_by_email.email);
END;

CREATE FUNCTION sign_in_by_id(id bigint) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE u.id = sign_in_by_id.id;
END;

-- Sign-ins that ended before their token expires. A token identifies its sign-in by the claim `sid`. Only functions
-- read and write this table.
CREATE TABLE ended_sign_ins (
    user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
    sign_in_id uuid NOT NULL,
    -- When the last token of the sign-in expires; the row is useless afterwards.
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, sign_in_id)
);

-- Same as sign_in_by_id, but returns nothing when this sign-in has ended: one round trip for both checks.
CREATE FUNCTION sign_in_by_token(id bigint, sign_in_id uuid) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT * FROM sign_in_by_id(sign_in_by_token.id)
    WHERE NOT EXISTS (SELECT FROM ended_sign_ins e
                      WHERE e.user_id = sign_in_by_token.id AND e.sign_in_id = sign_in_by_token.sign_in_id);
END;

-- Ends one sign-in, and removes the user's expired rows.
CREATE FUNCTION end_sign_in(user_id bigint, sign_in_id uuid, expires_at timestamptz, at timestamptz) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    DELETE FROM ended_sign_ins e WHERE e.user_id = end_sign_in.user_id AND e.expires_at <= end_sign_in.at;
    INSERT INTO ended_sign_ins (user_id, sign_in_id, expires_at)
    VALUES (end_sign_in.user_id, end_sign_in.sign_in_id, end_sign_in.expires_at)
    ON CONFLICT DO NOTHING;
END;

-- Changes that users make to their own records, in any scope. Each function does one thing, because a policy cannot
-- restrict the columns of an update.
CREATE FUNCTION note_sign_in(id bigint, at timestamptz) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    UPDATE users SET last_login = note_sign_in.at WHERE users.id = note_sign_in.id;
END;

CREATE FUNCTION end_sign_ins(id bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    UPDATE users SET token_version = token_version + 1 WHERE users.id = end_sign_ins.id;
END;

-- Returns the token version for new tokens; nothing if the version is no longer the caller's: a password that was reset
-- meanwhile stays.
CREATE FUNCTION change_password(id bigint, known_version integer, password_hash text) RETURNS integer
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    UPDATE users SET password_hash = change_password.password_hash
    WHERE users.id = change_password.id AND users.token_version = change_password.known_version
    RETURNING users.token_version;
END;

-- Self-registration: creates a user without a group, who therefore sees nothing; NULL when the email is taken.
CREATE FUNCTION register_user(email text, company_name text, password_hash text, at timestamptz) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    INSERT INTO users (username, email, company_name, password_hash, created_at)
    VALUES (lower(register_user.email), register_user.email, register_user.company_name,
            register_user.password_hash, register_user.at)
    ON CONFLICT DO NOTHING
    RETURNING users.id;
END;

GRANT EXECUTE ON FUNCTION sign_in_by_username(text), sign_in_by_email(text), sign_in_by_id(bigint),
    sign_in_by_token(bigint, uuid), end_sign_in(bigint, uuid, timestamptz, timestamptz), note_sign_in(bigint, timestamptz),
    end_sign_ins(bigint), change_password(bigint, integer, text), register_user(text, text, text, timestamptz)
    TO clipmeter_app;

-- Changing a password or deactivating a user revokes all tokens issued before, even if the user is activated again.
CREATE FUNCTION revoke_tokens_of_user() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    NEW.token_version := OLD.token_version + 1;
    RETURN NEW;
END
$$;
CREATE TRIGGER users_revoke_tokens BEFORE UPDATE OF password_hash, is_active ON users FOR EACH ROW
    WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash OR (OLD.is_active AND NOT NEW.is_active))
    EXECUTE FUNCTION revoke_tokens_of_user();

CREATE FUNCTION revoke_tokens_of_group() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE users SET token_version = token_version + 1 WHERE group_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER groups_revoke_tokens AFTER UPDATE OF is_active ON groups FOR EACH ROW
    WHEN (OLD.is_active AND NOT NEW.is_active)
    EXECUTE FUNCTION revoke_tokens_of_group();
