-- Posts that the lists of several accounts show. Each post is stored under one account, and only runs of that account
-- change it; the other accounts are linked to it. ADR 0040.

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
-- Only the functions below read and write it.
ALTER TABLE post_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON post_links TO CURRENT_USER USING (true) WITH CHECK (true);

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

REVOKE ALL ON FUNCTION move_posts(bigint[], bigint[]), link_listed_posts(bigint, text, text[]), link_author(bigint, text, text),
    delete_links(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION link_listed_posts(bigint, text, text[]), link_author(bigint, text, text) TO clipmeter_ingest;
GRANT EXECUTE ON FUNCTION delete_links(bigint[]) TO clipmeter_app;

-- As before; a post that a tracked account lists moves there, unless a group tracks the post singly.
CREATE OR REPLACE FUNCTION purge_untracked(accounts bigint[]) RETURNS void
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

-- As before; links move as well.
CREATE OR REPLACE FUNCTION merge_accounts(keep bigint, duplicate bigint) RETURNS void
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
