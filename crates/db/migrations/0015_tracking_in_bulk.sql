-- Adds many accounts in one transaction, shows runs to users, and counts new items.

-- Serializes a group's additions, so that its limits are exact: only the holder of the row lock counts and inserts.
-- False: no such group in the transaction's scope. SECURITY DEFINER, because members may not change their group, and a
-- lock requires that right.
CREATE FUNCTION lock_group(id bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM FROM groups g
    WHERE g.id = lock_group.id AND (is_admin() OR g.id = current_group())
    FOR NO KEY UPDATE;
    RETURN FOUND;
END
$$;
GRANT EXECUTE ON FUNCTION lock_group(bigint) TO clipmeter_app;

-- The accounts that names refer to now; unknown names are absent. If several accounts had a name, the one with the
-- latest successful read has it; accounts that were found to have lost the name are skipped.
CREATE FUNCTION known_accounts(platform text, usernames text[]) RETURNS TABLE (username text, id bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT DISTINCT ON (a.username) a.username, a.id
    FROM platform_accounts a
    WHERE a.platform = known_accounts.platform AND a.username = ANY (known_accounts.usernames)
      AND (a.platform_id IS NULL OR a.last_outcome IS DISTINCT FROM 'identity_changed')
    ORDER BY a.username, a.last_success_at DESC NULLS LAST, a.id;
END;

-- The same, and creates unknown accounts. Locks the rows against being purged until the caller tracks them, known ones
-- in the order of their ids and new ones in that of their names, so that two callers lock rows in the same order.
CREATE FUNCTION register_accounts(platform text, usernames text[], at timestamptz)
    RETURNS TABLE (username text, id bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    PERFORM FROM platform_accounts a
    WHERE a.platform = register_accounts.platform AND a.username = ANY (usernames)
    ORDER BY a.id FOR KEY SHARE;
    INSERT INTO platform_accounts (platform, username, created_at)
    SELECT register_accounts.platform, n.username, at
    FROM (SELECT unnest(usernames) EXCEPT SELECT k.username FROM known_accounts(register_accounts.platform, usernames) k)
         AS n(username)
    ORDER BY n.username
    ON CONFLICT (platform, username) WHERE platform_id IS NULL DO UPDATE SET username = excluded.username;
    RETURN QUERY SELECT k.username, k.id FROM known_accounts(register_accounts.platform, usernames) k;
END
$$;
GRANT EXECUTE ON FUNCTION known_accounts(text, text[]), register_accounts(text, text[], timestamptz) TO clipmeter_app;

CREATE OR REPLACE FUNCTION register_account(platform text, username text, at timestamptz) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT r.id
    FROM register_accounts(register_account.platform, ARRAY[register_account.username], register_account.at) r;
END;

-- A user who requested a scrape may watch it: its units are visible if their accounts or videos are. A video that
-- several groups track is read under the row of one of them, and groups cannot see each other's rows, so these ids come
-- from a function.
CREATE FUNCTION own_video_ids() RETURNS SETOF bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT same.id
    FROM tracked_videos v
    JOIN tracked_videos same ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
    WHERE v.group_id = (SELECT current_group());
END;
GRANT EXECUTE ON FUNCTION own_video_ids() TO clipmeter_app;

CREATE POLICY visible ON run_units FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin())
        OR account_id IN (SELECT t.account_id FROM tracked_accounts t)
        OR tracked_video_id IN (SELECT own_video_ids()));
CREATE POLICY visible ON runs FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin()) OR EXISTS (SELECT FROM run_units u WHERE u.run_id = runs.id));
-- Excludes the lease's token, which lets its holder write, and sums over units of other groups.
GRANT SELECT (id, platform, opened_at, lease_expires_at, ended_at) ON runs TO clipmeter_app;
GRANT SELECT (id, run_id, account_id, tracked_video_id, assigned, outcome, items_new, items_updated) ON run_units
    TO clipmeter_app;

-- Counting an account's new items of the last 24 hours reads only this index. The id is for the policies of posts.
CREATE INDEX posts_by_account_first_seen_idx ON posts (account_id, first_seen_at) INCLUDE (id);
-- The same video is found by either name; the planner joins by this expression.
CREATE INDEX tracked_videos_name_idx ON tracked_videos (coalesce(video_id, short_url));
