//! Totals, from the counters that ingestion maintains.

pub mod compare;
pub mod days;
pub mod gains;
pub mod overview;
pub mod traffic;

use clipmeter_domain::platforms::PerPlatform;
use sqlx::PgConnection;

use self::days::{Counts, Sums};
use crate::codes;

/// The totals of a platform over the tracked items in scope.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Tracked accounts; one that several groups track counts once.
    pub accounts: i64,
    /// Collected items.
    pub items: i64,
    /// Items with views above zero: the base of the sum of views and of the averages.
    pub viewed: i64,
    /// Sums of known counts.
    pub counts: Counts,
    /// Cost over views of the items that have a CPM; `None` if there are none.
    pub cpm: Option<f64>,
    /// Unweighted mean of the items' CPMs; `None` if there are none.
    pub mean_cpm: Option<f64>,
    /// Interactions over views of the items that have a rate, percent; `None` if there are none.
    pub engagement_rate: Option<f64>,
    /// Unweighted mean of the items' rates; `None` if there are none.
    pub mean_engagement_rate: Option<f64>,
}

impl Totals {
    /// Returns the sums that a series of days ends with.
    #[must_use]
    pub fn sums(&self) -> Sums {
        Sums {
            items: self.items,
            counts: self.counts,
        }
    }
}

/// Sums over the tracked accounts and over the single videos whose authors are not tracked, of each platform. The averages are
/// totals over totals, computed by the same functions as the numbers of one item.
pub async fn totals(connection: &mut PgConnection) -> Result<PerPlatform<Totals>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH sums AS (
             SELECT platform, accounts, posts, viewed_posts, views, likes, comments, shares, saves,
                    rated_posts, rated_views, rated_engagements,
                    rates, costed_posts, costed_views, costs, cpms
             FROM tracked_totals
             UNION ALL
             SELECT c.platform, 0, 1, CASE WHEN c.views > 0 THEN 1 END, c.views, c.likes, c.comments, c.shares, c.saves,
                    CASE WHEN r.engagements IS NOT NULL THEN 1 END,
                    CASE WHEN r.engagements IS NOT NULL THEN c.views END, r.engagements,
                    100.0 * r.engagements / c.views,
                    CASE WHEN c.cost IS NOT NULL THEN 1 END, CASE WHEN c.cost IS NOT NULL THEN c.views END,
                    c.cost, 1000 * c.cost / c.views
             FROM content c
             CROSS JOIN LATERAL (
                 SELECT CASE WHEN c.views > 0
                             THEN engagements(c.platform, c.likes, c.comments, c.shares) END AS engagements
             ) r
             WHERE c.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
               AND c.account_id NOT IN (SELECT account_id FROM tracked_accounts)
         )
         SELECT platform AS "platform!",
                coalesce(sum(accounts), 0)::bigint AS "accounts!",
                coalesce(sum(posts), 0)::bigint AS "items!",
                coalesce(sum(viewed_posts), 0)::bigint AS "viewed!",
                coalesce(sum(views), 0)::bigint AS "views!",
                coalesce(sum(likes), 0)::bigint AS "likes!",
                coalesce(sum(comments), 0)::bigint AS "comments!",
                coalesce(sum(shares), 0)::bigint AS "shares!",
                coalesce(sum(saves), 0)::bigint AS "saves!",
                cpm(sum(costs), sum(costed_views))::float8 AS cpm,
                round(sum(cpms) / nullif(sum(costed_posts), 0), 4)::float8 AS mean_cpm,
                rate_of(sum(rated_engagements), sum(rated_views))::float8 AS engagement_rate,
                round(sum(rates) / nullif(sum(rated_posts), 0), 2)::float8 AS mean_engagement_rate
         FROM sums GROUP BY platform"#
    )
    .fetch_all(connection)
    .await?;
    let mut totals = PerPlatform::<Totals>::default();
    for row in rows {
        if let Some(of) = totals.get_mut(codes::platform(&row.platform)) {
            *of = Totals {
                accounts: row.accounts,
                items: row.items,
                viewed: row.viewed,
                counts: Counts {
                    views: row.views,
                    likes: row.likes,
                    comments: row.comments,
                    shares: row.shares,
                    saves: row.saves,
                },
                cpm: row.cpm,
                mean_cpm: row.mean_cpm,
                engagement_rate: row.engagement_rate,
                mean_engagement_rate: row.mean_engagement_rate,
            };
        }
    }
    Ok(totals)
}
