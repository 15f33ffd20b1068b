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
SELECT pg_temp.patch('recount_account_days(bigint[])',
    $$    begins date := first_whole_day();
BEGIN$$,
    $$    begins date;
BEGIN
    LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    begins := first_whole_day();$$);
SELECT pg_temp.patch('recount_video_days(bigint[])',
    $$begins := first_whole_day();$$,
    $$LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    begins := first_whole_day();$$);

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
