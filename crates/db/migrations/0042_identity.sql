-- Removed items and handle conflicts. ADR 0024.

-- An item that was taken down or hidden keeps its numbers and its history, and still counts in all totals.
ALTER TABLE posts
    ADD COLUMN availability text NOT NULL DEFAULT 'public' CHECK (availability IN ('public', 'removed', 'private')),
    -- Time of the detection.
    ADD COLUMN unavailable_since timestamptz,
    ADD CONSTRAINT posts_unavailable_check CHECK ((availability = 'public') = (unavailable_since IS NULL));

-- Items that were missing once: a second observation that is independent of the first one proves the removal.
CREATE TABLE suspected_removals (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    missing_since timestamptz NOT NULL,
    run_id uuid NOT NULL,
    -- Reported by its own page, not by a list.
    of_its_page boolean NOT NULL,
    -- The session of the run at that time; NULL: none. Sessions are deleted and their ids never reused.
    session_id bigint
);
CREATE INDEX suspected_removals_account_id_idx ON suspected_removals (account_id);
ALTER TABLE suspected_removals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON suspected_removals TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON suspected_removals TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON suspected_removals TO clipmeter_ingest;

-- Since when the handle has a new owner, and who that is as far as known. Nothing of the account is read until an admin
-- has resolved the conflict.
ALTER TABLE platform_accounts
    ADD COLUMN handle_conflict_at timestamptz,
    ADD COLUMN new_owner_id text CHECK (new_owner_id <> ''),
    ADD COLUMN new_owner_username text,
    ADD COLUMN new_owner_display_name text,
    ADD COLUMN new_owner_followers bigint,
    ADD CONSTRAINT platform_accounts_handle_conflict_check
        CHECK ((new_owner_id IS NULL OR handle_conflict_at IS NOT NULL) AND (new_owner_id IS NULL) = (new_owner_username IS NULL));
UPDATE platform_accounts SET handle_conflict_at = last_attempt_at WHERE last_outcome = 'identity_changed';

-- As before, but a handle conflict is recognized by its own column, whatever the last attempt's outcome.
CREATE OR REPLACE FUNCTION known_accounts(platform text, usernames text[]) RETURNS TABLE (username text, id bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT DISTINCT ON (a.username) a.username, a.id
    FROM platform_accounts a
    WHERE a.platform = known_accounts.platform AND a.username = ANY (known_accounts.usernames)
      AND (a.platform_id IS NULL OR a.handle_conflict_at IS NULL)
    ORDER BY a.username, a.last_success_at DESC NULLS LAST, a.id;
END;

-- As before, with the two columns of availability.
CREATE OR REPLACE VIEW content WITH (security_invoker = true) AS
SELECT p.id,
       p.platform,
       p.account_id,
       p.external_id,
       p.shortcode,
       p.url,
       p.caption,
       a.username,
       p.views,
       p.likes,
       p.comments,
       p.shares,
       cpm(cost_of(k.cost, p.views), p.views::numeric)::float8 AS cpm,
       engagement_rate(p.platform, p.views, p.likes, p.comments, p.shares)::float8 AS engagement_rate,
       p.posted_at,
       p.sort_at,
       p.updated_at,
       cost_of(k.cost, p.views) AS cost,
       p.availability,
       p.unavailable_since
FROM posts p
JOIN platform_accounts a ON a.id = p.account_id
CROSS JOIN settings s
LEFT JOIN groups g ON g.id = (SELECT viewing_group())
LEFT JOIN tracked_accounts t ON t.group_id = g.id AND t.account_id = p.account_id
CROSS JOIN LATERAL (
    SELECT CASE
        WHEN t.id IS NOT NULL THEN coalesce(t.cost, g.cost, s.cost)
        WHEN g.cost IS NOT DISTINCT FROM NULL THEN s.cost
        WHEN EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id AND v.group_id = g.id) THEN g.cost
        ELSE s.cost
    END AS cost
) k;

-- The row of the handle's new owner, created unless it exists. An unidentified account with that name is it.
CREATE FUNCTION new_owner_of(disputed platform_accounts, at timestamptz) RETURNS bigint
    LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    found bigint;
