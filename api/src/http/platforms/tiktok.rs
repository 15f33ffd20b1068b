//! The responses of TikTok, under the names that the operations of all platforms use.

pub(crate) use crate::http::accounts::account::TiktokAccount as Account;
pub(crate) use crate::http::accounts::list::TiktokAccounts as Accounts;
pub(crate) use crate::http::accounts::refresh::TiktokRefresh as Refresh;
pub(crate) use crate::http::content::account_items::TiktokVideos as Items;
pub(crate) use crate::http::dashboard::all_items::TiktokVideoPage as ItemPage;

/// The link of an item in the example of an export.
pub(crate) const EXAMPLE_LINK: &str = "https://www.tiktok.com/@natgeo/video/7301234567890123456";
