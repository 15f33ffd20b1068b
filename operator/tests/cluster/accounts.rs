//! Accounts and videos.

use std::time::Instant;

use clipmeter_fixtures::fake_api::{FakeApi, now};
use clipmeter_fixtures::wait_for;
use clipmeter_proto::v1::Outcome;
use serde_json::{Value, json};

use super::cluster::{Cluster, group, tracked};
use super::operator::{Operator, TOKEN};

/// Creates a group with its namespace, which is named `cg-` and the group's name.
pub(super) async fn provision_group(cluster: &Cluster, name: &str) {
    cluster.make(&group(name, json!({"displayName": name}))).await;
    cluster.until_ready(("ClientGroup", "", name)).await;
    let quota = cluster
        .get("ResourceQuota", &format!("cg-{name}"), "clipmeter")
        .await;
    assert!(quota["status"]["used"].is_object(), "it is counted: {quota}");
}

pub(crate) async fn are_registered_and_report_progress(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "accounts").await;
    provision_group(cluster, "shoes").await;
    let account = ("InstagramAccount", "cg-shoes", "natgeo");
    let spec = json!({"username": "natgeo", "intervalMinutes": 30});
    let new = cluster.register(account, spec).await;
    assert_eq!(new["metadata"]["finalizers"], json!(["clipmeter.io/purge"]));
    let row = api.rows().tracked.values().next().unwrap().request.clone();
    assert_eq!(
        (
            row.subject.as_str(),
            row.interval_minutes,
            row.managed_by.as_str()
        ),
        ("natgeo", Some(30), "kubectl")
    );
    assert!(
        api.rows()
            .tokens
            .iter()
            .all(|token| *token == format!("Bearer {TOKEN}"))
    );

    let at = now() - 10;
    api.rows().attempted("natgeo", Outcome::Ok, at);
    cluster.until_said(account, "Fresh", "True", "UpToDate").await;
    let read = cluster.until_said(account, "Scraped", "True", "ok").await;
    let status = &read["status"];
    assert_eq!(
        (&status["posts"], &status["views"], &status["lastOutcome"]),
        (&json!(12), &json!(3400), &json!("ok"))
    );
    cluster
        .until("InstagramAccount", "cg-shoes", "natgeo", |it| {
            it["status"]["nextScrapeTime"].is_string()
        })
        .await;
    cluster
        .wait_for_event("InstagramAccount", "natgeo", "ScrapeSucceeded")
        .await;
    api.rows().attempted("natgeo", Outcome::RateLimited, at + 1);
    let failed = cluster
        .until_said(account, "Scraped", "False", "rate_limited")
        .await;
    // Deployment tools wait for `Ready`, and must not wait for a platform.
    cluster.until_ready(account).await;
    assert_eq!(failed["status"]["views"], 3400, "the last known numbers are kept");
    let counts = json!({"tracked": 1, "failing": 1});
    cluster
        .until("ClientGroup", "", "shoes", |it| {
            it["status"]["accounts"]["instagram"] == counts
        })
        .await;

    // A request during a run causes another scrape after it.
    api.rows().runs.clear();
    let request = json!({"metadata": {"annotations": {"clipmeter.io/scrape-requested-at": "now"}}});
    cluster
        .patch("InstagramAccount", "cg-shoes", "natgeo", &request)
        .await;
    cluster
        .until("InstagramAccount", "cg-shoes", "natgeo", |it| {
            it["status"]["lastHandledRequest"] == "now"
        })
        .await;
    let reasons = ["Registered", "ScrapeSucceeded", "ScrapeFailed", "ScrapeRequested"];
    // An event may be written after the status.
    for reason in reasons {
        cluster.wait_for_event("InstagramAccount", "natgeo", reason).await;
    }
    let events = cluster.events("InstagramAccount", "natgeo").await;
    for reason in reasons {
        assert_eq!(events.iter().filter(|it| *it == reason).count(), 1, "{events:?}");
    }
    let calls = api.rows().calls["SyncTracked"];
    assert_eq!(calls, 1, "unchanged state is not sent again");
    cluster.remove_group("shoes").await;
}

