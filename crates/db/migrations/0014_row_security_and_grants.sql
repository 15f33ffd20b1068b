-- Row-level security, and the rights of the roles on tables and views. Rights on functions are granted where the
-- functions are defined.
--
-- Every table with tenants' rows forces row-level security, so that not even its owner bypasses it by accident; the
-- owner's policy is for functions that run with its rights and for later migrations. Only post_days has none: it holds
-- the numbers of items per day, of all groups together.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'account_counters', 'account_days', 'audit_log', 'boosted_posts', 'capped_costs', 'captured_responses',
        'clock_steps', 'crawl_checkpoints', 'discoveries', 'ended_sign_ins', 'endpoint_cooldowns', 'erased_handles',
        'erasures', 'groups', 'platform_accounts', 'platform_config_resource', 'platform_config_revisions',
        'platform_day_changes', 'platform_days', 'post_links', 'post_metrics', 'post_metrics_default', 'post_texts',
        'posts', 'proxies', 'rate_limit_buckets', 'run_sessions', 'run_units', 'runs', 'scope_keys', 'session_accounts',
        'session_breakers', 'session_hours', 'sessions', 'settings', 'suspected_removals', 'tracked_accounts',
        'tracked_videos', 'traffic_hours', 'users', 'video_days', 'working_endpoints'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
    END LOOP;
END
$$;

-- clipmeter_app: users' requests, in a scope. (SELECT …) makes the planner evaluate it once per statement instead of
-- once per row.

-- Settings are not secret: every signed-in user may read them, with or without a group.
CREATE POLICY read ON settings FOR SELECT TO clipmeter_app USING (true);
CREATE POLICY change ON settings FOR UPDATE TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT, UPDATE ON settings TO clipmeter_app;

CREATE POLICY read ON groups FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin()) OR id = (SELECT current_group()));
CREATE POLICY manage ON groups TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
GRANT SELECT, INSERT, UPDATE, DELETE ON groups TO clipmeter_app;

CREATE POLICY read ON users FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin()) OR group_id = (SELECT current_group()));
CREATE POLICY manage ON users TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
GRANT INSERT, UPDATE, DELETE ON users TO clipmeter_app;
-- Without password_hash, which only signing in needs.
GRANT SELECT (id, username, email, full_name, company_name, is_admin, is_group_admin, is_active, group_id,
              token_version, created_at, last_login) ON users TO clipmeter_app;

CREATE POLICY own ON tracked_accounts TO clipmeter_app
    USING ((SELECT is_admin()) OR group_id = (SELECT current_group()))
    WITH CHECK ((SELECT is_admin()) OR group_id = (SELECT current_group()));
CREATE POLICY own ON tracked_videos TO clipmeter_app
    USING ((SELECT is_admin()) OR group_id = (SELECT current_group()))
    WITH CHECK ((SELECT is_admin()) OR group_id = (SELECT current_group()));
GRANT SELECT, INSERT, UPDATE, DELETE ON tracked_accounts, tracked_videos TO clipmeter_app;

-- The sub-selects on tracked_* are themselves under the policies above: they return only the group's own rows.
CREATE POLICY visible ON posts FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content())
        OR account_id IN (SELECT t.account_id FROM tracked_accounts t)
        OR id IN (SELECT v.post_id FROM tracked_videos v));
CREATE POLICY visible ON platform_accounts FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content())
        OR id IN (SELECT t.account_id FROM tracked_accounts t)
        OR id IN (SELECT p.account_id FROM posts p JOIN tracked_videos v ON v.post_id = p.id));
CREATE POLICY visible ON post_metrics FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR EXISTS (SELECT FROM posts p WHERE p.id = post_id));
CREATE POLICY visible ON account_counters FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
CREATE POLICY visible ON capped_costs FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
CREATE POLICY visible ON account_days FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
CREATE POLICY visible ON video_days FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR post_id IN (SELECT v.post_id FROM tracked_videos v));
CREATE POLICY visible ON boosted_posts FOR SELECT TO clipmeter_app
    USING ((SELECT sees_all_content()) OR account_id IN (SELECT t.account_id FROM tracked_accounts t));
-- The sums are over all groups.
CREATE POLICY visible ON platform_days FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
CREATE POLICY visible ON platform_day_changes FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON posts, platform_accounts, post_metrics, post_days, account_counters, capped_costs, account_days,
    video_days, platform_days, platform_day_changes, boosted_posts, content, account_totals TO clipmeter_app;

CREATE POLICY visible ON run_units FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin())
        OR account_id IN (SELECT t.account_id FROM tracked_accounts t)
        OR tracked_video_id IN (SELECT own_video_ids()));
CREATE POLICY visible ON runs FOR SELECT TO clipmeter_app
    USING ((SELECT is_admin()) OR EXISTS (SELECT FROM run_units u WHERE u.run_id = runs.id));
-- Excludes the lease's token, which lets its holder write, and sums over units of other groups, which are in run_sums
-- for admins.
GRANT SELECT (id, platform, opened_at, lease_expires_at, ended_at) ON runs TO clipmeter_app;
GRANT SELECT (id, run_id, account_id, tracked_video_id, assigned, outcome, detail, ended_at, requests, bytes, items_new,
              items_updated, session_class, seconds) ON run_units TO clipmeter_app;
