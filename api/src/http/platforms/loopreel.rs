//! The responses of Loopreel, under the names that the operations of all platforms use: those of TikTok, whose items are videos too.

pub(crate) use super::tiktok::{Account, Accounts, ItemPage, Items, Refresh};

/// The link of an item in the example of an export.
pub(crate) const EXAMPLE_LINK: &str = "https://www.loopreel.example/v/1000001";
