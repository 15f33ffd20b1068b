//! Tests of pictures: which ones runs are asked for, what they may store, and when pictures are deleted.

use std::time::Duration;

use clipmeter_db::pictures::{NeededPictures, shown};
use clipmeter_db::{Access, DbError, Scope};
use clipmeter_fixtures::database::{Worker, World, profile, seen, webp};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    Observation, Outcome, Picture, Platform, Profile, StorePicturesRequest, UnitReport,
};
use tonic::Code;
use uuid::Uuid;

use crate::run_token_scope::Attacker;

const DAY: Duration = Duration::from_hours(24);
const PICTURES: &str = "SELECT count(*) FROM pictures";
const URL: &str = "https://scontent.cdninstagram.com/a.jpg";

fn offered(id: &str) -> Observation {
    Observation {
        picture_url: URL.to_owned(),
        ..seen(id, 10, 1)
    }
}

fn owner() -> Profile {
    Profile {
        picture_url: URL.to_owned(),
        ..profile("17", "nasa")
    }
}

fn picture(external_id: &str, number: u16) -> Picture {
    Picture {
        external_id: external_id.to_owned(),
        webp: webp(number),
    }
}

fn failed(external_id: &str) -> Picture {
    Picture {
        external_id: external_id.to_owned(),
        webp: Vec::new(),
    }
}

/// Reports a page of the account, and returns which pictures are needed.
async fn page(worker: &mut Worker<'_>, observations: Vec<Observation>) -> NeededPictures {
    let body = worker.page_of(Some(owner()), observations);
    worker.send(body.clone()).await.unwrap();
    needed(worker, &body).await
}

async fn needed(worker: &Worker<'_>, body: &Body) -> NeededPictures {
    let runs = worker.world.api.runs();
    runs.needed_pictures(worker.run, body).await.unwrap()
}

async fn store(worker: &Worker<'_>, pictures: &[Picture]) -> Result<u32, DbError> {
    let runs = worker.world.api.runs();
    runs.store_pictures(worker.run, worker.token, worker.unit(), pictures)
        .await
}

fn those(items: &[&str], of_account: bool) -> NeededPictures {
    NeededPictures {
        items: items.iter().map(|id| (*id).to_owned()).collect(),
        of_account,
    }
}

/// Creates a world with an account whose avatar and item `1` have pictures.
async fn with_pictures() -> (World, i64) {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    page(&mut worker, vec![offered("1")]).await;
    let stored = store(&worker, &[picture("", 1), picture("1", 2)]).await.unwrap();
    assert_eq!(stored, 2);
    worker.end(Outcome::Ok).await.unwrap();
    worker.complete().await.unwrap();
    assert_eq!(world.count(PICTURES).await, 2);
    (world, account)
}

#[tokio::test]
async fn pictures_are_needed_until_stored_and_again_a_day_after_failure() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let items = || vec![offered("1"), offered("2"), seen("3", 1, 1)];
    assert_eq!(page(&mut worker, items()).await, those(&["1", "2"], true));
    // What was not tried is needed again.
    assert_eq!(page(&mut worker, items()).await, those(&["1", "2"], true));

    let stored = store(
        &worker,
        &[picture("", 1), picture("1", 2), failed("2"), failed("3")],
    )
    .await;
    assert_eq!(stored.unwrap(), 2);
    assert_eq!(page(&mut worker, items()).await, those(&[], false));
    world.clock.advance(Duration::from_secs(24 * 3600 - 1));
    assert_eq!(page(&mut worker, items()).await, those(&[], false));
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(page(&mut worker, items()).await, those(&["2"], false));

    // An avatar is renewed after 30 days, and kept if that fails.
    world.clock.advance(DAY * 29);
    assert_eq!(page(&mut worker, items()).await, those(&["2"], true));
    store(&worker, &[failed("")]).await.unwrap();
    assert_eq!(page(&mut worker, items()).await, those(&["2"], false));
    assert_eq!(world.count(PICTURES).await, 2);
    world.clock.advance(DAY * 30);
    assert_eq!(store(&worker, &[picture("", 3)]).await.unwrap(), 1);
    // The previous avatar is no longer used.
    assert_eq!(world.count(PICTURES).await, 2);

    // The end of a unit names the account, too, unless it failed.
    world.clock.advance(DAY * 30);
    for (outcome, expected) in [(Outcome::RateLimited, false), (Outcome::Ok, true)] {
        let end = UnitReport {
            profile: Some(owner()),
            ..worker.end_of(outcome)
        };
        assert_eq!(
            needed(&worker, &Body::Unit(end)).await,
            those(&[], expected),
            "{outcome:?}"
        );
    }
}

#[tokio::test]
async fn stored_picture_of_item_is_not_replaced() {
    let (world, account) = with_pictures().await;
    let before: Vec<u8> = world
        .one("SELECT bytes FROM pictures p JOIN post_pictures r ON r.picture_id = p.id")
        .await;
    let worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    assert_eq!(
        store(&worker, &[picture("1", 9), picture("", 9)]).await.unwrap(),
        0
    );
    let after: Vec<u8> = world
        .one("SELECT bytes FROM pictures p JOIN post_pictures r ON r.picture_id = p.id")
        .await;
    assert_eq!(before, after);
    assert_eq!(world.count(PICTURES).await, 2);
}

