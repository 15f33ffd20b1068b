//! `GET /api/admin/settings`

use axum::Json;
use clipmeter_db::settings;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::types::PlatformSettings;

/// Show the settings of the platform
///
/// Admins only.
#[utoipa::path(
    get,
    path = "/api/admin/settings",
    tag = "Admin",
    security(("token" = [])),
    responses(
        (status = 200, body = PlatformSettings, description = "The settings"),
    ),
)]
pub(super) async fn platform_settings(admin: Admin) -> Result<Json<PlatformSettings>, Problem> {
    let mut transaction = admin.read().await?;
    let settings = settings::platform(&mut transaction).await?;
    Ok(Json(settings.into()))
}
