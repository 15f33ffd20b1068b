-- Users remember their email; returns no more than sign_in_by_username does.
CREATE FUNCTION sign_in_by_email(email text) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE lower(u.email) = lower(sign_in_by_email.email);
END;
GRANT EXECUTE ON FUNCTION sign_in_by_email(text) TO clipmeter_app;
