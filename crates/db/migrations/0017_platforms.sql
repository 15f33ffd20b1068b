-- The platforms as rows: a new one is added by the program that supports it, when it starts, and needs no migration.
-- ADR 0048.

CREATE TABLE platforms (
    -- As in the registry of the program.
    code text PRIMARY KEY CHECK (code ~ '^[a-z]+$'),
    -- How many accounts a group may track, unless the group has a limit of its own.
    max_accounts integer NOT NULL CHECK (max_accounts BETWEEN 0 AND 100000)
);
ALTER TABLE platforms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON platforms TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY read ON platforms FOR SELECT TO clipmeter_app, clipmeter_ingest USING (true);
GRANT SELECT ON platforms TO clipmeter_app, clipmeter_ingest;
INSERT INTO platforms (code, max_accounts) VALUES ('instagram', 10), ('tiktok', 10);

-- Waits for reports, which lock their run first, and keeps new ones waiting.
LOCK TABLE runs, platform_accounts, posts IN ACCESS EXCLUSIVE MODE;

-- The next migration validates the keys: it reads the tables, which would lock them until this one is committed.
DO $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT * FROM (VALUES
        ('runs', 'platform'), ('platform_accounts', 'platform'), ('posts', 'platform'), ('traffic_hours', 'platform'),
        ('proxies', 'serves'), ('session_breakers', 'platform'), ('rate_limit_buckets', 'platform'),
        ('endpoint_cooldowns', 'platform'), ('working_endpoints', 'platform'), ('captured_responses', 'platform'),
        ('discoveries', 'platform'), ('erasures', 'platform'), ('erased_handles', 'platform')
    ) AS columns (relation, field) LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', t.relation, t.relation || '_' || t.field || '_check');
        -- A post has the platform of its account. Checking it for every new post would only slow reports down.
        IF t.relation <> 'posts' THEN
            EXECUTE format('ALTER TABLE %I ADD FOREIGN KEY (%I) REFERENCES platforms NOT VALID', t.relation, t.field);
        END IF;
    END LOOP;
END
$$;

-- The interval of each platform, minutes by code.
ALTER TABLE settings ADD COLUMN intervals jsonb NOT NULL DEFAULT '{}'
    CHECK (jsonb_typeof(intervals) = 'object'
           AND NOT jsonb_path_exists(intervals, '$.* ? (!(@.type() == "number" && @ >= 5 && @ <= 1440))'));
UPDATE settings SET intervals =
    jsonb_build_object('instagram', instagram_interval_minutes, 'tiktok', tiktok_interval_minutes);

CREATE OR REPLACE FUNCTION scrape_interval(platform text, own integer, g groups, s settings) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(
        own,
        CASE platform WHEN 'instagram' THEN g.instagram_interval_minutes
                      WHEN 'tiktok' THEN g.tiktok_interval_minutes END,
        (s.intervals ->> platform)::integer);

ALTER TABLE settings DROP COLUMN instagram_interval_minutes, DROP COLUMN tiktok_interval_minutes;

-- How many accounts of a platform a group may track.
CREATE FUNCTION account_limit(g groups, p platforms) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE p.code WHEN 'instagram' THEN g.max_instagram_accounts
                       WHEN 'tiktok' THEN g.max_tiktok_accounts
                       ELSE p.max_accounts END;
GRANT EXECUTE ON FUNCTION account_limit(groups, platforms) TO clipmeter_app;

CREATE OR REPLACE FUNCTION check_account_limit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    over record;
BEGIN
    PERFORM FROM groups WHERE id IN (SELECT group_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
    SELECT t.group_id, p.code AS platform, count(*) AS n INTO over
    FROM tracked_accounts t
    JOIN platform_accounts a ON a.id = t.account_id
    JOIN platforms p ON p.code = a.platform
    JOIN groups g ON g.id = t.group_id
    WHERE t.group_id IN (SELECT group_id FROM new_rows)
      AND a.platform IN (SELECT n.platform FROM new_rows r JOIN platform_accounts n ON n.id = r.account_id)
    GROUP BY t.group_id, p.code, g.id
    HAVING count(*) > account_limit(g, p)
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'group % may not track % % accounts', over.group_id, over.n, over.platform
            USING ERRCODE = 'check_violation', CONSTRAINT = 'tracked_accounts_limit', TABLE = 'tracked_accounts';
    END IF;
    RETURN NULL;
END
$$;