#[tokio::test]
async fn equal_pictures_are_stored_once_and_kept_while_used() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    page(&mut worker, vec![offered("1"), offered("2")]).await;
    let stored = store(&worker, &[picture("1", 1), picture("2", 1), picture("", 1)]).await;
    assert_eq!(stored.unwrap(), 3);
    for (statement, left) in [
        ("DELETE FROM posts WHERE external_id = '1'", 1),
        ("DELETE FROM account_pictures", 1),
        ("DELETE FROM posts", 0),
    ] {
        assert_eq!(world.count(PICTURES).await, 1, "before {statement}");
        world.execute(statement).await;
        assert_eq!(world.count(PICTURES).await, left, "{statement}");
    }
}

#[tokio::test]
async fn picture_whose_references_are_deleted_at_the_same_time_is_deleted_by_maintenance() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    page(&mut worker, vec![offered("1"), offered("2")]).await;
    store(&worker, &[picture("1", 1), picture("2", 1)]).await.unwrap();
    let mut deletion = world.owner.begin().await.unwrap();
    sqlx::query("DELETE FROM post_pictures r USING posts p WHERE p.id = r.post_id AND p.external_id = '1'")
        .execute(&mut *deletion)
        .await
        .unwrap();
    world
        .execute("DELETE FROM post_pictures r USING posts p WHERE p.id = r.post_id AND p.external_id = '2'")
        .await;
    deletion.commit().await.unwrap();
    // Neither deletion saw the other one.
    assert_eq!(world.count(PICTURES).await, 1);
    assert_eq!(world.api.run_maintenance_once().await.unwrap().pictures, 0);
    assert_eq!(world.count(PICTURES).await, 0);
}

#[tokio::test]
async fn pictures_of_video_are_those_of_tracked_one() {
    let world = World::new().await;
    let group = world.group("a").await;
    let video = world.track_video(group, Some("7001"), None).await;
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    let author = Profile {
        picture_url: URL.to_owned(),
        ..profile("55", "author")
    };
    let body = worker.page_of(Some(author), vec![offered("7001"), offered("7002")]);
    worker.send(body.clone()).await.unwrap();
    // The author is not part of the run.
    assert_eq!(needed(&worker, &body).await, those(&["7001"], false));
    let stored = store(&worker, &[picture("7001", 1), picture("7002", 2), picture("", 3)]).await;
    assert_eq!(stored.unwrap(), 1);
}

#[tokio::test]
async fn no_pictures_are_needed_or_stored_while_off_or_full() {
    // 86 pictures of 12 KiB are more than a mebibyte.
    let fill = "INSERT INTO pictures (hash, name, bytes, created_at)
                SELECT sha256(n::text::bytea), lpad(to_hex(n), 32, '0'), convert_to(repeat('x', 12288), 'UTF8'), now()
                FROM generate_series(1, 86) n";
    for statements in [
        "UPDATE settings SET pictures = false".to_owned(),
        format!("UPDATE settings SET picture_quota_mib = 1; {fill}"),
    ] {
        let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
        world.execute(&statements).await;
        let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
        let before = world.count(PICTURES).await;
        assert_eq!(
            page(&mut worker, vec![offered("1")]).await,
            those(&[], false),
            "{statements}"
        );
        assert_eq!(
            store(&worker, &[picture("1", 1), picture("", 2)]).await.unwrap(),
            0
        );
        assert_eq!(world.count(PICTURES).await, before, "{statements}");

        world
            .execute("UPDATE settings SET pictures = true, picture_quota_mib = 2")
            .await;
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(
            page(&mut worker, vec![offered("1")]).await,
            those(&["1"], true),
            "{statements}"
        );
    }
}

#[tokio::test]
async fn erasure_purge_and_retention_delete_pictures() {
    for erases in [true, false] {
        let (world, _) = with_pictures().await;
        if erases {
            world.api.erase_handle(Platform::Instagram, "nasa").await.unwrap();
        } else {
            world
                .execute("DELETE FROM tracked_accounts; DELETE FROM platform_accounts")
                .await;
        }
        for table in ["pictures", "post_pictures", "account_pictures"] {
            assert_eq!(
                world.count(&format!("SELECT count(*) FROM {table}")).await,
                0,
                "{table} {erases}"
            );
        }
    }
    // An item that was removed from its platform.
    let (world, _) = with_pictures().await;
    world
        .execute(
            "UPDATE settings SET removed_items_days = 1;
             UPDATE posts SET availability = 'removed', unavailable_since = updated_at",
        )
        .await;
    world.clock.advance(DAY * 2);
    assert!(world.api.run_maintenance_once().await.unwrap().items);
    assert_eq!(world.count(PICTURES).await, 1);
}

