-- no-transaction
-- The posts of an account with all that lists sort and filter by, so that no post is read to sort those of a group. Replaces
-- posts_by_account_views_idx. ADR 0059.
CREATE INDEX CONCURRENTLY IF NOT EXISTS posts_by_account_values_idx ON posts (account_id, views DESC NULLS LAST, id DESC)
INCLUDE (sort_at, likes, comments, shares, saves, engagement_rate, updated_at, media_kind, hidden);
