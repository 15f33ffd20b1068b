//! The parameters of a scrape call.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::Deserialize;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::ApiConfig;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::layers::RequestDeadline;
use crate::http::state::HttpState;

/// Selects the group to scrape.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScrapeScope {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
}

/// How long a response waits for the end of the scrape, at most five minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct RunWait(u64);

impl RunWait {
    /// Returns the value as a duration.
    pub(crate) fn duration(self) -> Duration {
        Duration::from_secs(self.0)
    }
}

impl TryFrom<u64> for RunWait {
    type Error = String;

    fn try_from(seconds: u64) -> Result<Self, Self::Error> {
        let most = ApiConfig::MAX_RUN_WAIT.as_secs();
        if seconds <= most {
            Ok(Self(seconds))
        } else {
            Err(format!("wait must be 0 to {most} seconds"))
        }
    }
}

impl PartialSchema for RunWait {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .minimum(Some(0))
            .maximum(Some(ApiConfig::MAX_RUN_WAIT.as_secs()));
        RefOr::T(Schema::Object(schema.build()))
    }
}

impl ToSchema for RunWait {}

/// Selects the group to scrape, and how long the response waits.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ScrapeQuery {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// How long the response waits for the end, in seconds; unfinished scrapes continue in the background. With 0 the
    /// response returns the runs immediately. When absent, 20 seconds, unless configured otherwise.
    #[param(inline)]
    pub(crate) wait: Option<RunWait>,
}

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
