//! Tests that changes in the dashboard are stored as Kubernetes resources.

use clipmeter_api::control_plane::{DesiredState as _, DesiredStateError};
use clipmeter_crds::{ClientGroup, InstagramAccount, ScrapePolicy, TikTokAccount, TikTokVideo, managed_by};
use clipmeter_db::cost::{CostModel, StoredCost};
use clipmeter_db::tracking::intent::{GroupIntent, Intent, PolicyIntent, TrackedIntent};
use clipmeter_fixtures::eventually;
use clipmeter_fixtures::kubernetes::{apply, create_namespace, delete};
use clipmeter_proto::v1::Platform;
use kube::ResourceExt as _;
use kube::api::{DeleteParams, ListParams};
use serde_json::json;

use crate::cluster::Cluster;
use crate::desired::{account, existing, group, instagram, intent, track, video, with_defaults};

fn cost(model: CostModel, base: f64, rate: f64, cap: f64) -> StoredCost {
    StoredCost {
        model,
        base: Some(base),
        rate: Some(rate),
        cap: Some(cap),
    }
}

/// Returns a group with all settings.
fn full_group() -> GroupIntent {
    GroupIntent {
        description: "Outdoor equipment".to_owned(),
        suspended: true,
        max_instagram_accounts: 20,
        max_tiktok_accounts: 0,
        max_tiktok_videos: 5,
        instagram_minutes: Some(60),
        tiktok_minutes: Some(30),
        cost: Some(cost(CostModel::BasePlus, 20.0, 1.5, 200.0)),
        currency: Some("CHF".to_owned()),
        time_zone: Some("Asia/Kolkata".to_owned()),
        scraper_pool: Some("eu".to_owned()),
        allowed_scraper_pools: vec!["us".to_owned()],
        ..intent(group("Intents"))
    }
}

pub(crate) async fn every_intent_is_taken_and_repeating_it_writes_nothing(cluster: &Cluster) {
    let full = full_group();
    let desired = [Intent::Group(Box::new(full.clone()))];
    cluster.resources.apply(&desired).await.unwrap();
    let groups = cluster.all::<ClientGroup>();
    let name = clipmeter_crds::group_name("Intents");
    let made = groups.get(&name).await.unwrap();
    assert_eq!(
        serde_json::to_value(&made.spec).unwrap(),
        json!({
            "displayName": "Intents", "description": "Outdoor equipment", "suspend": true, "deletionPolicy": "Delete",
            "purgeAfter": "168h",
            "limits": {"instagramAccounts": 20, "tiktokAccounts": 0, "tiktokVideos": 5},
            "intervals": {"instagramMinutes": 60, "tiktokMinutes": 30},
            "cost": {"model": "base_plus", "base": 20.0, "rate": 1.5, "max": 200.0},
            "currency": "CHF", "timeZone": "Asia/Kolkata",
            "scraperPool": "eu", "allowedScraperPools": ["us"],
        })
    );
    assert_eq!(managed_by(&made.metadata), "");

    create_namespace(&cluster.client, &made.target_namespace()).await;
    let tracked = |interval_minutes| TrackedIntent {
        interval_minutes,
        cost: Some(cost(CostModel::PerMille, 0.0, 2.5, 100.0)),
        scraper_pool: Some("us".to_owned()),
        ..with_defaults(instagram("a_b.c"))
    };
    let place = full.name.clone();
    let mut many = vec![
        tracked(Some(30)),
        with_defaults(account(Platform::Tiktok, "khaby.lame")),
        with_defaults(video(
            "https://www.tiktok.com/@scout2015/video/6718335390845095173",
        )),
        with_defaults(video("https://vm.tiktok.com/ZMabc1234/")),
    ];
    let desired = [Intent::Track(place.clone(), many.clone())];
    cluster.resources.apply(&desired).await.unwrap();
    let namespace = made.target_namespace();
    let accounts = cluster.within::<InstagramAccount>(&namespace);
    let first = accounts
        .list(&ListParams::default())
        .await
        .unwrap()
        .items
        .remove(0);
    assert_eq!(
        serde_json::to_value(&first.spec).unwrap(),
        json!({
            "username": "a_b.c", "suspend": false, "intervalMinutes": 30,
            "cost": {"model": "per_mille", "rate": 2.5, "cap": 100.0}, "scraperPool": "us",
        })
    );
    let tiktok = cluster
        .within::<TikTokAccount>(&namespace)
        .get("khaby-lame-0b8bc2b6")
        .await
        .unwrap();
    assert_eq!(tiktok.spec.username, "khaby.lame");
    let videos = cluster.within::<TikTokVideo>(&namespace);
    let urls = async || videos.list(&ListParams::default()).await.unwrap().items.len();
    assert_eq!(urls().await, 2);

    // Apply it again, then without its own interval. The first repetition stores the default of the status.
    cluster.resources.apply(&desired).await.unwrap();
    let stored = accounts.get(&first.name_any()).await.unwrap();
    cluster.resources.apply(&desired).await.unwrap();
    let again = accounts.get(&first.name_any()).await.unwrap();
    assert_eq!(again.resource_version(), stored.resource_version());
    many[0] = tracked(None);
    cluster
        .resources
        .apply(&[Intent::Track(place.clone(), many.clone())])
        .await
        .unwrap();
    let changed = accounts.get(&first.name_any()).await.unwrap();
    assert_eq!(changed.spec.interval_minutes, None);

    // An account that was renamed on its platform.
    let mut renamed = with_defaults(instagram("new.name"));
    renamed.name.resource = Some(first.name_any());
    cluster
        .resources
        .apply(&[Intent::Track(existing(&name), vec![renamed])])
        .await
        .unwrap();
    let kept = accounts.get(&first.name_any()).await.unwrap();
    assert_eq!((kept.spec.username.as_str(), kept.spec.cost), ("a_b.c", None));

    let names: Vec<_> = many.into_iter().map(|intent| intent.name).collect();
    let untrack = [Intent::Untrack(place.clone(), names), Intent::NoGroup(place)];
    cluster.resources.apply(&untrack).await.unwrap();
    assert_eq!(urls().await, 0);
    assert!(accounts.get_opt(&first.name_any()).await.unwrap().is_none());
    assert!(groups.get_opt(&name).await.unwrap().is_none());
    cluster.resources.apply(&untrack).await.unwrap();
}