/// Where the policies are not installed, or an admin has labeled a namespace for a group that does not exist.
pub(crate) async fn outside_groups_are_reported_but_not_registered(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "strays").await;
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "strays"}});
    cluster.make(&namespace).await;
    let url = "https://www.tiktok.com/@nasa/video/7526770564367748360";
    let strays = [
        ("InstagramAccount", json!({"username": "nasa"})),
        ("TikTokAccount", json!({"username": "nasa"})),
        ("TikTokVideo", json!({"url": url})),
    ];
    for (kind, spec) in &strays {
        cluster.make_tracked((*kind, "strays", "a"), spec.clone()).await;
    }
    for (kind, _) in &strays {
        let stray = (*kind, "strays", "a");
        cluster
            .until_said(stray, "Registered", "False", "OutsideGroup")
            .await;
        cluster.until_said(stray, "Ready", "False", "OutsideGroup").await;
    }
    // A label alone is not a group.
    let label = json!({"metadata": {"labels": {"clipmeter.io/client-group": "stray"}}});
    cluster.patch("Namespace", "", "strays", &label).await;
    let (kind, spec) = &strays[1];
    let labeled = (*kind, "strays", "b");
    cluster.make_tracked(labeled, spec.clone()).await;
    cluster
        .until_said(labeled, "Ready", "False", "OutsideGroup")
        .await;
    let registered = ["a", "b"].map(|name| api.rows().is_tracked(name));
    assert_eq!(registered, [false; 2], "nothing is scraped");
    cluster.delete(kind, "strays", "b").await;
    cluster.until(kind, "strays", "b", Value::is_null).await;

    let spec = json!({"displayName": "Stray", "namespace": "strays"});
    cluster.make(&group("stray", spec)).await;
    for (kind, _) in &strays {
        cluster.until_registered((*kind, "strays", "a")).await;
    }
    cluster.remove_group("stray").await;
}

pub(crate) async fn are_refused_with_reason(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "refusals").await;
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "nobodys"}});
    cluster.make(&namespace).await;
    let first = tracked("TikTokAccount", "nobodys", "a", json!({"username": "nasa"}));
    let refusal = cluster.try_make(&first).await.unwrap_err().to_string();
    assert!(refusal.contains("belongs to no client group"), "{refusal}");
    // Assign the namespace to a group.
    let limits = json!({"tiktokVideos": 1});
    let spec = json!({"displayName": "Nobody", "namespace": "nobodys", "limits": limits});
    cluster.make(&group("nobody", spec)).await;
    cluster.until_ready(("ClientGroup", "", "nobody")).await;
    cluster.make_soon(&first).await;
    cluster.until_registered(("TikTokAccount", "nobodys", "a")).await;

    let second = ("TikTokAccount", "nobodys", "b");
    cluster.make_tracked(second, json!({"username": "nasa"})).await;
    cluster.until_said(second, "Ready", "False", "Duplicate").await;
    cluster.wait_for_event("TikTokAccount", "b", "Duplicate").await;
    cluster.delete("TikTokAccount", "nobodys", "a").await;
    cluster.until_registered(second).await;

    // The cluster rejects objects over the quota before the operator sees them.
    let account = |number: usize| {
        let spec = json!({"username": format!("user{number}")});
        tracked("InstagramAccount", "nobodys", &format!("i{number}"), spec)
    };
    let (began, list_calls) = (Instant::now(), api.rows().calls["ListDue"]);
    for number in 0..10 {
        cluster.make_soon(&account(number)).await;
    }
    let video = |number: usize| {
        let spec = json!({"url": format!("https://www.tiktok.com/@nasa/video/752677056436774836{number}")});
        tracked("TikTokVideo", "nobodys", &format!("v{number}"), spec)
    };
    cluster.make_soon(&video(0)).await;
    for over in [account(10), video(1)] {
        let refusal = wait_for("a refusal", async || match cluster.try_make(&over).await {
            Ok(object) => Err(object.metadata.name),
            Err(error) => Ok(error.to_string()),
        })
        .await;
        assert!(refusal.contains("exceeded quota"), "{refusal}");
    }
    // The API rejects objects that predate a lowered limit.
    for number in 0..10 {
        let name = format!("i{number}");
        cluster
            .until_registered(("InstagramAccount", "nobodys", &name))
            .await;
    }
    let videos = json!({"tracked": 1, "failing": 0});
    cluster
        .until("ClientGroup", "", "nobody", |it| it["status"]["videos"] == videos)
        .await;
    let new_list_calls = u64::try_from(api.rows().calls["ListDue"] - list_calls).unwrap();
    assert!(
        new_list_calls <= began.elapsed().as_secs() + 2,
        "{new_list_calls} lists of all units"
    );
    api.rows().tracked.retain(|(_, _, name), _| name != "i3");
    let limit = json!({"spec": {"limits": {"instagramAccounts": 9}}});
    cluster.patch("ClientGroup", "", "nobody", &limit).await;
    wait_for("the limit", async || {
        let limit = api.rows().groups["nobody"].max_instagram_accounts;
        if limit == 9 { Ok(()) } else { Err(limit) }
    })
    .await;
    let changed = json!({"spec": {"intervalMinutes": 5}});
    cluster.patch("InstagramAccount", "nobodys", "i3", &changed).await;
    let over = ("InstagramAccount", "nobodys", "i3");
    cluster.until_said(over, "Ready", "False", "LimitReached").await;
    let limit = json!({"spec": {"limits": {"instagramAccounts": 10}}});
    cluster.patch("ClientGroup", "", "nobody", &limit).await;
    cluster.until_registered(over).await;
    cluster.remove_group("nobody").await;
}

