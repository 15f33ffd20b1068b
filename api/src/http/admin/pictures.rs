//! `GET /api/admin/pictures`

use axum::Json;
use clipmeter_db::pictures::shown;
use clipmeter_db::settings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::Problem;
use crate::http::scope::Admin;

const MIB: i64 = 1 << 20;

/// The space that pictures use, and their quota.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PictureUsage {
    /// Number of stored pictures; one that several items or accounts share counts once.
    #[schema(example = 2300)]
    pub(crate) pictures: i64,
    /// Sum of their sizes, bytes.
    #[schema(example = 18_400_000)]
    pub(crate) bytes: i64,
    /// Maximum of the sum, bytes.
    #[schema(example = 1_073_741_824_i64)]
    pub(crate) quota_bytes: i64,
    /// Whether the quota is used up, so that no more pictures are read.
    #[schema(example = false)]
    pub(crate) is_full: bool,
}

/// Show the space that pictures use
///
/// Counted at the time of the call. Pictures that several items or accounts have are stored, and counted, once.
#[utoipa::path(
    get,
    path = "/api/admin/pictures",
    tag = "Admin",
    security(("token" = [])),
    responses(
        (status = 200, body = PictureUsage, description = "The usage"),
    ),
)]
pub(crate) async fn picture_usage(admin: Admin) -> Result<Json<PictureUsage>, Problem> {
    let mut transaction = admin.read().await?;
    let quota_bytes = i64::from(settings::platform(&mut transaction).await?.picture_quota_mib) * MIB;
    let usage = shown::usage(&mut transaction).await?;
    Ok(Json(PictureUsage {
        pictures: usage.pictures,
        bytes: usage.bytes,
        quota_bytes,
        is_full: usage.bytes >= quota_bytes,
    }))
}
