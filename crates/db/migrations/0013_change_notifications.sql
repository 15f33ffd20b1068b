-- Notifications of every change that a page may show, sent by triggers on the tables: no writer can forget them, and
-- changes by cascades and functions are included. Postgres delivers them once the change is visible, and equal
-- notifications of one transaction only once.
--
-- clipmeter_group_changed carries the group whose pages have changed, 0 for changes outside any group;
-- clipmeter_content_changed the platform whose items have changed; clipmeter_settings_changed affects everyone.

CREATE FUNCTION notify_groups(groups bigint[]) RETURNS void
    LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM pg_notify('clipmeter_group_changed', id::text)
    FROM (SELECT DISTINCT coalesce(g, 0) AS id FROM unnest(groups) g) changed;
END
$$;

-- The groups whose pages show an account or an item.
CREATE FUNCTION groups_that_show(accounts bigint[], items bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE SET search_path = public, pg_temp
    RETURN ARRAY(SELECT group_id FROM tracked_accounts WHERE account_id = ANY (accounts)
                 UNION SELECT group_id FROM tracked_videos WHERE post_id = ANY (items));

-- The groups whose pages show the progress of a run's units.
CREATE FUNCTION groups_that_scrape(accounts bigint[], videos bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE SET search_path = public, pg_temp
    RETURN ARRAY(SELECT group_id FROM tracked_accounts WHERE account_id = ANY (accounts)
                 UNION SELECT same.group_id FROM tracked_videos v
                       JOIN tracked_videos same ON same.id = v.id OR same.video_id = v.video_id
                            OR same.short_url = v.short_url
                       WHERE v.id = ANY (videos));

-- Admins also see accounts and videos that are no longer tracked.
CREATE FUNCTION notify_scraping_groups(accounts bigint[], videos bigint[]) RETURNS void
    LANGUAGE sql SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT notify_groups(coalesce(nullif(groups_that_scrape(accounts, videos), '{}'), ARRAY[0]::bigint[]));
END;

-- For tables whose rows belong to a group.
CREATE FUNCTION notify_group_rows_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        PERFORM notify_groups(ARRAY(SELECT DISTINCT group_id FROM new_rows));
    END IF;
    IF TG_OP <> 'INSERT' THEN
        PERFORM notify_groups(ARRAY(SELECT DISTINCT group_id FROM old_rows));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION notify_user_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM notify_groups(ARRAY[OLD.group_id, NEW.group_id]);
    RETURN NULL;
END
$$;

CREATE FUNCTION notify_groups_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM notify_groups(ARRAY(SELECT id FROM old_rows));
    ELSE
        PERFORM notify_groups(ARRAY(SELECT id FROM new_rows));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION notify_posts_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('clipmeter_content_changed', p) FROM (SELECT DISTINCT platform FROM new_rows) n (p);
        PERFORM notify_groups(groups_that_show(ARRAY(SELECT DISTINCT account_id FROM new_rows),
                                             ARRAY(SELECT id FROM new_rows)));
    END IF;
    IF TG_OP <> 'INSERT' THEN
        PERFORM pg_notify('clipmeter_content_changed', p) FROM (SELECT DISTINCT platform FROM old_rows) o (p);
        -- A post that was moved to another account; ids do not change.
        PERFORM notify_groups(groups_that_show(ARRAY(SELECT DISTINCT account_id FROM old_rows), NULL));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION notify_platform_accounts_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    renamed bigint[] := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.username <> n.username);
BEGIN
    PERFORM notify_groups(groups_that_show(ARRAY(SELECT id FROM new_rows), NULL));
    -- Lists of items show the name, also for groups that track a single item of the account.
    IF renamed <> '{}' THEN
        PERFORM pg_notify('clipmeter_content_changed', platform) FROM new_rows WHERE id = ANY (renamed);
        PERFORM notify_groups(ARRAY(SELECT v.group_id FROM posts p JOIN tracked_videos v ON v.post_id = p.id
                                  WHERE p.account_id = ANY (renamed)));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION notify_run_units_changed() RETURNS trigger
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

CREATE FUNCTION notify_settings_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM pg_notify('clipmeter_settings_changed', '');
    RETURN NULL;
END
$$;

DO $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT * FROM (VALUES
        ('groups', 'INSERT', 'notify_groups_changed'),
        ('groups', 'UPDATE', 'notify_groups_changed'),
        ('groups', 'DELETE', 'notify_groups_changed'),
        ('users', 'INSERT', 'notify_group_rows_changed'),
        ('users', 'DELETE', 'notify_group_rows_changed'),
        ('tracked_accounts', 'INSERT', 'notify_group_rows_changed'),
        ('tracked_accounts', 'UPDATE', 'notify_group_rows_changed'),
        ('tracked_accounts', 'DELETE', 'notify_group_rows_changed'),
        ('tracked_videos', 'INSERT', 'notify_group_rows_changed'),
        ('tracked_videos', 'UPDATE', 'notify_group_rows_changed'),
        ('tracked_videos', 'DELETE', 'notify_group_rows_changed'),
        ('posts', 'INSERT', 'notify_posts_changed'),
        ('posts', 'UPDATE', 'notify_posts_changed'),
        ('posts', 'DELETE', 'notify_posts_changed'),
        ('platform_accounts', 'UPDATE', 'notify_platform_accounts_changed'),
        ('run_units', 'INSERT', 'notify_run_units_changed'),
        ('run_units', 'UPDATE', 'notify_run_units_changed')
    ) AS triggers (relation, event, trigger_function) LOOP
        EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
            t.relation || '_notify_' || lower(t.event), t.event, t.relation,
            CASE WHEN t.event <> 'DELETE' THEN 'NEW TABLE AS new_rows' END,
            CASE WHEN t.event <> 'INSERT' THEN 'OLD TABLE AS old_rows' END,
            t.trigger_function);
    END LOOP;
END
$$;
-- For the columns that a page shows: a sign-in does not notify the group.
CREATE TRIGGER users_notify_update
    AFTER UPDATE OF username, email, full_name, company_name, is_admin, is_group_admin, is_active, group_id ON users
    FOR EACH ROW EXECUTE FUNCTION notify_user_changed();
-- When a scraper takes the run, and at its end. A heartbeat sends no notification.
CREATE TRIGGER runs_notify AFTER UPDATE ON runs FOR EACH ROW
    WHEN (old.ended_at IS DISTINCT FROM new.ended_at
          OR (old.lease_expires_at IS NULL) <> (new.lease_expires_at IS NULL))
    EXECUTE FUNCTION notify_run_changed();
CREATE TRIGGER settings_notify AFTER UPDATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION notify_settings_changed();
-- A cooldown affects everyone's pages. Permits are written with every request, and send no notification.
CREATE TRIGGER notify_cooldown_changed AFTER UPDATE OF blocked_until ON rate_limit_buckets
    FOR EACH ROW
    WHEN (NEW.kind = 'address' AND NEW.blocked_until IS DISTINCT FROM OLD.blocked_until)
    EXECUTE FUNCTION notify_settings_changed();
