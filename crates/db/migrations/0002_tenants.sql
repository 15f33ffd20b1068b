-- Tenants: platform settings, client groups, users, and the audit log.

CREATE TABLE settings (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    -- The cost of one post, without a currency, unless a group overrides it.
    cost_per_post numeric(18, 6) NOT NULL DEFAULT 1 CHECK (cost_per_post >= 0),
    -- 'all': every signed-in user may see all collected items; 'group': only those that the user's group tracks.
    content_visibility text NOT NULL DEFAULT 'all' CHECK (content_visibility IN ('all', 'group')),
    instagram_interval_minutes integer NOT NULL DEFAULT 60 CHECK (instagram_interval_minutes BETWEEN 5 AND 1440),
    tiktok_interval_minutes integer NOT NULL DEFAULT 15 CHECK (tiktok_interval_minutes BETWEEN 5 AND 1440)
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
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX groups_name_key ON groups (lower(name));

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
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE INDEX users_group_id_idx ON users (group_id);

CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL,
    -- No foreign keys: the audit log outlives the rows that it refers to.
    user_id bigint,
    group_id bigint,
    action text NOT NULL,
    details jsonb NOT NULL DEFAULT '{}'
);

-- The data for signing in and checking a token before a scope is known, and nothing else.
CREATE TYPE sign_in_record AS (
    user_id bigint,
    username text,
    email text,
    full_name text,
    company_name text,
    is_admin boolean,
    is_group_admin boolean,
    is_active boolean,
    group_id bigint,
    group_name text,
    group_is_active boolean,
    password_hash text,
    token_version integer,
    created_at timestamptz
);

CREATE FUNCTION sign_in_by_username(name text) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE lower(u.username) = lower(sign_in_by_username.name);
END;

CREATE FUNCTION sign_in_by_id(id bigint) RETURNS SETOF sign_in_record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT u.id, u.username, u.email, u.full_name, u.company_name, u.is_admin, u.is_group_admin, u.is_active,
           u.group_id, g.name, g.is_active, u.password_hash, u.token_version, u.created_at
    FROM users u LEFT JOIN groups g ON g.id = u.group_id
    WHERE u.id = sign_in_by_id.id;
END;
