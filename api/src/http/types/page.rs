//! Numbered pages.

use serde::Deserialize;
use utoipa::IntoParams;

/// Default page size of the table of all content, and maximum page size.
pub const MAX_PER_PAGE: i64 = 100;

/// The page of a list to return.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// Page size, 1 to 100.
    #[serde(default = "default_per_page")]
    #[param(default = 100, minimum = 1, maximum = 100)]
    pub per_page: i64,
}

pub(super) fn first_page() -> i64 {
    1
}

fn default_per_page() -> i64 {
    MAX_PER_PAGE
}
