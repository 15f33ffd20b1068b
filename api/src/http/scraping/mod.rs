//! What the scraper works with.

mod sessions;

use super::router::Routes;

pub(super) fn routes() -> Routes {
    sessions::routes()
}
