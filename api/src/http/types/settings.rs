//! Platform-wide settings.

use clipmeter_db::settings::{PlatformSettings as StoredSettings, RetentionChange};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Cost;
use super::present::present;

/// Ten years; null keeps measurements forever.
const MOST_MONTHS: i32 = 120;
const MOST_DAYS: i32 = 3650;

/// Whose items a member may browse in the table of all content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContentVisibility {
    /// All collected items.
    All,
    /// Items tracked by the member's own group.
    Group,
}

impl ContentVisibility {
    /// Returns the database value.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Group => "group",
        }
    }
}

impl From<&str> for ContentVisibility {
    fn from(code: &str) -> Self {
        match code {
            "all" => Self::All,
            _ => Self::Group,
        }
    }
}

/// Maximum for the number of items of a full crawl: at a dozen items a page, one day of requests at the rate limit of
/// the platforms.
const MOST_BACKFILL_ITEMS: i32 = 100_000;

/// A number of items from 0, which means all, to 100000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "f64")]
pub struct BackfillItems(i32);

impl TryFrom<f64> for BackfillItems {
    type Error = String;

    fn try_from(items: f64) -> Result<Self, String> {
        if (0.0..=f64::from(MOST_BACKFILL_ITEMS)).contains(&items) && items.fract() == 0.0 {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            return Ok(Self(items as i32));
        }
        Err(format!(
            "the items to read back are a whole number from 0 to {MOST_BACKFILL_ITEMS}"
        ))
    }
}

impl From<BackfillItems> for i32 {
    fn from(items: BackfillItems) -> Self {
        items.0
    }
}

/// The settings of the whole platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PlatformSettings {
    /// Whose items a member may browse in the table of all content.
    pub content_visibility: ContentVisibility,
    /// The default cost of a post, unless a group or an account overrides it; also used in views across groups.
    pub cost: Cost,
    /// How many of an account's newest items are read when it is new, and in the weekly full crawl; 0: all items that
    /// its list shows.
    #[schema(minimum = 0, maximum = 100_000)]
    pub backfill_items: i32,
    /// How many whole months of measurements before the current one are kept; null: all. Totals and daily aggregates
    /// are kept.
    pub history_months: Option<i32>,
    /// How many days items are kept after they were removed from their platform; null: forever.
    pub removed_items_days: Option<i32>,
}

/// New settings. An omitted number stays unchanged.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "content_visibility": "all", "cost": {"model": "flat", "cost": 1.0}, "backfill_items": 1000, "history_months": 24
}))]
pub struct SetPlatformSettings {
    /// Whose items a member may browse in the table of all content.
    pub content_visibility: ContentVisibility,
    /// The default cost of a post, unless a group or an account overrides it; also used in views across groups.
    pub cost: Cost,
    /// How many of an account's newest items are read when it is new, and in the weekly full crawl; 0: all items that
    /// its list shows. Unchanged when omitted.
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 100_000)]
    pub backfill_items: Option<BackfillItems>,
    /// How many whole months of measurements before the current one are kept, 1 to 120; null: all.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 120)]
    pub history_months: Option<Option<i32>>,
    /// How many days items are kept after they were removed from their platform, 1 to 3650; null: forever.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 3650)]
    pub removed_items_days: Option<Option<i32>>,
}

impl SetPlatformSettings {
    /// Returns the retention if it is within the bounds, or else the invalid field and its maximum.
    pub(crate) fn retention(&self) -> Result<RetentionChange, (&'static str, i32)> {
        for (field, value, most) in [
            ("history_months", self.history_months, MOST_MONTHS),
            ("removed_items_days", self.removed_items_days, MOST_DAYS),
        ] {
            if value.flatten().is_some_and(|value| !(1..=most).contains(&value)) {
                return Err((field, most));
            }
        }
        Ok(RetentionChange {
            history_months: self.history_months,
            removed_items_days: self.removed_items_days,
        })
    }
}

impl From<StoredSettings> for PlatformSettings {
    fn from(stored: StoredSettings) -> Self {
        Self {
            content_visibility: stored.content_visibility.as_str().into(),
            cost: stored.cost.0.into(),
            backfill_items: stored.backfill_items,
            history_months: stored.history_months,
            removed_items_days: stored.removed_items_days,
        }
    }
}
