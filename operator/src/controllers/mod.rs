//! Controllers, one for each kind of resource. They use the shared state, never each other.

pub(crate) mod client_group;
pub(crate) mod platform_config;
pub(crate) mod scrape_policy;
pub(crate) mod scraper_pool;
pub(crate) mod tracked;
