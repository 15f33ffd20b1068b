//! `POST /api/scraping/proxies`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::proxies::{self, Addition};
use clipmeter_domain::ProxyAddress;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::list::{Proxies, shown};
use crate::http::common::PlatformName;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::state::HttpState;

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
const LOCAL: &str = "This address is of the machine itself, its link or a cloud's metadata service. Use a proxy on another host, or start \
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
        (status = 200, body = Proxies, description = "The proxies as they are now"),
        (status = 409, body = ErrorBody, description = "`proxy_exists`"),
    ),
)]
pub(crate) async fn add_proxy(
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
                "Another proxy serves this platform already",
            ));
        }
    };
    let details = json!({"proxy": id, "name": name, "serves": input.serves});
    admin
        .caller()
        .record(&mut transaction, Action::ProxyAdd, None, details)
        .await?;
    let proxies = shown(&state, &admin, &mut transaction).await?;
    transaction.commit().await?;
    Ok(Json(proxies))
}

/// Returns the name to store.
fn name(text: &str) -> Result<&str, Problem> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(Problem::invalid(format!(
            "name is 1 to {MAX_NAME} characters on one line"
        )));
    }
    Ok(name)
}