BEGIN
    SELECT a.id INTO found FROM platform_accounts a
    WHERE a.platform = disputed.platform AND a.platform_id = disputed.new_owner_id FOR UPDATE;
    IF found IS NULL THEN
        INSERT INTO platform_accounts AS a (platform, username, created_at)
        VALUES (disputed.platform, coalesce(disputed.new_owner_username, disputed.username), at)
        ON CONFLICT (platform, username) WHERE platform_id IS NULL DO UPDATE SET username = a.username
        RETURNING id INTO found;
        UPDATE platform_accounts a SET
            platform_id = disputed.new_owner_id,
            display_name = coalesce(disputed.new_owner_display_name, a.display_name),
            follower_count = coalesce(disputed.new_owner_followers, a.follower_count)
        WHERE a.id = found;
    END IF;
    RETURN found;
END
$$;

-- The account that a group tracks becomes the new owner of its handle: its history continues under that identity, for
-- all groups. If another row already has the identity, everything of this one moves there. Returns the id by which the
-- group then tracks it; NULL: there was no conflict.
CREATE FUNCTION accept_new_owner(tracked bigint, at timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    disputed platform_accounts;
    client bigint := (SELECT t.group_id FROM tracked_accounts t WHERE t.id = tracked);
    new_owner bigint;
BEGIN
    SELECT a.* INTO disputed FROM platform_accounts a JOIN tracked_accounts t ON t.account_id = a.id
    WHERE t.id = tracked AND a.handle_conflict_at IS NOT NULL AND is_admin() FOR UPDATE OF a;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    -- Units in progress were opened for the previous identity.
    UPDATE run_units u SET account_id = NULL WHERE u.account_id = disputed.id AND u.assigned;
    IF NOT EXISTS (SELECT FROM platform_accounts o
                   WHERE o.platform = disputed.platform AND o.id <> disputed.id
                     AND CASE WHEN disputed.new_owner_id IS NULL THEN o.platform_id IS NULL AND o.username = disputed.username
                              ELSE o.platform_id = disputed.new_owner_id END) THEN
        -- Due at once, as if it had never been tried: the result of the last attempt has been resolved.
        UPDATE platform_accounts a SET
            platform_id = a.new_owner_id, sec_uid = NULL, last_outcome = NULL, last_detail = '', last_attempt_at = NULL,
            consecutive_failures = 0, handle_conflict_at = NULL, new_owner_id = NULL, new_owner_username = NULL,
            new_owner_display_name = NULL, new_owner_followers = NULL
        WHERE a.id = disputed.id;
        RETURN tracked;
    END IF;
    new_owner := new_owner_of(disputed, at);
    UPDATE platform_accounts a SET former_usernames = a.former_usernames || ARRAY(
        SELECT f.name FROM unnest(disputed.former_usernames || disputed.username) WITH ORDINALITY AS f (name, n)
        WHERE f.name <> ALL (a.former_usernames || a.username) ORDER BY f.n)
    WHERE a.id = new_owner;
    PERFORM merge_accounts(new_owner, disputed.id);
    RETURN (SELECT t.id FROM tracked_accounts t WHERE t.group_id = client AND t.account_id = new_owner);
END
$$;

-- The group tracks the new owner of the handle. The account that it tracked before is deleted, unless others track it.
-- Returns the id by which the group then tracks it; NULL: there was no conflict.
CREATE FUNCTION follow_handle(tracked bigint, at timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    disputed platform_accounts;
    new_owner bigint;
    other bigint;
BEGIN
    SELECT a.* INTO disputed FROM platform_accounts a JOIN tracked_accounts t ON t.account_id = a.id
    WHERE t.id = tracked AND a.handle_conflict_at IS NOT NULL AND is_admin() FOR UPDATE OF a;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    new_owner := new_owner_of(disputed, at);
    SELECT t.id INTO other FROM tracked_accounts t JOIN tracked_accounts own ON own.group_id = t.group_id
    WHERE own.id = tracked AND t.account_id = new_owner;
    IF other IS NOT NULL THEN
        DELETE FROM tracked_accounts t WHERE t.id = tracked;
        RETURN other;
    END IF;
    UPDATE tracked_accounts t SET account_id = new_owner WHERE t.id = tracked;
    PERFORM purge_untracked(ARRAY[disputed.id]);
    RETURN tracked;
END
$$;
GRANT EXECUTE ON FUNCTION accept_new_owner(bigint, timestamptz), follow_handle(bigint, timestamptz) TO clipmeter_app;
