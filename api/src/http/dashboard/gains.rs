//! `GET /api/dashboard/gains`: what was gained in a period, compared with another one.

use std::collections::HashMap;

use axum::Json;
use chrono::NaiveDate;
use clipmeter_db::content::{self, ContentItem};
use clipmeter_db::cost::{self, CostTerms};
use clipmeter_db::stats::days::{self, Counts, DayChange};
use clipmeter_db::stats::gains;
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::content::item::{InstagramPost, TiktokVideo};
use crate::http::content::view::{instagram_post, tiktok_video};
use crate::http::cost::Cost;
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::metrics::CountSums;
use crate::http::period::{GainsQuery, Period, is_cost_known};
use crate::http::scope::{GroupScope, SignedIn};

/// Items in the list of those that gained the most, for each platform.
const LENGTH: i32 = 10;

/// Gains in a period and in another one, to compare with.
#[derive(Serialize, ToSchema)]
pub(crate) struct Gains {
    /// The requested period.
    pub(crate) period: Period,
    /// The period to compare with.
    pub(crate) previous: Period,
    /// ISO 4217 code of all costs; null: amounts have no currency.
    #[schema(example = "EUR")]
    pub(crate) currency: Option<String>,
    /// The cost of each post: that of the group, or the default.
    pub(crate) cost_rule: Cost,
    /// Whether some accounts of the group have another cost.
    pub(crate) has_exceptions: bool,
    /// First day of which all measurements are kept; null: of all days. The cost of a period that begins earlier is not
    /// known, and `top` covers the days from this one on.
    pub(crate) history_begins: Option<NaiveDate>,
    /// Instagram posts.
    pub(crate) instagram: PlatformGains<GainedPost>,
    /// TikTok videos.
    pub(crate) tiktok: PlatformGains<GainedVideo>,
}

/// Gains of a platform.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlatformGains<T> {
    /// Gained in the period.
    pub(crate) gained: GainedCounts,
    /// Gained in the period to compare with.
    pub(crate) previous: GainedCounts,
    /// At most 10 items, most gained views first.
    pub(crate) top: Vec<T>,
}

/// What all items in scope gained in a period. Initial counts of newly collected items are not gains; counts that the
/// platform corrected downward are negative.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct GainedCounts {
    /// Items that were added: collected for the first time, whenever they were posted.
    pub(crate) items: i64,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) counts: CountSums,
    /// Cost of the gained views, 2 decimals: the items' costs at the end of the period minus those before it. Null if no
    /// cost is set, or if the period begins before `history_begins`.
    pub(crate) cost: Option<f64>,
}

/// An Instagram post with its gains.
#[derive(Serialize, ToSchema)]
pub(crate) struct GainedPost {
    /// The post.
    pub(crate) post: InstagramPost,
    /// Views gained in the period.
    pub(crate) gained_views: i64,
    /// Cost of these views, 2 decimals; null if that of the period is.
    pub(crate) cost: Option<f64>,
}

/// A TikTok video with its gains.
#[derive(Serialize, ToSchema)]
pub(crate) struct GainedVideo {
    /// The video.
    pub(crate) video: TiktokVideo,
    /// Views gained in the period.
    pub(crate) gained_views: i64,
    /// Cost of these views, 2 decimals; null if that of the period is.
    pub(crate) cost: Option<f64>,
}

