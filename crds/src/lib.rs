//! The resources of `clipmeter.io/v1alpha1`: what to track, and its status. The API and the operator share the types, the names
//! of conditions and events, and the pure rules that need more than one object.
//!
//! Schemas and the rules that an API server checks are generated from these types; `crdgen` writes them to `crds/yaml` and into
//! the chart `clipmeter-crds`.
#![warn(missing_docs)]
#![allow(
    clippy::duplicated_attributes,
    reason = "a list of columns has the same words again and again"
)]
#![allow(
    unreachable_pub,
    reason = "the derive macro of schemas copies public types into functions"
)]

mod access;
mod ascii_string;
mod condition;
mod cost;
mod definition;
mod duplicates;
mod error;
mod event;
mod generate;
mod group;
mod instagram_account;
pub mod keys;
mod managed_by;
mod per_platform_config;
mod platform_config;
mod platform_config_rate_limits;
mod policy;
mod policy_job;
mod progress;
mod reason;
mod request;
mod rule;
mod string_enum;
mod tiktok_account;
mod tiktok_video;
mod tracked;

pub use access::{Access, Role, SubjectKind};
pub use clipmeter_domain::object_name::{account_name, free_group_name, group_name, video_name};
pub use condition::{Condition, ConditionChange, ConditionType, clear_condition, set_condition};
pub use cost::Cost;
pub use definition::definitions;
pub use duplicates::{Duplicate, duplicates, oldest};
pub use error::Error;
pub use event::Event;
pub use generate::{GENERATED_FOLDERS, Generated, generated};
pub use group::{
    AccountCounts, ClientGroup, ClientGroupSpec, ClientGroupStatus, DeletionPolicy, GroupIntervals,
    GroupLimits, PlatformCounts,
};
pub use instagram_account::{InstagramAccount, InstagramAccountSpec, InstagramAccountStatus};
pub use managed_by::{drop_other_managers, managed_by};
pub use platform_config::{PlatformConfig, PlatformConfigSpec, PlatformConfigStatus};
pub use policy::{BatchPolicy, Concurrency, Intervals, ScrapePolicy, ScrapePolicySpec, ScrapePolicyStatus};
pub use policy_job::{Amounts, Job, Resources};
pub use progress::Progress;
pub use reason::Reason;
pub use request::{purge_is_skipped, scrape_request};
pub use tiktok_account::{TikTokAccount, TikTokAccountSpec, TikTokAccountStatus};
pub use tiktok_video::{TikTokVideo, TikTokVideoSpec, TikTokVideoStatus};
pub use tracked::Tracked;
