//! Tests that any page of a list that counters and indexes find equals that of the filtered and sorted rows.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use clipmeter_db::{Access, Scope, content};
use clipmeter_domain::metric::Metric;
use clipmeter_fixtures::counts;
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{PgConnection, Postgres, Row as _, Transaction};

/// Midnight UTC, and in the middle of a UTC day.
const ZONES: [&str; 3] = ["UTC", "Pacific/Auckland", "America/St_Johns"];

/// The sort orders besides those by counts, and the expression of the key in `posts`; the cost per mille under one model for all.
const SORTS: [(&str, &str); 4] = [
    ("date", "extract(epoch FROM posted_at)"),
    ("engagement", "engagement_rate"),
    ("updated", "extract(epoch FROM p.updated_at)"),
    ("cpm", "views"),
];

/// Returns the statement of posts of three groups of accounts: group 1 tracks most of them, group 2 the ones with the fewest counts, group 3 some of both and
/// single videos. Some accounts are tracked by no group; of their posts only the single videos are visible.
fn posts_of_groups() -> String {
    let columns = counts::columns();
    let values = counts::list(|count| match count {
        "views" => {
            "CASE WHEN n % 7 > 0 THEN CASE WHEN n % 8 > 0 THEN n * 7919 % scale ELSE 0 END END".to_owned()
        }
        "likes" => "CASE WHEN n % 11 > 0 THEN n * 104729 % scale END".to_owned(),
        "comments" => "n * 31 % (scale / 100)".to_owned(),
        "shares" => "CASE WHEN n % 2 = 0 THEN n % 5 END".to_owned(),
        _ => format!("n * {} % scale", 12 + counts::position(count)),
    });
    format!(
        "
    INSERT INTO groups (name, max_tiktok_accounts, max_instagram_accounts, created_at)
    SELECT 'g' || n, 100, 100, now() FROM generate_series(1, 3) n;
    INSERT INTO platform_accounts (platform, username, created_at)
    SELECT CASE WHEN n % 5 = 0 THEN 'instagram' ELSE 'tiktok' END, 'account' || n, now() FROM generate_series(1, 40) n;
    INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT 1, n, now() FROM generate_series(1, 20) n
    UNION ALL SELECT 2, n, now() FROM generate_series(21, 34) n
    UNION ALL SELECT 3, n, now() FROM generate_series(1, 34, 6) n;
    INSERT INTO posts (platform, external_id, account_id, media_kind, caption, posted_at, first_seen_at, updated_at, {columns}, hidden)
    SELECT CASE WHEN account % 5 = 0 THEN 'instagram' ELSE 'tiktok' END, n, account,
           CASE WHEN account % 5 = 0 AND n % 3 = 0 THEN 'image' ELSE 'video' END,
           CASE n % 6 WHEN 0 THEN 'Alpha' WHEN 1 THEN 'alpha beta' WHEN 2 THEN 'beta' ELSE '' END,
           CASE WHEN n % 19 > 0 THEN timestamptz '2026-01-01Z' + make_interval(days => n % 83, hours => n % 3 * 8) END, now(),
           timestamptz '2026-05-01Z' + make_interval(mins => n % 500),
           {values}, account > 34 AND n % 10 > 0
    FROM (SELECT n, 1 + n % 40 AS account, CASE WHEN n % 40 < 20 THEN 100000 ELSE 1000 END AS scale
          FROM generate_series(1, 9000) n) m;
    INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
    SELECT 3, 'u' || id, external_id, id, now() FROM posts
    WHERE platform = 'tiktok' AND NOT hidden AND (account_id > 34 OR id % 200 = 1);
    ANALYZE"
    )
}

#[derive(Debug)]
struct Post {
    id: i64,
    account: i64,
    is_tiktok: bool,
    hidden: bool,
    /// Days since 2026-01-01.
    day: Option<i32>,
    key: Option<f64>,
    /// Lowercase caption and author's name.
    texts: [String; 2],
    kind: String,
    views: Option<i64>,
}

/// What restricts a list besides the group, days and accounts.
#[derive(Clone, Copy, Debug, Default)]
struct Filter {
    words: Option<&'static [&'static str]>,
    kind: Option<&'static str>,
    least_views: Option<i64>,
}

