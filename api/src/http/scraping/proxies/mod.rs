//! Proxies for requests to the platforms.

mod add;
mod delete;
mod list;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::Problem;
use crate::http::router::Routes;
use crate::http::scope::{Admin, Transaction};
use crate::http::state::HttpState;
use crate::http::types::{Proxies, Proxy};
use clipmeter_db::sessions::proxies;
use clipmeter_db::sessions::proxies::ProxyRow;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_proxies, add::add_proxy))
        .routes(routes!(delete::delete_proxy))
}

/// Returns all proxies.
async fn shown(state: &HttpState, admin: &Admin, transaction: &mut Transaction) -> Result<Proxies, Problem> {
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
