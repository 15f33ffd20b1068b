//! What the HTTP API takes and gives, one file a subject. The doc comments are the texts of the OpenAPI document.
//!
//! Views, likes, comments and shares are numbers everywhere in these answers: a count that the platform does not show
//! is 0, and `metrics_status` says that it is unknown.

mod account;
mod bulk;
mod content;
mod group;
mod history;
mod message;
mod metrics;
mod page;
mod scrape;
mod session;
mod stats;
mod user;

pub use account::{
    AccountScope, AddAccount, InstagramAccount, InstagramAccounts, TiktokAccount, TiktokAccounts,
};
pub use bulk::{
    AccountEntry, AddAccounts, AddedAccount, AddedAccounts, DeleteAccounts, DeletedAccounts, EntryStatus,
    MAX_BULK,
};
pub use content::{
    InstagramPost, InstagramPostPage, InstagramPostRow, InstagramPosts, TiktokVideo, TiktokVideoPage,
    TiktokVideoRow, TiktokVideos,
};
pub use group::{CreateGroup, Group, Groups};
pub use history::{History, HistoryPoint};
pub use message::Message;
pub use metrics::MetricsStatus;
pub use page::{MAX_PER_PAGE, PageQuery};
pub use scrape::{
    AccountResult, InstagramRefresh, PlatformScrape, PlatformSummary, RunStatus, ScrapeAll, ScrapeScope,
    ScrapeSummary, TiktokRefresh,
};
pub use session::{AddSessions, AddedSessions, DeletedSessions, SessionPageQuery, Sessions, SessionsFile};
pub use stats::{AccountCounts, ContentCounts, DashboardStats, InstagramTotals, TiktokTotals, TopPerformers};
pub use user::{Credentials, CurrentUser, SignedInUser, User, UserRole};
