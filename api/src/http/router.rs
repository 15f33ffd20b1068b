//! The routes of the HTTP API. Each area defines its own; a `routes!` line both serves its handlers and documents them.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use axum::{Extension, Router, middleware};
use clipmeter_db::database::revisions::Source;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::error::{ErrorCode, Problem};
use super::openapi::{ApiDoc, document_polling};
use super::state::HttpState;
use super::{admin, auth, dashboard, docs, groups, health, instagram, layers, scraping, tiktok, web};

/// Most bodies have only a few fields.
const BODY_LIMIT: usize = 64 * 1024;

/// Documented routes.
pub(super) type Routes = OpenApiRouter<Arc<HttpState>>;

/// Returns all documented routes.
pub(super) fn api() -> Routes {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(admin::routes())
        .merge(auth::routes())
        .merge(dashboard::routes())
        .merge(groups::routes())
        .merge(instagram::routes())
        .merge(tiktok::routes())
        .merge(scraping::routes())
}

/// Adds `ETag` revalidation to routes that open tabs poll and whose responses depend on these sources only, so that an
/// unchanged poll needs no database query. Responses of other routes are not cached. An unneeded source costs a query;
/// a missing one shows stale numbers for up to a minute.
pub(super) fn polled_from(sources: &'static [Source], mut routes: Routes) -> Routes {
    document_polling(routes.get_openapi_mut());
    routes.layer(middleware::from_fn_with_state(sources, layers::poll))
}

/// The API, the web app and the probes, wrapped in their layers.
pub(super) fn router(state: Arc<HttpState>) -> Router {
    let (api, document) = api().split_for_parts();
    let router = api
        .merge(docs::router(document))
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .route("/livez", get(health::livez))
        .route("/readyz", get(health::readyz))
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