const FILTERS: [Filter; 12] = [
    Filter {
        words: Some(&["alpha"]),
        kind: None,
        least_views: None,
    },
    Filter {
        words: Some(&["beta", "count1"]),
        kind: None,
        least_views: None,
    },
    Filter {
        words: Some(&["count"]),
        kind: None,
        least_views: Some(500),
    },
    Filter {
        words: None,
        kind: Some("image"),
        least_views: None,
    },
    Filter {
        words: None,
        kind: Some("video"),
        least_views: Some(90_000),
    },
    Filter {
        words: Some(&["beta"]),
        kind: Some("video"),
        least_views: Some(1),
    },
    // Words without three letters or digits.
    Filter {
        words: Some(&["beta", "t1"]),
        kind: None,
        least_views: None,
    },
    Filter {
        words: Some(&["ac"]),
        kind: None,
        least_views: None,
    },
    Filter {
        words: Some(&["lpha", "eta"]),
        kind: None,
        least_views: None,
    },
    // Few posts have as many views, or such an author.
    Filter {
        words: Some(&["beta"]),
        kind: None,
        least_views: Some(90_000),
    },
    Filter {
        words: Some(&["account12"]),
        kind: None,
        least_views: None,
    },
    Filter {
        words: Some(&["beta", "gamma"]),
        kind: None,
        least_views: None,
    },
];

impl Filter {
    fn is_any(self) -> bool {
        self.words.is_some() || self.kind.is_some() || self.least_views.is_some()
    }

    fn matches(self, post: &Post) -> bool {
        let has = |word: &&str| post.texts.iter().any(|text| text.contains(word));
        self.words.is_none_or(|words| words.iter().all(has))
            && self.kind.is_none_or(|kind| post.kind == kind)
            && self
                .least_views
                .is_none_or(|least| post.views.is_some_and(|views| views >= least))
    }
}

async fn posts(world: &World, key: &str, zone: &str) -> Vec<Post> {
    let statement = format!(
        "SELECT p.id, p.account_id, p.platform = 'tiktok' AS is_tiktok, p.hidden,
                (p.posted_at AT TIME ZONE '{zone}')::date - date '2026-01-01' AS day, ({key})::float8 AS key,
                lower(p.caption) AS caption, a.username, p.media_kind, p.views
         FROM posts p JOIN platform_accounts a ON a.id = p.account_id"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(statement))
        .fetch_all(&world.owner)
        .await
        .unwrap();
    rows.iter()
        .map(|row| Post {
            id: row.get("id"),
            account: row.get("account_id"),
            is_tiktok: row.get("is_tiktok"),
            hidden: row.get("hidden"),
            day: row.get("day"),
            key: row.get("key"),
            texts: [row.get("caption"), row.get("username")],
            kind: row.get("media_kind"),
            views: row.get("views"),
        })
        .collect()
}

/// Unknown values are last in both directions. More views cost less per thousand; without views, the cost is unknown.
fn order(one: &Post, other: &Post, descending: bool, sort: &str) -> Ordering {
    let downward = descending != (sort == "cpm");
    let unknown = |post: &Post| match post.key {
        None => 2,
        Some(0.0) if sort == "cpm" => 1,
        Some(_) => 0,
    };
    let keys = [one, other].map(|post| post.key.unwrap_or_default());
    let known = keys[0].total_cmp(&keys[1]).then(one.id.cmp(&other.id));
    unknown(one)
        .cmp(&unknown(other))
        .then(if downward { known.reverse() } else { known })
}

/// Begins a transaction in the scope of a group, or of an admin.
async fn in_scope(world: &World, group: Option<i64>) -> Transaction<'static, Postgres> {
    let mut transaction = world.owner.begin().await.unwrap();
    sqlx::query("SELECT set_config('clipmeter.scope', $1, true), set_config('clipmeter.group_id', $2, true)")
        .bind(if group.is_some() { "group" } else { "admin" })
        .bind(group.unwrap_or_default().to_string())
        .execute(&mut *transaction)
        .await
        .unwrap();
    transaction
}

/// A page of 20 items.
#[derive(Debug)]
struct Page {
    platform: &'static str,
    sort: &'static str,
    descending: bool,
    days: Option<(i32, i32)>,
    accounts: Option<Vec<i64>>,
    own_only: bool,
    filter: Filter,
    most: i64,
    skip: i64,
}

