-- Scraper pools: an egress and a set of sessions, which groups and accounts select by name. ADR 0069.

-- Waits for reports, which lock their run first, and keeps new ones waiting.
LOCK TABLE runs IN ACCESS EXCLUSIVE MODE;

CREATE TABLE scraper_pools (
    name text PRIMARY KEY CHECK (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
    -- For display; part of the address of a pool with a placement.
    region text NOT NULL DEFAULT '',
    -- The names of proxies, which may not exist, by platform. A platform that is absent is read without a proxy.
    proxies jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(proxies) = 'object'),
    -- A set belongs to one pool, because a session must not be seen from two addresses.
    session_set text NOT NULL CHECK (session_set <> ''),
    -- The key of the address without a proxy; NULL: that of scrapers without a pool.
    address text CHECK (address ~ '^(pool|region):'),
    -- As for a group.
    managed_by text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    CONSTRAINT scraper_pools_session_set_key UNIQUE (session_set)
);
ALTER TABLE scraper_pools ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON scraper_pools TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY manage ON scraper_pools TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY ingest ON scraper_pools FOR SELECT TO clipmeter_ingest USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scraper_pools TO clipmeter_app;
GRANT SELECT ON scraper_pools TO clipmeter_ingest;
-- Pages show why a pool cannot be used.
CREATE TRIGGER scraper_pools_notify AFTER INSERT OR UPDATE OR DELETE ON scraper_pools
    FOR EACH STATEMENT EXECUTE FUNCTION notify_settings_changed();
CREATE TRIGGER proxies_notify AFTER INSERT OR DELETE ON proxies
    FOR EACH STATEMENT EXECUTE FUNCTION notify_settings_changed();

-- Pools are named and not referenced: a pool may be created after the groups that select it, and a deleted one must not be replaced by
-- the egress of runs without a pool.

-- NULL: the common set, of runs without a pool.
ALTER TABLE sessions ADD COLUMN session_set text CHECK (session_set <> '');
-- The pool of the group's accounts and videos, and the pools that an account may select instead. NULL: none; tombstones of earlier
-- versions have neither.
ALTER TABLE groups ADD COLUMN scraper_pool text, ADD COLUMN allowed_scraper_pools text[];
-- NULL: the group's.
ALTER TABLE tracked_accounts ADD COLUMN scraper_pool text;
-- NULL: a run without a pool.
ALTER TABLE runs ADD COLUMN scraper_pool text;

CREATE OR REPLACE VIEW run_sums WITH (security_barrier = true) AS
SELECT id, platform, trigger, opened_at, taken_at, ended_at, end_reason, closing_reason, retry_of,
       lease_expires_at IS NOT NULL AS taken, units, done,
       -- Units that an ended run did not reach count as failed.
       failed + CASE WHEN ended_at IS NULL THEN 0 ELSE greatest(units - done, 0) END AS failed,
       items_new, items_updated, requests, bytes, session_class, scraper_pool
FROM runs
WHERE (SELECT is_admin());

