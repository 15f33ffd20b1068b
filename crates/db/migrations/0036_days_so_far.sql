-- The days of measurements from before days were stored. Separate from creating the tables of days, because that took
-- exclusive locks and had to be short: here lists can still be read, and only reports wait.
DO $$
DECLARE
    account bigint;
BEGIN
    -- In the order in which a report locks them.
    PERFORM FROM platform_accounts ORDER BY id FOR UPDATE;
    PERFORM FROM account_counters ORDER BY account_id FOR UPDATE;

    -- The first post may be a single video from before the account was tracked.
    UPDATE platform_accounts a SET first_success_at = greatest(p.first_seen_at, t.created_at)
    FROM (SELECT account_id, min(first_seen_at) AS first_seen_at FROM posts GROUP BY account_id) p,
         (SELECT account_id, min(created_at) AS created_at FROM tracked_accounts GROUP BY account_id) t
    WHERE p.account_id = a.id AND t.account_id = a.id AND a.last_success_at IS NOT NULL;

    -- One account at a time: the triggers collect a statement's rows in memory.
    FOR account IN SELECT id FROM platform_accounts ORDER BY id LOOP
        UPDATE posts p SET from_zero = true
        FROM platform_accounts a
        WHERE a.id = account AND p.account_id = account AND p.posted_at > a.first_success_at;
        PERFORM recount_account_days(ARRAY[account]);
    END LOOP;
    PERFORM recount_video_days(ARRAY(SELECT DISTINCT post_id FROM tracked_videos WHERE post_id IS NOT NULL));
END
$$;
