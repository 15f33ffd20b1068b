-- The accounts and videos that each group tracks. Collected data exist as long as any group tracks them; the last one
-- to stop purges them.

CREATE TABLE tracked_accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    group_id bigint NOT NULL REFERENCES groups ON DELETE CASCADE,
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- Deleting a user deletes the user's additions. NULL: no user added it.
    added_by bigint REFERENCES users ON DELETE CASCADE,
    -- NULL: the group's.
    cost cost CHECK (num_nonnulls(cost) = 0 OR is_cost(cost)),
    interval_minutes integer CHECK (interval_minutes BETWEEN 5 AND 1440),
    -- The name of the InstagramAccount or TikTokAccount in the group's namespace; there may be one of each with the
    -- same name. Writers lock the group's row and ensure that no two accounts of a platform have the same name.
    resource text CHECK (resource <> ''),
    -- Suspended: the group does not have it scraped.
    suspended boolean NOT NULL DEFAULT false,
    -- As for a group.
    managed_by text NOT NULL DEFAULT '',
    UNIQUE (group_id, account_id)
);
CREATE INDEX tracked_accounts_account_id_idx ON tracked_accounts (account_id);
CREATE INDEX tracked_accounts_added_by_idx ON tracked_accounts (added_by);
CREATE INDEX tracked_accounts_resource_idx ON tracked_accounts (group_id, resource) WHERE resource IS NOT NULL;

-- Single TikTok videos, by URL.
CREATE TABLE tracked_videos (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    group_id bigint NOT NULL REFERENCES groups ON DELETE CASCADE,
    -- As entered by the user.
    url text NOT NULL,
    -- The video's id; NULL until the scraper has resolved a short link.
    video_id text CHECK (video_id <> ''),
    -- Set when the URL was a short link.
    short_url text CHECK (short_url <> ''),
    -- NULL until the first success.
    post_id bigint REFERENCES posts ON DELETE SET NULL,
    last_outcome text,
    last_detail text NOT NULL DEFAULT '',
    last_attempt_at timestamptz,
    last_success_at timestamptz,
    consecutive_failures integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    added_by bigint REFERENCES users ON DELETE CASCADE,
    -- The name of the TikTokVideo in the group's namespace.
    resource text CHECK (resource <> ''),
    suspended boolean NOT NULL DEFAULT false,
    managed_by text NOT NULL DEFAULT '',
    CHECK (video_id IS NOT NULL OR short_url IS NOT NULL),
    UNIQUE (group_id, video_id),
    UNIQUE (group_id, short_url)
);
CREATE INDEX tracked_videos_video_id_idx ON tracked_videos (video_id);
CREATE INDEX tracked_videos_short_url_idx ON tracked_videos (short_url);
-- The same video is found by either name; the planner joins by this expression.
CREATE INDEX tracked_videos_name_idx ON tracked_videos (coalesce(video_id, short_url));
CREATE INDEX tracked_videos_post_id_idx ON tracked_videos (post_id);
CREATE INDEX tracked_videos_added_by_idx ON tracked_videos (added_by);
CREATE UNIQUE INDEX tracked_videos_resource_key ON tracked_videos (group_id, resource);

