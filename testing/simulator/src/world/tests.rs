use std::collections::HashSet;

use chrono::DateTime;
use proptest::prelude::*;

use super::*;

const NOW: Millis = 1_793_534_400_000;
const DAY: Millis = 24 * 3_600_000;

#[test]
fn world_depends_only_on_seed() {
    let names = |seed| {
        World::new(seed, 60, EventPlan::default())
            .accounts
            .iter()
            .map(|account| account.username.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(7), names(7));
    assert_ne!(names(7), names(8));
}

#[test]
fn usernames_and_ids_are_unique() {
    let world = World::new(3, 600, EventPlan::default());
    let mut seen = HashSet::new();
    for account in world.accounts() {
        assert!(seen.insert(format!("{:?} {}", account.platform, account.username)));
        assert!(seen.insert(format!("{:?} {}", account.platform, account.user_id)));
        for item in account.newest_first(NOW) {
            assert!(seen.insert(format!("{:?} item {}", account.platform, item.id)));
        }
    }
}

#[test]
fn usernames_are_valid_on_the_platforms() {
    for account in World::new(5, 2_000, EventPlan::default()).accounts() {
        let name = &account.username;
        assert!(
            name.len() <= 24 && !name.starts_with('.') && !name.ends_with('.'),
            "{name}"
        );
        assert!(
            name.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._".contains(&byte))
        );
        assert_eq!(account.sec_uid.len(), 12 + 64);
    }
}

#[test]
fn item_is_found_by_id_once_published() {
    let world = World::new(11, 100, EventPlan::default());
    for account in world.accounts() {
        for item in account.newest_first(NOW) {
            let (owner, found) = world.item(account.platform, item.id, NOW).unwrap();
            assert_eq!((&owner.username, found.id), (&account.username, item.id));
            assert!(
                world
                    .item(account.platform, item.id, item.taken_at * 1000 - 1)
                    .is_none()
            );
        }
    }
}

#[test]
fn world_has_every_kind_of_account() {
    let world = World::new(1, 50, EventPlan::default());
    let kinds: HashSet<AccountKind> = world.accounts().iter().map(|account| account.kind).collect();
    assert_eq!(kinds.len(), 4);
    for account in world
        .accounts()
        .iter()
        .filter(|account| account.kind == AccountKind::Public)
    {
        assert!(
            account.count(NOW) >= 6,
            "{} has only {}",
            account.username,
            account.count(NOW)
        );
    }
}

#[test]
fn private_accounts_are_public_before_they_became_private() {
    let since = NOW - DAY;
    let plan = EventPlan::new(Events::default(), 0, DateTime::from_timestamp_millis(since));
    for (now, expected) in [(since - 1, AccountKind::Public), (since, AccountKind::Private)] {
        let world = World::new(1, 50, plan);
        let private = world
            .accounts()
            .iter()
            .filter(|account| account.kind == AccountKind::Private);
        let kinds: Vec<AccountKind> = private.map(|account| account.at(now).kind).collect();
        assert_eq!(kinds, [expected; 2]);
    }
}

#[test]
fn item_captions_likes_and_kinds_vary() {
    let world = World::new(2, 200, EventPlan::default());
    let instagram = world.accounts().iter().filter(|account| !account.is_tiktok());
    let items: Vec<Item> = instagram.flat_map(|account| account.newest_first(NOW)).collect();
    assert!(items.iter().any(|item| item.caption.is_none()));
    assert!(items.iter().any(|item| item.likes_hidden));
    assert!(items.iter().any(|item| item.comments_off));
    assert!(items.iter().any(|item| item.pinned));
    for kind in [
        ItemKind::Reel,
        ItemKind::FeedVideo,
        ItemKind::Image,
        ItemKind::Carousel(3),
    ] {
        assert!(items.iter().any(|item| item.kind == kind), "{kind:?}");
    }
}

proptest! {
    #[test]
    fn world_gains_posts_and_counts_never_fall_over_time(seed: u64, now in NOW..NOW + 400 * DAY, later in 0..300 * DAY) {
        for account in World::new(seed, 4, EventPlan::default()).accounts() {
            let before: Vec<Item> = account.newest_first(now).collect();
            let after: HashSet<u64> = account.newest_first(now + later).map(|item| item.id).collect();
            prop_assert!(account.followers(now) <= account.followers(now + later));
            for item in before {
                prop_assert!(after.contains(&item.id));
                let (then, since) = (item.counts(now), item.counts(now + later));
                prop_assert!(then.views <= since.views && then.likes <= since.likes);
                prop_assert!(then.comments <= since.comments && then.shares <= since.shares && then.saves <= since.saves);
                prop_assert!(then.likes <= then.views);
            }
        }
    }
}
