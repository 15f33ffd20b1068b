-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS tracked_accounts_scraper_pool_idx ON tracked_accounts (id) WHERE scraper_pool IS NOT NULL;
