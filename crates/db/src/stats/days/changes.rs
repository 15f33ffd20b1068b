//! Sums over items and their changes by day, which ingestion maintains for each account and single video.

use std::ops::{Add, Sub};

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// Sums of the known counts of items, or changes of these sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub views: i64,
    pub likes: i64,
    pub comments: i64,
    pub shares: i64,
    pub saves: i64,
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            views: self.views + other.views,
            likes: self.likes + other.likes,
            comments: self.comments + other.comments,
            shares: self.shares + other.shares,
            saves: self.saves + other.saves,
        }
    }
}

impl Sub for Counts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            views: self.views - other.views,
            likes: self.likes - other.likes,
            comments: self.comments - other.comments,
            shares: self.shares - other.shares,
            saves: self.saves - other.saves,
        }
    }
}

/// Sums over items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Collected items.
    pub items: i64,
    pub counts: Counts,
}

impl Sums {
    fn with(self, raised: Self) -> Self {
        Self {
            items: self.items + raised.items,
            counts: self.counts + raised.counts,
        }
    }

    pub(super) fn without(self, raised: Self) -> Self {
        Self {
            items: self.items - raised.items,
            counts: self.counts - raised.counts,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayChange {
    /// In the time zone of the scope.
    pub day: NaiveDate,
    /// Increase of the totals; negative where counts fell.
    pub raised: Sums,
    /// The gained part of the increase.
    pub gained: Counts,
}

impl DayChange {
    /// Returns the change of a day without a measurement.
    #[must_use]
    pub fn none(day: NaiveDate) -> Self {
        Self {
            day,
            raised: Sums::default(),
            gained: Counts::default(),
        }
    }
}

/// A row of the queries.
struct DayRow {
    day: NaiveDate,
    items: i64,
    views: i64,
    likes: i64,
    comments: i64,
    shares: i64,
    saves: i64,
    gained_views: i64,
    gained_likes: i64,
    gained_comments: i64,
    gained_shares: i64,
    gained_saves: i64,
}

impl From<DayRow> for DayChange {
    fn from(row: DayRow) -> Self {
        Self {
            day: row.day,
            raised: Sums {
                items: row.items,
                counts: Counts {
                    views: row.views,
                    likes: row.likes,
                    comments: row.comments,
                    shares: row.shares,
                    saves: row.saves,
                },
            },
            gained: Counts {
                views: row.gained_views,
                likes: row.gained_likes,
                comments: row.gained_comments,
                shares: row.gained_shares,
                saves: row.gained_saves,
            },
        }
    }
}

/// Returns the daily changes of the scope's tracked items, from a day on or all, in order. Counts the same
/// items as the dashboard's totals: the tracked accounts, and the single videos whose authors are not
/// tracked. Reads every account's days; for an admin's scope, [`of_everything`] returns the same for less.
pub async fn of_scope(
    connection: &mut PgConnection,
    platform: Platform,
    from: Option<NaiveDate>,
) -> Result<Vec<DayChange>, sqlx::Error> {
    // Arrays: the planner cannot estimate how many rows row-level security leaves, and would read every
    // account's days.
    let rows = sqlx::query_as!(
        DayRow,
        r#"WITH accounts AS MATERIALIZED (
             SELECT ARRAY(SELECT DISTINCT account_id FROM scoped_accounts WHERE platform = $1) AS ids
         ), videos AS MATERIALIZED (
             SELECT ARRAY(SELECT p.id FROM posts p
                          WHERE p.platform = $1 AND p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
                            AND p.account_id NOT IN (SELECT account_id FROM tracked_accounts)) AS ids
         )
         SELECT day AS "day!", sum(items)::bigint AS "items!", sum(views)::bigint AS "views!",
                sum(likes)::bigint AS "likes!", sum(comments)::bigint AS "comments!", sum(shares)::bigint AS "shares!",
                sum(saves)::bigint AS "saves!",
                sum(gained_views)::bigint AS "gained_views!", sum(gained_likes)::bigint AS "gained_likes!",
                sum(gained_comments)::bigint AS "gained_comments!", sum(gained_shares)::bigint AS "gained_shares!",
                sum(gained_saves)::bigint AS "gained_saves!"
         FROM (SELECT d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                      d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
               FROM account_days d
               WHERE d.account_id = ANY ((SELECT ids FROM accounts)::bigint[]) AND d.day >= coalesce($2::date, '-infinity')
               UNION ALL
               SELECT d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                      d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
               FROM video_days d
               WHERE d.post_id = ANY ((SELECT ids FROM videos)::bigint[]) AND d.day >= coalesce($2::date, '-infinity')) d
         GROUP BY day ORDER BY day"#,
        platform.code(),
        from
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(DayChange::from).collect())
}

/// The current totals of items, and the changes of the days before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayChanges {
    pub now: Sums,
    /// In order; a day without a change may be absent.
    pub changes: Vec<DayChange>,
}

/// Returns the daily changes of everything, from a day on or all; needs the scope of an admin.
/// Stored items are tracked items, so these are the platform's sums, with one exception: of untracked authors
/// only the tracked single videos count. The totals are the sums of all days, because adding up the counters of
/// all accounts takes several times as long.
pub async fn of_everything(
    connection: &mut PgConnection,
    platform: Platform,
    from: Option<NaiveDate>,
) -> Result<DayChanges, sqlx::Error> {
    let rows = sqlx::query_as!(
        DayRow,
        r#"WITH videos AS MATERIALIZED (
             SELECT p.id, p.account_id FROM posts p
             WHERE p.platform = $1 AND p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
         ), authors AS MATERIALIZED (
             -- Untracked authors with more stored items than tracked videos.
             SELECT ARRAY(SELECT c.account_id
                          FROM account_counters c
                          JOIN platform_accounts a ON a.id = c.account_id
                          LEFT JOIN (SELECT account_id, count(*) AS n FROM videos GROUP BY account_id) v
                               ON v.account_id = c.account_id
                          WHERE a.platform = $1 AND c.posts <> coalesce(v.n, 0)
                            AND c.account_id NOT IN (SELECT account_id FROM tracked_accounts)) AS ids
         ), changes AS (
             SELECT 1 AS sign, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM platform_days d WHERE d.platform = $1
             UNION ALL
             SELECT 1, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM platform_day_changes d WHERE d.platform = $1
             UNION ALL
             SELECT -1, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM account_days d WHERE d.account_id = ANY ((SELECT ids FROM authors)::bigint[])
             UNION ALL
             SELECT 1, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM video_days d
             WHERE d.post_id = ANY (ARRAY(SELECT v.id FROM videos v
                                          WHERE v.account_id = ANY ((SELECT ids FROM authors)::bigint[])))
         ), days AS (
             -- The days before the first one are added up as the day before it.
             SELECT greatest(day, $2::date - 1) AS day, sum(sign * items)::bigint AS items, sum(sign * views)::bigint AS views,
                    sum(sign * likes)::bigint AS likes, sum(sign * comments)::bigint AS comments,
                    sum(sign * shares)::bigint AS shares, sum(sign * saves)::bigint AS saves,
                    sum(sign * gained_views)::bigint AS gained_views,
                    sum(sign * gained_likes)::bigint AS gained_likes,
                    sum(sign * gained_comments)::bigint AS gained_comments,
                    sum(sign * gained_shares)::bigint AS gained_shares,
                    sum(sign * gained_saves)::bigint AS gained_saves
             FROM changes GROUP BY 1
         )
         SELECT day AS "day!", items AS "items!", views AS "views!", likes AS "likes!", comments AS "comments!",
                shares AS "shares!", saves AS "saves!", gained_views AS "gained_views!", gained_likes AS "gained_likes!",
                gained_comments AS "gained_comments!", gained_shares AS "gained_shares!",
                gained_saves AS "gained_saves!"
         FROM days
         -- Sums of deleted items remain as zeros.
         WHERE (items, views, likes, comments, shares, saves, gained_views, gained_likes, gained_comments, gained_shares,
                gained_saves) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
         ORDER BY day"#,
        platform.code(),
        from
    )
    .fetch_all(connection)
    .await?;
    let mut changes: Vec<DayChange> = rows.into_iter().map(DayChange::from).collect();
    let now = changes
        .iter()
        .fold(Sums::default(), |sums, change| sums.with(change.raised));
    changes.retain(|change| from.is_none_or(|from| change.day >= from));
    Ok(DayChanges { now, changes })
}

/// Returns the daily changes of a platform account, from a day on or all, in order.
pub async fn of_account(
    connection: &mut PgConnection,
    account_id: i64,
    from: Option<NaiveDate>,
) -> Result<Vec<DayChange>, sqlx::Error> {
    let rows = sqlx::query_as!(
        DayRow,
        "SELECT day, items, views, likes, comments, shares, saves, gained_views, gained_likes, gained_comments, gained_shares,
                gained_saves
         FROM account_days WHERE account_id = $1 AND day >= coalesce($2::date, '-infinity') ORDER BY day",
        account_id,
        from
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(DayChange::from).collect())
}

/// Returns the current totals of a platform account.
pub async fn account_totals(connection: &mut PgConnection, account_id: i64) -> Result<Sums, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT posts AS items, views, likes, comments, shares, saves FROM account_counters WHERE account_id = $1",
        account_id
    )
    .fetch_one(connection)
    .await?;
    Ok(Sums {
        items: row.items,
        counts: Counts {
            views: row.views,
            likes: row.likes,
            comments: row.comments,
            shares: row.shares,
            saves: row.saves,
        },
    })
}
