//! `PUT /api/admin/settings`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::cost::StoredCost;
use clipmeter_db::settings::{RetentionChange, set_platform};
use serde_json::json;

use crate::http::error::Problem;
use crate::http::input;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::{PlatformSettings, SetPlatformSettings};

/// Change the settings of the platform
///
/// The settings apply immediately, a new cost also to existing posts. Data that exceed a shorter retention are deleted
/// within an hour. Admins only.
#[utoipa::path(
    put,
    path = "/api/admin/settings",
    tag = "Admin",
    security(("token" = [])),
    request_body = SetPlatformSettings,
    responses(
        (status = 200, body = PlatformSettings, description = "The settings as they are now"),
    ),
)]
pub(super) async fn set_platform_settings(
    admin: Admin,
    input::Json(input): input::Json<SetPlatformSettings>,
) -> Result<Json<PlatformSettings>, Problem> {
    let cost = input.cost.checked()?;
    let retention = input
        .retention()
        .map_err(|(field, most)| Problem::invalid(format!("{field} must be 1 to {most}, or null")))?;
    Ok(Json(retried(|| set(&admin, &input, cost, retention)).await?))
}

async fn set(
    admin: &Admin,
    input: &SetPlatformSettings,
    cost: StoredCost,
    retention: RetentionChange,
) -> Result<PlatformSettings, Problem> {
    let mut transaction = admin.write().await?;
    let settings: PlatformSettings = set_platform(
        &mut transaction,
        input.content_visibility.code(),
        cost,
        input.backfill_items.map(i32::from),
        retention,
    )
    .await?
    .into();
    admin
        .caller()
        .record(&mut transaction, Action::SettingsUpdate, None, json!(settings))
        .await?;
    transaction.commit().await?;
    Ok(settings)
}
