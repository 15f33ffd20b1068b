//! What an admin decides for all groups.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Cost;
use crate::store::settings::PlatformSettings as StoredSettings;

/// Whose items a member may browse in the table of all content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContentVisibility {
    /// All that were collected.
    All,
    /// Those that the own group tracks.
    Group,
}

impl ContentVisibility {
    /// The word for it in the database.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Group => "group",
        }
    }
}

impl From<&str> for ContentVisibility {
    fn from(code: &str) -> Self {
        match code {
            "all" => Self::All,
            _ => Self::Group,
        }
    }
}

/// The settings of the whole platform.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"content_visibility": "all", "cost": {"model": "flat", "cost": 1.0}}))]
pub struct PlatformSettings {
    /// Whose items a member may browse in the table of all content.
    pub content_visibility: ContentVisibility,
    /// What a post costs unless a group or an account says otherwise, and in views across groups.
    pub cost: Cost,
}

impl From<StoredSettings> for PlatformSettings {
    fn from(stored: StoredSettings) -> Self {
        Self {
            content_visibility: stored.content_visibility.as_str().into(),
            cost: stored.cost.0.into(),
        }
    }
}
