-- no-transaction
-- posts_by_account_values_idx begins with the same columns.
DROP INDEX CONCURRENTLY IF EXISTS posts_by_account_views_idx;
