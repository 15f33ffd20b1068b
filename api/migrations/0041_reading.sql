-- How deep an account's list is read, and when what was. ADR 0031.

ALTER TABLE platform_accounts
    -- When its items of the last week, and of the last 30 days, were read last; last_full_walk_at says when all were. What is
    -- read in a deeper ring is read in the ones above it.
    ADD COLUMN week_read_at timestamptz,
    ADD COLUMN month_read_at timestamptz,
    -- The item count of the profile when the list was last read with success.
    ADD COLUMN listed_item_count bigint,
    -- Items that the profile counts and the list does not show, and when somebody looked for them last.
    ADD COLUMN gap bigint,
    ADD COLUMN gap_walked_at timestamptz;

UPDATE platform_accounts
SET week_read_at = last_full_walk_at, month_read_at = last_full_walk_at, gap_walked_at = last_full_walk_at
WHERE last_full_walk_at IS NOT NULL;

-- Posts older than a day that gain views as if they were young: they are read with those of the week, however old they are.
CREATE TABLE armed_posts (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    -- Whose list shows it; a post of several authors may be stored under another one.
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    armed_at timestamptz NOT NULL,
    -- Readings in a row that showed little gain.
    calm smallint NOT NULL DEFAULT 0
);
CREATE INDEX armed_posts_account_idx ON armed_posts (account_id);
ALTER TABLE armed_posts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON armed_posts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON armed_posts TO clipmeter_ingest USING (true) WITH CHECK (true);
CREATE POLICY visible ON armed_posts FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
GRANT SELECT, INSERT, UPDATE, DELETE ON armed_posts TO clipmeter_ingest;
GRANT SELECT ON armed_posts TO clipmeter_app;

ALTER TABLE run_units
    -- What the unit was told to read: the ring, and the item down to which the walk goes on; decided when the run is leased.
    ADD COLUMN ring text CHECK (ring IN ('day', 'week', 'month', 'all')),
    ADD COLUMN read_to bigint,
    ADD COLUMN may_fill_gap boolean NOT NULL DEFAULT false;

-- Most items of an account that are read when all are; 0: no limit.
ALTER TABLE settings ADD COLUMN backfill_items integer NOT NULL DEFAULT 1000
    CHECK (backfill_items BETWEEN 0 AND 100000);
