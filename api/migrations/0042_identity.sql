-- What the platform no longer shows, and whose a name is. ADR 0032.

-- An item that was taken down or hidden keeps its numbers and its history, and stands in all totals as before.
ALTER TABLE posts
    ADD COLUMN availability text NOT NULL DEFAULT 'public' CHECK (availability IN ('public', 'removed', 'private')),
    -- When that was found.
    ADD COLUMN unavailable_since timestamptz,
    ADD CONSTRAINT posts_unavailable_check CHECK ((availability = 'public') = (unavailable_since IS NULL));

-- Items that were missed once: a second miss that does not depend on the first one says that they are gone.
CREATE TABLE suspected_removals (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    missing_since timestamptz NOT NULL,
    run_id uuid NOT NULL,
    -- Said by its own page and not by a list.
    of_its_page boolean NOT NULL,
    -- That its run held by then; NULL: none. Sessions are deleted and their ids never given again.
    session_id bigint
);
CREATE INDEX suspected_removals_account_id_idx ON suspected_removals (account_id);
ALTER TABLE suspected_removals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON suspected_removals TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON suspected_removals TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON suspected_removals TO clipmeter_ingest;

-- Since when somebody else answers by the account's name, and who that is as far as it is known. Nothing is read of the account
-- until an admin has decided.
ALTER TABLE platform_accounts
    ADD COLUMN handle_conflict_at timestamptz,
    ADD COLUMN new_owner_id text CHECK (new_owner_id <> ''),
    ADD COLUMN new_owner_username text,
    ADD COLUMN new_owner_display_name text,
    ADD COLUMN new_owner_followers bigint,
    ADD CONSTRAINT platform_accounts_handle_conflict_check
        CHECK ((new_owner_id IS NULL OR handle_conflict_at IS NOT NULL) AND (new_owner_id IS NULL) = (new_owner_username IS NULL));
UPDATE platform_accounts SET handle_conflict_at = last_attempt_at WHERE last_outcome = 'identity_changed';

-- As before, but a name that is found to be somebody else's is known by that, whatever the last attempt came to.
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

-- The row of who has the account's name now, made unless there is one. One that waits for its identity under that name is it.
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

-- The account that a group tracks is who answers by its name now: its history goes on under that identity, for all groups. A row
-- that has the identity already takes over all that this one has. Returns what the group tracks it by then; NULL: there was
-- nothing to decide.
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
    -- What is being read of it was begun for whom it was before.
    UPDATE run_units u SET account_id = NULL WHERE u.account_id = disputed.id AND u.assigned;
    IF NOT EXISTS (SELECT FROM platform_accounts o
                   WHERE o.platform = disputed.platform AND o.id <> disputed.id
                     AND CASE WHEN disputed.new_owner_id IS NULL THEN o.platform_id IS NULL AND o.username = disputed.username
                              ELSE o.platform_id = disputed.new_owner_id END) THEN
        -- Due at once, as if it had never been tried: what the last attempt found is decided.
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

-- The group follows the name to who has it now. What it tracked before goes, unless others track it. Returns what the group tracks
-- it by then; NULL: there was nothing to decide.
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