impl Page {
    async fn find(&self, transaction: &mut PgConnection) -> (i64, bool, Vec<i64>) {
        let patterns = |words: &[&str]| words.iter().map(|word| format!("%{word}%")).collect::<Vec<_>>();
        sqlx::query_as(
            "SELECT total, total_is_minimum, ids
             FROM find_posts($1, $2, $3, $4, date '2026-01-01' + $5, date '2026-01-01' + $6, $7, $8, $9, $10, $11, $12, 20)",
        )
        .bind(self.platform)
        .bind(self.sort)
        .bind(self.descending)
        .bind(self.filter.words.map(patterns))
        .bind(self.days.map(|(from, _)| from))
        .bind(self.days.map(|(_, to)| to))
        .bind(&self.accounts)
        .bind(self.own_only)
        .bind(self.filter.kind)
        .bind(self.filter.least_views)
        .bind(self.most)
        .bind(self.skip)
        .fetch_one(transaction)
        .await
        .unwrap()
    }
}

#[tokio::test]
async fn any_page_of_any_list_equals_that_of_sorted_rows() {
    let world = World::new().await;
    world.execute(&posts_of_groups()).await;
    let tracked: HashSet<(i64, i64)> = sqlx::query("SELECT group_id, account_id FROM tracked_accounts")
        .fetch_all(&world.owner)
        .await
        .unwrap()
        .iter()
        .map(|row| (row.get(0), row.get(1)))
        .collect();
    let singles: HashSet<i64> = sqlx::query_scalar("SELECT post_id FROM tracked_videos")
        .fetch_all(&world.owner)
        .await
        .unwrap()
        .into_iter()
        .collect();
    let mut rng = StdRng::seed_from_u64(7);
    let counts = Metric::counts().map(|count| (count.sort_key(), count.field()));
    for (sort, key) in counts.chain(SORTS) {
        let mut all = HashMap::new();
        for zone in ZONES {
            all.insert(zone, posts(&world, key, zone).await);
        }
        for _ in 0..50 {
            let zone = ZONES[rng.random_range(0..ZONES.len())];
            let group = rng.random_bool(0.75).then(|| rng.random_range(1_i64..=3));
            let platform = if rng.random_bool(0.8) {
                "tiktok"
            } else {
                "instagram"
            };
            let descending = rng.random_bool(0.5);
            // The days of the last pair are in the wrong order: no post is between them.
            let days = [None, None, Some((10, 11)), Some((5, 70)), Some((70, 5))][rng.random_range(0..5)];
            let accounts: Option<Vec<i64>> = rng
                .random_bool(0.25)
                .then(|| (0..4).map(|_| rng.random_range(1..=40)).collect());
            let filter = if rng.random_bool(0.5) {
                FILTERS[rng.random_range(0..FILTERS.len())]
            } else {
                Filter::default()
            };
            let most = [30_i64, 300, 10_000][rng.random_range(0..3)];
            let mut list: Vec<&Post> = all[zone]
                .iter()
                .filter(|post| {
                    !post.hidden
                        && post.is_tiktok == (platform == "tiktok")
                        && group.is_none_or(|group| {
                            tracked.contains(&(group, post.account))
                                || group == 3 && singles.contains(&post.id)
                        })
                        && accounts.as_ref().is_none_or(|some| some.contains(&post.account))
                        && days.is_none_or(|(from, to)| post.day.is_some_and(|day| from <= day && day <= to))
                        && filter.matches(post)
                })
                .collect();
            list.sort_by(|one, other| order(one, other, descending, sort));
            // Filtered lists of all content, or of a group with more than twice as many posts, are only counted so far.
            let counted = usize::try_from(most).unwrap();
            let is_counted = group.is_none_or(|group| {
                let is_own = |post: &&Post| {
                    post.is_tiktok == (platform == "tiktok") && tracked.contains(&(group, post.account))
                };
                all[zone].iter().filter(is_own).count() > 2 * counted
            });
            let is_longer = filter.is_any() && accounts.is_none() && is_counted && list.len() > counted;
            if is_longer {
                list.truncate(counted);
            }
            let skip = match rng.random_range(0..4) {
                0 => 0,
                1 => list.len().saturating_sub(20),
                _ => rng.random_range(0..=list.len() + 5),
            };
            let expected: Vec<i64> = list.iter().skip(skip).take(20).map(|post| post.id).collect();

            let mut transaction = in_scope(&world, group).await;
            sqlx::query("UPDATE settings SET time_zone = $1, days_zone = $1")
                .bind(zone)
                .execute(&mut *transaction)
                .await
                .unwrap();
            let page = Page {
                platform,
                sort,
                descending,
                days,
                accounts,
                own_only: group.is_some(),
                filter,
                most,
                skip: i64::try_from(skip).unwrap(),
            };
            let (total, total_is_minimum, ids) = page.find(&mut transaction).await;
            let list_of = format!("{page:?} of group {group:?} in {zone}");
            assert_eq!(total, i64::try_from(list.len()).unwrap(), "{list_of}");
            assert_eq!(total_is_minimum, is_longer, "{list_of}");
            assert_eq!(ids, expected, "{list_of}");
        }
    }
}

