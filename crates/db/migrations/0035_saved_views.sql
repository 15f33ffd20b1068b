-- Views of a page that users saved by name.

CREATE TABLE saved_views (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The group it is shared with; NULL: only its user sees it.
    group_id bigint REFERENCES groups ON DELETE CASCADE,
    page text NOT NULL CHECK (page IN ('content')),
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    -- The query string of the page's address, without the question mark.
    query text NOT NULL CHECK (octet_length(query) <= 2048),
    created_at timestamptz NOT NULL
);
CREATE INDEX saved_views_user_id_idx ON saved_views (user_id);
CREATE UNIQUE INDEX saved_views_own_key ON saved_views (user_id, page, lower(name)) WHERE group_id IS NULL;
CREATE UNIQUE INDEX saved_views_shared_key ON saved_views (group_id, page, lower(name)) WHERE group_id IS NOT NULL;

ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON saved_views TO CURRENT_USER USING (true) WITH CHECK (true);
-- The sub-select is under the policies of users: it returns those of the group. A scope names no user, so the queries select the
-- user's own views among them.
CREATE POLICY own ON saved_views TO clipmeter_app
    USING ((SELECT is_admin()) OR group_id = (SELECT current_group())
        OR group_id IS NULL AND user_id IN (SELECT u.id FROM users u))
    WITH CHECK ((SELECT is_admin()) OR group_id = (SELECT current_group())
        OR group_id IS NULL AND user_id IN (SELECT u.id FROM users u));
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO clipmeter_app;
