//! `PUT /api/admin/settings`

use axum::Json;
use serde_json::json;

use crate::http::error::Problem;
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::types::PlatformSettings;
use crate::store;
use crate::store::audit::Action;

/// Set the settings of the platform
///
/// They hold at once, a new cost for old posts too. Admins only.
#[utoipa::path(
    put,
    path = "/api/admin/settings",
    tag = "Admin",
    security(("token" = [])),
    request_body = PlatformSettings,
    responses(
        (status = 200, body = PlatformSettings, description = "The settings as they are now"),
    ),
)]
pub(super) async fn set_platform_settings(
    admin: Admin,
    input::Json(input): input::Json<PlatformSettings>,
) -> Result<Json<PlatformSettings>, Problem> {
    let cost = input.cost.checked()?;
    let settings = PlatformSettings {
        cost: cost.into(),
        ..input
    };
    let mut transaction = admin.write().await?;
    store::settings::set_platform(&mut transaction, input.content_visibility.code(), cost).await?;
    admin
        .caller()
        .record(&mut transaction, Action::SettingsUpdate, None, json!(settings))
        .await?;
    transaction.commit().await?;
    Ok(Json(settings))
}
