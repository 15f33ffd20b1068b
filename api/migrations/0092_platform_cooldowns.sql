-- When an account is read next is put off while every address that a platform is read from rests. Members are shown that, and see no turns.
CREATE FUNCTION platform_cooldown_until(of text, at timestamptz, in_use_since timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN bool_and(coalesce(blocked_until > at, false)) THEN min(blocked_until) END
    FROM rate_limit_buckets
    WHERE kind = 'address' AND platform = of AND (used_at > in_use_since OR ready_at > at)
$$;
REVOKE EXECUTE ON FUNCTION platform_cooldown_until(text, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform_cooldown_until(text, timestamptz, timestamptz) TO clipmeter_app;

-- A rest concerns the pages of everybody. Turns themselves come with every request, and are no news.
CREATE TRIGGER notify_cooldown_changed AFTER UPDATE OF blocked_until ON rate_limit_buckets
    FOR EACH ROW
    WHEN (NEW.kind = 'address' AND NEW.blocked_until IS DISTINCT FROM OLD.blocked_until)
    EXECUTE FUNCTION notify_settings_changed();
