//! Tests that accounts are identified by their platform ID, regardless of their names.

use std::time::Duration;

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, Platform, Profile, UnitReport};
use sqlx::Row as _;

pub(crate) async fn scrape_as(world: &World, account: i64, profile: Profile, item: Observation) -> String {
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    worker.page_as(profile.clone(), vec![item]).await;
    let end = UnitReport {
        profile: Some(profile),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    let result = world.api.runs().result(worker.run).await.unwrap();
    result.units[0].outcome.unwrap().code().to_owned()
}

#[tokio::test]
async fn renamed_account_keeps_its_id_and_posts() {
    let (world, account) = World::tracking(Platform::Instagram, "old").await;
    scrape_as(&world, account, profile("17", "Old"), seen("1", 1, 1)).await;
    scrape_as(&world, account, profile("17", "New"), seen("2", 1, 1)).await;
    let row = sqlx::query("SELECT username, former_usernames, platform_id FROM platform_accounts")
        .fetch_one(&world.owner)
        .await
        .unwrap();
    assert_eq!(row.get::<String, _>(0), "new");
    assert_eq!(row.get::<Vec<String>, _>(1), ["old"]);
    assert_eq!(row.get::<String, _>(2), "17");
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 2);
}

#[tokio::test]
async fn recycled_username_stores_nothing_until_tracked_again() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Instagram, "name").await;
    scrape_as(&world, account, profile("17", "name"), seen("1", 1, 1)).await;
    for expected in ["identity_unconfirmed", "identity_changed"] {
        let outcome = scrape_as(&world, account, profile("99", "name"), seen("2", 5, 5)).await;
        assert_eq!(outcome, expected);
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
        world.clock.advance(Duration::from_mins(10));
    }
    assert_eq!(
        world
            .one::<String>("SELECT platform_id FROM platform_accounts")
            .await,
        "17"
    );
    assert_eq!(
        world
            .one::<String>("SELECT last_outcome FROM platform_accounts")
            .await,
        "identity_changed"
    );

    // Until an admin decides, scrapers read the account only to check whether its own ID has the name again.
    let conflict = "SELECT new_owner_id || ' ' || new_owner_username FROM platform_accounts";
    assert_eq!(world.one::<String>(conflict).await, "99 name");
    assert_eq!(world.api.runs().list_units().await.unwrap().len(), 1);

    // A user who adds the name now refers to its new owner.
    let other = world.group("b").await;
    let owner = world.track(other, Platform::Instagram, "name").await;
    assert_ne!(owner, account);
    let outcome = scrape_as(&world, owner, profile("99", "name"), seen("2", 5, 5)).await;
    assert_eq!(outcome, "ok");
    assert_eq!(world.track(group, Platform::Instagram, "name").await, owner);
    assert_eq!(
        world
            .one::<String>("SELECT string_agg(platform_id, ',' ORDER BY id) FROM platform_accounts")
            .await,
        "17,99"
    );
}

#[tokio::test]
async fn private_account_updates_profile_and_keeps_posts() {
    let (world, account) = World::tracking(Platform::Instagram, "name").await;
    scrape_as(&world, account, profile("17", "name"), seen("1", 9, 1)).await;

    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let hidden = Profile {
        is_private: Some(true),
        item_count: Some(41),
        ..profile("17", "renamed")
    };
    let end = UnitReport {
        profile: Some(hidden),
        ..worker.end_of(Outcome::Private)
    };
    worker.send(Body::Unit(end)).await.unwrap();

    let row = sqlx::query("SELECT username, is_private, item_count, last_outcome FROM platform_accounts")
        .fetch_one(&world.owner)
        .await
        .unwrap();
    assert_eq!(row.get::<String, _>(0), "renamed");
    assert!(row.get::<bool, _>(1));
    assert_eq!(row.get::<i64, _>(2), 41);
    assert_eq!(row.get::<String, _>(3), "private");
    assert_eq!(world.one::<i64>("SELECT views FROM account_counters").await, 9);

    // A page without this information changes nothing.
    for (says, private) in [(None, true), (Some(false), false)] {
        worker.complete().await.unwrap();
        worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
        let seen = Profile {
            is_private: says,
            ..profile("17", "renamed")
        };
        worker.page_as(seen, vec![]).await;
        assert_eq!(
            world
                .one::<bool>("SELECT is_private FROM platform_accounts")
                .await,
            private
        );
    }
}

