//! The platform as a whole, for admins.

mod audit_log;
mod deletions;
mod erasures;
mod overview;
mod pictures;
mod scraping_status;
mod settings;
mod storage;

use std::time::Duration;

use clipmeter_db::database::revisions::Source;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::{Routes, polled_from};

/// The period that the panels show as recent.
pub(crate) const RECENT: Duration = Duration::from_hours(24);

pub(crate) fn routes() -> Routes {
    let panels = OpenApiRouter::new()
        .routes(routes!(overview::admin_overview))
        .routes(routes!(scraping_status::scraping_status));
    polled_from(&[Source::Everything], panels)
        .routes(routes!(audit_log::audit_log))
        .routes(routes!(storage::storage_status))
        .routes(routes!(pictures::picture_usage))
        .routes(routes!(deletions::list_deletions))
        .routes(routes!(deletions::purge_deletion))
        .routes(routes!(deletions::restore_deletion))
        .routes(routes!(erasures::list_erasures, erasures::erase_handle))
        .routes(routes!(erasures::lift_erasure))
        .routes(routes!(
            settings::platform_settings,
            settings::set_platform_settings
        ))
}
