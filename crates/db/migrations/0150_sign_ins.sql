-- Sign-ins that ended before their token expires. A token identifies its sign-in by the claim `sid`; tokens of the
-- previous version have none, and are revoked by the user's token version only.

CREATE TABLE ended_sign_ins (
    user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
    sign_in_id uuid NOT NULL,
    -- When the last token of the sign-in expires; the row is useless afterwards.
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, sign_in_id)
);

ALTER TABLE ended_sign_ins ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON ended_sign_ins TO CURRENT_USER USING (true) WITH CHECK (true);

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

REVOKE ALL ON FUNCTION sign_in_by_token(bigint, uuid), end_sign_in(bigint, uuid, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sign_in_by_token(bigint, uuid), end_sign_in(bigint, uuid, timestamptz, timestamptz)
    TO clipmeter_app;
