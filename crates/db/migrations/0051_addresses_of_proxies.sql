-- Corrects the addresses that runs wait for.

-- As before, without the addresses that scrapers name while a proxy serves the platform: runs without a pool no longer leave from them, so
-- that their cooldown must not delay runs that leave through the proxy.
CREATE OR REPLACE FUNCTION pool_addresses(pool text, platform text, at timestamptz, in_use_since timestamptz, keys text[])
    RETURNS TABLE (ready_at timestamptz, blocked_until timestamptz, failure_count integer, probe_until timestamptz)
    LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT b.ready_at, b.blocked_until, b.failure_count, b.probe_until
    FROM rate_limit_buckets b
    WHERE b.kind = 'address' AND b.platform = pool_addresses.platform
      AND (b.used_at > pool_addresses.in_use_since OR b.ready_at > pool_addresses.at OR b.blocked_until > pool_addresses.in_use_since)
      AND CASE WHEN pool_addresses.pool IS NULL
               THEN strpos(b.key, ':') = 0
                        AND NOT EXISTS (SELECT FROM proxies x WHERE x.serves = pool_addresses.platform)
                    OR b.key IN (SELECT 'proxy:' || x.id FROM proxies x WHERE x.serves = pool_addresses.platform)
                    OR b.key IN (SELECT 'proxy:' || s.proxy_id FROM sessions s WHERE s.session_set IS NULL AND s.proxy_id IS NOT NULL
                                 EXCEPT
                                 SELECT e.address FROM pool_egress(NULL) e WHERE e.platform = pool_addresses.platform)
               ELSE EXISTS (SELECT FROM pool_egress(pool_addresses.keys) e
                            WHERE e.pool = pool_addresses.pool AND e.platform = b.platform AND e.state = 'ok'
                              AND CASE WHEN e.address IS NULL THEN strpos(b.key, ':') = 0 ELSE e.address = b.key END) END;
END;
