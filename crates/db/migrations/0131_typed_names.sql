-- Text entered as a username may have been a password. Failed sign-ins store the name of an existing user, or none.
UPDATE audit_log l
SET username = coalesce((SELECT u.username FROM users u
                         WHERE lower(u.username) = lower(l.username) OR lower(u.email) = lower(l.username)
                         ORDER BY lower(u.username) = lower(l.username) DESC LIMIT 1), '')
WHERE action = 'auth.sign_in_failed' AND user_id IS NULL AND username <> '';
