//! Request and response types of the HTTP API, one file per subject. The doc comments become the OpenAPI descriptions.
//!
//! Views, likes, comments and shares are always numbers in these responses: a count that the platform does not show is
//! 0, and `metrics_status` marks it as unknown.

mod account;
mod account_change;
mod audit;
mod availability;
mod bulk;
mod cadence;
mod captured_response;
mod content;
mod cost;
mod erasure;
mod freshness;
mod group;
mod group_change;
mod group_detail;
mod history;
mod identity;
mod interval;
mod item_list;
mod managed_user;
mod message;
mod metrics;
mod outcome;
mod overview;
mod page;
mod platform_config;
mod pool;
mod present;
mod proxy;
mod run;
mod run_list;
mod run_unit;
mod scrape;
mod scrape_query;
mod series;
mod session;
mod session_class;
mod settings;
mod stats;
mod storage;
mod traffic;
mod user;
mod video;
mod waiting;

pub use account::{
    AccountScope, AddAccount, InstagramAccount, InstagramAccounts, TiktokAccount, TiktokAccounts,
};
pub use account_change::{AccountSettings, UpdateAccount};
pub use audit::{AuditEntry, AuditLog, AuditQuery};
pub use availability::Availability;
pub use bulk::{
    AccountEntry, AddAccounts, AddedAccount, AddedAccounts, DeleteAccounts, DeletedAccounts, EntryStatus,
    MAX_BULK,
};
pub use cadence::{AccountCadence, CadenceReason};
pub use captured_response::{CapturedResponse, CapturedResponseFile, CapturedResponses};
pub use content::{
    InstagramPost, InstagramPostPage, InstagramPostRow, InstagramPosts, TiktokVideo, TiktokVideoPage,
    TiktokVideoRow, TiktokVideos,
};
pub use cost::Cost;
pub use erasure::{EraseHandle, ErasedHandle, ErasureEntry, Erasures, ForeignResource};
pub use freshness::{FailingAccounts, Freshness, PlatformFreshness};
pub use group::{CreateGroup, Group, Groups};
pub use group_change::{ToggledGroup, UpdateGroup};
pub use group_detail::{GroupDetail, GroupInstagram, GroupTiktok, GroupUser};
pub use history::{History, HistoryPoint};
pub use identity::{DecideIdentity, IdentityDecision, NewHandleOwner};
pub use interval::{Intervals, IntervalsSet, Minutes, SetIntervals};
pub use item_list::{AccountItemsQuery, ContentFilter, ItemSort, SortOrder};
pub use managed_user::{CreateUser, CreatedUser, ResetPassword, ToggledUser, UserEntry, Users};
pub use message::Message;
pub use metrics::MetricsStatus;
pub use outcome::{OutcomeEntry, Outcomes};
pub use overview::{
    AdminOverview, CollectedContent, Engagement, InstagramEngagement, ScrapingStatus, SessionCounts,
    TiktokEngagement, UserCounts,
};
pub use page::{MAX_PER_PAGE, PageQuery};
pub use platform_config::{
    ConfigLayer, ConfigRevision, ConfigRevisions, ManagingResource, PlatformConfigResponse, SetPlatformConfig,
};
pub use pool::{
    OpenSessionBreaker, PoolQuery, PoolSummary, PooledSession, SessionError, SessionPool, SessionState,
};
pub use proxy::{AddProxy, Proxies, Proxy, UpdateSession};
pub use run::{PlatformName, RunProgress, RunState, TriggerScrape, TriggeredScrape};
pub use run_list::{RunEntry, RunList, RunReason, RunsQuery};
pub use run_unit::{RetryScope, RunUnit, RunUnits, RunUnitsQuery, TrackingGroup};
pub use scrape::{
    AccountResult, InstagramRefresh, PlatformScrape, PlatformSummary, RunStatus, ScrapeAll, ScrapeScope,
    ScrapeSummary, TiktokRefresh,
};
pub use scrape_query::{RunWait, ScrapeQuery};
pub use series::{AccountHistory, AccountHistoryQuery, SeriesLength, Trend, TrendDay, TrendQuery};
pub use session::{AddSessions, AddedSessions, DeletedSessions, SessionPageQuery, Sessions, SessionsFile};
pub use session_class::SessionClass;
pub use settings::{ContentVisibility, PlatformSettings, SetPlatformSettings};
pub use stats::{AccountCounts, ContentCounts, DashboardStats, InstagramTotals, TiktokTotals, TopPerformers};
pub use storage::{DiskSpace, StorageStatus};
pub use traffic::{AccountTraffic, Traffic, TrafficEntry, TrafficHours, TrafficQuery};
pub use user::{Credentials, CurrentUser, PasswordChange, Registration, SignedInUser, User, UserRole};
pub use video::{
    AddVideos, AddedVideo, AddedVideos, MAX_SINGLE_VIDEOS, SingleVideo, SingleVideoPageQuery, SingleVideos,
};
pub use waiting::Waiting;
