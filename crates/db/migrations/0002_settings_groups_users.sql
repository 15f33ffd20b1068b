-- Platform settings, client groups and users, and the cost of a post.

-- The cost of a post: a model for the platform, which a group and then a tracked account may override. ADR 0011.
--
-- All models are one formula, least(cap, base + rate per thousand views); `model` says which fields are set.
CREATE TYPE cost AS (model text, base numeric(18, 6), rate numeric(18, 6), cap numeric(18, 6));

CREATE FUNCTION is_cost(c cost) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (CASE c.model
        WHEN 'none' THEN num_nonnulls(c.base, c.rate, c.cap) = 0
        WHEN 'flat' THEN c.base >= 0 AND c.rate = 0 AND c.cap IS NULL
        WHEN 'per_mille' THEN c.base = 0 AND c.rate >= 0 AND coalesce(c.cap, 0) >= 0
        WHEN 'base_plus' THEN c.base >= 0 AND c.rate >= 0 AND coalesce(c.cap, 0) >= 0
        ELSE false END) IS TRUE;

-- Cost of a post with this many views; NULL without views and without a cost. 0.001, because a product is exact.
CREATE FUNCTION cost_of(c cost, views bigint) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN views > 0 THEN least(c.cap, c.base + c.rate * views * 0.001) END;
GRANT EXECUTE ON FUNCTION is_cost(cost), cost_of(cost, bigint) TO clipmeter_app, clipmeter_ingest;

CREATE TABLE settings (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    -- 'all': every signed-in user may see all collected items; 'group': only those that the user's group tracks.
    content_visibility text NOT NULL DEFAULT 'all' CHECK (content_visibility IN ('all', 'group')),
    instagram_interval_minutes integer NOT NULL DEFAULT 60 CHECK (instagram_interval_minutes BETWEEN 5 AND 1440),
    tiktok_interval_minutes integer NOT NULL DEFAULT 15 CHECK (tiktok_interval_minutes BETWEEN 5 AND 1440),
    cost cost NOT NULL DEFAULT ROW('flat', 1, 0, NULL)::cost CHECK (is_cost(cost)),
    -- Recognizes the password that the program was last started with, so that it is applied once and not at every
    -- start: HMAC under a key that is not in the database. NULL: there was none.
    admin_password_digest bytea,
    -- Maximum of items in a full crawl of an account; 0: no limit.
    backfill_items integer NOT NULL DEFAULT 1000 CHECK (backfill_items BETWEEN 0 AND 100000),
    -- Whole months of measurements kept before the current one; NULL: all.
    history_months integer CHECK (history_months BETWEEN 1 AND 120),
    -- Days for which removed items are kept; NULL: forever.
    removed_items_days integer CHECK (removed_items_days BETWEEN 1 AND 3650),
    -- The first day with complete measurements. Of earlier days only the daily sums are left.
    history_begins date NOT NULL DEFAULT '-infinity',
    -- Identifies the keys that this installation was set up with, so that a lost or exchanged key file is noticed even
    -- when it has encrypted nothing: HMAC under the key that is never rotated. NULL until the first start.
    key_fingerprint bytea CHECK (octet_length(key_fingerprint) = 32)
);
INSERT INTO settings DEFAULT VALUES;

CREATE TABLE groups (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CHECK (name <> ''),
    description text NOT NULL DEFAULT '',
    is_active boolean NOT NULL DEFAULT true,
    max_instagram_accounts integer NOT NULL DEFAULT 10 CHECK (max_instagram_accounts BETWEEN 0 AND 100000),
    max_tiktok_accounts integer NOT NULL DEFAULT 10 CHECK (max_tiktok_accounts BETWEEN 0 AND 100000),
    -- NULL: the platform's interval.
    instagram_interval_minutes integer CHECK (instagram_interval_minutes BETWEEN 5 AND 1440),
    tiktok_interval_minutes integer CHECK (tiktok_interval_minutes BETWEEN 5 AND 1440),
    created_at timestamptz NOT NULL,
    -- When false, only the group's admins add, scrape and delete accounts and videos.
    members_manage_accounts boolean NOT NULL DEFAULT true,
    -- NULL: the platform's. num_nonnulls, because IS NULL also holds for a row of NULLs.
    cost cost CHECK (num_nonnulls(cost) = 0 OR is_cost(cost)),
    -- Rows store the Kubernetes resource that tracks them. Without a cluster these columns are empty. ADR 0018.
    --
    -- The name of the ClientGroup; NULL: the group is not linked to a resource.
    resource text CHECK (resource <> ''),
    -- The namespace of its accounts; NULL without a resource.
    namespace text CHECK (namespace <> ''),
    -- The manager other than the dashboard; '' when the dashboard may change the row.
    managed_by text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX groups_name_key ON groups (lower(name));
CREATE UNIQUE INDEX groups_resource_key ON groups (resource);

CREATE TABLE users (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL CHECK (username <> ''),
    email text,
    full_name text NOT NULL DEFAULT '',
    company_name text NOT NULL DEFAULT '',
    is_admin boolean NOT NULL DEFAULT false,
    is_group_admin boolean NOT NULL DEFAULT false,
    is_active boolean NOT NULL DEFAULT true,
    -- NULL only for platform admins and for users without a group.
    group_id bigint REFERENCES groups ON DELETE CASCADE,
    -- argon2id, PHC string.
    password_hash text NOT NULL,
    -- Part of every issued token; raising it revokes them all.
    token_version integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    last_login timestamptz
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE INDEX users_group_id_idx ON users (group_id);

-- Whether this transaction may read every collected item. SECURITY DEFINER: it reads settings, not the caller's view.
CREATE FUNCTION sees_all_content() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT current_scope() = 'admin'
        OR (current_scope() = 'group' AND (SELECT content_visibility = 'all' FROM settings));
END;
GRANT EXECUTE ON FUNCTION sees_all_content() TO clipmeter_app;

-- Refresh interval of a group's account or video on a platform; `own` is the account's interval.
CREATE FUNCTION scrape_interval(platform text, own integer, g groups, s settings) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE platform
        WHEN 'instagram' THEN coalesce(own, g.instagram_interval_minutes, s.instagram_interval_minutes)
        ELSE coalesce(own, g.tiktok_interval_minutes, s.tiktok_interval_minutes) END;
GRANT EXECUTE ON FUNCTION scrape_interval(text, integer, groups, settings) TO clipmeter_app, clipmeter_ingest;

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
