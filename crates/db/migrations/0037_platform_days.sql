-- The days of a whole platform, so that the trend of everything reads only its days and not those of every account. ADR
-- 0015.

-- The sums of account_days over all accounts of a platform, without the changes in platform_day_changes.
CREATE TABLE platform_days (
    platform text NOT NULL,
    day date NOT NULL,
    items bigint NOT NULL,
    views bigint NOT NULL,
    likes bigint NOT NULL,
    comments bigint NOT NULL,
    shares bigint NOT NULL,
    gained_views bigint NOT NULL,
    gained_likes bigint NOT NULL,
    gained_comments bigint NOT NULL,
    gained_shares bigint NOT NULL,
    PRIMARY KEY (platform, day)
) WITH (fillfactor = 50);

-- Changes that are not yet part of those sums. Every report changes its platform's row of today: a transaction that
-- finds another one changing it stores its change here instead of waiting, and the next transaction that does not adds
-- it to the sums. The few rows are short-lived, so there is no index.
CREATE TABLE platform_day_changes (LIKE platform_days);

ALTER TABLE platform_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE platform_day_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON platform_days TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner ON platform_day_changes TO CURRENT_USER USING (true) WITH CHECK (true);
-- The sums are over all groups.
CREATE POLICY visible ON platform_days FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
CREATE POLICY visible ON platform_day_changes FOR SELECT TO clipmeter_app USING ((SELECT is_admin()));
GRANT SELECT ON platform_days, platform_day_changes TO clipmeter_app;

-- Adds changed rows of account_days to their platforms' sums; the argument is 1 for new rows, -1 for old rows.
CREATE FUNCTION count_platform_days() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    sign integer := TG_ARGV[0];
    changes platform_days[];
BEGIN
    changes := ARRAY(
        SELECT ROW(a.platform, d.day, sign * sum(d.items), sign * sum(d.views), sign * sum(d.likes),
                   sign * sum(d.comments), sign * sum(d.shares), sign * sum(d.gained_views), sign * sum(d.gained_likes),
                   sign * sum(d.gained_comments), sign * sum(d.gained_shares))::platform_days
        FROM changed_rows d JOIN platform_accounts a ON a.id = d.account_id
        GROUP BY a.platform, d.day);
    IF cardinality(changes) = 0 THEN
        RETURN NULL;
    END IF;
    -- Held until the end of the transaction, and never waited for. Only its holder changes existing rows.
    IF NOT pg_try_advisory_xact_lock('platform_days'::regclass::oid::bigint) THEN
        INSERT INTO platform_day_changes SELECT * FROM unnest(changes);
        RETURN NULL;
    END IF;
    WITH late AS (DELETE FROM platform_day_changes RETURNING *)
    INSERT INTO platform_days AS p
    SELECT platform, day, sum(items), sum(views), sum(likes), sum(comments), sum(shares),
           sum(gained_views), sum(gained_likes), sum(gained_comments), sum(gained_shares)
    FROM (SELECT * FROM unnest(changes) UNION ALL SELECT * FROM late) c
    GROUP BY platform, day
    ON CONFLICT (platform, day) DO UPDATE SET
        items = p.items + excluded.items,
        views = p.views + excluded.views,
        likes = p.likes + excluded.likes,
        comments = p.comments + excluded.comments,
        shares = p.shares + excluded.shares,
        gained_views = p.gained_views + excluded.gained_views,
        gained_likes = p.gained_likes + excluded.gained_likes,
        gained_comments = p.gained_comments + excluded.gained_comments,
        gained_shares = p.gained_shares + excluded.gained_shares;
    RETURN NULL;
END
$$;
-- In the order in which reports lock rows: accounts first. A cascade would delete the days when their platform can no
-- longer be determined.
CREATE FUNCTION delete_days_of_account() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM account_days d WHERE d.account_id = OLD.id;
    RETURN OLD;
END
$$;
CREATE TRIGGER platform_accounts_days BEFORE DELETE ON platform_accounts
    FOR EACH ROW EXECUTE FUNCTION delete_days_of_account();

-- These block reports until the commit, so that existing rows are counted once; readers are not blocked.
CREATE TRIGGER account_days_sum_insert AFTER INSERT ON account_days
    REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('1');
CREATE TRIGGER account_days_sum_update_from AFTER UPDATE ON account_days
    REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('-1');
CREATE TRIGGER account_days_sum_update_to AFTER UPDATE ON account_days
    REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('1');
CREATE TRIGGER account_days_sum_delete AFTER DELETE ON account_days
    REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_platform_days('-1');

INSERT INTO platform_days
SELECT a.platform, d.day, sum(d.items), sum(d.views), sum(d.likes), sum(d.comments), sum(d.shares),
       sum(d.gained_views), sum(d.gained_likes), sum(d.gained_comments), sum(d.gained_shares)
FROM account_days d JOIN platform_accounts a ON a.id = d.account_id
GROUP BY a.platform, d.day;
