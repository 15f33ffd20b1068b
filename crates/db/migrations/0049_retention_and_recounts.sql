-- Corrects the retention, recounts of days, and merged accounts.

CREATE OR REPLACE FUNCTION pg_temp.patch(function regprocedure, before text, after text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    definition text := pg_get_functiondef(function);
BEGIN
    IF strpos(definition, before) = 0 THEN
        RAISE EXCEPTION 'the function % has no such part: %', function, before;
    END IF;
    EXECUTE replace(definition, before, after);
END
$$;

-- A recount reads where the history begins only after it has locked the history. Otherwise, a recount that waited for prune_history
-- would delete the days before the new beginning, whose measurements no longer exist. The parent is enough: dropping a month locks it.
SELECT pg_temp.patch('recount_video_days(bigint[])',
    $$begins := first_whole_day();$$,
    $$LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    begins := first_whole_day();$$);

-- The days before the history stay as they are, also with the parts of items that were deleted or moved since. The last one of them gets
-- the difference, so that all days add up to the totals.
CREATE OR REPLACE FUNCTION recount_account_days(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    begins date;
BEGIN
    LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    begins := first_whole_day();
    DELETE FROM account_days WHERE account_id = ANY (accounts) AND day >= begins;
    INSERT INTO account_days
    SELECT account_id, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares),
           sum(saves), sum(gained_saves)
    FROM measured_days WHERE account_id = ANY (accounts) AND day >= begins
    GROUP BY account_id, day;
    IF isfinite(begins) THEN
        INSERT INTO account_days AS d
        SELECT c.account_id, begins - 1, c.posts - s.items, c.views - s.views, c.likes - s.likes, c.comments - s.comments,
               c.shares - s.shares, 0, 0, 0, 0, c.saves - s.saves, 0
        FROM account_counters c
        -- Deleting an account also deletes its days.
        JOIN platform_accounts a ON a.id = c.account_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(o.items), 0)::bigint AS items, coalesce(sum(o.views), 0)::bigint AS views,
                   coalesce(sum(o.likes), 0)::bigint AS likes, coalesce(sum(o.comments), 0)::bigint AS comments,
                   coalesce(sum(o.shares), 0)::bigint AS shares, coalesce(sum(o.saves), 0)::bigint AS saves
            FROM account_days o WHERE o.account_id = c.account_id
        ) s
        WHERE c.account_id = ANY (accounts)
          AND (c.posts, c.views, c.likes, c.comments, c.shares, c.saves)
              <> (s.items, s.views, s.likes, s.comments, s.shares, s.saves)
        ORDER BY c.account_id
        ON CONFLICT (account_id, day) DO UPDATE SET
            items = d.items + excluded.items,
            views = d.views + excluded.views,
            likes = d.likes + excluded.likes,
            comments = d.comments + excluded.comments,
            shares = d.shares + excluded.shares,
            saves = d.saves + excluded.saves;
    END IF;
    -- Counted again in the background: a deletion does not wait for it.
    DELETE FROM counted_costs WHERE account_id = ANY (accounts);
    DELETE FROM account_day_increases WHERE account_id = ANY (accounts);
END
$$;

-- As before, and deletes the authors of single videos with their last video. Nothing else would: a deletion of the video finds its author
-- by the item.
CREATE OR REPLACE FUNCTION prune_removed_items(before timestamptz, most integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    items bigint[] := ARRAY(SELECT p.id FROM posts p WHERE p.availability = 'removed' AND p.unavailable_since < before
                            ORDER BY p.unavailable_since, p.id LIMIT most);
    authors bigint[];
    n bigint;
BEGIN
    -- In the order in which a report locks them: its unit, the account, the item.
    PERFORM lock_open_units(ARRAY(SELECT DISTINCT p.account_id FROM posts p WHERE p.id = ANY (items)), '{}');
    PERFORM FROM platform_accounts a
    WHERE a.id IN (SELECT p.account_id FROM posts p WHERE p.id = ANY (items)) ORDER BY a.id FOR UPDATE;
    WITH deleted AS (
        DELETE FROM posts p WHERE p.id = ANY (items) AND p.availability = 'removed' RETURNING p.account_id
    )
    SELECT count(*), array_agg(DISTINCT d.account_id) INTO n, authors FROM deleted d;
    DELETE FROM platform_accounts a
    WHERE a.id = ANY (authors)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
      AND NOT EXISTS (SELECT FROM tombstones d WHERE d.account_id = a.id)
      AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);
    RETURN n;
END
$$;

-- The history continues, so the account has been tracked since the first of both was.
SELECT pg_temp.patch('merge_accounts(bigint, bigint)',
    $$    DELETE FROM platform_accounts WHERE id = duplicate;$$,
    $$    UPDATE platform_accounts k SET first_success_at = d.first_success_at
    FROM platform_accounts d
    WHERE k.id = keep AND d.id = duplicate AND d.first_success_at < coalesce(k.first_success_at, 'infinity');
    DELETE FROM platform_accounts WHERE id = duplicate;$$);
