//! `GET /api/admin/erasures`

use axum::Json;
use clipmeter_db::codes as units;
use clipmeter_db::erasure as erase;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::types::{ErasureEntry, Erasures};

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
pub(super) async fn list_erasures(admin: Admin) -> Result<Json<Erasures>, Problem> {
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
