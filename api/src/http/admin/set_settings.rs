//! `PUT /api/admin/settings`

use axum::Json;
use serde_json::json;

use crate::http::error::Problem;
use crate::http::input;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::PlatformSettings;
use crate::store::audit::Action;
use crate::store::cost::Cost;
use crate::store::settings::set_platform;

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
    retried(|| set(&admin, &settings, cost)).await?;
    Ok(Json(settings))
}

async fn set(admin: &Admin, settings: &PlatformSettings, cost: Cost) -> Result<(), Problem> {
    let mut transaction = admin.write().await?;
    set_platform(&mut transaction, settings.content_visibility.code(), cost).await?;
    admin
        .caller()
        .record(&mut transaction, Action::SettingsUpdate, None, json!(settings))
        .await?;
    Ok(transaction.commit().await?)
}
