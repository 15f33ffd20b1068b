-- Who did what, from which address; who added an account or video; and who may change a group's tracked accounts.

ALTER TABLE audit_log
    -- The name at that time: the entry outlives the user.
    ADD COLUMN username text NOT NULL DEFAULT '',
    -- Network address of the caller; '' for automatic actions.
    ADD COLUMN address text NOT NULL DEFAULT '';
CREATE INDEX audit_log_at_idx ON audit_log (at DESC, id DESC);

-- Failed sign-ins and users without a group are recorded too, so appending needs no scope. Only admins read; nobody may
-- change entries, because the role lacks the right.
DROP POLICY append ON audit_log;
CREATE POLICY append ON audit_log FOR INSERT TO clipmeter_app WITH CHECK (true);
CREATE POLICY read ON audit_log FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON audit_log TO clipmeter_app;

-- Deleting a user deletes the user's additions; NULL: added before this column existed.
ALTER TABLE tracked_accounts ADD COLUMN added_by bigint REFERENCES users ON DELETE CASCADE;
ALTER TABLE tracked_videos ADD COLUMN added_by bigint REFERENCES users ON DELETE CASCADE;
CREATE INDEX tracked_accounts_added_by_idx ON tracked_accounts (added_by);
CREATE INDEX tracked_videos_added_by_idx ON tracked_videos (added_by);

-- When false, only the group's admins add, scrape and delete accounts and videos.
ALTER TABLE groups ADD COLUMN members_manage_accounts boolean NOT NULL DEFAULT true;
