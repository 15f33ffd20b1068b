-- no-transaction
-- The primary key from migration 0068 on. ADR 0073.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS video_days_zone_key ON video_days (post_id, zone, day);