/// Gains in a period
///
/// What everything in scope gained in a period, what it gained in another one, and the items that gained the most views in
/// the period. Days are in the time zone of the group in scope, or else of the installation.
#[utoipa::path(
    get,
    path = "/api/dashboard/gains",
    tag = "Dashboard",
    security(("token" = [])),
    params(GainsQuery),
    responses(
        (status = 200, body = Gains, description = "The gains"),
    ),
)]
pub(crate) async fn dashboard_gains(
    caller: SignedIn,
    Query(query): Query<GainsQuery>,
) -> Result<Json<Gains>, Problem> {
    let scope = caller.in_group(query.group_id).await?;
    let mut transaction = scope.read().await?;
    let today = days::today(&mut transaction, scope.caller().now()).await?;
    let (period, previous) = Period::requested(&query, today)?;
    let terms = cost::terms(&mut transaction).await?;
    let mut read =
        async |platform| of_platform(&scope, &mut transaction, platform, [period, previous], &terms).await;
    let instagram = read(Platform::Instagram).await?;
    let tiktok = read(Platform::Tiktok).await?;
    Ok(Json(Gains {
        period,
        previous,
        currency: terms.currency,
        cost_rule: terms.cost.0.into(),
        has_exceptions: terms.has_exceptions,
        history_begins: terms.history_begins,
        instagram: instagram.with(|item, gained_views, cost| GainedPost {
            post: instagram_post(item),
            gained_views,
            cost,
        }),
        tiktok: tiktok.with(|item, gained_views, cost| GainedVideo {
            video: tiktok_video(item),
            gained_views,
            cost,
        }),
    }))
}

/// An item, its gained views and their cost.
type GainedItem = (ContentItem, i64, Option<f64>);

impl PlatformGains<GainedItem> {
    fn with<T>(self, row: impl Fn(ContentItem, i64, Option<f64>) -> T) -> PlatformGains<T> {
        PlatformGains {
            gained: self.gained,
            previous: self.previous,
            top: self
                .top
                .into_iter()
                .map(|(item, gained, cost)| row(item, gained, cost))
                .collect(),
        }
    }
}

async fn of_platform(
    scope: &GroupScope,
    transaction: &mut Transaction,
    platform: Platform,
    [period, previous]: [Period; 2],
    terms: &CostTerms,
) -> Result<PlatformGains<GainedItem>, Problem> {
    let first = Some(period.from.min(previous.from));
    let changes = if scope.is_everything() {
        days::of_everything(transaction, platform, first).await?.changes
    } else {
        days::of_scope(transaction, platform, first).await?
    };
    let top = gains::top(transaction, platform, period.from, period.to, LENGTH).await?;
    let [cost, previous_cost] = costs_of(transaction, platform, terms, [period, previous]).await?;
    let ids: Vec<i64> = top.iter().map(|gain| gain.id).collect();
    let mut items = content::by_ids(transaction, &ids).await?;
    content::add_usual_views(transaction, &mut items, scope.caller().now()).await?;
    content::add_pictures(transaction, &mut items).await?;
    let mut items: HashMap<i64, ContentItem> = items.into_iter().map(|item| (item.id, item)).collect();
    let top = top.iter().filter_map(|gain| {
        let cost = gain.cost.filter(|_| is_cost_known(terms, period));
        Some((items.remove(&gain.id)?, gain.views, cost))
    });
    Ok(PlatformGains {
        gained: sum(&changes, period, cost),
        previous: sum(&changes, previous, previous_cost),
        top: top.collect(),
    })
}

/// Returns the costs of what was gained in two periods; `None` if that is unknown.
async fn costs_of(
    transaction: &mut Transaction,
    platform: Platform,
    terms: &CostTerms,
    periods: [Period; 2],
) -> Result<[Option<f64>; 2], Problem> {
    let known = periods.map(|period| is_cost_known(terms, period));
    if known == [false, false] {
        return Ok([None; 2]);
    }
    let [days, previous] = periods.map(|period| [period.from, period.to]);
    let previous = known[1].then_some(previous);
    let [cost, previous] = gains::costs(transaction, platform, days, previous).await?;
    let shown = |is_known: bool, cost: Option<f64>| is_known.then(|| cost.unwrap_or(0.0));
    Ok([shown(known[0], cost), shown(known[1], previous)])
}

fn sum(changes: &[DayChange], period: Period, cost: Option<f64>) -> GainedCounts {
    let days = changes
        .iter()
        .filter(|change| (period.from..=period.to).contains(&change.day));
    let (mut items, mut counts) = (0, Counts::default());
    for change in days {
        // Negative if items were deleted whose measurements are not kept.
        items += change.raised.items.max(0);
        counts = counts + change.gained;
    }
    GainedCounts {
        items,
        counts: counts.into(),
        cost,
    }
}
