-- Why a platform cannot be scraped now. Members of groups see the reason, but neither addresses nor sessions: the
-- functions return a reason, a time and a count.

-- No row: an address is available before `bearable`, or none was used since `in_use_since`.
CREATE FUNCTION platform_wait(of text, at timestamptz, in_use_since timestamptz, bearable timestamptz)
    RETURNS TABLE (reason text, until timestamptz, addresses bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN bool_and(coalesce(blocked_until > at, false)) THEN 'address_cooldown' ELSE 'rate_limit' END,
           min(ready_at), count(*)
    FROM rate_limit_buckets
    WHERE kind = 'address' AND platform = of AND (used_at > in_use_since OR ready_at > at)
    HAVING count(*) > 0 AND bool_and(ready_at > bearable)
$$;

-- No row: a session can be leased. NULL in `until`: an administrator is needed.
CREATE FUNCTION session_wait(at timestamptz) RETURNS TABLE (until timestamptz)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT min(cooling_until) FILTER (WHERE state NOT IN ('challenged', 'dead', 'disabled'))
    FROM sessions
    HAVING NOT coalesce(bool_or(state NOT IN ('challenged', 'dead', 'disabled') AND coalesce(cooling_until <= at, true)), false)
$$;

REVOKE EXECUTE ON FUNCTION platform_wait(text, timestamptz, timestamptz, timestamptz), session_wait(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform_wait(text, timestamptz, timestamptz, timestamptz), session_wait(timestamptz)
    TO clipmeter_app, clipmeter_ingest;
