-- The excessive and missing rights of the API's roles, one sentence each.
WITH login AS (
    SELECT r.*, r.rolname::text AS name FROM pg_roles r WHERE r.rolname = ANY ($1)
),
tables AS (
    SELECT c.oid, c.oid::regclass::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS is_secured
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
),
findings (place, finding) AS (
    SELECT 1, format('the role %s is a superuser; run: ALTER ROLE %1$s NOSUPERUSER', l.name)
    FROM login l WHERE l.rolsuper
    UNION ALL
    SELECT 2, format('the role %s bypasses row-level security; run: ALTER ROLE %1$s NOBYPASSRLS', l.name)
    FROM login l WHERE l.rolbypassrls
    UNION ALL
    SELECT 3, format('the role %s may create roles; run: ALTER ROLE %1$s NOCREATEROLE', l.name)
    FROM login l WHERE l.rolcreaterole
    UNION ALL
    SELECT 4, format('the role %s may create databases; run: ALTER ROLE %1$s NOCREATEDB', l.name)
    FROM login l WHERE l.rolcreatedb
    UNION ALL
    SELECT 5, format('the role %s may replicate; run: ALTER ROLE %1$s NOREPLICATION', l.name)
    FROM login l WHERE l.rolreplication
    UNION ALL
    SELECT 6, format('the role %s is a member of %s; run: REVOKE %2$s FROM %1$s', l.name, m.roleid::regrole)
    FROM login l JOIN pg_auth_members m ON m.member = l.oid
    UNION ALL
    SELECT 7, format('the role %s owns %s; run: REASSIGN OWNED BY %1$s TO %3$I', l.name,
                     pg_describe_object(d.classid, d.objid, 0), current_user)
    FROM login l JOIN pg_shdepend d ON d.refclassid = 'pg_authid'::regclass AND d.refobjid = l.oid AND d.deptype = 'o'
    WHERE d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())
    UNION ALL
    SELECT 8, format('the role %s may create objects in the schema public; run: REVOKE CREATE ON SCHEMA public FROM PUBLIC, %1$s', l.name)
    FROM login l WHERE NOT l.rolsuper AND has_schema_privilege(l.oid, 'public', 'CREATE')
    UNION ALL
    SELECT 9, format('the role %s may create schemas; run: REVOKE CREATE ON DATABASE %I FROM PUBLIC, %1$s', l.name, current_database())
    FROM login l WHERE NOT l.rolsuper AND has_database_privilege(l.oid, current_database(), 'CREATE')
    UNION ALL
    SELECT 10, format('the role %s may not connect; run: GRANT CONNECT ON DATABASE %I TO %1$s', l.name, current_database())
    FROM login l WHERE NOT has_database_privilege(l.oid, current_database(), 'CONNECT')
    UNION ALL
    SELECT 11, format('the role %s may not use the schema public; run: GRANT USAGE ON SCHEMA public TO %1$s', l.name)
    FROM login l WHERE NOT has_schema_privilege(l.oid, 'public', 'USAGE')
    UNION ALL
    SELECT 12, format('the role %s has a policy on the table %s but no right to it; run: GRANT SELECT ON %2$s TO %1$s', l.name, t.name)
    FROM login l
    JOIN pg_policy p ON p.polroles @> ARRAY[l.oid]
    JOIN tables t ON t.oid = p.polrelid
    WHERE NOT has_any_column_privilege(l.oid, t.oid, 'SELECT, INSERT, UPDATE')
      AND NOT has_table_privilege(l.oid, t.oid, 'DELETE')
    UNION ALL
    SELECT 13, format('row-level security is not forced on the table %s; run: ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
                      t.name)
    FROM tables t WHERE NOT t.is_secured AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid)
    UNION ALL
    -- A role may change its own settings: an injected statement could leave them for later connections.
    SELECT 15, format('the role %s has a setting of its own for %s; run: ALTER ROLE %1$s RESET %2$s', l.name, s.name)
    FROM login l JOIN pg_db_role_setting r ON r.setrole = l.oid,
         unnest(r.setconfig) c, split_part(c, '=', 1) s (name)
    WHERE s.name LIKE 'clipmeter.%' OR s.name IN ('search_path', 'role', 'row_security')
    UNION ALL
    SELECT 14, format('the role %s may %s the table %s; run: REVOKE %2$s ON %3$s FROM PUBLIC, %1$s', l.name, priv, t.name)
    FROM login l, tables t, unnest(ARRAY['TRUNCATE', 'REFERENCES', 'TRIGGER']) priv
    WHERE NOT l.rolsuper AND has_table_privilege(l.oid, t.oid, priv)
)
SELECT f.finding FROM findings f GROUP BY f.place, f.finding ORDER BY f.place, f.finding
