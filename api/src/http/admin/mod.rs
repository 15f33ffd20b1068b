//! What only platform admins see and decide.

mod set_settings;
mod settings;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::Routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(
        settings::platform_settings,
        set_settings::set_platform_settings
    ))
}