-- Whether an account of the group may select a pool.
CREATE FUNCTION allows_pool(g groups, pool text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN pool IS NULL OR pool IS NOT DISTINCT FROM g.scraper_pool OR coalesce(pool = ANY (g.allowed_scraper_pools), false);

-- The pool of each account. Of several groups that track it, an active group decides before a suspended one, then an allowed selection
-- before one that is not allowed, then one that selects a pool, then the oldest. An account whose decisive selection is not allowed is
-- not read.
CREATE VIEW account_pools WITH (security_invoker = true) AS
SELECT DISTINCT ON (t.account_id) t.account_id, coalesce(t.scraper_pool, g.scraper_pool) AS pool,
       allows_pool(g, t.scraper_pool) AS is_allowed, g.is_active AND NOT t.suspended AS is_scraped
FROM tracked_accounts t JOIN groups g ON g.id = t.group_id
ORDER BY t.account_id, is_scraped DESC, is_allowed DESC, coalesce(t.scraper_pool, g.scraper_pool) IS NULL, t.id;

-- The same for single videos, by the name that is the same in all groups. They have no selection of their own.
CREATE VIEW video_pools WITH (security_invoker = true) AS
SELECT DISTINCT ON (coalesce(v.video_id, v.short_url)) coalesce(v.video_id, v.short_url) AS video, g.scraper_pool AS pool
FROM tracked_videos v JOIN groups g ON g.id = v.group_id
ORDER BY coalesce(v.video_id, v.short_url), (g.is_active AND NOT v.suspended) DESC, g.scraper_pool IS NULL, v.id;

GRANT EXECUTE ON FUNCTION allows_pool(groups, text) TO clipmeter_app, clipmeter_ingest;
GRANT SELECT ON account_pools, video_pools TO clipmeter_app, clipmeter_ingest;

-- Whether a group or an account selects a pool, which no one does in most installations: then, the pools of units need not be computed.
CREATE FUNCTION pools_are_selected() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
    RETURN EXISTS (SELECT FROM groups g WHERE g.scraper_pool IS NOT NULL)
        OR EXISTS (SELECT FROM tracked_accounts t WHERE t.scraper_pool IS NOT NULL);
GRANT EXECUTE ON FUNCTION pools_are_selected() TO clipmeter_app, clipmeter_ingest;

-- The pools of units, over the selections of all groups. No row: nothing tracks the unit, or its selection is not allowed.
CREATE FUNCTION unit_pools(accounts bigint[], videos bigint[]) RETURNS TABLE (account_id bigint, tracked_video_id bigint, pool text)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT p.account_id, NULL::bigint, p.pool
    FROM account_pools p WHERE p.account_id = ANY (unit_pools.accounts) AND p.is_allowed
    UNION ALL
    SELECT NULL, v.id, p.pool
    FROM tracked_videos v JOIN video_pools p ON p.video = coalesce(v.video_id, v.short_url)
    WHERE v.id = ANY (unit_pools.videos)
      -- Otherwise, the pools of all videos would be computed.
      AND p.video = ANY (ARRAY(SELECT coalesce(n.video_id, n.short_url) FROM tracked_videos n WHERE n.id = ANY (unit_pools.videos)));
END;
GRANT EXECUTE ON FUNCTION unit_pools(bigint[], bigint[]) TO clipmeter_app, clipmeter_ingest;

-- A run has units of its pool only, also if a replica of the previous version opens it. Untracked units belong to runs without a
-- pool.
CREATE FUNCTION run_units_of_pool() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    run_pool text := (SELECT r.scraper_pool FROM runs r WHERE r.id = NEW.run_id);
    unit_pool text;
    is_allowed boolean;
BEGIN
    IF NEW.tracked_video_id IS NULL THEN
        SELECT p.pool, p.is_allowed INTO unit_pool, is_allowed FROM account_pools p WHERE p.account_id = NEW.account_id;
    ELSE
        SELECT p.pool INTO unit_pool FROM video_pools p
        WHERE p.video = (SELECT coalesce(v.video_id, v.short_url) FROM tracked_videos v WHERE v.id = NEW.tracked_video_id);
    END IF;
    IF coalesce(is_allowed, true) AND unit_pool IS NOT DISTINCT FROM run_pool THEN
        RETURN NEW;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER run_units_pool BEFORE INSERT ON run_units FOR EACH ROW EXECUTE FUNCTION run_units_of_pool();

-- The egress of each pool: the key of its address on each platform, and whether it can be used. The address is NULL if it is that of
-- scrapers without a pool. A proxy is readable if one of the keys has encrypted it; NULL: assumes that all are readable.
CREATE FUNCTION pool_egress(keys text[]) RETURNS TABLE (pool text, platform text, address text, state text)
    LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT s.name, f.code,
           CASE WHEN s.proxies ->> f.code IS NULL THEN s.address ELSE 'proxy:' || x.id END,
           CASE WHEN s.proxies ->> f.code IS NULL THEN 'ok'
                WHEN x.id IS NULL THEN 'proxy_missing'
                WHEN x.key_id <> ALL (pool_egress.keys) THEN 'proxy_unreadable'
                ELSE 'ok' END
    FROM scraper_pools s CROSS JOIN platforms f LEFT JOIN proxies x ON x.name = s.proxies ->> f.code;
END;

-- A run leaves from the address of its pool only, also if a replica of the previous version leases it. Names of addresses that scrapers
-- choose have no colon.
CREATE FUNCTION runs_address_of_pool() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM pool_egress(NULL) e
                   WHERE e.pool = NEW.scraper_pool AND e.platform = NEW.platform AND e.state = 'ok'
                     AND CASE WHEN e.address IS NULL THEN strpos(NEW.address, ':') = 0 ELSE e.address = NEW.address END) THEN
        RAISE EXCEPTION 'the address % does not belong to the scraper pool %', NEW.address, NEW.scraper_pool
            USING ERRCODE = 'check_violation', CONSTRAINT = 'runs_address_of_pool', TABLE = 'runs';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER runs_address_pool BEFORE UPDATE OF address ON runs
    FOR EACH ROW WHEN (NEW.scraper_pool IS NOT NULL) EXECUTE FUNCTION runs_address_of_pool();

-- A run has sessions of its pool's set only, also if a replica of the previous version leases them.
CREATE FUNCTION session_lease_of_pool() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    run_pool text := (SELECT r.scraper_pool FROM runs r WHERE r.id = NEW.leased_run_id);
BEGIN
    IF run_pool IS NULL AND NEW.session_set IS NOT NULL
       OR run_pool IS NOT NULL AND NOT EXISTS (SELECT FROM scraper_pools p
                                               WHERE p.name = run_pool AND p.session_set = NEW.session_set) THEN
        RAISE EXCEPTION 'the session % does not belong to the set of the run %', NEW.id, NEW.leased_run_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'session_lease_of_pool', TABLE = 'sessions';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER sessions_lease_pool BEFORE UPDATE OF leased_run_id ON sessions
    FOR EACH ROW WHEN (NEW.leased_run_id IS NOT NULL AND NEW.leased_run_id IS DISTINCT FROM OLD.leased_run_id)
    EXECUTE FUNCTION session_lease_of_pool();

