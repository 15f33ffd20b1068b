-- Notifications of a run's progress that were missing.

-- Admins also see accounts and videos that are no longer tracked.
CREATE FUNCTION notify_scraping_groups(accounts bigint[], videos bigint[]) RETURNS void
    LANGUAGE sql SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT notify_groups(coalesce(nullif(groups_that_scrape(accounts, videos), '{}'), ARRAY[0]::bigint[]));
END;

CREATE OR REPLACE FUNCTION notify_run_units_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM notify_scraping_groups(ARRAY(SELECT account_id FROM new_rows), ARRAY(SELECT tracked_video_id FROM new_rows));
    RETURN NULL;
END
$$;

CREATE FUNCTION notify_run_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM notify_scraping_groups(ARRAY(SELECT account_id FROM run_units WHERE run_id = NEW.id),
                                 ARRAY(SELECT tracked_video_id FROM run_units WHERE run_id = NEW.id));
    RETURN NULL;
END
$$;

-- When a scraper takes the run, besides its end. A heartbeat sends no notification.
DROP TRIGGER runs_notify_end ON runs;
DROP FUNCTION notify_run_ended();
CREATE TRIGGER runs_notify AFTER UPDATE ON runs FOR EACH ROW
    WHEN (old.ended_at IS DISTINCT FROM new.ended_at
          OR (old.lease_expires_at IS NULL) <> (new.lease_expires_at IS NULL))
    EXECUTE FUNCTION notify_run_changed();
