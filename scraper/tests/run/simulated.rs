//! Whole runs against the simulator: exactly its items are found, whatever faults occur meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{Observation, Platform, Unit};
use clipmeter_simulator::{AccountKind, FaultKind, FaultRule, Simulator, SimulatorConfig};

use super::setup::{SESSION, Setup, account, limited, video};

const WORLD: SimulatorWorld = SimulatorWorld {
    accounts: 60,
    seed: 3,
};

struct SimulatorWorld {
    accounts: u32,
    seed: u64,
}

impl SimulatorWorld {
    async fn start(&self) -> Simulator {
        let config = SimulatorConfig {
            accounts: self.accounts,
            seed: self.seed,
            waf_always: true,
            ..SimulatorConfig::default()
        };
        Simulator::start(config).await.unwrap()
    }
}

async fn setup(simulator: &Simulator, platform: Platform, units: Vec<Unit>) -> Setup {
    let session = (platform == Platform::Instagram).then_some(SESSION);
    let mut setup = Setup::with_session(platform, units, session).await;
    let base: url::Url = simulator.url().parse().unwrap();
    for url in setup.config.base_urls.values_mut() {
        *url = base.clone();
    }
    setup
}

/// The accounts of a platform with their number as unit.
fn accounts(simulator: &Simulator, platform: Platform) -> Vec<(i64, String, AccountKind)> {
    let accounts = simulator
        .accounts()
        .into_iter()
        .filter(|account| account.platform == platform);
    accounts
        .zip(1..)
        .map(|(account, unit)| (unit, account.username, account.kind))
        .collect()
}

/// The name of a platform's first public account.
fn first_public(simulator: &Simulator, platform: Platform) -> String {
    let all = accounts(simulator, platform).into_iter();
    let mut public = all.filter(|(_, _, kind)| *kind == AccountKind::Public);
    public.next().unwrap().1
}

fn units(accounts: &[(i64, String, AccountKind)]) -> Vec<Unit> {
    accounts
        .iter()
        .map(|(unit, name, _)| limited(account(*unit, name), 0))
        .collect()
}

/// What a run reported, per item.
fn items(setup: &Setup) -> BTreeMap<String, Observation> {
    let observations = setup.recorded().observations();
    let count = observations.len();
    let items: BTreeMap<_, _> = observations
        .into_iter()
        .map(|item| (item.external_id.clone(), item))
        .collect();
    assert_eq!(items.len(), count, "every item once");
    items
}

/// Repeats the run of an account until it sends the avatar and another picture: a run stops sending pictures three seconds after its
/// last report, which may be too early on a busy machine.
async fn run_with_pictures(simulator: &Simulator, platform: Platform, name: &str) -> Setup {
    const ATTEMPTS: usize = 10;
    let mut attempts = 0;
    loop {
        let setup = setup(simulator, platform, vec![account(1, name)]).await;
        setup.recorded().needs_pictures = true;
        setup.run().await.unwrap();
        attempts += 1;
        let is_enough = {
            let recorded = setup.recorded();
            let sent = recorded.pictures.iter().flat_map(|request| &request.pictures);
            let ids: BTreeSet<_> = sent.map(|picture| picture.external_id.as_str()).collect();
            ids.len() > 1 && ids.contains("")
        };
        if is_enough || attempts == ATTEMPTS {
            return setup;
        }
    }
}

