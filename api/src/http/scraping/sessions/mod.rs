//! The pool of Instagram sessions, which serves every Instagram account. Admins only: the list is the only place where
//! a session leaves the database in plain text.

mod add;
mod delete;
pub(crate) mod list;
mod text;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::http::routing::Routes;

/// Maximum size of a text of sessions: over 100,000 of them.
pub(crate) const TEXT_LIMIT: usize = 10 * 1024 * 1024;

/// Space for the headers and boundaries around a file.
pub(crate) const FORM_LIMIT: usize = TEXT_LIMIT + 64 * 1024;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_sessions))
        .routes(routes!(add::add_sessions).layer(DefaultBodyLimit::max(TEXT_LIMIT)))
        .routes(routes!(add::import_sessions))
        .routes(routes!(add::upload_sessions).layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .routes(routes!(delete::delete_all_sessions))
        .routes(routes!(delete::delete_session))
}
