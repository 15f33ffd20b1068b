-- The days of what was measured before days were kept. Apart from the tables of days, because those took locks that keep
-- everybody out and must be short: here lists are read on, and only reports wait.
DO $$
DECLARE
    account bigint;
BEGIN
    -- In the order in which a report takes them.
    PERFORM FROM platform_accounts ORDER BY id FOR UPDATE;
    PERFORM FROM account_counters ORDER BY account_id FOR UPDATE;

    -- The first post may be a single video from before anybody tracked the account.
    UPDATE platform_accounts a SET first_success_at = greatest(p.first_seen_at, t.created_at)
    FROM (SELECT account_id, min(first_seen_at) AS first_seen_at FROM posts GROUP BY account_id) p,
         (SELECT account_id, min(created_at) AS created_at FROM tracked_accounts GROUP BY account_id) t
    WHERE p.account_id = a.id AND t.account_id = a.id AND a.last_success_at IS NOT NULL;

    -- One account after the other: a statement's rows are gathered in memory by the triggers.
    FOR account IN SELECT id FROM platform_accounts ORDER BY id LOOP
        UPDATE posts p SET from_zero = true
        FROM platform_accounts a
        WHERE a.id = account AND p.account_id = account AND p.posted_at > a.first_success_at;
        PERFORM recount_account_days(ARRAY[account]);
    END LOOP;
    PERFORM recount_video_days(ARRAY(SELECT DISTINCT post_id FROM tracked_videos WHERE post_id IS NOT NULL));
END
$$;
