-- Row-level security and grants. Every table with tenants' rows forces it, so that not even its owner bypasses it by
-- accident; the owner's policy is for functions that run with its rights and for later migrations.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'settings', 'groups', 'users', 'audit_log', 'platform_accounts', 'posts', 'post_metrics',
        'post_metrics_default', 'tracked_accounts', 'tracked_videos', 'account_counters', 'runs', 'run_units',
        'sessions'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
    END LOOP;
END
$$;

-- Whether this transaction may read every collected item. SECURITY DEFINER: it reads settings, not the caller's view.
CREATE FUNCTION sees_all_content() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
    SELECT current_scope() = 'admin'
        OR (current_scope() = 'group' AND (SELECT content_visibility = 'all' FROM settings));
END;
GRANT EXECUTE ON FUNCTION sees_all_content() TO clipmeter_app;

-- The web role. (SELECT …) makes the planner evaluate it once per statement instead of once per row.
CREATE POLICY read ON settings FOR SELECT TO clipmeter_app USING ((SELECT current_scope()) <> 'none');
CREATE POLICY change ON settings FOR UPDATE TO clipmeter_app USING ((SELECT is_admin()));

CREATE POLICY read ON groups FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin()) OR id = (SELECT current_group()));
CREATE POLICY manage ON groups TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));

CREATE POLICY read ON users FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin()) OR group_id = (SELECT current_group()));
CREATE POLICY manage ON users TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));

CREATE POLICY append ON audit_log FOR INSERT TO clipmeter_app WITH CHECK ((SELECT current_scope()) <> 'none');

CREATE POLICY own ON tracked_accounts TO clipmeter_app
    USING ((SELECT is_admin()) OR group_id = (SELECT current_group()))
    WITH CHECK ((SELECT is_admin()) OR group_id = (SELECT current_group()));
CREATE POLICY own ON tracked_videos TO clipmeter_app
    USING ((SELECT is_admin()) OR group_id = (SELECT current_group()))
    WITH CHECK ((SELECT is_admin()) OR group_id = (SELECT current_group()));

-- The sub-selects on tracked_* are themselves under the policies above: they return only the group's own rows.
CREATE POLICY visible ON posts FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content())
        OR account_id IN (SELECT t.account_id FROM tracked_accounts t)
        OR id IN (SELECT v.post_id FROM tracked_videos v));
CREATE POLICY visible ON platform_accounts FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content())
        OR id IN (SELECT t.account_id FROM tracked_accounts t)
        OR id IN (SELECT p.account_id FROM posts p JOIN tracked_videos v ON v.post_id = p.id));
CREATE POLICY visible ON account_counters FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
CREATE POLICY visible ON post_metrics FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR EXISTS (SELECT FROM posts p WHERE p.id = post_id));

CREATE POLICY manage ON sessions TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));

GRANT SELECT, UPDATE ON settings TO clipmeter_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON groups, tracked_accounts, tracked_videos, sessions TO clipmeter_app;
GRANT INSERT, UPDATE, DELETE ON users TO clipmeter_app;
-- Without password_hash, which only signing in needs.
GRANT SELECT (id, username, email, full_name, company_name, is_admin, is_group_admin, is_active, group_id,
              token_version, created_at) ON users TO clipmeter_app;
GRANT EXECUTE ON FUNCTION sign_in_by_username(text), sign_in_by_id(bigint) TO clipmeter_app;
GRANT INSERT ON audit_log TO clipmeter_app;
GRANT SELECT ON platform_accounts, posts, post_metrics, account_counters, post_days TO clipmeter_app;

-- The role of ingestion and of the control plane: all groups, but only the tables that runs use. No users, no audit
-- log.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'settings', 'groups', 'platform_accounts', 'posts', 'post_metrics', 'tracked_accounts', 'tracked_videos',
        'runs', 'run_units', 'sessions'
    ] LOOP
        EXECUTE format('CREATE POLICY ingest ON %I TO clipmeter_ingest USING (true) WITH CHECK (true)', name);
    END LOOP;
END
$$;
GRANT SELECT ON settings, groups, tracked_accounts TO clipmeter_ingest;
GRANT SELECT, INSERT, UPDATE ON platform_accounts, posts, post_metrics, runs, run_units TO clipmeter_ingest;
GRANT SELECT, UPDATE ON tracked_videos, sessions TO clipmeter_ingest;
