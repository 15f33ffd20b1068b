//! Serves the web app, embedded if `web/dist` existed at build time.

pub(crate) mod content_policy;
pub(crate) mod docs;
mod files;

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
#[cfg(not(web_app))]
use http::StatusCode;

#[cfg(web_app)]
use self::files::StaticFile;
use super::error::Problem;
use crate::http::error::ErrorCode;

/// The web app's page as built.
#[cfg(web_app)]
const PAGE: &str = include_str!("../../../../web/dist/index.html");

/// Placeholder in the page for the response's nonce (`html.cspNonce` in `web/vite.config.ts`).
#[cfg(web_app)]
const NONCE_MARK: &str = "__CSP_NONCE__";

/// Serves the files of the web app, and the page for every other path, which the app's own router handles.
#[cfg(web_app)]
pub(crate) fn router() -> Router {
    Router::new()
        .route("/assets/{*rest}", get(asset))
        .fallback(get(page))
}

/// Serves an immutable file, whose name contains a hash of its content.
#[cfg(web_app)]
async fn asset(uri: http::Uri, headers: http::HeaderMap) -> Result<Response, Problem> {
    // A file of another version is an error; serving `index.html` in its place would be a confusing one.
    let file = StaticFile::at(uri.path()).ok_or(ErrorCode::NotFound)?;
    file.respond(&headers, "max-age=31536000, immutable")
}

/// Responds with the page and a fresh nonce. The page is not cached: a cached page would carry the nonce of another
/// response.
#[cfg(web_app)]
async fn page() -> Result<Response, Problem> {
    let nonce = crate::http::web::content_policy::Nonce::random();
    let headers = [(http::header::CONTENT_SECURITY_POLICY, nonce.policy()?)];
    let page = PAGE.replace(NONCE_MARK, nonce.as_str());
    Ok((headers, axum::response::Html(page)).into_response())
}

/// A page that explains how to embed the web app.
#[cfg(not(web_app))]
pub(crate) fn router() -> Router {
    Router::new()
        .route("/assets/{*rest}", get(missing_file))
        .fallback(get(not_built))
}

#[cfg(not(web_app))]
async fn missing_file() -> Response {
    Problem::from(ErrorCode::NotFound).into_response()
}

#[cfg(not(web_app))]
async fn not_built() -> Response {
    const PAGE: &str = "<!doctype html><html lang=\"en\"><title>Clipmeter</title><h1>Clipmeter</h1>\
        <p>The API is running, but this build has no web app. Build the web app and then the program again:</p>\
        <pre>npm --prefix web ci\nnpm --prefix web run build\ncargo build</pre>";
    (StatusCode::OK, axum::response::Html(PAGE)).into_response()
}
