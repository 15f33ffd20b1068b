//! What only platform admins see and decide.

mod overview;
mod scraping_status;
mod set_settings;
mod settings;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::{Routes, polled};

/// What the panels call recent.
const RECENT: Duration = Duration::from_hours(24);

pub(super) fn routes() -> Routes {
    let panels = OpenApiRouter::new()
        .routes(routes!(overview::admin_overview))
        .routes(routes!(scraping_status::scraping_status));
    polled(panels).routes(routes!(
        settings::platform_settings,
        set_settings::set_platform_settings
    ))
}