-- The accounts that names refer to now; unknown names are absent. If several accounts had a name, the one with the
-- latest successful read has it; accounts that were found to have lost the name are skipped.
CREATE FUNCTION known_accounts(platform text, usernames text[]) RETURNS TABLE (username text, id bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT DISTINCT ON (a.username) a.username, a.id
    FROM platform_accounts a
    WHERE a.platform = known_accounts.platform AND a.username = ANY (known_accounts.usernames)
      AND (a.platform_id IS NULL OR a.handle_conflict_at IS NULL)
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

-- The same for one account. The caller tracks the returned id.
CREATE FUNCTION register_account(platform text, username text, at timestamptz) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT r.id
    FROM register_accounts(register_account.platform, ARRAY[register_account.username], register_account.at) r;
END;
GRANT EXECUTE ON FUNCTION known_accounts(text, text[]), register_accounts(text, text[], timestamptz) TO clipmeter_app;
GRANT EXECUTE ON FUNCTION register_account(text, text, timestamptz) TO clipmeter_app, clipmeter_ingest;

-- The group's limit is exact however many requests add at once: the group's row is the lock.
CREATE FUNCTION check_account_limit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    over record;
BEGIN
    PERFORM FROM groups WHERE id IN (SELECT group_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
    SELECT t.group_id, a.platform, count(*) AS n INTO over
    FROM tracked_accounts t
    JOIN platform_accounts a ON a.id = t.account_id
    JOIN groups g ON g.id = t.group_id
    WHERE t.group_id IN (SELECT group_id FROM new_rows)
      AND a.platform IN (SELECT p.platform FROM new_rows r JOIN platform_accounts p ON p.id = r.account_id)
    GROUP BY t.group_id, a.platform, g.max_instagram_accounts, g.max_tiktok_accounts
    HAVING count(*) > CASE a.platform WHEN 'instagram' THEN g.max_instagram_accounts
                                      ELSE g.max_tiktok_accounts END
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'group % may not track % % accounts', over.group_id, over.n, over.platform
            USING ERRCODE = 'check_violation', CONSTRAINT = 'tracked_accounts_limit', TABLE = 'tracked_accounts';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tracked_accounts_limit AFTER INSERT ON tracked_accounts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_account_limit();

-- Deletes posts of the given accounts that are no longer tracked by any group, by account or singly, and then the
-- accounts themselves. An account that is only the author of a tracked video stays. It is not observed: new items are a
-- baseline until the account is tracked again. A post that a tracked account lists moves there, unless a group tracks
-- the post singly.
CREATE FUNCTION purge_untracked(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    heirs bigint[] := ARRAY(
        SELECT DISTINCT l.account_id FROM posts p JOIN post_links l ON l.post_id = p.id AND l.is_listed
        WHERE p.account_id = ANY (accounts) AND EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = l.account_id));
    moved bigint[];
    moved_to bigint[];
BEGIN
    PERFORM lock_open_units(accounts || heirs, '{}');
    -- Before the counters, like a report of a single video, which locks its author first.
    PERFORM FROM platform_accounts a WHERE a.id = ANY (accounts || heirs) ORDER BY a.id FOR UPDATE;
    -- Units in progress store nothing more, even if the account stays as the author of a tracked single video.
    UPDATE run_units u SET account_id = NULL
    WHERE u.assigned AND u.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = u.account_id);
    SELECT coalesce(array_agg(m.id), '{}'), coalesce(array_agg(m.heir), '{}') INTO moved, moved_to
    FROM (SELECT p.id, min(l.account_id) AS heir
          FROM posts p JOIN post_links l ON l.post_id = p.id AND l.is_listed
          WHERE p.account_id = ANY (accounts) AND l.account_id = ANY (heirs)
            AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
            AND EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = l.account_id)
            AND (l.is_author OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id))
          GROUP BY p.id) m;
    IF cardinality(moved) > 0 THEN
        PERFORM move_posts(moved, moved_to);
    END IF;
    DELETE FROM posts p
    WHERE p.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id);
    DELETE FROM platform_accounts a
    WHERE a.id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
      AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);
    UPDATE platform_accounts a SET first_success_at = NULL
    WHERE a.id = ANY (accounts) AND a.first_success_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id);
END
$$;

CREATE FUNCTION purge_after_untracking_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM purge_untracked(ARRAY(SELECT DISTINCT account_id FROM old_rows ORDER BY account_id));
    RETURN NULL;
END
$$;
CREATE TRIGGER tracked_accounts_purge AFTER DELETE ON tracked_accounts
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION purge_after_untracking_accounts();

CREATE FUNCTION purge_after_untracking_videos() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM purge_untracked(ARRAY(
        SELECT DISTINCT p.account_id FROM old_rows o JOIN posts p ON p.id = o.post_id ORDER BY p.account_id));
    RETURN NULL;
END
$$;
CREATE TRIGGER tracked_videos_purge AFTER DELETE ON tracked_videos
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION purge_after_untracking_videos();
