-- News of every change that a page may show, told by the tables themselves: no writer can forget it, and a cascade or a
-- function tells it as well. Postgres delivers it once the change is visible, and equal news of one transaction once.
--
-- clipmeter_group_changed carries the group whose pages show something else now, 0 for what belongs to no group;
-- clipmeter_content_changed the platform whose items do; clipmeter_settings_changed concerns everybody.

CREATE FUNCTION tell_groups(groups bigint[]) RETURNS void
    LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM pg_notify('clipmeter_group_changed', id::text)
    FROM (SELECT DISTINCT coalesce(g, 0) AS id FROM unnest(groups) g) changed;
END
$$;

-- Whose pages show an account or an item.
CREATE FUNCTION groups_that_show(accounts bigint[], items bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE SET search_path = public, pg_temp
    RETURN ARRAY(SELECT group_id FROM tracked_accounts WHERE account_id = ANY (accounts)
                 UNION SELECT group_id FROM tracked_videos WHERE post_id = ANY (items));

-- Whose pages show the progress of a run's units.
CREATE FUNCTION groups_that_scrape(accounts bigint[], videos bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE SET search_path = public, pg_temp
    RETURN ARRAY(SELECT group_id FROM tracked_accounts WHERE account_id = ANY (accounts)
                 UNION SELECT same.group_id FROM tracked_videos v
                       JOIN tracked_videos same ON same.id = v.id OR same.video_id = v.video_id
                            OR same.short_url = v.short_url
                       WHERE v.id = ANY (videos));

-- Of tables whose rows belong to a group.
CREATE FUNCTION tell_of_group_rows() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        PERFORM tell_groups(ARRAY(SELECT DISTINCT group_id FROM new_rows));
    END IF;
    IF TG_OP <> 'INSERT' THEN
        PERFORM tell_groups(ARRAY(SELECT DISTINCT group_id FROM old_rows));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_user() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM tell_groups(ARRAY[OLD.group_id, NEW.group_id]);
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_groups() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM tell_groups(ARRAY(SELECT id FROM old_rows));
    ELSE
        PERFORM tell_groups(ARRAY(SELECT id FROM new_rows));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_posts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('clipmeter_content_changed', p) FROM (SELECT DISTINCT platform FROM new_rows) n (p);
        PERFORM tell_groups(groups_that_show(ARRAY(SELECT DISTINCT account_id FROM new_rows),
                                             ARRAY(SELECT id FROM new_rows)));
    END IF;
    IF TG_OP <> 'INSERT' THEN
        PERFORM pg_notify('clipmeter_content_changed', p) FROM (SELECT DISTINCT platform FROM old_rows) o (p);
        -- A post that went to another account; ids do not change.
        PERFORM tell_groups(groups_that_show(ARRAY(SELECT DISTINCT account_id FROM old_rows), NULL));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_platform_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    renamed bigint[] := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.username <> n.username);
BEGIN
    PERFORM tell_groups(groups_that_show(ARRAY(SELECT id FROM new_rows), NULL));
    -- Lists of items show the name, also those of groups that track a single item of the account.
    IF renamed <> '{}' THEN
        PERFORM pg_notify('clipmeter_content_changed', platform) FROM new_rows WHERE id = ANY (renamed);
        PERFORM tell_groups(ARRAY(SELECT v.group_id FROM posts p JOIN tracked_videos v ON v.post_id = p.id
                                  WHERE p.account_id = ANY (renamed)));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_run_units() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM tell_groups(groups_that_scrape(ARRAY(SELECT account_id FROM new_rows),
                                           ARRAY(SELECT tracked_video_id FROM new_rows)));
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_run_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM tell_groups(groups_that_scrape(ARRAY(SELECT account_id FROM run_units WHERE run_id = NEW.id),
                                           ARRAY(SELECT tracked_video_id FROM run_units WHERE run_id = NEW.id)));
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_settings() RETURNS trigger
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
        ('groups', 'INSERT', 'tell_of_groups'),
        ('groups', 'UPDATE', 'tell_of_groups'),
        ('groups', 'DELETE', 'tell_of_groups'),
        ('users', 'INSERT', 'tell_of_group_rows'),
        ('users', 'DELETE', 'tell_of_group_rows'),
        ('tracked_accounts', 'INSERT', 'tell_of_group_rows'),
        ('tracked_accounts', 'UPDATE', 'tell_of_group_rows'),
        ('tracked_accounts', 'DELETE', 'tell_of_group_rows'),
        ('tracked_videos', 'INSERT', 'tell_of_group_rows'),
        ('tracked_videos', 'UPDATE', 'tell_of_group_rows'),
        ('tracked_videos', 'DELETE', 'tell_of_group_rows'),
        ('posts', 'INSERT', 'tell_of_posts'),
        ('posts', 'UPDATE', 'tell_of_posts'),
        ('posts', 'DELETE', 'tell_of_posts'),
        ('platform_accounts', 'UPDATE', 'tell_of_platform_accounts'),
        ('run_units', 'INSERT', 'tell_of_run_units'),
        ('run_units', 'UPDATE', 'tell_of_run_units')
    ) AS wanted (relation, event, teller) LOOP
        EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
            t.relation || '_tell_' || lower(t.event), t.event, t.relation,
            CASE WHEN t.event <> 'DELETE' THEN 'NEW TABLE AS new_rows' END,
            CASE WHEN t.event <> 'INSERT' THEN 'OLD TABLE AS old_rows' END,
            t.teller);
    END LOOP;
END
$$;
-- Of what a page shows of a user: a sign-in is no news to the group.
CREATE TRIGGER users_tell_update
    AFTER UPDATE OF username, email, full_name, company_name, is_admin, is_group_admin, is_active, group_id ON users
    FOR EACH ROW EXECUTE FUNCTION tell_of_user();
CREATE TRIGGER runs_tell_end AFTER UPDATE ON runs FOR EACH ROW
    WHEN (old.ended_at IS DISTINCT FROM new.ended_at) EXECUTE FUNCTION tell_of_run_end();
CREATE TRIGGER settings_tell AFTER UPDATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION tell_of_settings();
