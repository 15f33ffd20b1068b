//! Numbered pages.

use serde::Deserialize;
use utoipa::IntoParams;

/// The page size of the table of all content, and the most that one call gives.
pub const MAX_PER_PAGE: i64 = 100;

/// Which page of a list is wanted.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// From 1; a page behind the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// 1 to 100.
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
