//! Serves the OpenAPI document and Swagger UI.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::{Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use http::{HeaderMap, HeaderValue};
use utoipa::openapi::OpenApi;

use super::content_policy::API_PAGE_POLICY;
use super::files::StaticFile;
use crate::http::error::{ErrorCode, Problem};
use crate::http::openapi;

const DOCUMENT_PATH: &str = "/api/openapi.json";
const PAGE_PATH: &str = "/api/docs/";

/// The files change only with the program, but their names are stable.
const ALWAYS_REVALIDATE: &str = "no-cache";

/// Routes for both. They reveal nothing that is not in the source code, so no sign-in is required.
pub(crate) fn router<S: Clone + Send + Sync + 'static>(document: OpenApi) -> Router<S> {
    let document = Arc::new(openapi::complete(document));
    Router::new()
        .route(
            DOCUMENT_PATH,
            get(move || async move { ([(CACHE_CONTROL, ALWAYS_REVALIDATE)], Json(document)) }),
        )
        .route("/api/docs", get(async || Redirect::permanent(PAGE_PATH)))
        .route(
            PAGE_PATH,
            get(async |headers: HeaderMap| file("index.html", &headers)),
        )
        .route(
            "/api/docs/{file}",
            get(async |Path(name): Path<String>, headers: HeaderMap| file(&name, &headers)),
        )
}

/// Serves a file of Swagger UI, which the web app's build places beside the app, under its own content policy.
fn file(name: &str, request: &HeaderMap) -> Result<Response, Problem> {
    let file = StaticFile::at(&format!("/api-docs/{name}")).ok_or(ErrorCode::NotFound)?;
    let mut response = file.respond(request, ALWAYS_REVALIDATE)?;
    let policy = HeaderValue::from_static(API_PAGE_POLICY);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}
