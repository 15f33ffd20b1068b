//! The query parameters of a scrape call.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::request::Parts;

use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::layers::RequestDeadline;
use crate::http::state::HttpState;
use crate::http::types::{RunWait, ScrapeQuery};

/// The query of a scrape call. Extracted after authentication, because it extends the request deadline.
pub(crate) struct ScrapeParams {
    /// The group that the query names.
    pub(crate) group_id: Option<i64>,
    /// How long the response waits for the end.
    pub(crate) wait: Duration,
}

impl FromRequestParts<Arc<HttpState>> for ScrapeParams {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        let Query(query) = Query::<ScrapeQuery>::from_request_parts(parts, state).await?;
        let wait = query.wait.map(RunWait::duration);
        // The limit has room for the configured default.
        if let (Some(wait), Some(deadline)) = (wait, parts.extensions.get::<RequestDeadline>()) {
            deadline.extend(wait);
        }
        Ok(Self {
            group_id: query.group_id,
            wait: wait.unwrap_or(state.run_wait),
        })
    }
}
