//! The API's document, and Swagger UI to read it and try it.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, serve};

use super::error::{Code, Problem};
use super::openapi;

const DOCUMENT_PATH: &str = "/api/openapi.json";
const PAGE_PATH: &str = "/api/docs/";

/// The files change with the program only, but their names stay.
const ASK_EVERY_TIME: &str = "no-cache";

/// Serves both. They tell nobody anything that is not in the source code, so nobody needs to sign in for them.
pub(super) fn router<S: Clone + Send + Sync + 'static>(document: OpenApi) -> Router<S> {
    let document = Arc::new(openapi::complete(document));
    // Without its state in the address bar, a token that was typed in stays in this page only.
    let config = Arc::new(Config::from(DOCUMENT_PATH).try_it_out_enabled(true).filter(true));
    let page = {
        let config = Arc::clone(&config);
        move || async move { file("index.html", config) }
    };
    Router::new()
        .route(
            DOCUMENT_PATH,
            get(move || async move { ([(CACHE_CONTROL, ASK_EVERY_TIME)], Json(document)) }),
        )
        .route("/api/docs", get(async || Redirect::permanent(PAGE_PATH)))
        .route(PAGE_PATH, get(page))
        .route(
            "/api/docs/{file}",
            get(move |Path(name): Path<String>| async move { file(&name, config) }),
        )
}

/// A file of Swagger UI, which comes inside the program. Its page has no inline script, so it works under our content policy.
fn file(name: &str, config: Arc<Config<'static>>) -> Result<Response, Problem> {
    let file = serve(name, config)
        .map_err(|error| {
            tracing::error!(%error, "cannot prepare a file of the API's page");
            Code::Internal
        })?
        .ok_or(Code::NotFound)?;
    let headers = [
        (CONTENT_TYPE, file.content_type.as_str()),
        (CACHE_CONTROL, ASK_EVERY_TIME),
    ];
    Ok((headers, file.bytes).into_response())
}
