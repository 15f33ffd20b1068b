//! Events of accounts and items over time.

use std::{collections::HashSet, time::Duration};

use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_simulator::{
    AccountKind, AccountState, AccountSummary, Events, Offline, Reading, SimulatorConfig,
};
use proptest::prelude::*;

use crate::reader::{AccountView, Post, Reader};

const WEEK: u64 = 7 * 24 * 3_600;

fn world(seed: u64, accounts: u32, events: Events) -> Offline {
    Offline::new(&SimulatorConfig {
        accounts,
        seed,
        events,
        ..SimulatorConfig::default()
    })
    .unwrap()
}

fn reading(offline: &Offline, account: &AccountSummary) -> Reading {
    offline
        .reading(account.platform, &account.username, offline.now())
        .unwrap()
}

/// Advances hour by hour until an account is in the given state.
fn until(offline: &Offline, is_so: impl Fn(&AccountSummary, &Reading) -> bool) -> (AccountSummary, Reading) {
    for _ in 0..7 * 24 {
        for account in offline.accounts() {
            let reading = reading(offline, &account);
            if is_so(&account, &reading) {
                return (account, reading);
            }
        }
        offline.advance(Duration::from_hours(1));
    }
    panic!("it does not happen within a week");
}

fn on(platform: Platform, account: &AccountSummary) -> bool {
    account.platform == platform && account.kind == AccountKind::Public
}

const BOTH: [Platform; 2] = [Platform::Instagram, Platform::Tiktok];

#[test]
fn renamed_account_loses_old_name_and_keeps_its_ids() {
    let events = Events {
        renames: 500,
        ..Events::default()
    };
    for platform in BOTH {
        let offline = world(5, 40, events);
        let before = offline.accounts();
        let reader = Reader(&offline);
        let ids: Vec<_> = before
            .iter()
            .map(|account| reader.account_view(platform, &account.username))
            .collect();
        let (account, now) = until(&offline, |account, reading| {
            on(platform, account) && reading.profile.as_ref().unwrap().username != account.username
        });
        let name = now.profile.unwrap().username;
        assert_eq!(reader.account_view(platform, &account.username), None);
        let renamed = reader.account_view(platform, &name).unwrap();
        let at = before.iter().position(|other| *other == account).unwrap();
        assert_eq!(renamed.id, ids[at].as_ref().unwrap().id);
        if platform == Platform::Instagram {
            assert_eq!(reader.name_of(&renamed.id), Some(name));
        }
    }
}

#[test]
fn recycled_handle_belongs_to_another_account_after_rename() {
    let events = Events {
        recycles: 500,
        ..Events::default()
    };
    for platform in BOTH {
        let offline = world(6, 40, events);
        let reader = Reader(&offline);
        let (account, now) = until(&offline, |account, reading| {
            account.platform == platform && reading.state == AccountState::Recycled
        });
        assert_eq!(
            (now.outcome, now.profile, now.observations.len()),
            (Outcome::IdentityChanged, None, 0)
        );
        let other = reader.account_view(platform, &account.username).unwrap();
        let posts = reader.posts(platform, &other);
        assert!(!posts.is_empty(), "it has posts of its own");
        let followed = format!("{}_2", account.username);
        let own = reader.account_view(platform, &followed).unwrap();
        assert_ne!((&own.id, &own.username), (&other.id, &other.username));
        assert!(
            reader
                .posts(platform, &own)
                .keys()
                .all(|id| !posts.contains_key(id))
        );
        let by_later_name = offline.reading(platform, &followed, offline.now()).unwrap();
        assert_eq!(AccountView::from(&by_later_name.profile.unwrap()), own);
    }
}

