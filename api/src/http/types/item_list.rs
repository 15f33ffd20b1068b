//! Sorting and filtering of item lists.

use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Sort key of an item list. Unknown values come last in both directions, equal ones in the order of their IDs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemSort {
    /// Time of posting.
    #[default]
    Date,
    /// Views.
    Views,
    /// Likes.
    Likes,
    /// Comments.
    Comments,
    /// Shares; unknown on Instagram.
    Shares,
    /// Cost per thousand views.
    Cpm,
    /// Engagement rate.
    Engagement,
    /// When the metrics last changed.
    Updated,
}

/// Sort direction of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortOrder {
    /// Lowest or oldest first.
    Asc,
    /// Highest or newest first.
    #[default]
    Desc,
}

/// Filters and order of the table of all content.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ContentFilter {
    /// Sort key.
    #[serde(default)]
    #[param(inline)]
    pub sort: ItemSort,
    /// Sort direction.
    #[serde(default)]
    #[param(inline)]
    pub order: SortOrder,
    /// Case-insensitive part of the caption, the platform's ID or shortcode, or the account's handle. With fewer than
    /// three letters or digits it matches only the beginning of the handle, unless the list is filtered by account or
    /// group.
    #[param(max_length = 100)]
    pub q: Option<String>,
    /// First day of posting, UTC.
    pub from: Option<NaiveDate>,
    /// Last day of posting, UTC.
    pub to: Option<NaiveDate>,
    /// The account's handle.
    #[param(max_length = 100)]
    pub account: Option<String>,
    /// Only items tracked by this group: any for admins, their own for members.
    pub group_id: Option<i64>,
}

/// Filters and order of an account's items.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountItemsQuery {
    /// Sort key.
    #[serde(default)]
    #[param(inline)]
    pub sort: ItemSort,
    /// Sort direction.
    #[serde(default)]
    #[param(inline)]
    pub order: SortOrder,
    /// Case-insensitive part of the caption or of the platform's ID or shortcode.
    #[param(max_length = 100)]
    pub q: Option<String>,
    /// First day of posting, UTC.
    pub from: Option<NaiveDate>,
    /// Last day of posting, UTC.
    pub to: Option<NaiveDate>,
    /// Admins: a group, or all groups when absent. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
}
