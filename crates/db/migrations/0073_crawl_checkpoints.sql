-- Checkpoints of interrupted crawls to the ends of lists, so that the next ones resume there. ADR 0028.

-- A separate table: it is written with every page of such a crawl, and must not notify the account's groups.
CREATE TABLE crawl_checkpoints (
    account_id bigint PRIMARY KEY REFERENCES platform_accounts ON DELETE CASCADE,
    -- Endpoint code of the list.
    endpoint text NOT NULL,
    -- The CrawlCheckpoint message as it was reported: only the next scraper reads it.
    checkpoint bytea NOT NULL CHECK (octet_length(checkpoint) <= 4096),
    saved_at timestamptz NOT NULL,
    -- Failed reads since then without progress.
    failures integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
ALTER TABLE crawl_checkpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON crawl_checkpoints TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON crawl_checkpoints TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON crawl_checkpoints TO clipmeter_ingest;

-- The list of one account says nothing about another's. SECURITY DEFINER: the role that resolves handle conflicts
-- cannot read checkpoints.
CREATE FUNCTION delete_crawl_checkpoint() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM crawl_checkpoints WHERE account_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER delete_crawl_checkpoint AFTER UPDATE OF platform_id ON platform_accounts
    FOR EACH ROW WHEN (OLD.platform_id IS DISTINCT FROM NEW.platform_id AND OLD.platform_id IS NOT NULL)
    EXECUTE FUNCTION delete_crawl_checkpoint();
