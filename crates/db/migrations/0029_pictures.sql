-- Pictures of posts and avatars of accounts, scaled by scrapers. References have their own tables: a picture changes neither the wide
-- rows of posts and their indexes nor the triggers on them. ADR 0060.

CREATE TABLE pictures (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- SHA-256 of the bytes: equal pictures are stored once.
    hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    -- The capability to read it, because an image element sends no token: 128 random bits.
    name text NOT NULL UNIQUE CHECK (name ~ '^[0-9a-f]{32}$'),
    -- WebP.
    bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 12288),
    size integer NOT NULL GENERATED ALWAYS AS (octet_length(bytes)) STORED,
    created_at timestamptz NOT NULL
);
-- WebP is compressed already.
ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The picture of a post; NULL: getting it failed. A post without a row was never tried.
CREATE TABLE post_pictures (
    post_id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
    picture_id bigint REFERENCES pictures ON DELETE SET NULL,
    -- The last attempt.
    checked_at timestamptz NOT NULL
);
CREATE INDEX post_pictures_picture_id_idx ON post_pictures (picture_id);

-- The avatar of an account, likewise.
CREATE TABLE account_pictures (
    account_id bigint PRIMARY KEY REFERENCES platform_accounts ON DELETE CASCADE,
    picture_id bigint REFERENCES pictures ON DELETE SET NULL,
    checked_at timestamptz NOT NULL
);
CREATE INDEX account_pictures_picture_id_idx ON account_pictures (picture_id);

ALTER TABLE settings
    -- Off: none are read, shown or kept.
    ADD COLUMN pictures boolean NOT NULL DEFAULT true,
    -- Sum of the pictures' sizes, MiB; no more are read when it is reached.
    ADD COLUMN picture_quota_mib integer NOT NULL DEFAULT 1024 CHECK (picture_quota_mib BETWEEN 1 AND 1048576);

-- A picture is deleted with the last row that refers to it, in the same transaction: an erasure leaves none behind, and neither does
-- anything else that deletes posts or accounts.
CREATE FUNCTION delete_unused_pictures() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM pictures p
    WHERE p.id IN (SELECT o.picture_id FROM old_rows o)
      AND NOT EXISTS (SELECT FROM post_pictures r WHERE r.picture_id = p.id)
      AND NOT EXISTS (SELECT FROM account_pictures r WHERE r.picture_id = p.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER post_pictures_unused_on_delete AFTER DELETE ON post_pictures
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_unused_pictures();
CREATE TRIGGER post_pictures_unused_on_update AFTER UPDATE ON post_pictures
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_unused_pictures();
CREATE TRIGGER account_pictures_unused_on_delete AFTER DELETE ON account_pictures
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_unused_pictures();
CREATE TRIGGER account_pictures_unused_on_update AFTER UPDATE ON account_pictures
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_unused_pictures();

-- Pages that show a new picture have changed.
CREATE FUNCTION notify_post_pictures_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM pg_notify('clipmeter_content_changed', platform) FROM (
        SELECT DISTINCT p.platform FROM new_rows n JOIN posts p ON p.id = n.post_id WHERE n.picture_id IS NOT NULL
    ) changed;
    PERFORM notify_groups(groups_that_show(
        ARRAY(SELECT DISTINCT p.account_id FROM new_rows n JOIN posts p ON p.id = n.post_id WHERE n.picture_id IS NOT NULL),
        ARRAY(SELECT n.post_id FROM new_rows n WHERE n.picture_id IS NOT NULL)));
    RETURN NULL;
END
$$;
CREATE TRIGGER post_pictures_notify_on_insert AFTER INSERT ON post_pictures
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_post_pictures_changed();
CREATE TRIGGER post_pictures_notify_on_update AFTER UPDATE ON post_pictures
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_post_pictures_changed();

CREATE FUNCTION notify_account_pictures_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM notify_groups(groups_that_show(ARRAY(SELECT n.account_id FROM new_rows n WHERE n.picture_id IS NOT NULL), NULL));
    RETURN NULL;
END
$$;
CREATE TRIGGER account_pictures_notify_on_insert AFTER INSERT ON account_pictures
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_account_pictures_changed();
CREATE TRIGGER account_pictures_notify_on_update AFTER UPDATE ON account_pictures
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_account_pictures_changed();

-- Returns the picture with this name, in any scope.
CREATE FUNCTION picture_named(name text) RETURNS bytea
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT p.bytes FROM pictures p WHERE p.name = picture_named.name AND (SELECT s.pictures FROM settings s);
END;
GRANT EXECUTE ON FUNCTION picture_named(text) TO clipmeter_app;

-- Deletes some of the pictures if they are off, and returns how many references to pictures were deleted.
CREATE FUNCTION delete_pictures(at_once integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    of_posts bigint;
    of_accounts bigint;
BEGIN
    IF (SELECT s.pictures FROM settings s) THEN
        RETURN 0;
    END IF;
    DELETE FROM post_pictures WHERE post_id = ANY (ARRAY(SELECT post_id FROM post_pictures LIMIT at_once));
    GET DIAGNOSTICS of_posts = ROW_COUNT;
    DELETE FROM account_pictures WHERE account_id = ANY (ARRAY(SELECT account_id FROM account_pictures LIMIT at_once));
    GET DIAGNOSTICS of_accounts = ROW_COUNT;
    RETURN of_posts + of_accounts;
END
$$;
GRANT EXECUTE ON FUNCTION delete_pictures(integer) TO clipmeter_maintenance;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['pictures', 'post_pictures', 'account_pictures'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
        EXECUTE format('CREATE POLICY ingest ON %I TO clipmeter_ingest USING (true) WITH CHECK (true)', name);
    END LOOP;
END
$$;
-- The sub-selects are under the policies of the tables that they read.
CREATE POLICY visible ON post_pictures FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR EXISTS (SELECT FROM posts p WHERE p.id = post_id));
CREATE POLICY visible ON account_pictures FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR EXISTS (SELECT FROM platform_accounts a WHERE a.id = account_id));
CREATE POLICY visible ON pictures FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content())
        OR EXISTS (SELECT FROM post_pictures r WHERE r.picture_id = pictures.id)
        OR EXISTS (SELECT FROM account_pictures r WHERE r.picture_id = pictures.id));
GRANT SELECT ON post_pictures, account_pictures TO clipmeter_app;
-- Without the bytes, which only picture_named returns.
GRANT SELECT (id, name, size) ON pictures TO clipmeter_app;
GRANT SELECT, INSERT ON pictures TO clipmeter_ingest;
GRANT SELECT, INSERT, UPDATE ON post_pictures, account_pictures TO clipmeter_ingest;
