//! Documented routes, and the revalidation of those that open tabs poll.

use std::sync::Arc;

use axum::middleware;
use clipmeter_db::database::revisions::Source;
use utoipa_axum::router::OpenApiRouter;

use super::layers;
use super::state::HttpState;
use crate::http::openapi::document_polling;

/// Documented routes.
pub(crate) type Routes = OpenApiRouter<Arc<HttpState>>;

/// Adds `ETag` revalidation to routes that open tabs poll and whose responses depend on the caller's role and group and on these
/// sources only, so that an unchanged poll needs no database query, and simultaneous ones run their queries once. Responses of other
/// routes are not cached. An unneeded source costs a query; a missing one shows stale numbers for up to a minute.
pub(crate) fn polled_from(sources: &'static [Source], mut routes: Routes) -> Routes {
    document_polling(routes.get_openapi_mut());
    routes.layer(middleware::from_fn_with_state(sources, layers::poll))
}
