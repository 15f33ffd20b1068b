-- Admins of a group manage its users, but not platform admins. The API signs their scope as 'group_admin:' and the ID of the
-- group, so that a transaction of another member cannot change users.
CREATE POLICY manage_own ON users TO clipmeter_app
    USING ((SELECT current_scope()) = 'group_admin' AND group_id = (SELECT current_group()) AND NOT users.is_admin)
    WITH CHECK ((SELECT current_scope()) = 'group_admin' AND group_id = (SELECT current_group()) AND NOT users.is_admin);

-- Whether a user other than `except_id` of any group signs in with the email, or with a username that is equal to it, as early
-- versions allowed. Only those who may create users learn it.
CREATE FUNCTION is_email_taken(email text, except_id bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT current_scope() IN ('admin', 'group_admin') AND EXISTS (
        SELECT FROM users u
        WHERE (lower(u.email) = lower(is_email_taken.email) OR lower(u.username) = lower(is_email_taken.email))
            AND u.id IS DISTINCT FROM is_email_taken.except_id);
END;
GRANT EXECUTE ON FUNCTION is_email_taken(text, bigint) TO clipmeter_app;