-- The addresses in use of a pool on a platform. A NULL pool has the addresses that scrapers name, proxies that serve the platform, and
-- proxies of sessions without a set that no pool has. Proxies that a pool or a session had before belong to none.
CREATE FUNCTION pool_addresses(pool text, platform text, at timestamptz, in_use_since timestamptz, keys text[])
    RETURNS TABLE (ready_at timestamptz, blocked_until timestamptz, failure_count integer, probe_until timestamptz)
    LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT b.ready_at, b.blocked_until, b.failure_count, b.probe_until
    FROM rate_limit_buckets b
    WHERE b.kind = 'address' AND b.platform = pool_addresses.platform
      AND (b.used_at > pool_addresses.in_use_since OR b.ready_at > pool_addresses.at)
      AND CASE WHEN pool_addresses.pool IS NULL
               THEN strpos(b.key, ':') = 0
                    OR b.key IN (SELECT 'proxy:' || x.id FROM proxies x WHERE x.serves = pool_addresses.platform)
                    OR b.key IN (SELECT 'proxy:' || s.proxy_id FROM sessions s WHERE s.session_set IS NULL AND s.proxy_id IS NOT NULL
                                 EXCEPT
                                 SELECT e.address FROM pool_egress(NULL) e WHERE e.platform = pool_addresses.platform)
               ELSE EXISTS (SELECT FROM pool_egress(pool_addresses.keys) e
                            WHERE e.pool = pool_addresses.pool AND e.platform = b.platform AND e.state = 'ok'
                              AND CASE WHEN e.address IS NULL THEN strpos(b.key, ':') = 0 ELSE e.address = b.key END) END;
END;
GRANT EXECUTE ON FUNCTION pool_egress(text[]) TO clipmeter_app, clipmeter_ingest;
GRANT EXECUTE ON FUNCTION pool_addresses(text, text, timestamptz, timestamptz, text[]) TO clipmeter_ingest;

-- The functions below are those of 0008 for the addresses and sessions of a pool; NULL: without a pool. Replicas of the previous version
-- call the former ones.

CREATE FUNCTION pool_cooldown_until(pool text, platform text, at timestamptz, in_use_since timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT CASE WHEN bool_and(coalesce(a.blocked_until > pool_cooldown_until.at, false)) THEN min(a.blocked_until) END
    FROM pool_addresses(pool_cooldown_until.pool, pool_cooldown_until.platform, pool_cooldown_until.at,
                        pool_cooldown_until.in_use_since, NULL) a;
END;

-- Without an address that could be available, the reason is that the pool or its proxy is missing, or the proxy unreadable.
CREATE FUNCTION pool_wait(pool text, platform text, at timestamptz, in_use_since timestamptz, bearable timestamptz, keys text[])
    RETURNS TABLE (reason text, until timestamptz, addresses bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT w.state, NULL::timestamptz, 0::bigint
    FROM (SELECT coalesce((SELECT e.state FROM pool_egress(pool_wait.keys) e
                           WHERE e.pool = pool_wait.pool AND e.platform = pool_wait.platform), 'pool_missing') AS state) w
    WHERE pool_wait.pool IS NOT NULL AND w.state <> 'ok'
    UNION ALL
    SELECT 'proxy_unreadable', NULL, 0 FROM proxies p
    WHERE pool_wait.pool IS NULL AND p.serves = pool_wait.platform AND p.key_id <> ALL (pool_wait.keys)
    UNION ALL
    SELECT CASE WHEN bool_and(coalesce(a.blocked_until > pool_wait.at, false)) THEN 'address_cooldown' ELSE 'rate_limit' END,
           min(a.ready_at), count(*)
    FROM pool_addresses(pool_wait.pool, pool_wait.platform, pool_wait.at, pool_wait.in_use_since, pool_wait.keys) a
    HAVING count(*) > 0 AND bool_and(a.ready_at > pool_wait.bearable);
END;

CREATE FUNCTION pool_session_wait(pool text, at timestamptz) RETURNS TABLE (until timestamptz)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT min(s.cooling_until) FILTER (WHERE s.state NOT IN ('challenged', 'dead', 'disabled'))
    FROM sessions s
    WHERE CASE WHEN pool_session_wait.pool IS NULL THEN s.session_set IS NULL
               ELSE s.session_set = (SELECT p.session_set FROM scraper_pools p WHERE p.name = pool_session_wait.pool) END
    HAVING NOT coalesce(bool_or(s.state NOT IN ('challenged', 'dead', 'disabled')
                                AND coalesce(s.cooling_until <= pool_session_wait.at, true)), false);
END;
GRANT EXECUTE ON FUNCTION pool_cooldown_until(text, text, timestamptz, timestamptz) TO clipmeter_app;
GRANT EXECUTE ON FUNCTION pool_wait(text, text, timestamptz, timestamptz, timestamptz, text[]), pool_session_wait(text, timestamptz)
    TO clipmeter_app, clipmeter_ingest;
