//! Whether the platform still shows an item.

use serde::Serialize;
use utoipa::ToSchema;

/// Whether an item is publicly visible on its platform. An item that is no longer visible keeps its metrics and
/// history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Availability {
    /// The item is visible as far as known.
    Public,
    /// The item was missing twice, the second time in an independent observation.
    Removed,
    /// The item is visible to a limited audience only.
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
