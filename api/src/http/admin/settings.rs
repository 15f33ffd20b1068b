//! `GET` and `PUT /api/admin/settings`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::cost::StoredCost;
use clipmeter_db::settings::{
    self, PlatformSettings as StoredSettings, PlatformSettingsChange, RetentionChange, set_platform,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::http::cost::{Cost, Currency};
use crate::http::error::Problem;
use crate::http::execution::retried;
use crate::http::input::{self, present};
use crate::http::scope::Admin;
use crate::http::time_zone::check_zone;

/// Ten years; null keeps measurements forever.
const MAX_MONTHS: i32 = 120;
const MAX_DAYS: i32 = 3650;
/// One tebibyte, the limit of the column.
const MAX_PICTURE_QUOTA_MIB: i32 = 1 << 20;

/// Whose items a member may browse in the table of all content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub(crate) enum ContentVisibility {
    /// All collected items.
    All,
    /// Items tracked by the member's own group.
    Group,
}

impl ContentVisibility {
    /// Returns the database value.
    #[must_use]
    pub(crate) fn code(self) -> &'static str {
        self.into()
    }
}

/// Maximum for the number of items of a full crawl: at a dozen items a page, one day of requests at the rate limit of
/// the platforms.
const MAX_BACKFILL_ITEMS: i32 = 100_000;

/// A number of items from 0, which means all, to 100000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct BackfillItems(i32);

impl TryFrom<f64> for BackfillItems {
    type Error = String;

    fn try_from(items: f64) -> Result<Self, String> {
        if (0.0..=f64::from(MAX_BACKFILL_ITEMS)).contains(&items) && items.fract() == 0.0 {
            #[expect(clippy::cast_possible_truncation, reason = "it is a small integer")]
            return Ok(Self(items as i32));
        }
        Err(format!(
            "the number of older items to read must be a whole number from 0 to {MAX_BACKFILL_ITEMS}"
        ))
    }
}

impl From<BackfillItems> for i32 {
    fn from(items: BackfillItems) -> Self {
        items.0
    }
}

/// The settings of the whole platform.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlatformSettings {
    /// Whose items a member may browse in the table of all content.
    pub(crate) content_visibility: ContentVisibility,
    /// The default cost of a post, unless a group or an account overrides it; also used in views across groups.
    pub(crate) cost: Cost,
    /// ISO 4217 code of all amounts, unless a group has its own; null: they are shown without a currency.
    #[schema(example = "EUR")]
    pub(crate) currency: Option<String>,
    /// IANA name of the time zone in which days begin at midnight, unless a group has its own: the days of series, periods,
    /// statements and filters.
    #[schema(example = "Europe/Berlin")]
    pub(crate) time_zone: String,
    /// Accounts whose days are still counted in an earlier time zone; 0 except for some time after a change.
    #[schema(minimum = 0, example = 0)]
    pub(crate) days_pending: i64,
    /// How many of an account's newest items are read when it is new, and in the weekly full crawl; 0: all items that
    /// its list shows.
    #[schema(minimum = 0, maximum = 100_000)]
    pub(crate) backfill_items: i32,
    /// How many whole months of measurements before the current one are kept; null: all. Totals and daily aggregates
    /// are kept.
    pub(crate) history_months: Option<i32>,
    /// How many days items are kept after they were removed from their platform; null: forever.
    pub(crate) removed_items_days: Option<i32>,
    /// Whether small pictures of items and accounts are read from the platforms, stored and shown.
    #[schema(example = true)]
    pub(crate) pictures: bool,
    /// Maximum space for pictures, MiB. When it is used up, no more are read.
    #[schema(minimum = 1, maximum = 1_048_576, example = 1024)]
    pub(crate) picture_quota_mib: i32,
}

