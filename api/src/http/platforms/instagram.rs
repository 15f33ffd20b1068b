//! The responses of Instagram, under the names that the operations of all platforms use.

pub(crate) use crate::http::accounts::account::InstagramAccount as Account;
pub(crate) use crate::http::accounts::list::InstagramAccounts as Accounts;
pub(crate) use crate::http::accounts::refresh::InstagramRefresh as Refresh;
pub(crate) use crate::http::content::account_items::InstagramPosts as Items;
pub(crate) use crate::http::dashboard::all_items::InstagramPostPage as ItemPage;

/// The link of an item in the example of an export.
pub(crate) const EXAMPLE_LINK: &str = "https://www.instagram.com/p/C8xYz12AbCd/";
