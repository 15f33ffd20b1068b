//! `GET /api/scraping/proxies`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use clipmeter_db::sessions::proxies::{self, ProxyRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::common::PlatformName;
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// A proxy, without its credentials.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Proxy {
    /// Permanent ID.
    #[schema(example = 2)]
    pub(crate) id: i64,
    /// The name given by an admin.
    #[schema(example = "Frankfurt")]
    pub(crate) name: String,
    /// Scheme, host and port. Empty when the proxy was encrypted with a key that this installation no longer has:
    /// delete it and add it again.
    #[schema(example = "socks5://proxy.example.com:1080")]
    pub(crate) address: String,
    /// The platform whose runs use the proxy; null when only sessions that name it use it.
    pub(crate) serves: Option<PlatformName>,
    /// Number of sessions that use the proxy.
    #[schema(example = 4)]
    pub(crate) sessions: i64,
    /// End of the proxy's cooldown after a platform refused it.
    pub(crate) blocked_until: Option<DateTime<Utc>>,
    /// The code of the outcome that caused the cooldown.
    #[schema(example = "blocked")]
    pub(crate) blocked_for: Option<String>,
}

/// All proxies.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Proxies {
    /// Sorted by name.
    pub(crate) proxies: Vec<Proxy>,
}

/// List the proxies
///
/// Admins only. Without credentials, which are never shown.
#[utoipa::path(
    get,
    path = "/api/scraping/proxies",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Proxies, description = "The proxies by name"),
    ),
)]
pub(crate) async fn list_proxies(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
) -> Result<Json<Proxies>, Problem> {
    let mut transaction = admin.read().await?;
    Ok(Json(shown(&state, &admin, &mut transaction).await?))
}

/// Returns all proxies.
pub(crate) async fn shown(
    state: &HttpState,
    admin: &Admin,
    transaction: &mut Transaction,
) -> Result<Proxies, Problem> {
    let rows = proxies::list(transaction, &state.secrets, admin.caller().now()).await?;
    Ok(Proxies {
        proxies: rows.into_iter().map(proxy).collect(),
    })
}

fn proxy(row: ProxyRow) -> Proxy {
    let (blocked_until, blocked_for) = row.blocked.unzip();
    Proxy {
        id: row.id,
        name: row.name,
        address: row
            .address
            .map_or_else(String::new, |address| address.to_string()),
        serves: row.serves.map(Into::into),
        sessions: row.sessions,
        blocked_until,
        blocked_for,
    }
}
