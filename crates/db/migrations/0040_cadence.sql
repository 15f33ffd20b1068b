-- The longer nothing new is posted, the less often accounts are read. ADR 0023.

-- When the newest item that its list has shown was posted; for an account without items, when it was first read. NULL
-- until then.
ALTER TABLE platform_accounts ADD COLUMN quiet_since timestamptz;

UPDATE platform_accounts a SET quiet_since = coalesce(
    (SELECT max(p.posted_at) FROM posts p WHERE p.account_id = a.id AND p.posted_at <= a.last_attempt_at),
    a.first_success_at);
