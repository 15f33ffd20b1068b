//! Sign-in and sign-out.

mod change_password;
mod login;
mod logout;
mod register;
pub(crate) mod sign_in;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::Routes;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(login::login))
        .routes(routes!(logout::logout))
        .routes(routes!(logout::logout_everywhere))
        .routes(routes!(sign_in::me))
        .routes(routes!(change_password::change_password))
        .routes(routes!(register::register))
}