/// New settings. An omitted number, currency or time zone stays unchanged.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "content_visibility": "all", "cost": {"model": "flat", "cost": 1.0}, "backfill_items": 1000, "history_months": 24
}))]
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) struct SetPlatformSettings {
    /// Whose items a member may browse in the table of all content.
    pub(crate) content_visibility: ContentVisibility,
    /// The default cost of a post, unless a group or an account overrides it; also used in views across groups.
    pub(crate) cost: Cost,
    /// ISO 4217 code of all amounts, unless a group has its own; null: they are shown without a currency.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, pattern = "^[A-Z]{3}$", example = "EUR")]
    pub(crate) currency: Option<Option<Currency>>,
    /// IANA name of the time zone in which days begin at midnight, unless a group has its own, with a region like `Europe/Berlin`,
    /// or `UTC`. The stored days are recounted within minutes. Unchanged when omitted.
    #[schema(example = "Europe/Berlin")]
    pub(crate) time_zone: Option<String>,
    /// How many of an account's newest items are read when it is new, and in the weekly full crawl; 0: all items that
    /// its list shows. Unchanged when omitted.
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 100_000)]
    pub(crate) backfill_items: Option<BackfillItems>,
    /// How many whole months of measurements before the current one are kept, 1 to 120; null: all.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 120)]
    pub(crate) history_months: Option<Option<i32>>,
    /// How many days items are kept after they were removed from their platform, 1 to 3650; null: forever.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 3650)]
    pub(crate) removed_items_days: Option<Option<i32>>,
    /// Whether pictures are read, stored and shown. Turning it off hides them at once and deletes them within an hour.
    /// Unchanged when omitted.
    pub(crate) pictures: Option<bool>,
    /// Maximum space for pictures, MiB, 1 to 1048576. Unchanged when omitted.
    #[schema(minimum = 1, maximum = 1_048_576)]
    pub(crate) picture_quota_mib: Option<i32>,
}

impl SetPlatformSettings {
    /// Returns the retention if it is within the bounds, or else the invalid field and its maximum.
    pub(crate) fn retention(&self) -> Result<RetentionChange, (&'static str, i32)> {
        for (field, value, most) in [
            ("history_months", self.history_months, MAX_MONTHS),
            ("removed_items_days", self.removed_items_days, MAX_DAYS),
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
            content_visibility: stored
                .content_visibility
                .parse()
                .unwrap_or(ContentVisibility::Group),
            cost: stored.cost.0.into(),
            currency: stored.currency,
            time_zone: stored.time_zone,
            days_pending: stored.days_pending,
            backfill_items: stored.backfill_items,
            history_months: stored.history_months,
            removed_items_days: stored.removed_items_days,
            pictures: stored.pictures,
            picture_quota_mib: stored.picture_quota_mib,
        }
    }
}

/// Show the settings of the platform
///
/// Admins only.
#[utoipa::path(
    get,
    path = "/api/admin/settings",
    tag = "Admin",
    security(("token" = [])),
    responses(
        (status = 200, body = PlatformSettings, description = "The settings"),
    ),
)]
pub(crate) async fn platform_settings(admin: Admin) -> Result<Json<PlatformSettings>, Problem> {
    let mut transaction = admin.read().await?;
    let settings = settings::platform(&mut transaction).await?;
    Ok(Json(settings.into()))
}

/// Change the settings of the platform
///
/// The settings apply immediately, a new cost also to existing posts. Data that exceed a shorter retention are deleted
/// within an hour. Admins only.
#[utoipa::path(
    put,
    path = "/api/admin/settings",
    tag = "Admin",
    security(("token" = [])),
    request_body = SetPlatformSettings,
    responses(
        (status = 200, body = PlatformSettings, description = "The current settings"),
    ),
)]
pub(crate) async fn set_platform_settings(
    admin: Admin,
    input::Json(input): input::Json<SetPlatformSettings>,
) -> Result<Json<PlatformSettings>, Problem> {
    let cost = input.cost.checked()?;
    let retention = input
        .retention()
        .map_err(|(field, most)| Problem::invalid(format!("{field} must be 1 to {most}, or null")))?;
    if input
        .picture_quota_mib
        .is_some_and(|quota| !(1..=MAX_PICTURE_QUOTA_MIB).contains(&quota))
    {
        return Err(Problem::invalid(format!(
            "picture_quota_mib must be 1 to {MAX_PICTURE_QUOTA_MIB}"
        )));
    }
    Ok(Json(retried(|| set(&admin, &input, cost, retention)).await?))
}

async fn set(
    admin: &Admin,
    input: &SetPlatformSettings,
    cost: StoredCost,
    retention: RetentionChange,
) -> Result<PlatformSettings, Problem> {
    let mut transaction = admin.write().await?;
    check_zone(&mut transaction, input.time_zone.as_deref()).await?;
    let settings: PlatformSettings = set_platform(
        &mut transaction,
        PlatformSettingsChange {
            content_visibility: input.content_visibility.code(),
            cost,
            currency: input
                .currency
                .as_ref()
                .map(|currency| currency.as_ref().map(Currency::code)),
            time_zone: input.time_zone.as_deref(),
            backfill_items: input.backfill_items.map(i32::from),
            retention,
            pictures: input.pictures,
            picture_quota_mib: input.picture_quota_mib,
        },
    )
    .await?
    .into();
    admin
        .caller()
        .record(&mut transaction, Action::SettingsUpdate, None, json!(settings))
        .await?;
    transaction.commit().await?;
    Ok(settings)
}
