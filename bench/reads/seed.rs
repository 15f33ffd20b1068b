//! Creates posts with measurements by COPY. The same seed and numbers make the same data, except that its last day is yesterday.

use std::error::Error;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};
use clipmeter_runtime::saturate;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{Connection as _, PgConnection};
use tokio::time::sleep;

/// Options of `clipmeter-bench seed`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Address of the database, as its owner
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: String,
    /// Number of posts and videos
    #[arg(long, default_value_t = 1_000_000)]
    posts: i64,
    /// Number of accounts, half of them on each platform
    #[arg(long, default_value_t = 10_000)]
    accounts: i64,
    /// Number of groups; the first one tracks a tenth of the accounts, the others share the rest
    #[arg(long, default_value_t = 500)]
    groups: i64,
    /// Number of measurements of each post, one a day
    #[arg(long, default_value_t = 30)]
    measurements: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Number of posts in one COPY, which bounds the memory of their rows.
const BATCH: i64 = 20_000;

/// Triggers on `posts` that react to single reports. The days are computed here instead.
const TRIGGERS: [&str; 2] = ["posts_days_insert", "posts_day_costs_insert"];

const WORDS: [&str; 40] = [
    "morning", "coffee", "harbor", "walk", "slow", "bread", "garden", "light", "rain", "summer", "market",
    "street", "music", "dance", "learn", "recipe", "quick", "simple", "travel", "train", "window", "city",
    "river", "forest", "winter", "snow", "guide", "today", "story", "behind", "scenes", "making", "studio",
    "live", "question", "answer", "series", "first", "last", "paper",
];

/// The longest interval, so that the accounts are not scraped while reads are measured.
const INTERVALS: &str = "UPDATE settings SET intervals = '{\"instagram\": 1440, \"tiktok\": 1440}'";

const GROUPS: &str = "INSERT INTO groups (id, name, max_instagram_accounts, max_tiktok_accounts, created_at)
    OVERRIDING SYSTEM VALUE SELECT n, 'Group ' || n, 100000, 100000, now() FROM generate_series(1, $1::bigint) n";

const ACCOUNTS: &str = "INSERT INTO platform_accounts (id, platform, username, platform_id, follower_count, created_at, first_success_at,
        last_attempt_at, last_success_at, last_outcome)
    OVERRIDING SYSTEM VALUE
    SELECT n, CASE n % 2 WHEN 0 THEN 'tiktok' ELSE 'instagram' END, 'creator' || n, 'creator' || n, 1000 + n, $2, $2,
           now() - n % 60 * interval '1 minute', now() - n % 60 * interval '1 minute', 'ok'
    FROM generate_series(1, $1::bigint) n";

const TRACKED: &str = "INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT CASE WHEN n <= $1 / 10 OR $2 = 1 THEN 1 ELSE 2 + n % ($2 - 1) END, n, $3 FROM generate_series(1, $1::bigint) n";

/// The installation's time zone in an empty database.
const FIRST_ZONE: i16 = 1;

/// Day sums that differ from the measurements of an account.
const WRONG_DAYS: &str = "
    SELECT count(*) FROM (
        (SELECT day, sum(items), sum(views), sum(likes), sum(comments), sum(shares), sum(saves), sum(gained_views), sum(gained_likes),
                sum(gained_comments), sum(gained_shares), sum(gained_saves)
         FROM measured_days WHERE account_id = $1
         GROUP BY day HAVING max(greatest(items, views, likes, comments, shares, saves)) > 0)
        EXCEPT
        (SELECT day, items, views, likes, comments, shares, saves, gained_views, gained_likes, gained_comments, gained_shares, gained_saves
         FROM account_days WHERE account_id = $1)) AS wrong";

/// Counts of a post, in the order of the columns: views, likes, comments, shares, saves. None: the platform does not show them.
type Counts = [Option<i64>; 5];

/// Sums of an account's day: items, changes of the counts, gains of the counts.
type Day = [i64; 11];

