use serde_json::{Value, json};

use super::Expectation::{Accepted, Rule, Schema};
use super::{Case, create, object};

pub(super) fn all() -> Vec<Case> {
    let policy = |spec: Value, expectation| create(object("ScrapePolicy", "default", spec), expectation);
    let amount = |cpu: &str, expectation| {
        policy(
            json!({"job": {"resources": {"requests": {"cpu": cpu}}}}),
            expectation,
        )
    };
    let not_an_amount = Rule("an amount must be a number with or without a unit, such as 100m or 64Mi");
    vec![
        policy(json!({}), Accepted),
        create(
            object("ScrapePolicy", "other", json!({})),
            Rule("the name of the ScrapePolicy must be default"),
        ),
        policy(
            json!({"intervals": {"instagramMinutes": 1440}, "suspend": true}),
            Accepted,
        ),
        policy(
            json!({"intervals": {"instagramMinutes": 4}}),
            Schema("spec.intervals.instagramMinutes in body should be greater than or equal to 5"),
        ),
        policy(
            json!({"batch": {"maxAccounts": 0}}),
            Schema("should be greater than or equal to 1"),
        ),
        policy(
            json!({"batch": {"maxAccounts": 201}}),
            Schema("should be less than or equal to 200"),
        ),
        policy(json!({"concurrency": {"maxJobs": 0}}), Accepted),
        policy(
            json!({"concurrency": {"createPerSecond": 0}}),
            Schema("should be greater than or equal to 1"),
        ),
        policy(
            json!({"job": {"deadlineSeconds": 59}}),
            Schema("should be greater than or equal to 60"),
        ),
        policy(
            json!({"job": {"ttlSeconds": 86_401}}),
            Schema("should be less than or equal to 86400"),
        ),
        policy(
            json!({"job": {"priorityClassName": "scrapers", "queueName": "batch"}}),
            Accepted,
        ),
        amount("100m", Accepted),
        amount("1", Accepted),
        amount("one", not_an_amount),
        amount("", not_an_amount),
    ]
}
