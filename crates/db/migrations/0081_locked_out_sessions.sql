-- An administrator who re-enables a session has resolved its problem, so earlier refusals of its endpoints no longer
-- count. The end of a cooldown by time, which shows when the session is leased, is no such evidence. SECURITY DEFINER:
-- administrators change sessions but not endpoint histories.
CREATE FUNCTION delete_endpoint_cooldowns() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM endpoint_cooldowns WHERE owner = 's:' || NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER sessions_delete_cooldowns AFTER UPDATE OF state ON sessions
    FOR EACH ROW
    WHEN (NEW.state = 'active' AND NEW.last_leased_at IS NOT DISTINCT FROM OLD.last_leased_at AND
          (OLD.state IN ('challenged', 'dead', 'disabled') OR OLD.state_reason = 'endpoint_retired'))
    EXECUTE FUNCTION delete_endpoint_cooldowns();
