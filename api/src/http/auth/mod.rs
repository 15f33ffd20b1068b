//! Sign-in and sign-out.

mod change_password;
mod login;
mod logout;
mod logout_everywhere;
mod me;
mod register;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::Routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(login::login))
        .routes(routes!(logout::logout))
        .routes(routes!(logout_everywhere::logout_everywhere))
        .routes(routes!(me::me))
        .routes(routes!(change_password::change_password))
        .routes(routes!(register::register))
}
