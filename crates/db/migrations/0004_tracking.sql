-- The accounts and videos that each group tracks. Collected data exist as long as any group tracks them; the last one
-- to stop purges them.

CREATE TABLE tracked_accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    group_id bigint NOT NULL REFERENCES groups ON DELETE CASCADE,
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    UNIQUE (group_id, account_id)
);
CREATE INDEX tracked_accounts_account_id_idx ON tracked_accounts (account_id);

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
    CHECK (video_id IS NOT NULL OR short_url IS NOT NULL),
    UNIQUE (group_id, video_id),
    UNIQUE (group_id, short_url)
);
CREATE INDEX tracked_videos_video_id_idx ON tracked_videos (video_id);
CREATE INDEX tracked_videos_short_url_idx ON tracked_videos (short_url);
CREATE INDEX tracked_videos_post_id_idx ON tracked_videos (post_id);

-- The account that `username` refers to; created if it is unknown. If several accounts had the name, the one with the
-- latest successful read has it now; accounts that were found to have lost the name are skipped. The caller tracks the
-- returned id.
CREATE FUNCTION register_account(platform text, username text, at timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    found bigint;
BEGIN
    SELECT a.id INTO found FROM platform_accounts a
    WHERE a.platform = register_account.platform AND a.username = register_account.username
      AND a.last_outcome IS DISTINCT FROM 'identity_changed'
    ORDER BY a.last_success_at DESC NULLS LAST, a.id
    LIMIT 1 FOR KEY SHARE;
    IF found IS NULL THEN
        INSERT INTO platform_accounts (platform, username, created_at)
        VALUES (register_account.platform, register_account.username, register_account.at)
        ON CONFLICT (platform, username) WHERE platform_id IS NULL DO UPDATE SET username = excluded.username
        RETURNING id INTO found;
    END IF;
    RETURN found;
END
$$;
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
-- accounts themselves. An account that is only the author of a tracked video stays.
CREATE FUNCTION purge_untracked(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM posts p
    WHERE p.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id);
    DELETE FROM platform_accounts a
    WHERE a.id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
      AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);
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

-- Two rows turned out to be the same account (a group had tracked it by a former name): everything moves to `keep`.
CREATE FUNCTION merge_accounts(keep bigint, duplicate bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE posts SET account_id = keep WHERE account_id = duplicate;
    UPDATE tracked_accounts t SET account_id = keep
    WHERE t.account_id = duplicate
      AND NOT EXISTS (SELECT FROM tracked_accounts k WHERE k.account_id = keep AND k.group_id = t.group_id);
    DELETE FROM platform_accounts WHERE id = duplicate;
END
$$;
GRANT EXECUTE ON FUNCTION merge_accounts(bigint, bigint) TO clipmeter_ingest;
