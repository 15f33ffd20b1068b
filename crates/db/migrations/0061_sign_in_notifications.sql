-- Notifies the processes of the API that a user may have lost access or have other rights. Until then, they answer repeated polls of a
-- user without a query.

-- In the order in which deactivating a group locks them.
LOCK TABLE groups, users, ended_sign_ins IN SHARE ROW EXCLUSIVE MODE;

CREATE FUNCTION notify_sign_ins_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM pg_notify('clipmeter_sign_ins_changed', '');
    RETURN NULL;
END
$$;

-- The columns that decide who may sign in and see what. A new password revokes tokens by a trigger. A sign-in changes none of them.
CREATE TRIGGER users_notify_sign_ins_on_update
    AFTER UPDATE OF token_version, password_hash, must_change_password, is_active, is_admin, is_group_admin, group_id ON users
    FOR EACH STATEMENT EXECUTE FUNCTION notify_sign_ins_changed();
CREATE TRIGGER users_notify_sign_ins_on_delete AFTER DELETE ON users
    FOR EACH STATEMENT EXECUTE FUNCTION notify_sign_ins_changed();
CREATE TRIGGER groups_notify_sign_ins AFTER UPDATE OF is_active ON groups
    FOR EACH STATEMENT EXECUTE FUNCTION notify_sign_ins_changed();
CREATE TRIGGER ended_sign_ins_notify AFTER INSERT ON ended_sign_ins
    FOR EACH STATEMENT EXECUTE FUNCTION notify_sign_ins_changed();