pub(crate) async fn a_group_is_found_by_its_name_until_its_resource_is_known(cluster: &Cluster) {
    let groups = cluster.all::<ClientGroup>();
    let apply = async |intent| cluster.resources.apply(&[Intent::Group(Box::new(intent))]).await;
    apply(intent(group("Finders"))).await.unwrap();
    let name = clipmeter_crds::group_name("Finders");
    // Renamed twice before the operator has reconciled it.
    for (before, after) in [("FINDERS", "Keepers"), ("Keepers", "Weepers")] {
        let renamed = GroupIntent {
            display_name: after.to_owned(),
            ..intent(group(before))
        };
        apply(renamed).await.unwrap();
        let found = groups.get(&name).await.unwrap();
        assert_eq!(found.spec.display_name, after);
    }
    assert!(
        groups
            .get_opt(&clipmeter_crds::group_name("Keepers"))
            .await
            .unwrap()
            .is_none()
    );
    delete(&groups, &name, &DeleteParams::default()).await;
}

pub(crate) async fn a_renamed_group_keeps_its_object_when_another_takes_its_name(cluster: &Cluster) {
    let groups = cluster.all::<ClientGroup>();
    let apply = async |intent| cluster.resources.apply(&[Intent::Group(Box::new(intent))]).await;
    apply(intent(group("Harbour"))).await.unwrap();
    let name = clipmeter_crds::group_name("Harbour");
    let renamed = GroupIntent {
        display_name: "Lagoon".to_owned(),
        ..intent(existing(&name))
    };
    apply(renamed).await.unwrap();
    let before = groups.get(&name).await.unwrap();

    let new = GroupIntent {
        max_instagram_accounts: 3,
        ..intent(group("Harbour"))
    };
    // Applying it again, as after a deadlock, creates no third object.
    for _ in 0..2 {
        apply(new.clone()).await.unwrap();
    }
    let after = groups.get(&name).await.unwrap();
    assert_eq!(after.resource_version(), before.resource_version());
    let found = groups.list(&ListParams::default()).await.unwrap().items;
    let made: Vec<_> = found
        .iter()
        .filter(|group| group.spec.display_name == "Harbour")
        .collect();
    assert_eq!(made.len(), 1);
    assert_eq!(made[0].spec.limits.instagram_accounts, 3);
    assert_ne!(made[0].target_namespace(), before.target_namespace());
    for name in [name, made[0].name_any()] {
        delete(&groups, &name, &DeleteParams::default()).await;
    }
}

pub(crate) async fn the_policy_is_shared_with_its_installer(cluster: &Cluster) {
    let policies = cluster.all::<ScrapePolicy>();
    let installed = json!({
        "apiVersion": "clipmeter.io/v1beta1", "kind": "ScrapePolicy", "metadata": {"name": "default"},
        "spec": {"concurrency": {"maxJobs": 3}},
    });
    apply("helm", &policies, installed.clone()).await;
    let policy = |instagram_minutes| {
        [Intent::Policy(PolicyIntent {
            instagram_minutes,
            tiktok_minutes: 10,
        })]
    };
    cluster.resources.apply(&policy(45)).await.unwrap();
    let found = policies.get("default").await.unwrap();
    assert_eq!(
        (
            found.spec.intervals.instagram_minutes,
            found.spec.concurrency.max_jobs
        ),
        (45, 3)
    );

    let mut theirs = installed;
    theirs["spec"]["intervals"] = json!({"instagramMinutes": 60});
    apply("helm", &policies, theirs).await;
    let refused = cluster.resources.apply(&policy(45)).await;
    assert!(
        matches!(&refused, Err(DesiredStateError::ManagedElsewhere { manager, .. }) if manager == "helm"),
        "{refused:?}"
    );
    let found = policies.get("default").await.unwrap();
    assert_eq!(found.spec.intervals.instagram_minutes, 60);
    delete(&policies, "default", &DeleteParams::default()).await;
    eventually("the policy is gone", async || {
        policies.get_opt("default").await.unwrap().is_none()
    })
    .await;
    // If there is no policy, one is created.
    cluster
        .resources
        .apply(&[track(existing("nowhere"), [])])
        .await
        .unwrap();
    cluster.resources.apply(&policy(45)).await.unwrap();
    assert_eq!(managed_by(&policies.get("default").await.unwrap().metadata), "");
}