pub(crate) async fn run(args: Args) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let mut connection = PgConnection::connect(&args.database_url).await?;
    let is_used: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM posts) OR EXISTS (SELECT FROM platform_accounts)")
            .fetch_one(&mut connection)
            .await?;
    if is_used {
        return Err("the database already has accounts; seed the database of a new program".into());
    }
    let days = days(args.measurements);
    let first = *days.first().ok_or("at least one measurement is required")?;
    let tracked_since = first - TimeDelta::days(1);
    sqlx::query(INTERVALS).execute(&mut connection).await?;
    sqlx::query(GROUPS)
        .bind(args.groups)
        .execute(&mut connection)
        .await?;
    sqlx::query(ACCOUNTS)
        .bind(args.accounts)
        .bind(tracked_since)
        .execute(&mut connection)
        .await?;
    for day in &days {
        sqlx::query("SELECT ensure_metrics_month($1)")
            .bind(day)
            .execute(&mut connection)
            .await?;
    }
    let indexes = drop_indexes(&mut connection).await?;
    set_triggers(&mut connection, "DISABLE").await?;
    let mut sums = vec![[0; 11]; days.len() * usize::try_from(args.accounts)?];
    for start in (1..=args.posts).step_by(usize::try_from(BATCH)?) {
        let (posts, measurements) = batch(
            &args,
            &days,
            start..=(start + BATCH - 1).min(args.posts),
            &mut sums,
        )?;
        copy(
            &mut connection,
            "posts (id, platform, external_id, account_id, shortcode, url, caption, media_kind, posted_at, views, likes, comments, shares,
                    saves, views_source, first_seen_at, updated_at)",
            posts,
        )
        .await?;
        copy(
            &mut connection,
            "post_metrics (post_id, observed_at, views, likes, comments, shares, saves, views_source)",
            measurements,
        )
        .await?;
    }
    copy_days(&mut connection, &days, &sums).await?;
    set_triggers(&mut connection, "ENABLE").await?;
    let copied = began.elapsed();
    for definition in indexes {
        sqlx::query(sqlx::AssertSqlSafe(definition))
            .execute(&mut connection)
            .await?;
    }
    for table in ["groups", "platform_accounts", "posts"] {
        let statement =
            format!("SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))");
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(&mut connection)
            .await?;
    }
    // Only now, because the running program scrapes tracked accounts, and counts the costs of their days in the background.
    sqlx::query(TRACKED)
        .bind(args.accounts)
        .bind(args.groups)
        .bind(tracked_since)
        .execute(&mut connection)
        .await?;
    while !sqlx::query_scalar::<_, bool>("SELECT uncounted_accounts(1) = '{}'")
        .fetch_one(&mut connection)
        .await?
    {
        sleep(Duration::from_secs(1)).await;
    }
    sqlx::query("VACUUM ANALYZE").execute(&mut connection).await?;
    for account in [1, 2, args.accounts / 2, args.accounts] {
        let wrong: i64 = sqlx::query_scalar(WRONG_DAYS)
            .bind(account)
            .fetch_one(&mut connection)
            .await?;
        if wrong > 0 {
            return Err(format!("{wrong} days of account {account} differ from its measurements").into());
        }
    }
    eprintln!(
        "{} posts with {} measurements each: copied in {:.0} s, with indexes and statistics in {:.0} s",
        args.posts,
        args.measurements,
        copied.as_secs_f64(),
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Returns the times of the measurements: 8:00 UTC on each of the last days up to yesterday.
fn days(measurements: usize) -> Vec<DateTime<Utc>> {
    let today = Utc::now().date_naive();
    let at = NaiveTime::from_hms_opt(8, 0, 0).unwrap_or_default();
    (1..=measurements as u64)
        .rev()
        .filter_map(|back| Some(today.checked_sub_days(Days::new(back))?.and_time(at).and_utc()))
        .collect()
}

/// Drops the indexes of posts that no constraint needs, and returns their definitions. Building them at the end is faster.
async fn drop_indexes(connection: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    let indexes: Vec<(String, String)> = sqlx::query_as(
        "SELECT i.indexname::text, i.indexdef FROM pg_indexes i
         WHERE i.schemaname = 'public' AND i.tablename IN ('posts', 'post_texts')
           AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = format('public.%I', i.indexname)::regclass)",
    )
    .fetch_all(&mut *connection)
    .await?;
    for (name, _) in &indexes {
        sqlx::query(sqlx::AssertSqlSafe(format!("DROP INDEX {name}")))
            .execute(&mut *connection)
            .await?;
    }
    Ok(indexes.into_iter().map(|(_, definition)| definition).collect())
}

