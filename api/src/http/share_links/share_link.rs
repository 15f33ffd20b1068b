//! A share link in responses.

use chrono::{DateTime, Utc};
use clipmeter_db::share_links::ShareLinkRow;
use serde::Serialize;
use utoipa::ToSchema;

/// A share link, without its token.
#[derive(Serialize, ToSchema)]
pub(crate) struct ShareLink {
    /// Link ID.
    pub(crate) id: i64,
    /// The group whose dashboard it shows.
    pub(crate) group_id: i64,
    /// Name of the group.
    #[schema(example = "Northwind")]
    pub(crate) group_name: String,
    /// Name given by its creator, such as the recipient.
    #[schema(example = "Ann at Example Ltd")]
    pub(crate) name: String,
    /// Username of its creator; null: the user was deleted, or is an admin of the platform and the caller is not.
    #[schema(example = "ann")]
    pub(crate) created_by: Option<String>,
    /// When it was created.
    pub(crate) created_at: DateTime<Utc>,
    /// When it becomes invalid; null: only when it is deleted.
    pub(crate) expires_at: Option<DateTime<Utc>>,
    /// When a call last used it, stored once an hour; null: never.
    pub(crate) last_used_at: Option<DateTime<Utc>>,
}

impl From<ShareLinkRow> for ShareLink {
    fn from(row: ShareLinkRow) -> Self {
        Self {
            id: row.id,
            group_id: row.group_id,
            group_name: row.group_name,
            name: row.name,
            created_by: row.created_by,
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
        }
    }
}
