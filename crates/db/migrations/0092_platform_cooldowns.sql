-- The next read of an account is postponed while every address of its platform is on cooldown. Members see that, but
-- not the rate-limit buckets.
CREATE FUNCTION platform_cooldown_until(of text, at timestamptz, in_use_since timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN bool_and(coalesce(blocked_until > at, false)) THEN min(blocked_until) END
    FROM rate_limit_buckets
    WHERE kind = 'address' AND platform = of AND (used_at > in_use_since OR ready_at > at)
$$;
REVOKE EXECUTE ON FUNCTION platform_cooldown_until(text, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform_cooldown_until(text, timestamptz, timestamptz) TO clipmeter_app;

-- A cooldown affects everyone's pages. Permits are written with every request, and send no notification.
CREATE TRIGGER notify_cooldown_changed AFTER UPDATE OF blocked_until ON rate_limit_buckets
    FOR EACH ROW
    WHEN (NEW.kind = 'address' AND NEW.blocked_until IS DISTINCT FROM OLD.blocked_until)
    EXECUTE FUNCTION notify_settings_changed();