#[tokio::test]
async fn accounts_with_same_platform_id_are_merged() {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let first = world.track(a, Platform::Instagram, "new").await;
    scrape_as(&world, first, profile("17", "new"), seen("1", 1, 1)).await;
    let second = world.track(b, Platform::Instagram, "old").await;
    assert_ne!(first, second);
    // A different name than the requested one: responses may be mixed up.
    let outcome = scrape_as(&world, second, profile("17", "new"), seen("2", 1, 1)).await;
    assert_eq!(outcome, "identity_unconfirmed");
    world.clock.advance(Duration::from_mins(10));
    scrape_as(&world, second, profile("17", "new"), seen("2", 1, 1)).await;
    // That run was opened for another row; the next one stores its data.
    assert_eq!(world.one::<i64>("SELECT posts FROM account_counters").await, 1);
    scrape_as(&world, first, profile("17", "new"), seen("2", 1, 1)).await;

    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
    assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 2);
    assert_eq!(world.one::<i64>("SELECT posts FROM account_counters").await, 2);
    assert_eq!(
        world
            .one::<String>("SELECT last_outcome FROM platform_accounts")
            .await,
        "ok"
    );
    // The account is found by the name it has, under one id.
    assert_eq!(
        world
            .track(world.group("c").await, Platform::Instagram, "new")
            .await,
        first
    );
}

#[tokio::test]
async fn single_video_is_stored_under_untracked_author() {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let video = world.track_video(a, None, Some("https://vm.tiktok.com/x/")).await;
    world.track_video(b, Some("7001"), None).await;
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    worker
        .page_as(profile("55", "author"), vec![seen("7001", 10, 1)])
        .await;
    let end = UnitReport {
        resolved_video_id: "7001".to_owned(),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    // The target of the link is known now; its data belongs to the runs that read the video by its ID.
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    assert_eq!(world.api.runs().list_units().await.unwrap().len(), 1);
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    worker
        .page_as(profile("55", "author"), vec![seen("7001", 10, 1)])
        .await;
    worker.finish(worker.end_of(Outcome::Ok)).await;

    assert_eq!(
        world
            .one::<String>("SELECT username FROM platform_accounts")
            .await,
        "author"
    );
    assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 0);
    let both = "SELECT count(*) FROM tracked_videos v JOIN posts p ON p.id = v.post_id
                WHERE v.video_id = '7001' AND v.last_outcome = 'ok'";
    assert_eq!(world.one::<i64>(both).await, 2);
    assert_eq!(world.api.runs().list_units().await.unwrap().len(), 1);

    // When the last group stops tracking the video, its data is deleted.
    for group in [a, b] {
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
        sqlx::query("DELETE FROM tracked_videos WHERE group_id = $1")
            .bind(group)
            .execute(&world.owner)
            .await
            .unwrap();
    }
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM post_metrics").await, 0);
}

#[tokio::test]
async fn account_deleted_during_crawl_stays_deleted() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    world.untrack(group, account).await;
    worker.page(vec![seen("1", 1, 1)]).await.unwrap();
    worker.end(Outcome::Ok).await.unwrap();
    assert_eq!(worker.complete().await.unwrap().items_new, 0);
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
}

#[tokio::test]
async fn handle_conflict_records_new_owner_until_old_one_returns() {
    let (world, account) = World::tracking(Platform::Instagram, "name").await;
    scrape_as(&world, account, profile("17", "name"), seen("1", 1, 1)).await;

    scrape_as(&world, account, profile("99", "name"), seen("2", 1, 1)).await;
    world.clock.advance(Duration::from_mins(10));
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let new_owner = Profile {
        display_name: "Somebody".to_owned(),
        follower_count: Some(1200),
        ..profile("99", "Name")
    };
    let end = UnitReport {
        new_owner: Some(new_owner),
        ..worker.end_of(Outcome::IdentityChanged)
    };
    worker.send(Body::Unit(end)).await.unwrap();
    let conflict =
        "SELECT concat_ws(' ', new_owner_id, new_owner_username, new_owner_display_name, new_owner_followers,
                                    handle_conflict_at IS NOT NULL)
                   FROM platform_accounts";
    assert_eq!(world.one::<String>(conflict).await, "99 name Somebody 1200 t");

    // Its own profile, in progress until now, shows that it has the name.
    worker.page_as(profile("17", "name"), vec![]).await;
    assert_eq!(world.one::<String>(conflict).await, "f");
}

/// Returns the last outcome of the account, and the new owner of its name.
async fn standing(world: &World) -> String {
    world
        .one("SELECT concat_ws(' ', last_outcome, new_owner_id) FROM platform_accounts WHERE username = 'name'")
        .await
}

