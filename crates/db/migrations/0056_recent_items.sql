-- no-transaction
-- Finds the items of all accounts that were first seen in the last 24 hours. posts_by_account_first_seen_idx is only needed by replicas
-- of version 0.1.0; a later release drops it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS posts_by_first_seen_idx ON posts (first_seen_at);
