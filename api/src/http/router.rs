//! The paths of the HTTP API. Each `routes!` line both serves its handlers and documents them.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use axum::{Router, middleware};
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::error::{Code, Problem};
use super::openapi::ApiDoc;
use super::state::HttpState;
use super::{auth, dashboard, groups, health, instagram, layers, scraping, tiktok, web};

/// Most bodies are a few fields.
const BODY_LIMIT: usize = 64 * 1024;

/// Room for a file of sessions, the largest upload there is.
const SESSIONS_BODY_LIMIT: usize = 10 * 1024 * 1024;

type Routes = OpenApiRouter<Arc<HttpState>>;

/// Every documented path.
pub(super) fn api() -> Routes {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(fresh())
        .merge(polled())
}

/// Paths whose answers nobody keeps.
fn fresh() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(auth::login::login))
        .routes(routes!(auth::me::me))
        .routes(routes!(dashboard::scrape_all::scrape_everything))
        .routes(routes!(instagram::delete_account::delete_instagram_account))
        .routes(routes!(instagram::refresh_account::refresh_instagram_account))
        .routes(routes!(instagram::scrape_all::scrape_all_instagram))
        .routes(routes!(tiktok::delete_account::delete_tiktok_account))
        .routes(routes!(tiktok::refresh_account::refresh_tiktok_account))
        .routes(routes!(tiktok::scrape_all::scrape_all_tiktok))
        .routes(
            routes!(scraping::add_sessions::add_sessions).layer(DefaultBodyLimit::max(SESSIONS_BODY_LIMIT)),
        )
}

/// Paths that open tabs ask again and again.
fn polled() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(dashboard::stats::dashboard_stats))
        .routes(routes!(dashboard::top_performers::top_performers))
        .routes(routes!(dashboard::all_instagram_posts::all_instagram_posts))
        .routes(routes!(dashboard::all_tiktok_videos::all_tiktok_videos))
        .routes(routes!(groups::list::list_groups, groups::create::create_group))
        .routes(routes!(
            instagram::list_accounts::list_instagram_accounts,
            instagram::add_account::add_instagram_account
        ))
        .routes(routes!(instagram::account_posts::instagram_account_posts))
        .routes(routes!(instagram::post_history::instagram_post_history))
        .routes(routes!(
            tiktok::list_accounts::list_tiktok_accounts,
            tiktok::add_account::add_tiktok_account
        ))
        .routes(routes!(tiktok::account_videos::tiktok_account_videos))
        .routes(routes!(tiktok::video_history::tiktok_video_history))
        .layer(middleware::from_fn(layers::etag))
}

/// The API, the web app and the probes, behind their layers.
pub(super) fn router(state: Arc<HttpState>) -> Router {
    let (api, _) = api().split_for_parts();
    let router = api
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .route("/livez", get(health::livez))
        .route("/readyz", get(health::readyz))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .with_state(Arc::clone(&state))
        .fallback_service(web::router());
    layers::wrap(router, state)
}

async fn not_found() -> Problem {
    Code::NotFound.into()
}

async fn method_not_allowed() -> Problem {
    Code::MethodNotAllowed.into()
}