#[tokio::test]
async fn run_stores_pictures_that_api_needs() {
    let simulator = WORLD.start().await;
    for platform in [Platform::Instagram, Platform::Tiktok] {
        let name = first_public(&simulator, platform);
        let setup = run_with_pictures(&simulator, platform, &name).await;
        let recorded = setup.recorded();
        let sent: Vec<_> = recorded
            .pictures
            .iter()
            .flat_map(|request| &request.pictures)
            .collect();
        let ids: BTreeSet<_> = sent.iter().map(|picture| picture.external_id.as_str()).collect();
        let offered = recorded.observations().len() + 1;
        assert_eq!(
            sent.len(),
            ids.len(),
            "{platform:?}: one for each item and the account"
        );
        // How many depends on the time that they take.
        assert!((2..=offered).contains(&ids.len()), "{platform:?}: {}", ids.len());
        // The fake API asks for the avatar with each page.
        assert!(ids.contains(""), "{platform:?}");
        for picture in sent {
            assert!(picture.webp.len() <= 12 * 1024, "{platform:?}");
            assert_eq!(picture.webp.get(8..12), Some(b"WEBP".as_slice()), "{platform:?}");
        }
        for request in &recorded.pictures {
            assert_eq!(
                (request.lease_token.as_str(), request.unit_id),
                ("lease-token", 1)
            );
        }
        assert_eq!(recorded.completed, 1);
    }
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn failed_pictures_change_nothing_else() {
    let simulator = WORLD.start().await;
    let name = first_public(&simulator, Platform::Tiktok);
    let without = setup(&simulator, Platform::Tiktok, vec![account(1, &name)]).await;
    without.run().await.unwrap();
    let with = setup(&simulator, Platform::Tiktok, vec![account(1, &name)]).await;
    with.recorded().needs_pictures = true;
    with.recorded().refuse_pictures = Some(tonic::Status::internal("no"));
    with.run().await.unwrap();
    assert_eq!(with.recorded().units(), without.recorded().units());
    assert_eq!(with.recorded().pages(), without.recorded().pages());
    assert_eq!(with.recorded().completed, 1);
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn simulated_reading_equals_report_of_run() {
    let simulator = WORLD.start().await;
    for platform in [Platform::Instagram, Platform::Tiktok] {
        let accounts = accounts(&simulator, platform);
        let setup = setup(&simulator, platform, units(&accounts)).await;
        setup.run().await.unwrap();
        let mut found = items(&setup);
        for report in setup.recorded().units() {
            let (_, name, _) = &accounts[usize::try_from(report.unit_id).unwrap() - 1];
            let reading = simulator.reading(platform, name, simulator.now()).unwrap();
            assert_eq!(report.outcome(), reading.outcome, "{name}");
            assert_eq!(report.profile, reading.profile, "{name}");
            for expected in reading.observations {
                let mut item = found.remove(&expected.external_id).unwrap();
                // Posts next to the profile contain a little more than the lists do.
                if expected.views.is_none() {
                    (item.views, item.views_source) = (None, String::new());
                }
                if expected.comments.is_none() {
                    item.comments = None;
                }
                assert_eq!(item, expected, "{name}");
            }
        }
        assert!(found.is_empty(), "{found:?}");
    }
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn simulated_world_is_read_completely_and_again_after_growth() {
    let simulator = WORLD.start().await;
    for platform in [Platform::Instagram, Platform::Tiktok] {
        let accounts = accounts(&simulator, platform);
        let first = setup(&simulator, platform, units(&accounts)).await;
        first.run().await.unwrap();
        let reports = first.recorded().units();
        let pages = first.recorded().pages();
        assert_eq!(reports.len(), accounts.len());
        for report in reports {
            let (_, name, kind) = &accounts[usize::try_from(report.unit_id).unwrap() - 1];
            let expected = match kind {
                AccountKind::Public => "ok",
                AccountKind::Private => "private",
                AccountKind::Missing => "not_found",
                AccountKind::Empty => "ok_no_videos",
            };
            assert_eq!(report.outcome().code(), expected, "{name}: {}", report.detail);
            if *kind == AccountKind::Public {
                let of_unit = pages.iter().filter(|page| page.unit_id == report.unit_id);
                let found: usize = of_unit.map(|page| page.observations.len()).sum();
                let count = report.profile.as_ref().and_then(|profile| profile.item_count);
                assert_eq!(Some(i64::try_from(found).unwrap()), count, "{name}");
            }
        }
        let before = items(&first);
        // Instagram reports the plays of reels; for other videos only next to the profile.
        let is_counted = |item: &Observation| platform == Platform::Tiktok || item.url.contains("/reel/");
        for item in before.values().filter(|item| is_counted(item)) {
            assert!(item.views.is_some(), "{item:?}");
        }

        simulator.advance(Duration::from_hours(24 * 20));
        let second = setup(&simulator, platform, units(&accounts)).await;
        second.run().await.unwrap();
        let after = items(&second);
        assert!(after.len() > before.len(), "posts appear");
        for (id, item) in &before {
            assert!(after.contains_key(id), "{item:?} is missing");
            assert!(!is_counted(item) || after[id].views >= item.views, "{item:?}");
            assert_eq!(after[id].posted_at, item.posted_at);
        }
    }
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn simulated_fault_yields_its_outcome_and_no_items() {
    let instagram = [
        (FaultKind::RateLimited, "rate_limited"),
        (FaultKind::RequireLogin, "session_dead"),
        (FaultKind::Challenge, "challenge_required"),
        (FaultKind::Checkpoint, "checkpoint_required"),
        (FaultKind::FeedbackRequired, "feedback_required"),
        (FaultKind::EndpointRetired, "endpoint_retired"),
        (FaultKind::ServerError, "transient"),
        (FaultKind::CutOff, "transient"),
        (FaultKind::EmptyBody, "empty_body"),
        (FaultKind::Deleted, "not_found"),
    ];
    let tiktok = [
        (FaultKind::RateLimited, "rate_limited"),
        (FaultKind::RequireLogin, "login_required"),
        (FaultKind::Captcha, "captcha"),
        (FaultKind::ServerError, "transient"),
        (FaultKind::CutOff, "transient"),
        (FaultKind::EmptyBody, "empty_body"),
        (FaultKind::Deleted, "not_found"),
        (FaultKind::SchemaChanged, "schema_changed"),
    ];
    let simulator = WORLD.start().await;
    for (platform, faults) in [
        (Platform::Instagram, &instagram[..]),
        (Platform::Tiktok, &tiktok[..]),
    ] {
        let name = &first_public(&simulator, platform);
        for (fault, outcome) in faults {
            simulator.inject(FaultRule::new(*fault).about(name)).unwrap();
            let setup = setup(&simulator, platform, vec![account(1, name)]).await;
            setup.run().await.unwrap();
            assert_eq!(
                setup.outcomes(),
                [*outcome],
                "{fault:?}: {:?}",
                setup.recorded().units()
            );
            assert!(setup.recorded().pages().is_empty(), "{fault:?}");
            simulator.clear_faults();
        }
    }
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn simulated_transient_faults_do_not_change_observations() {
    let simulator = WORLD.start().await;
    for (platform, faults) in [
        (
            Platform::Instagram,
            vec![FaultKind::ServerError, FaultKind::CutOff],
        ),
        (Platform::Tiktok, vec![FaultKind::ServerError, FaultKind::CutOff]),
    ] {
        let name = &first_public(&simulator, platform);
        let calm = setup(&simulator, platform, vec![account(1, name)]).await;
        calm.run().await.unwrap();
        for fault in faults {
            simulator
                .inject(FaultRule::new(fault).about(name).times(2))
                .unwrap();
            let setup = setup(&simulator, platform, vec![account(1, name)]).await;
            setup.run().await.unwrap();
            assert_eq!(setup.outcomes(), ["ok"], "{fault:?}");
            assert_eq!(items(&setup), items(&calm), "{fault:?}");
        }
    }
    simulator.stop().await.unwrap();
}

/// Reads an account before and after this happens to its name, the second time with nothing but its own items under the new one.
/// Returns what is known about it.
async fn follow(simulator: &Simulator, platform: Platform, happens: FaultKind) -> Unit {
    let name = &first_public(simulator, platform);
    let first = setup(simulator, platform, vec![account(1, name)]).await;
    first.run().await.unwrap();
    let profile = first.recorded().units()[0].profile.clone().unwrap();
    simulator.inject(FaultRule::new(happens).about(name)).unwrap();
    let known = super::setup::known_account(1, name, &profile.platform_id, &profile.sec_uid);
    let second = setup(simulator, platform, vec![known.clone()]).await;
    second.run().await.unwrap();
    simulator.clear_faults();
    assert_eq!(second.outcomes(), ["ok"], "{:?}", second.recorded().units());
    let renamed = second.recorded().units()[0].profile.clone().unwrap();
    assert_eq!(
        (renamed.platform_id, renamed.username),
        (profile.platform_id, format!("{name}_renamed"))
    );
    assert!(items(&second).keys().eq(items(&first).keys()), "its own items");
    known
}

#[tokio::test]
async fn simulated_account_is_followed_after_its_handle_is_taken() {
    let simulator = WORLD.start().await;
    for (platform, by_id) in [
        (Platform::Instagram, &["/api/graphql", "/api/v1/feed/"][..]),
        (Platform::Tiktok, &["/api/creator/item_list"]),
    ] {
        let known = follow(&simulator, platform, FaultKind::Recycled).await;
        for path in by_id {
            let deleted = FaultRule {
                path_prefix: Some((*path).to_owned()),
                ..FaultRule::new(FaultKind::Deleted)
            };
            simulator.inject(deleted).unwrap();
        }
        let recycled = FaultRule::new(FaultKind::Recycled).about(first_public(&simulator, platform));
        simulator.inject(recycled).unwrap();
        let stopped = setup(&simulator, platform, vec![known]).await;
        stopped.run().await.unwrap();
        assert_eq!(stopped.outcomes(), ["identity_changed"]);
        simulator.clear_faults();
    }
    simulator.stop().await.unwrap();
}

/// An account in which nothing is due except these of its posts.
fn lookups(name: &str, known: &[u64], posts: &[u64], item_count: i64) -> Unit {
    let mut unit = account(1, name);
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.known_ids, target.read_to_id) = (known.to_vec(), u64::MAX);
        target.last_item_count = u64::try_from(item_count).ok();
        target.lookup_ids = posts.to_vec();
    }
    unit
}

#[tokio::test]
async fn simulated_lookups_match_crawled_posts() {
    let simulator = WORLD.start().await;
    let all = accounts(&simulator, Platform::Instagram);
    let public = all.iter().filter(|(_, _, kind)| *kind == AccountKind::Public);
    for (_, name, _) in public.take(4) {
        let crawled = setup(&simulator, Platform::Instagram, vec![account(1, name)]).await;
        crawled.run().await.unwrap();
        let before = items(&crawled);
        let count = crawled.recorded().units()[0].profile.as_ref().unwrap().item_count;
        let known: Vec<u64> = before.keys().map(|id| id.parse().unwrap()).collect();
        let posts = &known[..4];
        let (deleted, left) = posts.split_last().unwrap();
        simulator
            .inject(FaultRule {
                item: Some(deleted.to_string()),
                ..FaultRule::new(FaultKind::ItemDeleted)
            })
            .unwrap();
        for session in [Some(SESSION), None] {
            let units = vec![lookups(name, &known, posts, count.unwrap())];
            let mut looked_up = Setup::with_session(Platform::Instagram, units, session).await;
            let base = simulator.url().parse().unwrap();
            looked_up.config.base_urls.insert(Platform::Instagram, base);
            looked_up.run().await.unwrap();
            assert_eq!(looked_up.outcomes(), ["ok"]);
            let after = items(&looked_up);
            for id in left {
                let (one, other) = (&before[&id.to_string()], &after[&id.to_string()]);
                assert_eq!((one.likes, &one.caption), (other.likes, &other.caption));
                assert!(!one.url.contains("/reel/") || one.views == other.views);
            }
            let missing = looked_up.recorded().units()[0].missing.clone();
            let denied: Vec<u64> = missing.iter().map(|one| one.id).collect();
            assert!(!after.contains_key(&deleted.to_string()));
            // A post that is not shown to anonymous clients is not necessarily removed.
            let recorded: &[u64] = if session.is_some() { &[*deleted] } else { &[] };
            assert_eq!(denied, recorded, "{name}");
        }
        simulator.clear_faults();
    }
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn simulated_renamed_account_is_followed_on_both_platforms() {
    let simulator = WORLD.start().await;
    for platform in [Platform::Instagram, Platform::Tiktok] {
        follow(&simulator, platform, FaultKind::Renamed).await;
    }
    simulator.stop().await.unwrap();
}

#[tokio::test]
async fn simulated_single_videos_are_read() {
    let simulator = WORLD.start().await;
    let name = &first_public(&simulator, Platform::Tiktok);
    let first = setup(&simulator, Platform::Tiktok, vec![account(1, name)]).await;
    first.run().await.unwrap();
    let known = items(&first);
    let videos = known
        .keys()
        .zip(1..)
        .take(3)
        .map(|(id, unit)| video(unit, id, ""))
        .collect();
    let single = setup(&simulator, Platform::Tiktok, videos).await;
    single.run().await.unwrap();
    assert_eq!(single.outcomes(), ["ok", "ok", "ok"]);
    for (id, item) in items(&single) {
        assert_eq!(
            (item.views, item.likes, item.shares),
            (known[&id].views, known[&id].likes, known[&id].shares)
        );
    }
    simulator.stop().await.unwrap();
}
