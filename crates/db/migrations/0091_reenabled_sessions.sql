-- A session that is re-enabled during a cooldown that the platform required has been checked as well.
CREATE OR REPLACE TRIGGER sessions_delete_cooldowns AFTER UPDATE OF state ON sessions
    FOR EACH ROW
    WHEN (NEW.last_leased_at IS NOT DISTINCT FROM OLD.last_leased_at AND
          ((NEW.state IN ('active', 'cooling') AND OLD.state IN ('challenged', 'dead', 'disabled')) OR
           (NEW.state = 'active' AND OLD.state_reason = 'endpoint_retired')))
    EXECUTE FUNCTION delete_endpoint_cooldowns();
