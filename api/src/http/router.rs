//! The paths of the HTTP API. Each area has its own; a `routes!` line both serves its handlers and documents them.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use axum::{Extension, Router, middleware};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::error::{ErrorCode, Problem};
use super::openapi::{ApiDoc, document_polling};
use super::state::HttpState;
use super::{admin, auth, dashboard, docs, groups, health, instagram, layers, scraping, tiktok, web};
use crate::store::Source;

/// Most bodies are a few fields.
const BODY_LIMIT: usize = 64 * 1024;

/// Documented paths.
pub(super) type Routes = OpenApiRouter<Arc<HttpState>>;

/// Every documented path.
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

/// Paths that open tabs ask again and again, whose answers are made from these sources and nothing else, so that an
/// unchanged poll need not ask the database. The answers of all others are kept by nobody. Naming a source too many costs a query; one too few shows old numbers for a minute.
pub(super) fn polled_from(sources: &'static [Source], mut routes: Routes) -> Routes {
    document_polling(routes.get_openapi_mut());
    routes.layer(middleware::from_fn_with_state(sources, layers::poll))
}

/// The API, the web app and the probes, behind their layers.
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
        // For the layers of single paths, which are made before there is a state.
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
