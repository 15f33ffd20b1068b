-- no-transaction
-- Only counted the new items of one account after the other, which replicas of the previous version do more slowly until they end.
DROP INDEX CONCURRENTLY IF EXISTS posts_by_account_first_seen_idx;
