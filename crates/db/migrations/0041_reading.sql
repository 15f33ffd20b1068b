-- How deep an account's list is read, and when each tier was. ADR 0023.

ALTER TABLE platform_accounts
    -- When its items of the last week, and of the last 30 days, were last read; last_full_crawl_at: when all were.
    -- Reading a deeper tier includes the tiers above it.
    ADD COLUMN week_read_at timestamptz,
    ADD COLUMN month_read_at timestamptz,
    -- The item count of the profile when the list was last read successfully.
    ADD COLUMN listed_item_count bigint,
    -- Items that the profile counts and the list does not show, and when they were last searched for.
    ADD COLUMN gap bigint,
    ADD COLUMN gap_checked_at timestamptz;

UPDATE platform_accounts
SET week_read_at = last_full_crawl_at, month_read_at = last_full_crawl_at, gap_checked_at = last_full_crawl_at
WHERE last_full_crawl_at IS NOT NULL;

-- Posts older than a day that gain views like young ones: they are read with those of the week, however old they are.
CREATE TABLE boosted_posts (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    -- The account whose list shows it; a post with several authors may be stored under another one.
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    boosted_at timestamptz NOT NULL,
    -- Reads in a row that showed little gain.
    calm smallint NOT NULL DEFAULT 0
);
CREATE INDEX boosted_posts_account_idx ON boosted_posts (account_id);
ALTER TABLE boosted_posts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON boosted_posts TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON boosted_posts TO clipmeter_ingest USING (true) WITH CHECK (true);
CREATE POLICY visible ON boosted_posts FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
GRANT SELECT, INSERT, UPDATE, DELETE ON boosted_posts TO clipmeter_ingest;
GRANT SELECT ON boosted_posts TO clipmeter_app;

ALTER TABLE run_units
    -- The freshness tier to read, and the item down to which the crawl goes; decided when the run is leased.
    ADD COLUMN freshness_tier text CHECK (freshness_tier IN ('day', 'week', 'month', 'all')),
    ADD COLUMN read_to bigint,
    ADD COLUMN may_fill_gap boolean NOT NULL DEFAULT false;

-- Maximum of items in a full crawl of an account; 0: no limit.
ALTER TABLE settings ADD COLUMN backfill_items integer NOT NULL DEFAULT 1000
    CHECK (backfill_items BETWEEN 0 AND 100000);
