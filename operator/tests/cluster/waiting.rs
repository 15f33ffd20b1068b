//! Platforms that temporarily cannot be scraped.

use clipmeter_fixtures::fake_api::{FakeApi, now};
use clipmeter_fixtures::wait_for;
use clipmeter_proto::v1::{Outcome, Platform, PlatformRuns, PlatformWait, ScrapingCapacity, WaitReason};
use serde_json::{Value, json};

use super::accounts::provision_group;
use super::cluster::{Cluster, Key, said};
use super::operator::Operator;

const MESSAGE: &str = "Instagram refuses requests from this address. Next attempt at 07:01 UTC.";
const POLICY: Key<'static> = ("ScrapePolicy", "", "default");

fn capacity(waits: Vec<PlatformWait>) -> ScrapingCapacity {
    ScrapingCapacity {
        runs: waits.iter().map(|wait| none(wait.platform())).collect(),
        waits,
        ..ScrapingCapacity::default()
    }
}

fn none(platform: Platform) -> PlatformRuns {
    PlatformRuns {
        platform: platform.into(),
        runs: 0,
    }
}

fn message(object: &Value, type_: &str) -> Value {
    let conditions = object["status"]["conditions"].as_array().unwrap();
    let condition = conditions.iter().find(|condition| condition["type"] == type_);
    condition.unwrap()["message"].clone()
}

#[expect(clippy::too_many_lines, reason = "one scenario on one cluster")]
pub(crate) async fn status_reports_reason_and_end(cluster: &Cluster) {
    let api = FakeApi::start();
    let wait = PlatformWait {
        platform: Platform::Instagram.into(),
        reason: WaitReason::AddressCooldown.into(),
        until: Some(now() + 1800),
        message: MESSAGE.to_owned(),
    };
    api.rows().capacity = Some(capacity(vec![wait]));
    let policy = json!({
        "apiVersion": "clipmeter.io/v1beta1", "kind": "ScrapePolicy", "metadata": {"name": "default"}, "spec": {},
    });
    if cluster.get("ScrapePolicy", "", "default").await.is_null() {
        cluster.make(&policy).await;
    }
    let operator = Operator::leading(cluster, &api, "waiting").await;
    provision_group(cluster, "held").await;
    for name in ["asked", "fresh", "overdue"] {
        let account = ("InstagramAccount", "cg-held", name);
        cluster.register(account, json!({"username": name})).await;
        api.rows().attempted(name, Outcome::Ok, now() - 10);
        cluster.until_said(account, "Scraped", "True", "ok").await;
    }
    // The account's interval is an hour.
    api.rows().attempted("overdue", Outcome::Ok, now() - 4000);
    let request = json!({"metadata": {"annotations": {"clipmeter.io/scrape-requested-at": "now"}}});
    cluster
        .patch("InstagramAccount", "cg-held", "asked", &request)
        .await;

    for name in ["asked", "overdue"] {
        let account = ("InstagramAccount", "cg-held", name);
        let waiting = cluster
            .until_said(account, "Waiting", "True", "AddressCooldown")
            .await;
        assert_eq!(message(&waiting, "Waiting"), MESSAGE);
        assert_eq!(said(&waiting, "Ready").0, "True", "Ready is unchanged");
    }
    cluster
        .wait_for_event("InstagramAccount", "asked", "ScrapeWaits")
        .await;
    let policy = cluster
        .until_said(POLICY, "InstagramAvailable", "False", "AddressCooldown")
        .await;
    assert_eq!(message(&policy, "InstagramAvailable"), MESSAGE);
    cluster
        .until_said(POLICY, "TikTokAvailable", "True", "Available")
        .await;
    let policy = cluster
        .until_said(POLICY, "OnSchedule", "False", "AddressCooldown")
        .await;
    assert_eq!(message(&policy, "OnSchedule"), MESSAGE);
    assert_eq!(
        said(&policy, "Ready").0,
        "True",
        "tools that wait for Ready are not held up by a platform"
    );
    cluster
        .wait_for_event("ScrapePolicy", "default", "PlatformUnavailable")
        .await;
    let metrics = operator.get("/metrics").await;
    for line in [
        "clipmeter_platform_waiting{platform=\"instagram\",reason=\"AddressCooldown\"} 1",
        "clipmeter_scrape_requests_waiting{platform=\"instagram\"} 1",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
    // Units that are not due or were not requested cause no events.
    let fresh = cluster.get("InstagramAccount", "cg-held", "fresh").await;
    assert_eq!(said(&fresh, "Waiting").0, "");
    for name in ["fresh", "overdue"] {
        let reasons = cluster.events("InstagramAccount", name).await;
        assert!(!reasons.contains(&"ScrapeWaits".to_owned()), "{reasons:?}");
    }

    api.rows().capacity = Some(capacity(Vec::new()));
    cluster
        .until("InstagramAccount", "cg-held", "asked", |it| {
            it["status"]["lastHandledRequest"] == "now" && said(it, "Waiting").0.is_empty()
        })
        .await;
    cluster
        .until_said(POLICY, "InstagramAvailable", "True", "Available")
        .await;
    cluster.until_said(POLICY, "OnSchedule", "True", "UpToDate").await;
    cluster
        .wait_for_event("ScrapePolicy", "default", "PlatformAvailable")
        .await;
    api.rows().attempted("overdue", Outcome::Ok, now() + 1);
    cluster
        .until("InstagramAccount", "cg-held", "overdue", |it| {
            said(it, "Waiting").0.is_empty()
        })
        .await;
    let times = async |reason: &str| {
        let reasons = cluster.events("InstagramAccount", "asked").await;
        reasons.iter().filter(|it| *it == reason).count()
    };
    assert_eq!(times("ScrapeWaits").await, 1, "a wait causes one event");
    wait_for("the metric", async || {
        let metrics = operator.get("/metrics").await;
        if metrics.contains("clipmeter_platform_waiting{") {
            Err(metrics)
        } else {
            Ok(())
        }
    })
    .await;
    cluster.remove_group("held").await;
}
