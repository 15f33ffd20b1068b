//! How lists of items are asked for.

use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// What a list of items is sorted by. Unknown values come last in both directions, equal ones in the order of their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemSort {
    /// When it was posted.
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
    /// Cost of a thousand views.
    Cpm,
    /// Engagement rate.
    Engagement,
    /// When its numbers last changed.
    Updated,
}

/// The direction of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortOrder {
    /// Lowest or oldest first.
    Asc,
    /// Highest or newest first.
    #[default]
    Desc,
}

/// Which rows the table of all content has, and in which order.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ContentFilter {
    /// What to sort by.
    #[serde(default)]
    #[param(inline)]
    pub sort: ItemSort,
    /// The direction.
    #[serde(default)]
    #[param(inline)]
    pub order: SortOrder,
    /// A part of the caption, of the platform's id or short name, or of the account's name, in any case. With fewer than
    /// three letters or digits it is the beginning of the account's name, unless the list is narrowed to an account or a
    /// group.
    #[param(max_length = 100)]
    pub q: Option<String>,
    /// The first day of posting, UTC.
    pub from: Option<NaiveDate>,
    /// The last day of posting, UTC.
    pub to: Option<NaiveDate>,
    /// The account's name.
    #[param(max_length = 100)]
    pub account: Option<String>,
    /// Only what this group tracks: any for admins, for others their own.
    pub group_id: Option<i64>,
}

/// How the items of an account are wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountItemsQuery {
    /// What to sort by.
    #[serde(default)]
    #[param(inline)]
    pub sort: ItemSort,
    /// The direction.
    #[serde(default)]
    #[param(inline)]
    pub order: SortOrder,
    /// A part of the caption or of the platform's id or short name, in any case.
    #[param(max_length = 100)]
    pub q: Option<String>,
    /// The first day of posting, UTC.
    pub from: Option<NaiveDate>,
    /// The last day of posting, UTC.
    pub to: Option<NaiveDate>,
    /// Admins: a group, or all groups when absent. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
}
