-- Who did what, from where; who added what; and who may change what a group tracks.

ALTER TABLE audit_log
    -- The name at that time: the record outlives the user.
    ADD COLUMN username text NOT NULL DEFAULT '',
    -- The caller's network address; '' for what Clipmeter does by itself.
    ADD COLUMN address text NOT NULL DEFAULT '';
CREATE INDEX audit_log_at_idx ON audit_log (at DESC, id DESC);

-- A failed sign-in and a user without a group are recorded too, so that appending needs no scope. Nobody but an admin
-- reads, and nobody changes: the role has no right to.
DROP POLICY append ON audit_log;
CREATE POLICY append ON audit_log FOR INSERT TO clipmeter_app WITH CHECK (true);
CREATE POLICY read ON audit_log FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON audit_log TO clipmeter_app;

-- Deleting a user deletes what that user added; NULL is of before this was kept.
ALTER TABLE tracked_accounts ADD COLUMN added_by bigint REFERENCES users ON DELETE CASCADE;
ALTER TABLE tracked_videos ADD COLUMN added_by bigint REFERENCES users ON DELETE CASCADE;
CREATE INDEX tracked_accounts_added_by_idx ON tracked_accounts (added_by);
CREATE INDEX tracked_videos_added_by_idx ON tracked_videos (added_by);

-- When false, only the group's admins add, scrape and delete accounts and videos.
ALTER TABLE groups ADD COLUMN members_manage_accounts boolean NOT NULL DEFAULT true;
