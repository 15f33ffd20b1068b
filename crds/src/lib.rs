//! The resources of `clipmeter.io/v1beta1`. The API and the operator share the types, the names of conditions and events, and
//! the pure rules that need more than one object.
//!
//! Schemas and the rules that an API server checks are generated from these types; `crdgen` writes them into the
//! chart `clipmeter-crds`.
#![warn(missing_docs)]
#![allow(
    clippy::duplicated_attributes,
    reason = "the lists of columns repeat attributes"
)]
#![allow(
    unreachable_pub,
    reason = "the derive macro copies public types into functions"
)]

mod annotations;
mod client_group;
mod condition;
mod cost;
mod definitions;
mod duplicates;
mod event;
pub mod keys;
mod managed_by;
mod platform_config;
mod reason;
mod scrape_policy;
mod scraper_pool;
mod tracked;

pub use clipmeter_domain::object_name::{account_name, free_group_name, group_name, video_name};

pub use self::annotations::{purge_is_skipped, scrape_request};
pub use self::client_group::{
    Access, AccountCounts, ClientGroup, ClientGroupSpec, ClientGroupStatus, DeletionPolicy, GroupIntervals,
    GroupLimits, Role, SubjectKind, TrackedCounts,
};
pub use self::condition::{Condition, ConditionChange, ConditionType, clear_condition, set_condition};
pub use self::cost::Cost;
pub use self::definitions::{Error, GENERATED_FOLDER, Generated, definitions, generated};
pub use self::duplicates::{Duplicate, duplicates, oldest};
pub use self::event::Event;
pub use self::managed_by::{drop_other_managers, managed_by};
pub use self::platform_config::{PlatformConfig, PlatformConfigSpec, PlatformConfigStatus};
pub use self::reason::Reason;
pub use self::scrape_policy::{
    Amounts, BatchPolicy, Concurrency, Intervals, Job, Resources, ScrapePolicy, ScrapePolicySpec,
    ScrapePolicyStatus,
};
pub use self::scraper_pool::{
    LabelValue, Placement, PoolProxies, ScraperPool, ScraperPoolSpec, ScraperPoolStatus, TaintEffect,
    Toleration, TolerationOperator,
};
pub use self::tracked::{
    InstagramAccount, InstagramAccountSpec, InstagramAccountStatus, Progress, TikTokAccount,
    TikTokAccountSpec, TikTokAccountStatus, TikTokVideo, TikTokVideoSpec, TikTokVideoStatus, Tracked,
};
