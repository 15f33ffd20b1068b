-- Corrects the end of recounts in a time zone.

-- If the zone is changed and set back while a recount runs, single videos may be counted in the zone that applied meanwhile.
ALTER TABLE settings ADD COLUMN zone_changes bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN settings.zone_changes IS
    'How often the time zone was changed: a recount ends only if the number is the same as when it began.';
GRANT SELECT (zone_changes) ON settings TO clipmeter_maintenance;

CREATE OR REPLACE FUNCTION recount_days_of_any_zone() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    NEW.zone_changes := OLD.zone_changes + 1;
    IF OLD.days_zone <> OLD.time_zone THEN
        -- Waits for reports that have counted in the former zone.
        PERFORM FROM account_counters c ORDER BY c.account_id FOR NO KEY UPDATE;
        UPDATE account_counters SET days_zone = '' WHERE days_zone <> '';
        NEW.days_zone := '';
    END IF;
    RETURN NEW;
END
$$;

-- Ends the recount that began in a zone after this number of changes; false: the zone was changed again, or an account is not yet
-- recounted. Programs of earlier versions call the function without the number.
CREATE FUNCTION end_recount(zone text, changes bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE settings SET days_zone = zone
    WHERE time_zone = zone AND zone_changes = changes
      AND NOT EXISTS (SELECT FROM account_counters c WHERE c.days_zone <> zone);
    RETURN FOUND;
END
$$;
GRANT EXECUTE ON FUNCTION end_recount(text, bigint) TO clipmeter_maintenance;
