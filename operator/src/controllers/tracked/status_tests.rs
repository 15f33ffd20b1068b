use clipmeter_crds::InstagramAccount;
use clipmeter_scheduler::{Platform, Target, UnitKey};
use serde_json::{Value, json};

use super::*;

/// 2026-11-21T10:00:00Z
const TEN: i64 = 1_795_255_200;

fn account(spec: &Value, status: &Value) -> InstagramAccount {
    let mut whole = json!({"username": "natgeo"});
    whole
        .as_object_mut()
        .unwrap()
        .extend(spec.as_object().unwrap().clone());
    serde_json::from_value(json!({
        "metadata": {"name": "a", "namespace": "cg-acme", "generation": 4},
        "spec": whole,
        "status": status,
    }))
    .unwrap()
}

fn registered() -> TrackedState {
    TrackedState {
        registration: Some(Registration::Registered),
        unit: Some(UnitKey {
            platform: Platform::Instagram,
            target: Target::Account(1),
        }),
        ..TrackedState::default()
    }
}

fn inputs() -> StatusInputs {
    StatusInputs {
        policy_suspended: false,
        waits_known: true,
        now: TEN,
    }
}

fn read(outcome: Outcome) -> v1::Progress {
    v1::Progress {
        platform_id: "787132".to_owned(),
        display_name: "National Geographic".to_owned(),
        items: 812,
        views: Some(4_200_000),
        last_success_at: Some(TEN - 60),
        last_attempt_at: Some(TEN - 60),
        last_outcome: outcome.into(),
        last_detail: if outcome.is_success() { "" } else { "HTTP 429" }.to_owned(),
        consecutive_failures: u32::from(!outcome.is_success()),
        interval_seconds: 3600,
        ..v1::Progress::default()
    }
}

fn condition(type_: &str, status: &str, reason: &str, message: &str) -> Value {
    json!({
        "type": type_, "status": status, "reason": reason, "message": message, "observedGeneration": 4,
        "lastTransitionTime": "2026-11-21T10:00:00Z",
    })
}

fn rendered(object: &InstagramAccount, state: &TrackedState, inputs: StatusInputs) -> Value {
    serde_json::to_value(status(object, state, inputs)).unwrap()
}

#[test]
fn account_status_after_scrape_has_all_fields() {
    let state = TrackedState {
        progress: Some(EncodedProgress::new(read(Outcome::Ok))),
        handled_request: Some("now".to_owned()),
        ..registered()
    };
    let rendered = rendered(&account(&json!({}), &Value::Null), &state, inputs());
    let next = rendered["nextScrapeTime"].as_str().unwrap().to_owned();
    assert!(
        ("2026-11-21T10:00:00Z".."2026-11-21T11:10:00Z").contains(&next.as_str()),
        "{next}"
    );
    assert_eq!(
        rendered,
        json!({
            "observedGeneration": 4,
            "conditions": [
                condition("Scraped", "True", "ok", ""),
                condition("Registered", "True", "Registered", ""),
                condition("Ready", "True", "UpToDate", ""),
                condition("Fresh", "True", "UpToDate", ""),
            ],
            "views": 4_200_000,
            "lastScrapeTime": "2026-11-21T09:59:00Z",
            "nextScrapeTime": next,
            "lastOutcome": "ok",
            "consecutiveFailures": 0,
            "lastHandledRequest": "now",
            "platformId": "787132",
            "displayName": "National Geographic",
            "posts": 812,
        })
    );
}

#[test]
fn tracked_status_is_kept_by_new_leader_without_progress() {
    let state = TrackedState {
        progress: Some(EncodedProgress::new(read(Outcome::Ok))),
        ..registered()
    };
    let before = rendered(&account(&json!({}), &Value::Null), &state, inputs());
    // No active group requests the unit.
    let without_interval = TrackedState {
        progress: Some(EncodedProgress::new(v1::Progress {
            interval_seconds: 0,
            ..read(Outcome::Ok)
        })),
        ..registered()
    };
    for known in [registered(), without_interval] {
        let new_leader = rendered(&account(&json!({}), &before), &known, inputs());
        assert_eq!(new_leader, before);
    }
}

#[test]
fn next_scrape_time_follows_delay_from_api() {
    let state = TrackedState {
        progress: Some(EncodedProgress::new(v1::Progress {
            delay_seconds: Some(86_400),
            ..read(Outcome::Private)
        })),
        ..registered()
    };
    let rendered = rendered(&account(&json!({}), &Value::Null), &state, inputs());
    let next = rendered["nextScrapeTime"].as_str().unwrap();
    assert!(
        ("2026-11-22T09:20:00Z".."2026-11-22T10:40:00Z").contains(&next),
        "{next}"
    );
}

/// Returns status and reason of `Ready`, `Stalled` and `Fresh`; `-` for absent ones.
fn conditions(object: &InstagramAccount, state: &TrackedState, inputs: StatusInputs) -> [String; 3] {
    let rendered = rendered(object, state, inputs);
    let conditions = rendered["conditions"].as_array().unwrap();
    ["Ready", "Stalled", "Fresh"].map(|type_| {
        conditions
            .iter()
            .find(|condition| condition["type"] == type_)
            .map_or("-".to_owned(), |condition| {
                let text = |key: &str| condition[key].as_str().unwrap();
                format!("{} {}", text("status"), text("reason"))
            })
    })
}

fn refused(reason: Reason) -> TrackedState {
    TrackedState {
        registration: Some(Registration::Refused {
            reason,
            message: "why".to_owned(),
        }),
        ..registered()
    }
}