#[tokio::test]
async fn swapped_profiles_within_minutes_do_not_stop_account() {
    let (world, account) = World::tracking(Platform::Instagram, "name").await;
    scrape_as(&world, account, profile("17", "name"), seen("1", 1, 1)).await;
    let posts = "SELECT string_agg(external_id, ',' ORDER BY external_id) FROM posts";

    for minutes in [1, 1] {
        // A response about another account, twice within minutes: nothing is stored, and the account is still read.
        let outcome = scrape_as(&world, account, profile("99", "name"), seen("2", 5, 5)).await;
        assert_eq!(outcome, "identity_unconfirmed");
        assert_eq!(standing(&world).await, "identity_unconfirmed");
        assert_eq!(world.one::<String>(posts).await, "1");
        assert_eq!(world.api.runs().list_units().await.unwrap().len(), 1);
        world.clock.advance(Duration::from_mins(minutes));
    }
    assert_eq!(
        scrape_as(&world, account, profile("17", "name"), seen("3", 1, 1)).await,
        "ok"
    );
    assert_eq!(standing(&world).await, "ok");
    assert_eq!(world.one::<String>(posts).await, "1,3");

    // The suspicion is cleared: a swapped response an hour later counts as the first one again.
    world.clock.advance(Duration::from_hours(1));
    scrape_as(&world, account, profile("99", "name"), seen("2", 5, 5)).await;
    assert_eq!(standing(&world).await, "identity_unconfirmed");
}

#[tokio::test]
async fn account_resumes_automatically_when_known_id_returns() {
    let (world, account) = World::tracking(Platform::Instagram, "name").await;
    scrape_as(&world, account, profile("17", "name"), seen("1", 1, 1)).await;
    scrape_as(&world, account, profile("99", "name"), seen("2", 5, 5)).await;
    world.clock.advance(Duration::from_mins(10));
    scrape_as(&world, account, profile("99", "name"), seen("2", 5, 5)).await;
    assert_eq!(standing(&world).await, "identity_changed 99");
    // Scrapers still read the account, to detect when its own ID has the name again.
    assert_eq!(world.api.runs().list_units().await.unwrap().len(), 1);
    assert_eq!(
        scrape_as(&world, account, profile("17", "name"), seen("3", 1, 1)).await,
        "ok"
    );
    assert_eq!(standing(&world).await, "ok");
}

#[tokio::test]
async fn identity_change_requires_the_same_id_and_handle_twice() {
    let (world, account) = World::tracking(Platform::Instagram, "name").await;
    scrape_as(&world, account, profile("17", "name"), seen("1", 1, 1)).await;
    // Responses about other accounts: each about a different one, or about one without the requested name.
    for (id, username) in [("98", "name"), ("99", "name"), ("55", "other"), ("55", "other")] {
        scrape_as(&world, account, profile(id, username), seen("2", 5, 5)).await;
        assert_eq!(standing(&world).await, "identity_unconfirmed", "{id} {username}");
        world.clock.advance(Duration::from_hours(1));
    }
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
    assert_eq!(
        scrape_as(&world, account, profile("17", "name"), seen("1", 2, 2)).await,
        "ok"
    );
}

#[tokio::test]
async fn responses_swapped_between_accounts_are_not_stored() {
    let world = World::new().await;
    let group = world.group("a").await;
    let (one, two) = (
        world.track(group, Platform::Instagram, "one").await,
        world.track(group, Platform::Instagram, "two").await,
    );
    let by = |id, author: &str| Observation {
        author_username: author.to_owned(),
        ..seen(id, 9, 9)
    };
    scrape_as(&world, one, profile("17", "one"), by("1", "one")).await;
    // The very first response is about another account.
    assert_eq!(
        scrape_as(&world, two, profile("17", "one"), by("2", "one")).await,
        "identity_unconfirmed"
    );
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 2);
    world.clock.advance(Duration::from_hours(1));
    assert_eq!(
        scrape_as(&world, two, profile("22", "two"), by("3", "two")).await,
        "ok"
    );
    // Its own profile, and another account's list of posts.
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(two)).await;
    worker
        .page_as(profile("22", "two"), vec![by("4", "one"), by("5", "one")])
        .await;
    // While the identity is unconfirmed, a page without a profile does not count.
    let end = UnitReport {
        profile: Some(profile("17", "one")),
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(two)).await;
    let page = worker.page_of(None, vec![by("6", "two")]);
    worker.send(page).await.unwrap();
    assert_eq!(
        world
            .one::<String>("SELECT string_agg(external_id, ',' ORDER BY external_id) FROM posts")
            .await,
        "1,3"
    );
}