#[test]
fn private_accounts_become_public_again() {
    let events = Events {
        privates: 500,
        ..Events::default()
    };
    for platform in BOTH {
        let offline = world(7, 40, events);
        let reader = Reader(&offline);
        let (account, _) = until(&offline, |account, reading| {
            on(platform, account) && reading.state == AccountState::Private
        });
        let account_view = reader.account_view(platform, &account.username).unwrap();
        assert!(account_view.is_private);
        assert!(reader.posts(platform, &account_view).is_empty());
        until(&offline, |other, reading| {
            *other == account && reading.state == AccountState::Public
        });
        let account_view = reader.account_view(platform, &account.username).unwrap();
        assert!(!account_view.is_private && !reader.posts(platform, &account_view).is_empty());
    }
}

#[test]
fn deleted_accounts_and_items_do_not_reappear() {
    let events = Events {
        deletions: 300,
        item_deletions: 30,
        ..Events::default()
    };
    let offline = world(8, 40, events);
    let (mut deleted, mut removed) = (HashSet::new(), HashSet::new());
    for _ in 0..7 {
        for account in offline
            .accounts()
            .iter()
            .filter(|account| account.kind == AccountKind::Public)
        {
            let reading = reading(&offline, account);
            if reading.state == AccountState::NotFound {
                deleted.insert(account.username.clone());
                continue;
            }
            assert!(!deleted.contains(&account.username));
            removed.extend(reading.removed.iter().cloned());
            assert!(
                reading
                    .observations
                    .iter()
                    .all(|item| !removed.contains(&item.external_id))
            );
            let count = reading.profile.unwrap().item_count.unwrap();
            assert_eq!(usize::try_from(count).unwrap(), reading.observations.len());
        }
        offline.advance(Duration::from_hours(24));
    }
    assert!(
        deleted.len() > 3 && removed.len() > 10,
        "{} {}",
        deleted.len(),
        removed.len()
    );
    let single = |id: &str| {
        Reader(&offline)
            .send("GET", &format!("/api/v1/media/{id}/info/"), "")
            .status
    };
    assert!(removed.iter().all(|id| single(id) == 404));
}

#[test]
fn hidden_likes_stay_hidden() {
    let events = Events {
        like_hidings: 300,
        ..Events::default()
    };
    let offline = world(9, 20, events);
    let hidden = |offline: &Offline| -> HashSet<String> {
        let observations = offline
            .accounts()
            .into_iter()
            .flat_map(|account| reading(offline, &account).observations);
        observations
            .filter(|item| item.likes.is_none())
            .map(|item| item.external_id)
            .collect()
    };
    let before = hidden(&offline);
    offline.advance(Duration::from_secs(WEEK));
    let after = hidden(&offline);
    assert!(before.is_subset(&after) && after.len() > before.len() + 10);
}

#[test]
fn events_do_not_occur_by_default() {
    let offline = world(1, 50, Events::default());
    let names = |offline: &Offline| -> Vec<String> {
        let profiles = offline
            .accounts()
            .into_iter()
            .filter_map(|account| reading(offline, &account).profile);
        profiles.map(|profile| profile.username).collect()
    };
    let before = names(&offline);
    offline.advance(Duration::from_secs(52 * WEEK));
    assert_eq!(names(&offline), before);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn reading_matches_what_requests_return(seed: u64, seconds in 0..WEEK) {
        let events = Events { renames: 800, recycles: 800, privates: 800, deletions: 200, item_deletions: 100, like_hidings: 100 };
        let offline = world(seed, 8, events);
        let reader = Reader(&offline);
        offline.advance(Duration::from_secs(seconds));
        for account in offline.accounts() {
            let platform = account.platform;
            let reading = reading(&offline, &account);
            let by_name = reader.account_view(platform, &account.username);
            let Some(profile) = &reading.profile else {
                prop_assert_eq!(by_name.is_some(), reading.state == AccountState::Recycled);
                continue;
            };
            let account_view = AccountView::from(profile);
            prop_assert_eq!(by_name.is_some(), account_view.username == account.username);
            let found = reader.account_view(platform, &account_view.username);
            prop_assert_eq!(found.as_ref(), Some(&account_view));
            let expected = reading.observations.iter().map(|item| (item.external_id.clone(), Post::from(item)));
            prop_assert_eq!(reader.posts(platform, &account_view), expected.collect());
        }
    }
}
