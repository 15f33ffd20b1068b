-- Checks the stored rows against the foreign keys of 0017. Reports and requests continue meanwhile.
DO $$
DECLARE
    k record;
BEGIN
    FOR k IN SELECT conrelid::regclass AS relation, conname FROM pg_constraint
             WHERE contype = 'f' AND confrelid = 'platforms'::regclass AND NOT convalidated LOOP
        EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', k.relation, k.conname);
    END LOOP;
END
$$;
