//! Tests of scraping operations.

mod captures;
mod intervals;
mod platform_config;
mod pool;
mod proxies;
mod runs;
mod scraper_pools;
mod sessions;
