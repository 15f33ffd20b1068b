//! What the scraper works with.

mod evidence;
mod facts;
mod intervals;
mod pool;
mod proxies;
mod run;
mod sessions;
mod set_intervals;
mod trigger;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::{Routes, polled_from};
use crate::store::Source;

pub(super) fn routes() -> Routes {
    sessions::routes()
        .merge(evidence::routes())
        .merge(facts::routes())
        .merge(pool::routes())
        .merge(proxies::routes())
        .merge(polled_from(
            &[Source::Scope],
            OpenApiRouter::new().routes(routes!(run::scraping_run)),
        ))
        .routes(routes!(intervals::intervals, set_intervals::set_intervals))
        .routes(routes!(trigger::trigger_scrape))
}
