//! Query parameters of scrape calls.

use std::time::Duration;

use serde::Deserialize;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::ApiConfig;

/// How long a response waits for the end of the scrape, at most five minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub struct RunWait(u64);

impl RunWait {
    /// Returns the value as a duration.
    pub(crate) fn duration(self) -> Duration {
        Duration::from_secs(self.0)
    }
}

impl TryFrom<u64> for RunWait {
    type Error = String;

    fn try_from(seconds: u64) -> Result<Self, Self::Error> {
        let most = ApiConfig::LONGEST_RUN_WAIT.as_secs();
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
            .maximum(Some(ApiConfig::LONGEST_RUN_WAIT.as_secs()));
        RefOr::T(Schema::Object(schema.build()))
    }
}

impl ToSchema for RunWait {}

/// Selects the group to scrape, and how long the response waits.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ScrapeQuery {
    /// Admins: a group, or all groups when absent. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
    /// How long the response waits for the end, in seconds; unfinished scrapes continue in the background. With 0 the
    /// response returns the runs immediately. When absent, 20 seconds, unless configured otherwise.
    #[param(inline)]
    pub wait: Option<RunWait>,
}
