-- How far walks to the ends of lists have come that broke off, so that the next ones go on there. ADR 0036.

-- A table of its own: it is written with every page of such a walk, and nothing of it is to be told to those who watch the account.
CREATE TABLE crawl_checkpoints (
    account_id bigint PRIMARY KEY REFERENCES platform_accounts ON DELETE CASCADE,
    -- The code of the endpoint whose list it is.
    endpoint text NOT NULL,
    -- The contract's CrawlCheckpoint, as it was reported: nobody but the next scraper reads it.
    checkpoint bytea NOT NULL CHECK (octet_length(checkpoint) <= 4096),
    saved_at timestamptz NOT NULL,
    -- Readings that failed since, without coming further.
    failures integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
ALTER TABLE crawl_checkpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON crawl_checkpoints TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY ingest ON crawl_checkpoints TO clipmeter_ingest USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON crawl_checkpoints TO clipmeter_ingest;

-- The list of one account says nothing of another's. SECURITY DEFINER: who decides whose a name is reads no marks.
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
