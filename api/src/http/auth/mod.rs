//! Signing in.

mod login;
mod me;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::Routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(login::login))
        .routes(routes!(me::me))
}
