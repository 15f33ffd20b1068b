//! Proxies for requests to the platforms. Admins only.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::proxies::{self, Addition, ProxyRow};
use clipmeter_domain::ProxyAddress;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::common::PlatformName;
use crate::http::database::Transaction;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId};
use crate::http::routing::Routes;
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
        (status = 200, body = Proxies, description = "The proxies, sorted by name"),
    ),
)]
async fn list_proxies(State(state): State<Arc<HttpState>>, admin: Admin) -> Result<Json<Proxies>, Problem> {
    let mut transaction = admin.read().await?;
    Ok(Json(load_proxies(&state, &admin, &mut transaction).await?))
}

/// Returns all proxies.
async fn load_proxies(
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

/// A proxy to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Frankfurt", "url": "socks5://ann:password@proxy.example.com:1080", "serves": "instagram"}))]
pub(crate) struct AddProxy {
    /// 1 to 60 characters, unique.
    pub(crate) name: String,
    /// `http://`, `https://` or `socks5://`, with port, and credentials if required. Stored encrypted and never shown.
    #[schema(value_type = String)]
    pub(crate) url: SecretString,
    /// The platform whose runs use the proxy, at most one proxy per platform; omitted or null: none, only sessions that
    /// name it.
    #[serde(default)]
    pub(crate) serves: Option<PlatformName>,
}

/// Maximum length of a name, characters.
const MAX_NAME: usize = 60;

/// Why a proxy with a local address is rejected.
const LOCAL: &str = "This is a loopback, link-local or cloud metadata address. Use a proxy on another host, or start \
     Clipmeter with --allow-local-proxies.";

/// Add a proxy
///
/// Admins only. Addresses of loopback, link-local networks and metadata services are rejected, unless the installation
/// allows them. Used by runs that begin from now on. The proxy is not tested until it is used.
#[utoipa::path(
    post,
    path = "/api/scraping/proxies",
    tag = "Scraping",
    security(("token" = [])),
    request_body = AddProxy,
    responses(
        (status = 200, body = Proxies, description = "The proxies after the change"),
        (status = 409, body = ErrorBody, description = "`proxy_exists`"),
    ),
)]
async fn add_proxy(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::SecretJson(input): input::SecretJson<AddProxy>,
) -> Result<Json<Proxies>, Problem> {
    let name = name(&input.name)?;
    let address = ProxyAddress::parse(input.url.expose_secret())
        .map_err(|reason| Problem::invalid(reason.to_string()))?;
    if address.is_local() && !state.local_proxies {
        return Err(Problem::invalid(LOCAL));
    }
    let serves = input.serves.map(Into::into);
    let mut transaction = admin.write().await?;
    let now = admin.caller().now();
    let addition = proxies::add(&mut transaction, &state.secrets, now, name, &address, serves).await?;
    let id = match addition {
        Addition::Added(id) => id,
        Addition::NameTaken => return Err(ErrorCode::ProxyExists.into()),
        Addition::PlatformServed => {
            return Err(Problem::new(
                ErrorCode::ProxyExists,
                "Another proxy is already used for this platform",
            ));
        }
    };
    let details = json!({"proxy": id, "name": name, "serves": input.serves});
    admin
        .caller()
        .record(&mut transaction, Action::ProxyAdd, None, details)
        .await?;
    let proxies = load_proxies(&state, &admin, &mut transaction).await?;
    transaction.commit().await?;
    Ok(Json(proxies))
}

/// Returns the name to store.
fn name(text: &str) -> Result<&str, Problem> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(Problem::invalid(format!(
            "name must be a single line of 1 to {MAX_NAME} characters"
        )));
    }
    Ok(name)
}

/// Delete a proxy
///
/// Admins only. Its sessions use the proxy of the platform's runs or of their scraper pool from then on. Scraper pools that
/// name it read nothing until a proxy has its name again. Runs in progress keep using the deleted one.
#[utoipa::path(
    delete,
    path = "/api/scraping/proxies/{id}",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The proxy")),
    responses(
        (status = 200, body = Proxies, description = "The proxies after the change"),
    ),
)]
async fn delete_proxy(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId,
) -> Result<Json<Proxies>, Problem> {
    let mut transaction = admin.write().await?;
    let name = proxies::delete(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"proxy": id, "name": name});
    admin
        .caller()
        .record(&mut transaction, Action::ProxyDelete, None, details)
        .await?;
    let proxies = load_proxies(&state, &admin, &mut transaction).await?;
    transaction.commit().await?;
    Ok(Json(proxies))
}

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list_proxies, add_proxy))
        .routes(routes!(delete_proxy))
}