async fn set_triggers(connection: &mut PgConnection, what: &str) -> Result<(), sqlx::Error> {
    for name in TRIGGERS {
        let statement = format!("ALTER TABLE posts {what} TRIGGER {name}");
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn copy(connection: &mut PgConnection, into: &str, rows: String) -> Result<(), sqlx::Error> {
    let mut copy = connection.copy_in_raw(&format!("COPY {into} FROM STDIN")).await?;
    copy.send(rows.into_bytes()).await?;
    copy.finish().await?;
    Ok(())
}

/// Returns the rows of posts and of their measurements, and adds the measurements to the sums of days.
fn batch(
    args: &Args,
    days: &[DateTime<Utc>],
    posts: std::ops::RangeInclusive<i64>,
    sums: &mut [Day],
) -> Result<(String, String), Box<dyn Error>> {
    let (mut rows, mut measurements) = (String::new(), String::new());
    for post in posts {
        let mut rng = ChaCha8Rng::seed_from_u64(args.seed.wrapping_mul(1 << 40) ^ post.unsigned_abs());
        let account = 1 + post % args.accounts;
        let is_tiktok = account % 2 == 0;
        // Some photos have no public view count.
        let is_photo = !is_tiktok && rng.random_ratio(1, 8);
        // Most posts are old and have few views.
        let minutes = 36 * 60 + whole(rng.random::<f64>().powi(2) * 1_500.0 * 1_440.0);
        let posted_at = *days.last().ok_or("no days")? - TimeDelta::minutes(minutes);
        let known_from = days
            .iter()
            .position(|day| *day > posted_at)
            .ok_or("posted after the last day")?;
        let views = whole((rng.random::<f64>() * 14.0).exp().ceil());
        let of_views = |percent: i64| views * percent / 1_000;
        let last: Counts = [
            (!is_photo).then_some(views),
            Some(of_views(rng.random_range(20..90))),
            Some(of_views(rng.random_range(0..5))),
            is_tiktok.then(|| of_views(3)),
            is_tiktok.then(|| of_views(2)),
        ];
        let source = if is_tiktok { "playCount" } else { "play_count" };
        let (platform, kind) = match (is_tiktok, is_photo) {
            (true, _) => ("tiktok", "video"),
            (false, true) => ("instagram", "image"),
            (false, false) => ("instagram", "video"),
        };
        write!(
            rows,
            "{post}\t{platform}\t{}\t{account}\t",
            7_000_000_000_000_000_000 + post
        )?;
        if is_tiktok {
            write!(
                rows,
                "\\N\thttps://www.tiktok.com/@creator{account}/video/{}\t",
                7_000_000_000_000_000_000 + post
            )?;
        } else {
            write!(rows, "C{post:010}\thttps://www.instagram.com/p/C{post:010}/\t")?;
        }
        for _ in 0..4 + post % 9 {
            write!(rows, "{} ", WORDS[rng.random_range(0..WORDS.len())])?;
        }
        write!(rows, "\t{kind}\t{}", posted_at.to_rfc3339())?;
        counts(&mut rows, &last)?;
        writeln!(
            rows,
            "\t{source}\t{}\t{}",
            days[known_from].to_rfc3339(),
            days[days.len() - 1].to_rfc3339()
        )?;
        let own = usize::try_from(account - 1)? * days.len();
        let mut before: Option<Counts> = None;
        for at in known_from..days.len() {
            let now = last.map(|count| Some(at_day(count?, at, days.len())));
            write!(measurements, "{post}\t{}", days[at].to_rfc3339())?;
            counts(&mut measurements, &now)?;
            writeln!(measurements, "\t{source}")?;
            add(&mut sums[own + at], before.as_ref(), &now);
            before = Some(now);
        }
    }
    Ok((rows, measurements))
}

#[allow(clippy::cast_possible_truncation, reason = "the numbers are below 2^53")]
fn whole(number: f64) -> i64 {
    number as i64
}

/// Returns a count on one of the days: it grows evenly from 70 % of the last one.
fn at_day(last: i64, at: usize, days: usize) -> i64 {
    let (at, days) = (saturate::<i64>(at + 1), saturate::<i64>(days));
    last * (70 * days + 30 * at) / (100 * days)
}

fn counts(row: &mut String, counts: &Counts) -> std::fmt::Result {
    for count in counts {
        match count {
            Some(count) => write!(row, "\t{count}")?,
            None => row.push_str("\t\\N"),
        }
    }
    Ok(())
}

fn add(day: &mut Day, before: Option<&Counts>, now: &Counts) {
    day[0] += i64::from(before.is_none());
    for (place, now) in now.iter().enumerate() {
        let change = now.unwrap_or(0) - before.and_then(|before| before[place]).unwrap_or(0);
        day[1 + place] += change;
        if before.is_some() {
            day[6 + place] += change;
        }
    }
}

async fn copy_days(
    connection: &mut PgConnection,
    days: &[DateTime<Utc>],
    sums: &[Day],
) -> Result<(), Box<dyn Error>> {
    let mut rows = String::new();
    for (place, sums) in sums.iter().enumerate() {
        let (account, day) = (place / days.len() + 1, days[place % days.len()].date_naive());
        if sums[0] == 0 && sums.iter().all(|sum| *sum == 0) {
            continue;
        }
        write!(rows, "{account}\t{FIRST_ZONE}\t{day}")?;
        for sum in sums {
            write!(rows, "\t{sum}")?;
        }
        rows.push('\n');
    }
    let columns = "account_days (account_id, zone, day, items, views, likes, comments, shares, saves, gained_views, gained_likes, gained_comments,
                                 gained_shares, gained_saves)";
    Ok(copy(connection, columns, rows).await?)
}
