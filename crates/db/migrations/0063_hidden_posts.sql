-- no-transaction
-- Tells whether a post is hidden without reading it. Contains only posts of deleted accounts and videos that can be restored.
CREATE INDEX CONCURRENTLY IF NOT EXISTS posts_hidden_ids_idx ON posts (id) WHERE hidden;
