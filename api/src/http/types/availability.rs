//! Whether the platform still shows an item.

use serde::Serialize;
use utoipa::ToSchema;

/// Whether people find an item on its platform. One that is not there any more keeps its numbers and its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Availability {
    /// As far as is known.
    Public,
    /// It was missed twice, the second time without the cause of the first.
    Removed,
    /// Only some people may see it.
    Private,
}

impl From<&str> for Availability {
    fn from(code: &str) -> Self {
        match code {
            "removed" => Self::Removed,
            "private" => Self::Private,
            _ => Self::Public,
        }
    }
}
