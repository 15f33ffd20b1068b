-- Leaves out users of a restored group whose names others have by now.

CREATE OR REPLACE FUNCTION pg_temp.patch(function regprocedure, before text, after text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    definition text := pg_get_functiondef(function);
BEGIN
    IF strpos(definition, before) = 0 THEN
        RAISE EXCEPTION 'the function % has no such part: %', function, before;
    END IF;
    EXECUTE replace(definition, before, after);
END
$$;

-- A user whose username is the email of another user by now, or the other way round, stays deleted: a sign-in with it would lead to the
-- wrong user.
SELECT pg_temp.patch('restore_group(bigint, timestamptz)',
    $$FROM jsonb_populate_recordset(NULL::users, deleted.state -> 'users') u$$,
    $$FROM jsonb_populate_recordset(NULL::users, deleted.state -> 'users') u
    WHERE NOT EXISTS (SELECT FROM users o WHERE lower(o.username) = lower(u.email) OR lower(o.email) = lower(u.username))$$);
