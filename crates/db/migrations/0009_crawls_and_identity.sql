-- What crawls leave for the next ones: boosted posts, suspected removals, captured responses and checkpoints. And the
-- identity of accounts: posts of several accounts, accounts that turn out to be the same, and handle conflicts.

-- Posts older than a day that gain views like young ones: they are read with those of the week, however old they are.
-- ADR 0023.
CREATE TABLE boosted_posts (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    -- The account whose list shows it; a post with several authors may be stored under another one.
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    boosted_at timestamptz NOT NULL,
    -- Reads in a row that showed little gain.
    calm smallint NOT NULL DEFAULT 0
);
CREATE INDEX boosted_posts_account_idx ON boosted_posts (account_id);

-- Items that were missing once: a second observation that is independent of the first one proves the removal. ADR 0024.
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

-- Captured responses that could not be parsed, for debugging. Deleted with their account or video.
CREATE TABLE captured_responses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('instagram', 'tiktok')),
    account_id bigint REFERENCES platform_accounts ON DELETE CASCADE,
    tracked_video_id bigint REFERENCES tracked_videos ON DELETE CASCADE,
    -- Response kind, for the parser.
    kind text NOT NULL,
    endpoint text NOT NULL,
    outcome text NOT NULL,
    http_status integer NOT NULL,
    location text NOT NULL,
    is_anonymous boolean NOT NULL,
    body bytea NOT NULL CHECK (octet_length(body) <= 1048576),
    is_cut boolean NOT NULL,
    config_revision bigint NOT NULL,
    at timestamptz NOT NULL
);

-- Checkpoints of interrupted crawls to the ends of lists, so that the next ones resume there. ADR 0028.
--
-- A separate table: it is written with every page of such a crawl, and must not notify the account's groups.
CREATE TABLE crawl_checkpoints (
    account_id bigint PRIMARY KEY REFERENCES platform_accounts ON DELETE CASCADE,
    -- Endpoint code of the list.
    endpoint text NOT NULL,
    -- The CrawlCheckpoint message as it was reported: only the next scraper reads it.
    checkpoint bytea NOT NULL CHECK (octet_length(checkpoint) <= 4096),
    saved_at timestamptz NOT NULL,
    -- Failed reads since then without progress.
    failures integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- The list of one account says nothing about another's. SECURITY DEFINER: the role that resolves handle conflicts
-- cannot read checkpoints.
CREATE FUNCTION delete_crawl_checkpoint() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM crawl_checkpoints WHERE account_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER delete_crawl_checkpoint AFTER UPDATE OF platform_id ON platform_accounts
    FOR EACH ROW WHEN (OLD.platform_id IS DISTINCT FROM NEW.platform_id AND OLD.platform_id IS NOT NULL)
    EXECUTE FUNCTION delete_crawl_checkpoint();

-- Posts that the lists of several accounts show. Each post is stored under one account, and only runs of that account
-- change it; the other accounts are linked to it. Only functions read and write this table. ADR 0040.
CREATE TABLE post_links (
    post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
    account_id bigint NOT NULL REFERENCES platform_accounts ON DELETE CASCADE,
    -- The list of the account showed the post.
    is_listed boolean NOT NULL DEFAULT false,
    -- The page of the post named the account as its author.
    is_author boolean NOT NULL DEFAULT false,
    PRIMARY KEY (post_id, account_id)
);
CREATE INDEX post_links_account_idx ON post_links (account_id);

-- Moves posts to another account, with their history and scheduling state.
CREATE FUNCTION move_posts(items bigint[], heirs bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE posts p SET account_id = m.heir FROM unnest(items, heirs) AS m (item, heir) WHERE p.id = m.item;
    UPDATE boosted_posts r SET account_id = m.heir FROM unnest(items, heirs) AS m (item, heir) WHERE r.post_id = m.item;
    -- These missing observations were from another account's list.
    DELETE FROM suspected_removals s WHERE s.post_id = ANY (items);
    DELETE FROM post_links l USING unnest(items, heirs) AS m (item, heir) WHERE l.post_id = m.item AND l.account_id = m.heir;
END
$$;

-- Records that the list of an account shows these posts, and returns those that are stored under another account, which
-- the caller must not change. A post whose own page named this account as the author moves here if no group tracks the
-- account that it is stored under.
CREATE FUNCTION link_listed_posts(lister bigint, on_platform text, ids text[]) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    others bigint[] := ARRAY(SELECT p.id FROM posts p
                             WHERE p.platform = on_platform AND p.external_id = ANY (ids) AND p.account_id <> lister
                             ORDER BY p.id);
    claimed bigint[];
    former bigint[];
BEGIN
    IF cardinality(others) = 0 THEN
        RETURN;
    END IF;
    -- Only new links are locked and written. The lock makes a deletion of the post wait for its link.
    INSERT INTO post_links AS l (post_id, account_id, is_listed)
    SELECT p.id, lister, true
    FROM (SELECT p.id FROM posts p
          WHERE p.id = ANY (others)
            AND NOT EXISTS (SELECT FROM post_links k WHERE k.post_id = p.id AND k.account_id = lister AND k.is_listed)
          ORDER BY p.id FOR KEY SHARE) p
    ON CONFLICT (post_id, account_id) DO UPDATE SET is_listed = true;
    SELECT coalesce(array_agg(p.id), '{}'), coalesce(array_agg(DISTINCT p.account_id), '{}') INTO claimed, former
    FROM posts p JOIN post_links l ON l.post_id = p.id AND l.account_id = lister AND l.is_author
    WHERE p.id = ANY (others) AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id);
    IF cardinality(claimed) > 0 THEN
        PERFORM move_posts(claimed, array_fill(lister, ARRAY[cardinality(claimed)]));
        DELETE FROM platform_accounts a
        WHERE a.id = ANY (former)
          AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
          AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);
    END IF;
    RETURN QUERY SELECT p.external_id FROM posts p WHERE p.id = ANY (others) AND p.account_id <> lister;