#[tokio::test]
async fn posts_before_position_equal_those_of_merged_rows() {
    let world = World::new().await;
    world.execute(&posts_of_groups()).await;
    let mut rng = StdRng::seed_from_u64(8);
    let counts = Metric::counts().map(|count| (count.sort_key(), count.field()));
    for (sort, key) in counts.chain(SORTS) {
        let all = posts(&world, key, "UTC").await;
        for descending in [true, false] {
            let mut merged: Vec<&Post> = all.iter().filter(|post| !post.hidden).collect();
            merged.sort_by(|one, other| {
                let [value, other_value] = [one, other].map(|post| post.key.unwrap_or_default());
                let known = value.total_cmp(&other_value);
                one.key
                    .is_none()
                    .cmp(&other.key.is_none())
                    .then(if descending { known.reverse() } else { known })
                    .then(one.is_tiktok.cmp(&other.is_tiktok))
            });
            for _ in 0..10 {
                let skip = rng.random_range(0..=merged.len());
                // By date, the lists know their positions; equal costs per mille can have different views.
                let is_known = !["date", "cpm"].contains(&sort)
                    && merged.get(skip).is_some_and(|post| post.key.is_some());
                let before = |is_tiktok: bool| {
                    let first = merged.iter().take(skip);
                    i64::try_from(first.filter(|post| post.is_tiktok == is_tiktok).count()).unwrap()
                };
                let mut transaction = in_scope(&world, None).await;
                let found: Option<Vec<i64>> = sqlx::query_scalar("SELECT posts_before($1, $2, $3, $4)")
                    .bind(["instagram", "tiktok"])
                    .bind(sort)
                    .bind(descending)
                    .bind(i64::try_from(skip).unwrap())
                    .fetch_one(&mut *transaction)
                    .await
                    .unwrap();
                let expected = is_known.then(|| vec![before(false), before(true)]);
                assert_eq!(found, expected, "{skip} by {sort}, descending {descending}");
            }
        }
    }
}

#[tokio::test]
async fn first_items_of_group_equal_those_of_sorted_rows() {
    let world = World::new().await;
    world.execute(&posts_of_groups()).await;
    for (group, platform, take) in lengths() {
        let mut transaction = world.begin(Scope::Group(group), Access::Read).await;
        let top = content::top_of_group(&mut transaction, take).await.unwrap();
        let latest = content::latest_of_group(&mut transaction, take).await.unwrap();
        for (items, order) in [(top, "views DESC NULLS LAST"), (latest, "sort_at DESC")] {
            let statement = format!(
                "SELECT p.id FROM posts p
                 WHERE p.platform = $1 AND NOT p.hidden
                   AND (EXISTS (SELECT FROM tracked_accounts t WHERE t.group_id = $2 AND t.account_id = p.account_id)
                        OR EXISTS (SELECT FROM tracked_videos v WHERE v.group_id = $2 AND v.post_id = p.id))
                 ORDER BY p.{order}, p.id DESC LIMIT $3"
            );
            let expected: Vec<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
                .bind(platform.code())
                .bind(group)
                .bind(take)
                .fetch_all(&world.owner)
                .await
                .unwrap();
            let of_platform = items.iter().filter(|(of, _)| *of == platform);
            let found: Vec<i64> = of_platform.map(|(_, item)| item.id).collect();
            assert_eq!(found, expected, "{order} of group {group}, {platform:?}, {take}");
            assert!(!found.is_empty());
        }
    }
}

/// Returns each group with each of its platforms and a few lengths, the last one longer than the lists.
fn lengths() -> impl Iterator<Item = (i64, Platform, i64)> {
    let of_group = |group| [Platform::Instagram, Platform::Tiktok].map(|platform| (group, platform));
    let lists = (1..=3).flat_map(of_group);
    lists.flat_map(|(group, platform)| [1, 7, 10_000].map(|take| (group, platform, take)))
}