fn scraped(outcome: Outcome, success_ago: i64) -> TrackedState {
    TrackedState {
        progress: Some(EncodedProgress::new(v1::Progress {
            last_success_at: Some(TEN - success_ago),
            ..read(outcome)
        })),
        ..registered()
    }
}

#[test]
fn ready_and_stalled_conditions_show_acceptance_and_not_scraping() {
    let plain = account(&json!({}), &Value::Null);
    let unavailable = TrackedState {
        registration: Some(Registration::Unavailable("away".to_owned())),
        ..TrackedState::default()
    };
    let ready = "True UpToDate";
    for (state, expected) in [
        (TrackedState::default(), ["Unknown Pending", "-", "-"]),
        (registered(), [ready, "-", "-"]),
        (scraped(Outcome::Ok, 7200), [ready, "-", "True UpToDate"]),
        (scraped(Outcome::Ok, 7201), [ready, "-", "False Stale"]),
        (scraped(Outcome::Private, 60), [ready, "-", "True UpToDate"]),
        (
            scraped(Outcome::IdentityChanged, 9000),
            [ready, "-", "False Stale"],
        ),
        (
            refused(Reason::LimitReached),
            ["False LimitReached", "True LimitReached", "-"],
        ),
        (refused(Reason::Erased), ["False Erased", "True Erased", "-"]),
        // The group may be created a moment later.
        (refused(Reason::OutsideGroup), ["False OutsideGroup", "-", "-"]),
        (unavailable, ["False ApiUnavailable", "-", "-"]),
    ] {
        assert_eq!(conditions(&plain, &state, inputs()), expected);
    }
}

#[test]
fn forbidden_pool_stalls_account_that_is_registered() {
    let forbidden = TrackedState {
        pool_refusal: Some("why".into()),
        ..scraped(Outcome::Ok, 60)
    };
    let account = account(&json!({"scraperPool": "us"}), &Value::Null);
    let refused = ["False PoolNotAllowed", "True PoolNotAllowed", "-"];
    assert_eq!(conditions(&account, &forbidden, inputs()), refused);
    let status = rendered(&account, &forbidden, inputs());
    assert_eq!(
        status["conditions"][1],
        condition("Registered", "True", "Registered", "")
    );
    assert_eq!(status["nextScrapeTime"], Value::Null);
}

#[test]
fn pool_of_another_group_is_reported_until_the_own_pool_applies() {
    let with = |pool_differs| TrackedState {
        progress: Some(EncodedProgress::new(v1::Progress {
            pool_differs,
            ..read(Outcome::Ok)
        })),
        ..registered()
    };
    let shared = rendered(&account(&json!({}), &Value::Null), &with(true), inputs());
    let expected = condition("PoolInEffect", "False", "SharedAccount", SHARED_ACCOUNT);
    assert_eq!(shared["conditions"][2], expected);
    for (state, is_reported) in [(registered(), true), (with(false), false)] {
        let status = rendered(&account(&json!({}), &shared), &state, inputs());
        let mut conditions = status["conditions"].as_array().unwrap().iter();
        assert_eq!(conditions.any(|it| it["type"] == "PoolInEffect"), is_reported);
    }
}

#[test]
fn ready_condition_is_true_while_scraping_is_suspended() {
    let plain = account(&json!({}), &Value::Null);
    let suspended = account(&json!({"suspend": true}), &Value::Null);
    let in_suspended_group = TrackedState {
        group_suspended: true,
        ..scraped(Outcome::Ok, 60)
    };
    let by_policy = StatusInputs {
        policy_suspended: true,
        ..inputs()
    };
    for (object, state, inputs, reason) in [
        (
            &suspended,
            scraped(Outcome::RateLimited, 60),
            inputs(),
            "Suspended",
        ),
        (&plain, in_suspended_group, inputs(), "GroupSuspended"),
        (&plain, scraped(Outcome::Ok, 60), by_policy, "PolicySuspended"),
    ] {
        let expected = [&format!("True {reason}"), "-", "-"];
        assert_eq!(conditions(object, &state, inputs), expected);
    }
    let duplicate = conditions(&suspended, &refused(Reason::Duplicate), inputs());
    assert_eq!(duplicate, ["False Duplicate", "True Duplicate", "-"]);
}

#[test]
fn stalled_condition_ends_when_resource_is_accepted() {
    let refused = refused(Reason::LimitReached);
    let before = rendered(&account(&json!({}), &Value::Null), &refused, inputs());
    let accepted = conditions(&account(&json!({}), &before), &registered(), inputs());
    assert_eq!(accepted, ["True UpToDate", "-", "-"]);
}

#[test]
fn tracked_status_is_unchanged_while_api_is_unavailable() {
    let before = rendered(&account(&json!({}), &Value::Null), &registered(), inputs());
    let unavailable = TrackedState {
        registration: Some(Registration::Unavailable("away".to_owned())),
        ..registered()
    };
    assert_eq!(
        rendered(&account(&json!({}), &before), &unavailable, inputs()),
        before
    );
}

#[test]
fn purging_condition_is_added_and_other_status_kept() {
    let before = rendered(&account(&json!({}), &Value::Null), &registered(), inputs());
    let blocked = TrackedState {
        purge: Some(PurgeState {
            blocked: Some("the API is unreachable".into()),
            ..PurgeState::default()
        }),
        ..registered()
    };
    let mut expected = before.clone();
    let purging = condition("Purging", "True", "PurgeBlocked", "the API is unreachable");
    expected["conditions"].as_array_mut().unwrap().push(purging);
    assert_eq!(
        rendered(&account(&json!({}), &before), &blocked, inputs()),
        expected
    );
}
