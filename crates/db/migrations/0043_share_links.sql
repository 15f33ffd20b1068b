-- Links that show a group's dashboard, read-only and without a sign-in.

CREATE TABLE share_links (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    group_id bigint NOT NULL REFERENCES groups ON DELETE CASCADE,
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    -- SHA-256 of the token, which is not stored.
    token_digest bytea NOT NULL UNIQUE CHECK (octet_length(token_digest) = 32),
    -- NULL: the user was deleted. The link remains, like the accounts that others see.
    created_by bigint REFERENCES users ON DELETE SET NULL,
    created_at timestamptz NOT NULL,
    -- NULL: until it is deleted.
    expires_at timestamptz,
    -- At most once an hour; NULL: it was never opened.
    last_used_at timestamptz
);
CREATE INDEX share_links_group_id_idx ON share_links (group_id);
CREATE INDEX share_links_created_by_idx ON share_links (created_by);

ALTER TABLE share_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON share_links TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY manage ON share_links TO clipmeter_app
    USING ((SELECT is_admin()) OR (SELECT current_scope()) = 'group_admin' AND group_id = (SELECT current_group()))
    WITH CHECK ((SELECT is_admin()) OR (SELECT current_scope()) = 'group_admin' AND group_id = (SELECT current_group()));
GRANT SELECT (id, group_id, name, created_by, created_at, expires_at, last_used_at), INSERT, DELETE ON share_links
    TO clipmeter_app;

-- The link of a token, before a scope is known; nothing if it has expired or its group is deactivated.
CREATE FUNCTION share_link_by_digest(digest bytea, at timestamptz)
    RETURNS TABLE (id bigint, name text, group_id bigint, group_name text, created_at timestamptz, last_used_at timestamptz)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT l.id, l.name, g.id, g.name, l.created_at, l.last_used_at
    FROM share_links l JOIN groups g ON g.id = l.group_id
    WHERE l.token_digest = share_link_by_digest.digest AND g.is_active
        AND (l.expires_at IS NULL OR l.expires_at > share_link_by_digest.at);
END;

CREATE FUNCTION note_share_link(id bigint, at timestamptz) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    UPDATE share_links l SET last_used_at = note_share_link.at WHERE l.id = note_share_link.id;
END;
GRANT EXECUTE ON FUNCTION share_link_by_digest(bytea, timestamptz), note_share_link(bigint, timestamptz) TO clipmeter_app;

-- A viewer's scope is 'group:', the ID of the group and ':viewer': the rows of the group, but never the content of others.
CREATE OR REPLACE FUNCTION sees_all_content() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT CASE WHEN s.scope = 'admin' THEN true
                WHEN s.scope ~ '^group:[0-9]+$' THEN (SELECT content_visibility = 'all' FROM settings)
                ELSE false END
    FROM (SELECT verified_scope() AS scope) s;
END;
