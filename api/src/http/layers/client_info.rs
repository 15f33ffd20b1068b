//! Determines the origin of a request once, before any other layer needs it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderValue;
use http::header::STRICT_TRANSPORT_SECURITY;

use crate::http::client_address::{ClientInfo, peer};
use crate::http::state::HttpState;

/// One year, the recommended minimum. Subdomains are excluded because other names under the domain are not ours.
const TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Stores the origin for the handlers, and adds HSTS for browsers that connected over TLS.
pub(super) async fn find(State(state): State<Arc<HttpState>>, mut request: Request, next: Next) -> Response {
    let client_info = ClientInfo::of(
        peer(request.extensions()),
        request.headers(),
        &state.trusted_proxies,
    );
    request.extensions_mut().insert(client_info);
    let mut response = next.run(request).await;
    if state.behind_tls || client_info.tls {
        response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, TLS_ONLY);
    }
    response
}