#[tokio::test]
async fn turned_off_pictures_are_hidden_at_once_and_deleted_by_maintenance() {
    let (world, account) = with_pictures().await;
    let post: i64 = world.one("SELECT id FROM posts").await;
    let name: String = world.one("SELECT name FROM pictures LIMIT 1").await;
    let pool = world.pools().await.app.clone();
    assert_eq!(world.api.run_maintenance_once().await.unwrap().pictures, 0);
    for is_on in [true, false] {
        if !is_on {
            world.execute("UPDATE settings SET pictures = false").await;
        }
        let mut tx = world.begin(Scope::Admin, Access::Read).await;
        assert_eq!(
            shown::of_posts(&mut tx, &[post]).await.unwrap().len(),
            usize::from(is_on)
        );
        assert_eq!(
            shown::of_accounts(&mut tx, &[account]).await.unwrap().len(),
            usize::from(is_on)
        );
        assert_eq!(shown::named(&pool, &name).await.unwrap().is_some(), is_on);
        assert_eq!(shown::usage(&mut tx).await.unwrap().pictures, 2);
    }
    assert_eq!(world.api.run_maintenance_once().await.unwrap().pictures, 2);
    assert_eq!(world.count(PICTURES).await, 0);
    // Turned on again, they are needed at once.
    world.execute("UPDATE settings SET pictures = true").await;
    world.clock.advance(Duration::from_mins(1));
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    assert_eq!(page(&mut worker, vec![offered("1")]).await, those(&["1"], true));
}

#[tokio::test]
async fn pictures_of_other_groups_are_visible_only_with_their_content() {
    let (world, account) = with_pictures().await;
    let other = world.group("b").await;
    let post: i64 = world.one("SELECT id FROM posts").await;
    for (visibility, expected) in [("all", 1), ("group", 0)] {
        world
            .execute(&format!(
                "UPDATE settings SET content_visibility = '{visibility}'"
            ))
            .await;
        let mut tx = world.begin(Scope::Group(other), Access::Read).await;
        assert_eq!(
            shown::of_posts(&mut tx, &[post]).await.unwrap().len(),
            expected,
            "{visibility}"
        );
        assert_eq!(
            shown::of_accounts(&mut tx, &[account]).await.unwrap().len(),
            expected,
            "{visibility}"
        );
        let names: i64 = sqlx::query_scalar("SELECT count(name) FROM pictures")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
        assert_eq!(names, i64::try_from(2 * expected).unwrap(), "{visibility}");
    }
}

#[tokio::test]
async fn run_stores_only_valid_pictures_of_its_own_units() {
    let (world, victim) = with_pictures().await;
    let group = world.group("b").await;
    let own = world.track(group, Platform::Instagram, "own").await;
    // Without pictures, so that nothing but the scope prevents storing them.
    world
        .execute("DELETE FROM post_pictures; DELETE FROM account_pictures")
        .await;
    let victims_run = world.lease(Platform::Instagram, Id::AccountId(victim)).await;
    let mut attacker = Attacker::of(&world, Platform::Instagram, &[Id::AccountId(own)]).await;
    attacker
        .page(None, vec![offered("1"), offered("2")])
        .await
        .unwrap();

    let victims = StorePicturesRequest {
        run_id: victims_run.run.to_string(),
        lease_token: victims_run.token.to_string(),
        unit_id: victims_run.unit(),
        pictures: vec![picture("1", 1)],
    };
    let of = |pictures: Vec<Picture>| StorePicturesRequest {
        run_id: attacker.run().to_string(),
        lease_token: attacker.lease_token().to_owned(),
        unit_id: attacker.unit(),
        pictures,
    };
    let file = |webp: Vec<u8>| {
        vec![Picture {
            external_id: "2".to_owned(),
            webp,
        }]
    };
    let mut page = b"<html><script>alert(1)</script>".to_vec();
    page.resize(100, b' ');
    for (request, expected) in [
        (victims.clone(), Code::PermissionDenied),
        (
            StorePicturesRequest {
                lease_token: Uuid::new_v4().to_string(),
                ..of(vec![picture("2", 1)])
            },
            Code::FailedPrecondition,
        ),
        (
            StorePicturesRequest {
                unit_id: victims.unit_id,
                ..of(vec![picture("1", 1)])
            },
            Code::InvalidArgument,
        ),
        (of(file(page)), Code::InvalidArgument),
        (of(file(vec![0; 12 * 1024 + 1])), Code::InvalidArgument),
        (of(vec![picture("2", 1); 21]), Code::InvalidArgument),
        (of(vec![picture("../2", 1)]), Code::InvalidArgument),
    ] {
        let error = attacker.store_pictures(request.clone()).await.unwrap_err();
        assert_eq!(error.code(), expected, "{error}");
    }
    // The item of another account is ignored, and so is the avatar of an account without an ID.
    let stored = attacker
        .store_pictures(of(vec![picture("1", 1), picture("2", 2), picture("", 3)]))
        .await
        .unwrap();
    assert_eq!(stored, 1);
    let pictured =
        "SELECT string_agg(p.external_id, ' ') FROM post_pictures r JOIN posts p ON p.id = r.post_id";
    assert_eq!(world.one::<String>(pictured).await, "2");
    assert_eq!(world.count("SELECT count(*) FROM account_pictures").await, 0);
}
