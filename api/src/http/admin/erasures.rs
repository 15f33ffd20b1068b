//! Erasures of collected data, and the handles that must not be collected again.

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::audit::Action;
use clipmeter_db::erasure::erase;
use clipmeter_db::runs::units;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::http::common::{Message, PlatformName};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;

/// A completed erasure. The handle is not stored in readable form.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErasureEntry {
    /// Erasure ID.
    pub(crate) id: i64,
    /// Platform of the handle.
    pub(crate) platform: PlatformName,
    /// When the erasure was made.
    pub(crate) at: DateTime<Utc>,
    /// The username of the admin who requested it; empty for the command line.
    #[schema(example = "admin")]
    pub(crate) erased_by: String,
    /// Accounts that had the handle.
    pub(crate) accounts: i64,
    /// The accounts' posts and videos.
    pub(crate) items: i64,
}

/// All erasures.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Erasures {
    /// Latest first.
    pub(crate) erasures: Vec<ErasureEntry>,
}

/// List the erasures
///
/// Admins only. Handles are not stored, only digests to recognize them.
#[utoipa::path(
    get,
    path = "/api/admin/erasures",
    tag = "Admin",
    security(("token" = [])),
    responses(
        (status = 200, body = Erasures, description = "All of them"),
    ),
)]
pub(crate) async fn list_erasures(admin: Admin) -> Result<Json<Erasures>, Problem> {
    let mut transaction = admin.read().await?;
    let erasures = erase::list(&mut transaction).await?;
    Ok(Json(Erasures {
        erasures: erasures
            .into_iter()
            .map(|erasure| ErasureEntry {
                id: erasure.id,
                platform: units::platform(&erasure.platform).into(),
                at: erasure.at,
                erased_by: erasure.erased_by,
                accounts: erasure.accounts,
                items: erasure.items,
            })
            .collect(),
    }))
}

/// Allow an erased handle to be added again
///
/// Restores no data. Admins only.
#[utoipa::path(
    delete,
    path = "/api/admin/erasures/{id}",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The erasure")),
    responses(
        (status = 200, body = Message, description = "It may be added again"),
    ),
)]
pub(crate) async fn lift_erasure(admin: Admin, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    let mut transaction = admin.write().await?;
    let platform = erase::lift(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"platform": platform, "erasure": id});
    admin
        .caller()
        .record(&mut transaction, Action::HandleUnblock, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "The handle may be added again".to_owned(),
    }))
}
