//! How the platforms are scraped.

mod captures;
mod intervals;
mod platform_config;
mod pool;
mod proxies;
mod runs;
mod sessions;
