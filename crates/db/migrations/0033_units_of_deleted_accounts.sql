-- Units that have ended keep the id of an account that was deleted since; ids are never reused. An account has
-- thousands of units in a week, and of those of a deleted account only the outcomes are still read. Units of open runs
-- lose the reference, so that a report that is still to come stores nothing.
ALTER TABLE run_units DROP CONSTRAINT run_units_account_id_fkey;

CREATE FUNCTION unlink_deleted_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE run_units u SET account_id = NULL
    WHERE u.run_id = ANY (ARRAY(SELECT r.id FROM runs r WHERE r.ended_at IS NULL))
      AND u.account_id IN (SELECT o.id FROM old_rows o);
    RETURN NULL;
END
$$;
CREATE TRIGGER platform_accounts_unlink_units AFTER DELETE ON platform_accounts
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION unlink_deleted_accounts();
