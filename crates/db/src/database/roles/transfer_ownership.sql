-- As the superuser, transfers everything in the schema `public` to clipmeter_owner. Objects that it already
-- owns are not touched, so that a second run locks nothing. One statement, so all or nothing. REASSIGN OWNED
-- rejects the objects of the superuser that initdb created.
DO $$
DECLARE
    owner CONSTANT regrole := 'clipmeter_owner';
    statement text;
BEGIN
    FOR statement IN
        WITH of_extensions AS (SELECT d.classid, d.objid FROM pg_depend d WHERE d.deptype = 'e'),
        -- Column sequences follow their tables.
        of_columns AS (SELECT d.objid FROM pg_depend d
                       WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
                         AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')),
        objects AS (
            SELECT 0 AS place, 'SCHEMA' AS kind, n.oid::regnamespace::text AS name
            FROM pg_namespace n WHERE n.nspname = 'public' AND n.nspowner <> owner
            UNION ALL
            SELECT 1, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                                     ELSE 'TABLE' END, c.oid::regclass::text
            FROM pg_class c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relowner <> owner AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
              AND NOT (c.relkind = 'S' AND c.oid IN (SELECT o.objid FROM of_columns o))
              AND ('pg_class'::regclass, c.oid) NOT IN (SELECT e.classid, e.objid FROM of_extensions e)
            UNION ALL
            SELECT 2, 'ROUTINE', p.oid::regprocedure::text
            FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> owner
              AND ('pg_proc'::regclass, p.oid) NOT IN (SELECT e.classid, e.objid FROM of_extensions e)
            UNION ALL
            SELECT 3, 'TYPE', t.oid::regtype::text
            FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
            WHERE t.typnamespace = 'public'::regnamespace AND t.typowner <> owner
              AND (t.typtype IN ('d', 'e', 'r') OR c.relkind = 'c')
              AND ('pg_type'::regclass, t.oid) NOT IN (SELECT e.classid, e.objid FROM of_extensions e)
        ),
        statements AS (
            SELECT o.place, o.name, format('ALTER %s %s OWNER TO clipmeter_owner', o.kind, o.name) AS text FROM objects o
            UNION ALL
            -- Tables are under forced row-level security: without its policy the new owner would see nothing.
            SELECT 4, p.polrelid::regclass::text,
                   format('ALTER POLICY owner ON %s TO clipmeter_owner', p.polrelid::regclass)
            FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
            WHERE c.relnamespace = 'public'::regnamespace AND p.polname = 'owner' AND p.polroles <> ARRAY[owner::oid]
        )
        SELECT s.text FROM statements s ORDER BY s.place, s.name
    LOOP
        EXECUTE statement;
    END LOOP;

    IF NOT EXISTS (SELECT FROM pg_default_acl a WHERE a.defaclrole = owner) THEN
        -- Same as the first migration does for its own user.
        ALTER DEFAULT PRIVILEGES FOR ROLE clipmeter_owner IN SCHEMA public REVOKE ALL ON TABLES FROM PUBLIC;
        ALTER DEFAULT PRIVILEGES FOR ROLE clipmeter_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
    END IF;
    -- Extensions are created in the database; retention uses a temporary table.
    IF NOT (has_database_privilege(owner, current_database(), 'CREATE')
            AND EXISTS (SELECT FROM pg_database d, aclexplode(d.datacl) a
                        WHERE d.datname = current_database() AND a.grantee = owner AND a.privilege_type = 'TEMPORARY')) THEN
        EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO clipmeter_owner', current_database());
    END IF;
END
$$;
