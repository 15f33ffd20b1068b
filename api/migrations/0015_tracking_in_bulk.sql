-- Adding many accounts in one transaction, watching runs, and counting what is new.

-- Serialises what a group adds, so that its caps are exact: whoever holds the row counts and inserts alone. False: no such
-- group in the transaction's scope. SECURITY DEFINER, because members may not change their group, and a lock needs that.
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

-- The accounts that names stand for now; names that Clipmeter has never heard of are absent. When several had a name,
-- the one that was read with success last has it; one that was found to have lost the name is left out.
CREATE FUNCTION known_accounts(platform text, usernames text[]) RETURNS TABLE (username text, id bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT DISTINCT ON (a.username) a.username, a.id
    FROM platform_accounts a
    WHERE a.platform = known_accounts.platform AND a.username = ANY (known_accounts.usernames)
      AND (a.platform_id IS NULL OR a.last_outcome IS DISTINCT FROM 'identity_changed')
    ORDER BY a.username, a.last_success_at DESC NULLS LAST, a.id;
END;

-- The same, and makes the absent ones. The rows are locked against being purged until the caller tracks them, known ones
-- in the order of their ids and new ones in that of their names, so that two callers meet in one order.
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

-- Who asked for a scrape may watch it: its units are visible as what they read is. A video that several groups track is
-- read under the row of one of them, and no group sees another's, so that these ids come from a function.
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
-- Not the lease's token, which lets its holder write, nor sums over units of other groups.
GRANT SELECT (id, platform, opened_at, lease_expires_at, ended_at) ON runs TO clipmeter_app;
GRANT SELECT (id, run_id, account_id, tracked_video_id, assigned, outcome, items_new, items_updated) ON run_units
    TO clipmeter_app;

-- Counting what an account brought in the last 24 hours reads just that. The id is for the policies of posts.
CREATE INDEX posts_by_account_first_seen_idx ON posts (account_id, first_seen_at) INCLUDE (id);
-- The same video is found by whichever of both names it has; the planner joins by this expression.
CREATE INDEX tracked_videos_name_idx ON tracked_videos (coalesce(video_id, short_url));