END
$$;

-- Records that the page of a post names this account as its author, though the post is stored under another one.
CREATE FUNCTION link_author(author bigint, on_platform text, item text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    INSERT INTO post_links AS l (post_id, account_id, is_author)
    SELECT p.id, link_author.author, true FROM posts p
    WHERE p.platform = on_platform AND p.external_id = item AND p.account_id <> link_author.author
    ON CONFLICT (post_id, account_id) DO UPDATE SET is_author = true WHERE NOT l.is_author;
END;

-- Removes the links from posts of erased accounts to other accounts, so that the posts are deleted instead of moved.
CREATE FUNCTION delete_links(accounts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT is_admin() THEN
        RAISE insufficient_privilege USING MESSAGE = 'only administrators erase';
    END IF;
    DELETE FROM post_links l USING posts p WHERE p.id = l.post_id AND p.account_id = ANY (accounts);
END
$$;

GRANT EXECUTE ON FUNCTION link_listed_posts(bigint, text, text[]), link_author(bigint, text, text) TO clipmeter_ingest;
GRANT EXECUTE ON FUNCTION delete_links(bigint[]) TO clipmeter_app;

-- Two rows turned out to be the same account (a group had tracked it by a former name): everything moves to `keep`,
-- including links and days whose measurements no longer exist.
CREATE FUNCTION merge_accounts(keep bigint, duplicate bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE posts SET account_id = keep WHERE account_id = duplicate;
    INSERT INTO post_links AS l (post_id, account_id, is_listed, is_author)
    SELECT o.post_id, keep, o.is_listed, o.is_author FROM post_links o WHERE o.account_id = duplicate
    ON CONFLICT (post_id, account_id) DO UPDATE SET
        is_listed = l.is_listed OR excluded.is_listed, is_author = l.is_author OR excluded.is_author;
    DELETE FROM post_links l USING posts p WHERE l.account_id = keep AND p.id = l.post_id AND p.account_id = keep;
    INSERT INTO account_days AS d
    SELECT keep, o.day, o.items, o.views, o.likes, o.comments, o.shares,
           o.gained_views, o.gained_likes, o.gained_comments, o.gained_shares
    FROM account_days o
    WHERE o.account_id = duplicate AND o.day < (SELECT s.history_begins FROM settings s)
    ON CONFLICT (account_id, day) DO UPDATE SET
        items = d.items + excluded.items,
        views = d.views + excluded.views,
        likes = d.likes + excluded.likes,
        comments = d.comments + excluded.comments,
        shares = d.shares + excluded.shares,
        gained_views = d.gained_views + excluded.gained_views,
        gained_likes = d.gained_likes + excluded.gained_likes,
        gained_comments = d.gained_comments + excluded.gained_comments,
        gained_shares = d.gained_shares + excluded.gained_shares;
    UPDATE tracked_accounts t SET account_id = keep
    WHERE t.account_id = duplicate
      AND NOT EXISTS (SELECT FROM tracked_accounts k WHERE k.account_id = keep AND k.group_id = t.group_id);
    DELETE FROM platform_accounts WHERE id = duplicate;
END
$$;
GRANT EXECUTE ON FUNCTION merge_accounts(bigint, bigint) TO clipmeter_ingest;

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
-- group then tracks it; NULL: there was no conflict. ADR 0024.
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
