//! Tests of the rule that decides which pool reads an account or a video.

use std::collections::HashMap;

use clipmeter_db::{Access, Scope, scraper_pools};
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_runtime::Clock as _;
use clipmeter_scheduler::Target;

use super::group_of;

/// How a group tracks an account.
#[derive(Clone, Copy, Debug)]
struct Tracking {
    is_active: bool,
    suspended: bool,
    /// The group's pool, and those that it allows.
    pool: Option<&'static str>,
    allowed: &'static [&'static str],
    /// The account's own selection.
    own: Option<&'static str>,
}

const PLAIN: Tracking = Tracking {
    is_active: true,
    suspended: false,
    pool: None,
    allowed: &[],
    own: None,
};

const KINDS: [Tracking; 9] = [
    PLAIN,
    Tracking {
        pool: Some("eu"),
        ..PLAIN
    },
    Tracking {
        pool: Some("us"),
        allowed: &["eu"],
        ..PLAIN
    },
    // The group's own pool is always allowed.
    Tracking {
        pool: Some("us"),
        own: Some("us"),
        ..PLAIN
    },
    Tracking {
        pool: Some("us"),
        allowed: &["asia", "eu"],
        own: Some("eu"),
        ..PLAIN
    },
    Tracking {
        pool: Some("us"),
        allowed: &["asia"],
        own: Some("eu"),
        ..PLAIN
    },
    Tracking {
        own: Some("eu"),
        ..PLAIN
    },
    Tracking {
        suspended: true,
        pool: Some("asia"),
        ..PLAIN
    },
    Tracking {
        is_active: false,
        pool: Some("asia"),
        ..PLAIN
    },
];

impl Tracking {
    fn is_allowed(self) -> bool {
        self.own
            .is_none_or(|own| self.pool == Some(own) || self.allowed.contains(&own))
    }

    fn is_scraped(self) -> bool {
        self.is_active && !self.suspended
    }

    fn selection(self) -> Option<&'static str> {
        self.own.or(self.pool)
    }

    async fn group(self, world: &World, name: &str) -> i64 {
        sqlx::query_scalar(
            "INSERT INTO groups (name, created_at, is_active, scraper_pool, allowed_scraper_pools, max_tiktok_accounts)
             VALUES ($1, $2, $3, $4, $5, 100) RETURNING id",
        )
        .bind(name)
        .bind(world.clock.now())
        .bind(self.is_active)
        .bind(self.pool)
        .bind(self.allowed)
        .fetch_one(&world.owner)
        .await
        .unwrap()
    }

    async fn track(self, world: &World, group: i64, username: &str) -> i64 {
        let account = world.track(group, Platform::Tiktok, username).await;
        sqlx::query(
            "UPDATE tracked_accounts SET suspended = $3, scraper_pool = $4 WHERE group_id = $1 AND account_id = $2",
        )
        .bind(group)
        .bind(account)
        .bind(self.suspended)
        .bind(self.own)
        .execute(&world.owner)
        .await
        .unwrap();
        account
    }
}

/// Returns which of these trackings of an account, oldest first, decides about its pool; `None`: the account is not read.
fn decisive(trackings: &[Tracking]) -> Option<&Tracking> {
    // The first of several minimums is the oldest.
    let decisive = trackings.iter().min_by_key(|tracking| {
        (
            !tracking.is_scraped(),
            !tracking.is_allowed(),
            tracking.selection().is_none(),
        )
    });
    decisive.filter(|tracking| tracking.is_allowed())
}

#[tokio::test]
async fn pool_of_account_is_decided_by_active_selection_and_age() {
    let world = World::new().await;
    let mut groups = Vec::new();
    for (place, kind) in KINDS.iter().enumerate() {
        let first = kind.group(&world, &format!("first {place}")).await;
        let second = kind.group(&world, &format!("second {place}")).await;
        groups.push((first, second));
    }
    let mut accounts = Vec::new();
    for (first, (first_group, _)) in KINDS.iter().zip(&groups) {
        let username = format!("a{}", accounts.len());
        let account = first.track(&world, *first_group, &username).await;
        accounts.push((account, vec![*first]));
        for (second, (_, second_group)) in KINDS.iter().zip(&groups) {
            let username = format!("a{}", accounts.len());
            let account = first.track(&world, *first_group, &username).await;
            second.track(&world, *second_group, &username).await;
            accounts.push((account, vec![*first, *second]));
        }
    }
    let targets: Vec<Target> = accounts
        .iter()
        .map(|(account, _)| Target::Account(*account))
        .collect();
    let mut tx = world.begin(Scope::Group(groups[0].0), Access::Read).await;
    let pools = scraper_pools::pools_of(&mut tx, &targets).await.unwrap();
    let listed: HashMap<Id, String> = world
        .api
        .runs()
        .list_units()
        .await
        .unwrap()
        .into_iter()
        .map(|unit| (unit.key.unwrap().id.unwrap(), unit.scraper_pool))
        .collect();
    for (account, trackings) in accounts {
        let expected = decisive(&trackings).map(|tracking| tracking.selection());
        let found = pools.get(&Target::Account(account)).map(Option::as_deref);
        assert_eq!(found, expected, "{trackings:?}");
        let is_listed = trackings
            .iter()
            .any(|tracking| tracking.is_allowed() && tracking.is_scraped());
        assert_eq!(
            listed.get(&Id::AccountId(account)).map(String::as_str),
            expected.map(Option::unwrap_or_default).filter(|_| is_listed),
            "{trackings:?}"
        );
    }
}

#[tokio::test]
async fn pool_of_video_is_decided_like_that_of_account_and_found_by_every_row() {
    let world = World::new().await;
    let plain = group_of(&world, "plain", None).await;
    let asia = group_of(&world, "asia", Some("asia")).await;
    let eu = group_of(&world, "eu", Some("eu")).await;
    let mut rows = Vec::new();
    for group in [plain, asia, eu] {
        rows.push(world.track_video(group, Some("7001"), None).await);
    }
    let other = world
        .track_video(plain, None, Some("https://vm.tiktok.com/x"))
        .await;
    let pool = async |row: i64| {
        let mut tx = world.begin(Scope::Group(plain), Access::Read).await;
        let pools = scraper_pools::pools_of(&mut tx, &[Target::Video(row)])
            .await
            .unwrap();
        pools.get(&Target::Video(row)).cloned()
    };
    for row in &rows {
        assert_eq!(pool(*row).await, Some(Some("asia".to_owned())));
    }
    assert_eq!(pool(other).await, Some(None));
    assert_eq!(pool(other + 1).await, None);
    let suspend = format!(
        "UPDATE tracked_videos SET suspended = true WHERE id = {}",
        rows[1]
    );
    world.execute(&suspend).await;
    for row in &rows {
        assert_eq!(pool(*row).await, Some(Some("eu".to_owned())));
    }
    let units = world.api.runs().list_units().await.unwrap();
    let listed: Vec<_> = units.iter().map(|unit| unit.scraper_pool.as_str()).collect();
    assert_eq!(listed, ["eu", ""]);
}
