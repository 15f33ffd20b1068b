//! `GET /api/scraping/facts`

use axum::Json;
use http::HeaderName;
use http::header::ETAG;

use crate::ApiError;
use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::types::{ManagedFacts, PlatformFacts};
use crate::store::facts::{self, Current};
use crate::store::resources::{self, facts::FactsManager};

/// An answer with the version that it is of.
pub(super) type Tagged = ([(HeaderName, String); 1], Json<PlatformFacts>);

/// What scrapers are told about the platforms
///
/// Admins only. The shipped facts, under those that were found in the platforms' scripts, under what admins say. The header `ETag` names the
/// version: send it in `If-Match` when changing them.
#[utoipa::path(
    get,
    path = "/api/scraping/facts",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = PlatformFacts, description = "The facts as they are now",
            headers(("ETag" = String, description = "Names the version"))),
    ),
)]
pub(super) async fn platform_facts(admin: Admin) -> Result<Tagged, Problem> {
    let mut transaction = admin.read().await?;
    let current = facts::current(&mut transaction).await?;
    let manager = resources::facts::manager(&mut transaction).await?;
    shown(&current, manager)
}

/// The facts for people.
pub(super) fn shown(current: &Current, manager: Option<FactsManager>) -> Result<Tagged, Problem> {
    let newest = current.newest();
    let effective = current.effective()?.value().map_err(ApiError::from)?;
    let facts = PlatformFacts {
        version: current.version(),
        made_at: newest.map(|change| change.made_at),
        made_by: newest.and_then(|change| change.made_by.clone()),
        note: newest.map(|change| change.note.clone()).unwrap_or_default(),
        managed: manager.map(ManagedFacts::from),
        own: current.own_document(),
        found: current.found_document(),
        effective,
    };
    Ok(([(ETAG, format!("\"{}\"", facts.version))], Json(facts)))
}
