//! The routes of the HTTP API. Each resource defines its own; a `routes!` line both serves its handlers and documents them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use axum::{Extension, Router, middleware};
use http::StatusCode;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use secrecy::SecretString;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

use super::coalescing::Coalescing;
use super::database::Database;
use super::error::{ErrorCode, Problem};
use super::export_slots::ExportSlots;
use super::openapi::ApiDoc;
use super::routing::Routes;
use super::scrapes::Scrapes;
use super::state::{HttpState, TagKey};
use super::unchanged_polls::UnchangedPolls;
use super::web::{self, docs};
use super::{
    accounts, admin, auth, content, dashboard, groups, layers, pictures, scraping, share_links, users,
    videos, views,
};
use crate::auth::{Bootstrap, Passwords, Throttle, Tokens};
use crate::control_plane::{DesiredState, RunStarter};
use crate::{Api, ApiError};

/// Default body limit; most bodies have only a few fields.
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
        .merge(pictures::routes())
        .merge(scraping::routes())
        .merge(share_links::routes())
        .merge(users::routes())
        .merge(videos::routes())
        .merge(views::routes())
}

/// The API, the web app and the probes, wrapped in their layers.
pub(crate) fn router(state: Arc<HttpState>) -> Router {
    let (api, document) = api().split_for_parts();
    let without_query = Arc::new(layers::WithoutQuery::of(&document));
    let router = api
        .layer(middleware::from_fn_with_state(
            without_query,
            layers::refuse_ignored,
        ))
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

/// Deadline of a request in addition to the time it waits for a run.
const TIMEOUT_WITHOUT_WAIT: Duration = Duration::from_secs(15);

impl Api {
    /// Returns the router with the API under `/api`, the web app, `/livez` and `/readyz`. Serve it with
    /// `into_make_service_with_connect_info::<SocketAddr>()`: login rate limiting is by address.
    pub fn http_router(&self, runs: Arc<dyn RunStarter>, desired: Arc<dyn DesiredState>) -> Router {
        router(Arc::new(HttpState {
            database: Database::new(
                self.pools.app.clone(),
                self.read_replicas.clone(),
                Arc::clone(self.change_notifications.revisions()),
                desired,
                Arc::clone(&self.secrets),
                self.storage.clone(),
            ),
            clock: Arc::clone(&self.clock),
            secrets: Arc::clone(&self.secrets),
            tokens: Tokens::new(self.secrets.users.bytes()),
            passwords: Passwords::new(self.password_cost),
            throttle: Throttle::new(Arc::clone(&self.clock)),
            scrapes: Scrapes::new(self.runs.clone(), runs),
            exports: ExportSlots::default(),
            tag_key: TagKey::generate(),
            polls: Coalescing::default(),
            unchanged_polls: UnchangedPolls::default(),
            run_wait: self.run_wait,
            timeout: self.run_wait + TIMEOUT_WITHOUT_WAIT,
            registration: self.registration,
            local_proxies: self.local_proxies,
            trusted_proxies: self.trusted_proxies.clone(),
            behind_tls: self.behind_tls,
            storage: self.storage.clone(),
        }))
    }

    /// Ensures that an admin can sign in. A given password becomes that of the user `admin`, who is created if missing,
    /// unless the previous start applied the same password; without one, a fresh database gets `admin` with a generated
    /// password, which is returned only this once.
    pub async fn bootstrap_admin(
        &self,
        password: Option<SecretString>,
    ) -> Result<Option<SecretString>, ApiError> {
        let bootstrap = Bootstrap {
            pool: &self.pools.app,
            passwords: &Passwords::new(self.password_cost),
            secrets: &self.secrets,
            now: self.clock.now(),
        };
        bootstrap.admin(password, &mut UnwrapErr(SysRng)).await
    }
}
