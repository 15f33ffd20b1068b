-- no-transaction
-- Finds the items of all accounts that were first seen in the last 24 hours. The other columns are for policies and sums.
CREATE INDEX CONCURRENTLY IF NOT EXISTS posts_by_first_seen_idx ON posts (first_seen_at) INCLUDE (id, account_id, platform, hidden);
