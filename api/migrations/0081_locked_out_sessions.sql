-- Whoever takes a session into use again has seen to it: what its endpoints refused before says nothing any more. A rest that ends by itself,
-- which shows when the session is lent, says nothing of the kind. SECURITY DEFINER: administrators change sessions and not what
-- scrapers learn.
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