GRANT SELECT ON run_sums TO clipmeter_app;
CREATE POLICY read ON traffic_hours FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON traffic_hours TO clipmeter_app;

-- Admins manage sessions and proxies, and see the state of the pool and which addresses are on cooldown.
CREATE POLICY manage ON sessions TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY manage ON proxies TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY manage ON session_accounts FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
CREATE POLICY manage ON session_hours FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
CREATE POLICY manage ON session_breakers FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
CREATE POLICY manage ON rate_limit_buckets FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO clipmeter_app;
GRANT SELECT, INSERT, DELETE ON proxies TO clipmeter_app;
GRANT SELECT ON session_accounts, session_hours, session_breakers, rate_limit_buckets TO clipmeter_app;

CREATE POLICY manage ON platform_config_revisions TO clipmeter_app
    USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY manage ON platform_config_resource TO clipmeter_app
    USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY manage ON captured_responses TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
GRANT SELECT, INSERT, DELETE ON platform_config_revisions TO clipmeter_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_config_resource TO clipmeter_app;
GRANT SELECT, DELETE ON captured_responses TO clipmeter_app;

-- Failed sign-ins and users without a group are recorded too, so appending needs no scope. Only admins read; nobody may
-- change entries, because the role lacks the right.
CREATE POLICY append ON audit_log FOR INSERT TO clipmeter_app WITH CHECK (true);
CREATE POLICY read ON audit_log FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT, INSERT ON audit_log TO clipmeter_app;

CREATE POLICY manage ON erasures TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
CREATE POLICY manage ON erased_handles TO clipmeter_app USING ((SELECT is_admin())) WITH CHECK ((SELECT is_admin()));
-- A user who adds an erased account gets an error.
CREATE POLICY read ON erased_handles FOR SELECT TO clipmeter_app USING ((SELECT current_scope()) <> 'none');
GRANT SELECT, INSERT, DELETE ON erasures TO clipmeter_app;
GRANT SELECT, INSERT, UPDATE ON erased_handles TO clipmeter_app;

-- clipmeter_ingest: ingestion and the control plane. All groups, but only the tables that runs use. No users, no audit
-- log.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'settings', 'groups', 'platform_accounts', 'posts', 'post_metrics', 'tracked_accounts', 'tracked_videos',
        'runs', 'run_units', 'run_sessions', 'traffic_hours', 'sessions', 'session_accounts', 'session_hours',
        'session_breakers', 'proxies', 'rate_limit_buckets', 'endpoint_cooldowns', 'working_endpoints', 'clock_steps',
        'boosted_posts', 'suspected_removals', 'captured_responses', 'crawl_checkpoints', 'platform_config_revisions',
        'discoveries'
    ] LOOP
        EXECUTE format('CREATE POLICY ingest ON %I TO clipmeter_ingest USING (true) WITH CHECK (true)', name);
    END LOOP;
END
$$;
CREATE POLICY ingest ON erased_handles FOR SELECT TO clipmeter_ingest USING (true);
GRANT SELECT ON settings, groups, tracked_accounts, erased_handles TO clipmeter_ingest;
GRANT SELECT, INSERT ON clock_steps TO clipmeter_ingest;
GRANT SELECT, UPDATE ON tracked_videos, sessions, proxies TO clipmeter_ingest;
GRANT SELECT, INSERT, UPDATE ON platform_accounts, posts, post_metrics, run_units, run_sessions, session_breakers
    TO clipmeter_ingest;
GRANT SELECT, INSERT, UPDATE, DELETE ON runs, traffic_hours, session_accounts, session_hours, rate_limit_buckets,
    endpoint_cooldowns, working_endpoints, boosted_posts, suspected_removals, captured_responses, crawl_checkpoints,
    platform_config_revisions, discoveries TO clipmeter_ingest;

-- clipmeter_maintenance: retention of collected data and of the pool's records, and nothing else. ADR 0034.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'rate_limit_buckets', 'session_hours', 'endpoint_cooldowns', 'working_endpoints', 'traffic_hours', 'captured_responses'
    ] LOOP
        -- DELETE alone would see no rows.
        EXECUTE format('CREATE POLICY maintenance ON %I TO clipmeter_maintenance USING (true) WITH CHECK (false)', name);
        EXECUTE format('GRANT DELETE ON %I TO clipmeter_maintenance', name);
    END LOOP;
END
$$;
CREATE POLICY maintenance ON settings FOR SELECT TO clipmeter_maintenance USING (true);
GRANT SELECT (history_months, removed_items_days) ON settings TO clipmeter_maintenance;
-- The columns in the conditions of the deletions.
GRANT SELECT (used_at, ready_at) ON rate_limit_buckets TO clipmeter_maintenance;
GRANT SELECT (hour) ON session_hours, traffic_hours TO clipmeter_maintenance;
GRANT SELECT (until) ON endpoint_cooldowns TO clipmeter_maintenance;
GRANT SELECT (since) ON working_endpoints TO clipmeter_maintenance;
GRANT SELECT (id, at, body) ON captured_responses TO clipmeter_maintenance;
