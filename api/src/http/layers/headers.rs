//! The origin of a request, and the security headers of its response.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderName, HeaderValue};

use crate::http::client_address::{ClientInfo, peer};
use crate::http::state::HttpState;
use crate::http::web::content_policy::POLICY;

/// One year, the recommended minimum. Subdomains are excluded because other names under the domain are not ours.
const TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Stores the origin for the handlers, and adds HSTS to responses to browsers that connected over TLS.
pub(crate) async fn find(State(state): State<Arc<HttpState>>, mut request: Request, next: Next) -> Response {
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

const ALWAYS: [(HeaderName, &str); 6] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// Adds the headers. A response without a content policy gets the strictest one; a response without a cache policy is
/// not cached.
pub(crate) async fn secure(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(POLICY));
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