pub(crate) async fn are_deleted_after_purge_or_by_annotation(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "purges").await;
    provision_group(cluster, "purges").await;
    for name in ["one", "two"] {
        let spec = json!({"url": format!("https://www.tiktok.com/@nasa/video/752677056436774836{}", name.len() + usize::from(name == "two"))});
        cluster.register(("TikTokVideo", "cg-purges", name), spec).await;
    }
    cluster.delete("TikTokVideo", "cg-purges", "one").await;
    cluster
        .until("TikTokVideo", "cg-purges", "one", Value::is_null)
        .await;
    assert!(!api.rows().is_tracked("one"));

    api.rows().away = true;
    cluster.delete("TikTokVideo", "cg-purges", "two").await;
    let two = ("TikTokVideo", "cg-purges", "two");
    cluster.until_said(two, "Purging", "True", "PurgeBlocked").await;
    cluster.wait_for_event("TikTokVideo", "two", "PurgeBlocked").await;
    let skip = json!({"metadata": {"annotations": {"clipmeter.io/skip-purge": "true"}}});
    cluster.patch("TikTokVideo", "cg-purges", "two", &skip).await;
    cluster
        .until("TikTokVideo", "cg-purges", "two", Value::is_null)
        .await;
    assert!(api.rows().is_tracked("two"), "its data is kept");
    api.rows().away = false;
    cluster.remove_group("purges").await;
}

pub(crate) async fn report_unreachable_api(cluster: &Cluster) {
    let api = FakeApi::start();
    api.rows().away = true;
    let _operator = Operator::leading(cluster, &api, "away").await;
    cluster.make(&group("away", json!({"displayName": "Away"}))).await;
    let away = ("ClientGroup", "", "away");
    cluster.until_said(away, "Ready", "False", "ApiUnavailable").await;
    let account = ("TikTokAccount", "cg-away", "a");
    cluster.make_tracked(account, json!({"username": "nasa"})).await;
    cluster
        .until_said(account, "Registered", "Unknown", "ApiUnavailable")
        .await;
    cluster.delete(account.0, account.1, account.2).await;
    cluster
        .until_said(account, "Purging", "True", "PurgeBlocked")
        .await;
    api.rows().away = false;
    cluster
        .until(account.0, account.1, account.2, Value::is_null)
        .await;
    cluster.until_ready(away).await;
    cluster.remove_group("away").await;
}
