-- Tombstones: what a group stops tracking disappears from everything at once, and can be restored with its history until
-- it is purged. ADR 0050.

ALTER TABLE groups
    -- Whether what the group stops tracking, and the group itself, is kept until it is restored or erased.
    ADD COLUMN retain boolean NOT NULL DEFAULT false,
    -- Otherwise: how long it can be restored.
    ADD COLUMN purge_after_seconds bigint NOT NULL DEFAULT 604800 CHECK (purge_after_seconds BETWEEN 0 AND 315360000);
-- NULL: the group's.
ALTER TABLE tracked_accounts ADD COLUMN retain boolean;
ALTER TABLE tracked_videos ADD COLUMN retain boolean;

CREATE TABLE tombstones (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('account', 'video', 'group')),
    platform text,
    -- The username, the video's URL, or the group's name.
    name text NOT NULL,
    -- The group that tracked it, which may be deleted too; or the deleted group.
    group_id bigint NOT NULL,
    -- Deferred, so that the row is locked only at the commit: two groups that delete the same account lock it for the
    -- purge first.
    account_id bigint REFERENCES platform_accounts ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    video_id text,
    short_url text,
    post_id bigint REFERENCES posts ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    -- The deleted row, as JSON, so that a new column of its table needs no new column here. Of a group: itself and its
    -- users. A migration that adds a required column to groups or users adds it here, too.
    state jsonb NOT NULL,
    -- It was deleted with its group, and is restored with it.
    with_group boolean NOT NULL DEFAULT false,
    deleted_at timestamptz NOT NULL,
    -- NULL: kept until it is restored or erased.
    purge_at timestamptz,
    CHECK ((kind = 'account') = (account_id IS NOT NULL))
);
CREATE UNIQUE INDEX tombstones_account_key ON tombstones (account_id, group_id) WHERE account_id IS NOT NULL;
CREATE INDEX tombstones_group_id_idx ON tombstones (group_id);
CREATE INDEX tombstones_post_id_idx ON tombstones (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX tombstones_purge_at_idx ON tombstones (purge_at) WHERE purge_at IS NOT NULL;

ALTER TABLE tombstones ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON tombstones TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY read ON tombstones FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
-- Without the state, which contains password hashes.
GRANT SELECT (id, kind, platform, name, group_id, account_id, video_id, short_url, with_group, deleted_at, purge_at)
    ON tombstones TO clipmeter_app;
-- For steps of the clock.
CREATE POLICY ingest ON tombstones TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT (deleted_at, purge_at), UPDATE (purge_at) ON tombstones TO clipmeter_ingest;

-- Changes a function by replacing a part of its text, so that only the change has to be read.
CREATE FUNCTION pg_temp.patch(function regprocedure, before text, after text) RETURNS void
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

-- Hidden posts: only tombstones hold them, so no list shows them. The sums of their accounts stay as they are, because
-- they are read for tracked accounts only; the histogram of all posts does not count them.

ALTER TABLE posts ADD COLUMN hidden boolean NOT NULL DEFAULT false;
CREATE INDEX posts_hidden_idx ON posts (account_id) WHERE hidden;
-- The indexes in the orders of lists, so that a page is still read from an index alone.
DO $$
DECLARE
    i record;
BEGIN
    FOR i IN SELECT indexname, indexdef FROM pg_indexes
             WHERE schemaname = 'public' AND tablename = 'posts' AND indexname LIKE 'posts\_by\_%'
               AND indexdef LIKE '%(platform, %'
    LOOP
        EXECUTE format('DROP INDEX %I', i.indexname);
        EXECUTE i.indexdef || ' WHERE NOT hidden';
    END LOOP;
END
$$;
-- For the policy.
DROP INDEX posts_by_account_first_seen_idx;
CREATE INDEX posts_by_account_first_seen_idx ON posts (account_id, first_seen_at) INCLUDE (id, hidden);
ALTER POLICY visible ON posts
    USING (NOT hidden
       AND ((SELECT sees_all_content())
         OR account_id IN (SELECT t.account_id FROM tracked_accounts t)
         OR id IN (SELECT v.post_id FROM tracked_videos v)));

SELECT pg_temp.patch('search_posts(text, text, boolean, text, date, date, bigint[], boolean)',
    'conditions text := '''';',
    'conditions text := '' AND NOT p.hidden'';');
SELECT pg_temp.patch('search_posts(text, text, boolean, text, date, date, bigint[], boolean)',
    '    IF search.by_index THEN',
    '    IF search.by_index THEN
        search.parts := ARRAY(SELECT one || '' AND NOT p.hidden'' FROM unnest(search.parts) WITH ORDINALITY AS s (one, place)
                              ORDER BY place);');
SELECT pg_temp.patch('search_posts(text, text, boolean, text, date, date, bigint[], boolean)',
    '(SELECT q.id, q.platform, q.account_id, q.sort_at,',
    '(SELECT q.id, q.platform, q.account_id, q.sort_at, q.hidden,');
SELECT pg_temp.patch('page_of_posts(text, bigint, integer)',
    'AND p.sort_at < CASE',
    'AND NOT p.hidden AND p.sort_at < CASE');

-- The day is only for the histogram; NULL: the post is hidden.
CREATE OR REPLACE FUNCTION delta_of(post posts, sign integer) RETURNS post_delta
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ROW(post.account_id, post.platform,
               CASE WHEN NOT post.hidden THEN (post.sort_at AT TIME ZONE 'UTC')::date END, sign,
               post.views, post.likes, post.comments, post.shares,
               CASE WHEN post.views > 0
                    THEN engagements(post.platform, post.likes, post.comments, post.shares) END,
               post.saves)::post_delta;
SELECT pg_temp.patch('apply_post_deltas(post_delta[])',
    '    FROM unnest(deltas)
    GROUP BY platform, day',
    '    FROM unnest(deltas)
    WHERE day IS NOT NULL
    GROUP BY platform, day');

-- Shows those of the posts of these accounts, and of these posts, that are tracked again.
CREATE FUNCTION show_posts(accounts bigint[], items bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    shown bigint[] := ARRAY(
        SELECT p.id FROM posts p
        WHERE p.hidden AND p.account_id = ANY (accounts)
          AND EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
        UNION SELECT p.id FROM posts p
        WHERE p.hidden AND p.id = ANY (items) AND EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id));
BEGIN
    IF cardinality(shown) > 0 THEN
        -- Before the posts, like a report.
        PERFORM FROM platform_accounts a
        WHERE a.id IN (SELECT p.account_id FROM posts p WHERE p.id = ANY (shown)) ORDER BY a.id FOR NO KEY UPDATE;
        UPDATE posts p SET hidden = false WHERE p.id = ANY (shown) AND p.hidden;
    END IF;
END
$$;

CREATE FUNCTION show_tracked_posts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_TABLE_NAME = 'tracked_accounts' THEN
        PERFORM show_posts(ARRAY(SELECT DISTINCT account_id FROM new_rows), '{}');
    ELSE
        PERFORM show_posts('{}', ARRAY(SELECT DISTINCT post_id FROM new_rows WHERE post_id IS NOT NULL));
    END IF;
    RETURN NULL;
END
$$;
-- By their names, these run before the triggers that count.
CREATE TRIGGER tracked_accounts_appear_insert AFTER INSERT ON tracked_accounts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION show_tracked_posts();
CREATE TRIGGER tracked_accounts_appear_update AFTER UPDATE ON tracked_accounts
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION show_tracked_posts();
CREATE TRIGGER tracked_videos_appear_insert AFTER INSERT ON tracked_videos
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION show_tracked_posts();
CREATE TRIGGER tracked_videos_appear_update AFTER UPDATE ON tracked_videos
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION show_tracked_posts();

-- As before, but what a tombstone holds is hidden instead of deleted. Its account is as if suspended: growth until it is
-- read again was gained.
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
            AND NOT EXISTS (SELECT FROM tombstones d WHERE d.account_id = p.account_id)
            AND EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = l.account_id)
            AND (l.is_author OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id))
          GROUP BY p.id) m;
    IF cardinality(moved) > 0 THEN
        PERFORM move_posts(moved, moved_to);
    END IF;
    UPDATE posts p SET hidden = true
    WHERE p.account_id = ANY (accounts) AND NOT p.hidden
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id)
      AND (EXISTS (SELECT FROM tombstones d WHERE d.account_id = p.account_id)
        OR EXISTS (SELECT FROM tombstones d WHERE d.post_id = p.id));
    DELETE FROM posts p
    WHERE p.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id)
      AND NOT EXISTS (SELECT FROM tombstones d WHERE d.account_id = p.account_id)
      AND NOT EXISTS (SELECT FROM tombstones d WHERE d.post_id = p.id);
    DELETE FROM platform_accounts a
    WHERE a.id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
      AND NOT EXISTS (SELECT FROM tombstones d WHERE d.account_id = a.id)
      AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);
    UPDATE platform_accounts a SET first_success_at = NULL
    WHERE a.id = ANY (accounts) AND a.first_success_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
      AND NOT EXISTS (SELECT FROM tombstones d WHERE d.account_id = a.id);
    -- The session is free for other accounts.
    DELETE FROM session_accounts s
    WHERE s.account_id = ANY (accounts)
      AND NOT EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = s.account_id);
END
$$;

-- A post goes to an account that is tracked.
SELECT pg_temp.patch('move_posts(bigint[], bigint[])',
    'SET account_id = m.heir FROM unnest(items, heirs) AS m (item, heir) WHERE p.id = m.item',
    'SET account_id = m.heir, hidden = false FROM unnest(items, heirs) AS m (item, heir) WHERE p.id = m.item');
SELECT pg_temp.patch('link_listed_posts(bigint, text, text[])',
    'AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);',
    'AND NOT EXISTS (SELECT FROM tombstones d WHERE d.account_id = a.id)
          AND NOT EXISTS (SELECT FROM posts p WHERE p.account_id = a.id);');
SELECT pg_temp.patch('merge_accounts(bigint, bigint)',
    'DELETE FROM platform_accounts WHERE id = duplicate;',
    'DELETE FROM tombstones d
    WHERE d.account_id = duplicate
      AND EXISTS (SELECT FROM tombstones k WHERE k.account_id = keep AND k.group_id = d.group_id);
    UPDATE tombstones SET account_id = keep WHERE account_id = duplicate;
    DELETE FROM tombstones d USING tracked_accounts t
    WHERE d.account_id = keep AND t.account_id = keep AND t.group_id = d.group_id;
    PERFORM show_posts(ARRAY[keep], ''{}'');
    DELETE FROM platform_accounts WHERE id = duplicate;');
-- Days whose measurements no longer exist are kept with the tombstone.
SELECT pg_temp.patch('recount_video_days(bigint[])',
    'OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = d.post_id)',
    'OR NOT EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = d.post_id)
       AND NOT EXISTS (SELECT FROM tombstones t WHERE t.post_id = d.post_id)');
-- An erasure leaves no tombstones.
SELECT pg_temp.patch('erase_accounts(text, bigint[], text[], text[])',
    'DELETE FROM tracked_videos v WHERE v.id = ANY (videos);',
    'urls := urls || ARRAY(
        SELECT d.name FROM tombstones d
        WHERE d.kind = ''video''
          AND (d.post_id = ANY (posts_of)
            OR (platform = ''tiktok'' AND lower(substring(d.name FROM ''/@([^/?#]+)'')) = ANY (names))));
    DELETE FROM tombstones d
    WHERE d.account_id = ANY (accounts) OR (d.kind = ''video'' AND d.name = ANY (urls));
    DELETE FROM tracked_videos v WHERE v.id = ANY (videos);');

-- Leaves tombstones of those of the accounts that are in scope, before they are deleted. `retained` overrides whether
-- they are kept; NULL does not.
CREATE FUNCTION bury_accounts(ids bigint[], at timestamptz, retained boolean, with_group bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    INSERT INTO tombstones AS d (kind, platform, name, group_id, account_id, state, with_group, deleted_at, purge_at)
    SELECT 'account', a.platform, a.username, t.group_id, t.account_id, to_jsonb(t),
           t.group_id IS NOT DISTINCT FROM bury_accounts.with_group, bury_accounts.at,
           CASE WHEN NOT coalesce(bury_accounts.retained, t.retain, g.retain)
                THEN bury_accounts.at + g.purge_after_seconds * interval '1 second' END
    FROM tracked_accounts t
    JOIN groups g ON g.id = t.group_id
    JOIN platform_accounts a ON a.id = t.account_id
    WHERE t.id = ANY (bury_accounts.ids) AND (is_admin() OR t.group_id = current_group())
    ON CONFLICT (account_id, group_id) WHERE account_id IS NOT NULL DO UPDATE SET
        name = excluded.name, state = excluded.state, with_group = excluded.with_group,
        deleted_at = excluded.deleted_at, purge_at = excluded.purge_at;
END;

-- The same for single videos.
CREATE FUNCTION bury_videos(ids bigint[], at timestamptz, retained boolean, with_group bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    INSERT INTO tombstones (kind, platform, name, group_id, video_id, short_url, post_id, state, with_group, deleted_at,
                            purge_at)
    SELECT 'video', 'tiktok', v.url, v.group_id, v.video_id, v.short_url, v.post_id, to_jsonb(v),
           v.group_id IS NOT DISTINCT FROM bury_videos.with_group, bury_videos.at,
           CASE WHEN NOT coalesce(bury_videos.retained, v.retain, g.retain)
                THEN bury_videos.at + g.purge_after_seconds * interval '1 second' END
    FROM tracked_videos v JOIN groups g ON g.id = v.group_id
    WHERE v.id = ANY (bury_videos.ids) AND (is_admin() OR v.group_id = current_group());
END;

-- Deletes a group, its users, what it tracks, and what its users added to other groups, and leaves tombstones. Returns
-- its name; NULL: there is no such group.
CREATE FUNCTION bury_group(id bigint, at timestamptz, retained boolean) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    members bigint[] := ARRAY(SELECT u.id FROM users u WHERE u.group_id = bury_group.id);
    accounts bigint[] := ARRAY(SELECT t.id FROM tracked_accounts t
                               WHERE t.group_id = bury_group.id OR t.added_by = ANY (members) ORDER BY t.id);
    videos bigint[] := ARRAY(SELECT v.id FROM tracked_videos v
                             WHERE v.group_id = bury_group.id OR v.added_by = ANY (members) ORDER BY v.id);
    deleted text;
BEGIN
    IF NOT is_admin() THEN
        RAISE insufficient_privilege USING MESSAGE = 'only administrators delete groups';
    END IF;
    INSERT INTO tombstones (kind, name, group_id, state, deleted_at, purge_at)
    SELECT 'group', g.name, g.id,
           jsonb_build_object('group', to_jsonb(g), 'users', (
               SELECT coalesce(jsonb_agg(to_jsonb(u) ORDER BY u.id), '[]') FROM users u WHERE u.group_id = g.id)),
           at, CASE WHEN NOT coalesce(retained, g.retain) THEN at + g.purge_after_seconds * interval '1 second' END
    FROM groups g WHERE g.id = bury_group.id
    RETURNING name INTO deleted;
    IF deleted IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM bury_videos(videos, at, retained, bury_group.id);
    PERFORM bury_accounts(accounts, at, retained, bury_group.id);
    DELETE FROM tracked_videos v WHERE v.id = ANY (videos);
    DELETE FROM tracked_accounts t WHERE t.id = ANY (accounts);
    DELETE FROM groups g WHERE g.id = bury_group.id;
    RETURN deleted;
END
$$;

-- The properties of a deleted row that a new row of the same subject gets back. The others are decided anew.
CREATE FUNCTION restorable(state jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN state - ARRAY['group_id', 'account_id', 'added_by', 'resource', 'managed_by', 'suspended', 'retain',
                         'last_outcome', 'last_detail', 'last_attempt_at', 'consecutive_failures'];

-- Whoever makes a group track a subject again gets the row back. A user who no longer exists has not added it.
CREATE FUNCTION restore_account() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    deleted jsonb;
BEGIN
    DELETE FROM tombstones d WHERE d.account_id = NEW.account_id AND d.group_id = NEW.group_id
    RETURNING d.state INTO deleted;
    IF FOUND THEN
        NEW := jsonb_populate_record(NEW, restorable(deleted));
        NEW.added_by := coalesce(NEW.added_by, (SELECT u.id FROM users u WHERE u.id = (deleted ->> 'added_by')::bigint));
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tracked_accounts_restore BEFORE INSERT ON tracked_accounts
    FOR EACH ROW EXECUTE FUNCTION restore_account();

CREATE FUNCTION restore_video() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    deleted jsonb;
    found_id bigint := (SELECT d.id FROM tombstones d
                        WHERE d.kind = 'video' AND d.group_id = NEW.group_id
                          AND (d.video_id = NEW.video_id OR d.short_url = NEW.short_url)
                        ORDER BY d.id DESC LIMIT 1);
BEGIN
    IF found_id IS NULL THEN
        RETURN NEW;
    END IF;
    DELETE FROM tombstones d WHERE d.id = found_id RETURNING d.state INTO deleted;
    IF FOUND AND NOT EXISTS (SELECT FROM tracked_videos v
                             WHERE v.group_id = NEW.group_id
                               AND (v.video_id = deleted ->> 'video_id' OR v.short_url = deleted ->> 'short_url')) THEN
        NEW := jsonb_populate_record(NEW, restorable(deleted) - 'post_id');
        NEW.added_by := coalesce(NEW.added_by, (SELECT u.id FROM users u WHERE u.id = (deleted ->> 'added_by')::bigint));
        NEW.post_id := (SELECT p.id FROM posts p WHERE p.id = (deleted ->> 'post_id')::bigint);
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tracked_videos_restore BEFORE INSERT ON tracked_videos
    FOR EACH ROW EXECUTE FUNCTION restore_video();

-- Restores a deleted group with its users and what it tracked, as far as its limits and the names of users allow. Tokens
-- that were issued before stay revoked. Returns its id; NULL: there is no such tombstone. groups_name_key is violated if
-- another group has the name.
CREATE FUNCTION restore_group(tombstone bigint, at timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    deleted tombstones;
    restored groups;
BEGIN
    IF NOT is_admin() THEN
        RAISE insufficient_privilege USING MESSAGE = 'only administrators restore groups';
    END IF;
    DELETE FROM tombstones d WHERE d.id = tombstone AND d.kind = 'group' RETURNING d.* INTO deleted;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    restored := jsonb_populate_record(NULL::groups, deleted.state -> 'group');
    restored.resource := NULL;
    restored.namespace := NULL;
    restored.managed_by := '';
    INSERT INTO groups OVERRIDING SYSTEM VALUE SELECT restored.*;
    INSERT INTO users OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(u, jsonb_build_object('token_version', u.token_version + 1))).*
    FROM jsonb_populate_recordset(NULL::users, deleted.state -> 'users') u
    ON CONFLICT DO NOTHING;
    INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT d.group_id, d.account_id, at
    FROM (SELECT t.group_id, t.account_id, t.platform,
                 row_number() OVER (PARTITION BY t.platform ORDER BY (t.state ->> 'id')::bigint) AS place
          FROM tombstones t
          WHERE t.group_id = restored.id AND t.kind = 'account' AND t.with_group) d
    JOIN platforms p ON p.code = d.platform
    WHERE d.place <= account_limit(restored, p);
    INSERT INTO tracked_videos (group_id, url, video_id, short_url, created_at)
    SELECT t.group_id, t.name, t.video_id, t.short_url, at
    FROM tombstones t WHERE t.group_id = restored.id AND t.kind = 'video' AND t.with_group ORDER BY t.id;
    RETURN restored.id;
END
$$;

-- Deletes tombstones, and what only they held. Of a group: everything that was deleted with or before it.
CREATE FUNCTION discard_tombstones(ids bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    discarded bigint[] := ARRAY(
        SELECT d.id FROM tombstones d WHERE d.id = ANY (ids)
        UNION SELECT o.id FROM tombstones d JOIN tombstones o ON o.group_id = d.group_id
              WHERE d.id = ANY (ids) AND d.kind = 'group');
    items bigint[] := ARRAY(SELECT d.post_id FROM tombstones d WHERE d.id = ANY (discarded) AND d.post_id IS NOT NULL);
    accounts bigint[] := ARRAY(
        SELECT d.account_id FROM tombstones d WHERE d.id = ANY (discarded) AND d.account_id IS NOT NULL
        UNION SELECT p.account_id FROM posts p WHERE p.id = ANY (items));
BEGIN
    -- In the order in which a restoration locks them: the account, the tombstone.
    PERFORM lock_open_units(accounts, '{}');
    PERFORM FROM platform_accounts a WHERE a.id = ANY (accounts) ORDER BY a.id FOR UPDATE;
    DELETE FROM tombstones d WHERE d.id = ANY (discarded);
    IF cardinality(items) > 0 THEN
        PERFORM recount_video_days(items);
    END IF;
    PERFORM purge_untracked(accounts);
END
$$;

-- Deletes a tombstone before its time. False: there is none with this id.
CREATE FUNCTION discard_tombstone(id bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT is_admin() THEN
        RAISE insufficient_privilege USING MESSAGE = 'only administrators delete what can be restored';
    END IF;
    IF NOT EXISTS (SELECT FROM tombstones d WHERE d.id = discard_tombstone.id) THEN
        RETURN false;
    END IF;
    PERFORM discard_tombstones(ARRAY[id]);
    RETURN true;
END
$$;

-- Purges up to `most` tombstones that are due. A group's is kept as long as anything that it tracked can be restored.
-- Returns how many.
CREATE FUNCTION purge_tombstones(at timestamptz, most integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    due bigint[] := ARRAY(
        SELECT d.id FROM tombstones d
        WHERE d.purge_at <= at
          AND (d.kind <> 'group' OR NOT EXISTS (SELECT FROM tombstones o WHERE o.group_id = d.group_id AND o.kind <> 'group'))
        ORDER BY d.purge_at, d.id LIMIT most);
BEGIN
    IF cardinality(due) > 0 THEN
        PERFORM discard_tombstones(due);
    END IF;
    RETURN cardinality(due);
END
$$;

GRANT EXECUTE ON FUNCTION bury_accounts(bigint[], timestamptz, boolean, bigint),
    bury_videos(bigint[], timestamptz, boolean, bigint), bury_group(bigint, timestamptz, boolean),
    restore_group(bigint, timestamptz), discard_tombstone(bigint) TO clipmeter_app;
GRANT EXECUTE ON FUNCTION purge_tombstones(timestamptz, integer) TO clipmeter_maintenance;

-- A restored item appears in the admins' list of deleted ones, and a deleted one disappears.
CREATE TRIGGER tombstones_notify_insert AFTER INSERT ON tombstones
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_group_rows_changed();
CREATE TRIGGER tombstones_notify_delete AFTER DELETE ON tombstones
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_group_rows_changed();
