//! The routes of the HTTP API. Each resource defines its own; a `routes!` line both serves its handlers and documents them.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use axum::{Extension, Router};
use http::StatusCode;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

use super::error::Problem;
use super::openapi::ApiDoc;
use super::routing::Routes;
use super::state::HttpState;
use super::web::{self, docs};
use super::{accounts, admin, auth, content, dashboard, groups, layers, scraping, users, videos};
use crate::http::error::ErrorCode;

/// Most bodies have only a few fields.
const BODY_LIMIT: usize = 64 * 1024;

/// Returns all documented routes.
pub(crate) fn api() -> Routes {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(accounts::routes())
        .merge(admin::routes())
        .merge(auth::routes())
        .merge(content::routes())
        .merge(dashboard::routes())
        .merge(groups::routes())
        .merge(scraping::routes())
        .merge(users::routes())
        .merge(videos::routes())
}

/// The API, the web app and the probes, wrapped in their layers.
pub(crate) fn router(state: Arc<HttpState>) -> Router {
    let (api, document) = api().split_for_parts();
    let router = api
        .merge(docs::router(document))
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .route("/livez", get(livez))
        .route("/readyz", get(readyz))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        // For the layers of single routes, which are created before the state exists.
        .layer(Extension(Arc::clone(&state)))
        .with_state(Arc::clone(&state))
        .fallback_service(web::router());
    layers::wrap(router, state)
}

async fn not_found() -> Problem {
    ErrorCode::NotFound.into()
}

async fn method_not_allowed() -> Problem {
    ErrorCode::MethodNotAllowed.into()
}

/// `GET /livez`: the process is running. Does not check the database, so that a database outage triggers no restart.
async fn livez() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// `GET /readyz`: the schema has been checked, because the router is built after that. Does not check the database:
/// during an outage calls return an error, which a Service without endpoints could not do.
async fn readyz() -> StatusCode {
    StatusCode::NO_CONTENT
}
