-- User management by admins and by users themselves; the revocation of tokens; and an audit log that can be searched
-- and cannot be flooded.

ALTER TABLE users ADD COLUMN last_login timestamptz;
GRANT SELECT (last_login) ON users TO clipmeter_app;

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

GRANT EXECUTE ON FUNCTION note_sign_in(bigint, timestamptz), end_sign_ins(bigint), change_password(bigint, integer, text),
    register_user(text, text, text, timestamptz) TO clipmeter_app;

-- For a user who repeats a forbidden call, one denial a minute is stored, so that a loop does not fill the table.
CREATE UNIQUE INDEX audit_log_denials_key
    ON audit_log (user_id, (details ->> 'call'), (date_bin('1 minute', at, 'epoch')))
    WHERE action = 'access.denied';

-- For the filters of the audit log's screen, each in its order.
CREATE INDEX audit_log_action_idx ON audit_log (action, at DESC, id DESC);
CREATE INDEX audit_log_username_idx ON audit_log (lower(username), at DESC, id DESC);
CREATE INDEX audit_log_group_id_idx ON audit_log (group_id, at DESC, id DESC);
