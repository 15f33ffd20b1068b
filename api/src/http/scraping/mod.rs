//! Scraping: sessions, proxies, scraper pools, configuration, runs and captured responses.

mod captures;
pub(crate) mod intervals;
mod outcomes;
mod platform_config;
mod pool;
mod proxies;
mod runs;
pub(crate) mod scraper_pools;
mod sessions;
mod traffic;
mod trigger;

use utoipa_axum::routes;

use super::routing::Routes;

pub(crate) fn routes() -> Routes {
    sessions::routes()
        .merge(captures::routes())
        .merge(platform_config::routes())
        .merge(pool::routes())
        .merge(proxies::routes())
        .merge(runs::routes())
        .merge(scraper_pools::routes())
        .routes(routes!(intervals::intervals, intervals::set_intervals))
        .routes(routes!(outcomes::scraping_outcomes))
        .routes(routes!(traffic::scraping_traffic))
        .routes(routes!(trigger::trigger_scrape))
}
