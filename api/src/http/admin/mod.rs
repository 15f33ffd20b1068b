//! Handlers for platform admins only.

mod audit_log;
mod delete_user;
mod erasures;
mod list_users;
mod managed;
mod overview;
mod reset_password;
mod scraping_status;
mod set_settings;
mod settings;
mod storage;
mod toggle_user;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::{Routes, polled_from};
use clipmeter_db::database::revisions::Source;

/// The period that the panels show as recent.
const RECENT: Duration = Duration::from_hours(24);

pub(super) fn routes() -> Routes {
    let panels = OpenApiRouter::new()
        .routes(routes!(overview::admin_overview))
        .routes(routes!(scraping_status::scraping_status));
    polled_from(&[Source::Everything], panels)
        .routes(routes!(audit_log::audit_log))
        .routes(routes!(list_users::list_users))
        .routes(routes!(storage::storage_status))
        .routes(routes!(delete_user::delete_user))
        .merge(erasures::routes())
        .routes(routes!(toggle_user::toggle_user))
        .routes(routes!(reset_password::reset_password))
        .routes(routes!(
            settings::platform_settings,
            set_settings::set_platform_settings
        ))
}
