//! A client group in responses, and the validation of its fields.

use clipmeter_db::groups::GroupRow;
use clipmeter_domain::{allowance, group};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::Problem;

/// A client group and the use of its limits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Group {
    /// Group ID.
    pub(crate) id: i64,
    /// Unique.
    pub(crate) name: String,
    /// Empty if none was set.
    pub(crate) description: String,
    /// The users of an inactive group cannot sign in.
    pub(crate) is_active: bool,
    /// Maximum number of Instagram accounts.
    pub(crate) max_instagram_accounts: i32,
    /// Maximum number of TikTok accounts.
    pub(crate) max_tiktok_accounts: i32,
    /// Maximum number of single TikTok videos.
    pub(crate) max_tiktok_videos: i32,
    /// Tracked Instagram accounts.
    pub(crate) instagram_count: i64,
    /// Tracked TikTok accounts.
    pub(crate) tiktok_count: i64,
    /// Single TikTok videos.
    pub(crate) tiktok_video_count: i64,
    /// Users of the group.
    pub(crate) user_count: i64,
    /// ISO 4217 code of the group's costs; null: the platform's currency.
    #[schema(example = "EUR")]
    pub(crate) currency: Option<String>,
    /// IANA name of the time zone in which the group's days begin at midnight; null: the installation's.
    #[schema(example = "Europe/Berlin")]
    pub(crate) time_zone: Option<String>,
    /// IANA name of the time zone in which the group's days are shown: the group's or else the installation's and, after a change, the
    /// former one until all days are counted.
    #[schema(example = "Europe/Berlin")]
    pub(crate) days_zone: String,
    /// For admins: the name of the scraper pool that reads the group's accounts and videos; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "eu")]
    pub(crate) scraper_pool: Option<String>,
    /// For admins: names of the scraper pools that accounts of the group may select instead; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["us"]))]
    pub(crate) allowed_scraper_pools: Vec<String>,
    /// On Kubernetes: the tool that manages the group, such as `kubectl`, so that it cannot be changed here; null if it can.
    #[schema(example = "argocd-controller")]
    pub(crate) managed_by: Option<String>,
}

impl From<GroupRow> for Group {
    fn from(row: GroupRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            is_active: row.is_active,
            max_instagram_accounts: row.max_instagram_accounts,
            max_tiktok_accounts: row.max_tiktok_accounts,
            max_tiktok_videos: row.max_tiktok_videos,
            instagram_count: row.instagram_count,
            tiktok_count: row.tiktok_count,
            tiktok_video_count: row.tiktok_video_count,
            user_count: row.user_count,
            currency: row.currency,
            time_zone: row.time_zone,
            days_zone: row.days_zone,
            scraper_pool: row.scraper_pool,
            allowed_scraper_pools: row.allowed_scraper_pools,
            managed_by: row.managed_by,
        }
    }
}

impl Group {
    /// Returns the group as shown to its members, who do not see scraper pools.
    pub(crate) fn for_member(self) -> Self {
        Self {
            scraper_pool: None,
            allowed_scraper_pools: Vec::new(),
            ..self
        }
    }
}

/// Returns the name without surrounding whitespace.
pub(crate) fn name(text: &str) -> Result<&str, Problem> {
    group::name(text).map_err(|bad| Problem::invalid(bad.to_string()))
}

/// Returns the description without surrounding whitespace.
pub(crate) fn description(text: &str) -> Result<&str, Problem> {
    group::description(text).map_err(|bad| Problem::invalid(bad.to_string()))
}

/// Validates a limit on accounts or videos.
pub(crate) fn allowance(limit: i32) -> Result<i32, Problem> {
    if (0..=allowance::MAX).contains(&limit) {
        return Ok(limit);
    }
    Err(Problem::invalid(format!(
        "max_instagram_accounts, max_tiktok_accounts and max_tiktok_videos must be from 0 to {}",
        allowance::MAX
    )))
}
