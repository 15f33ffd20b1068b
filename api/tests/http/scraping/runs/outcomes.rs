//! Tests of the texts of outcomes: in the list of outcomes, and in the status of an account.

use clipmeter_proto::v1::Outcome;
use serde_json::{Value, json};

use super::{lose_name, waiting};
use crate::support::{World, run};

/// Code, a part of the text, a part of the handling, the reason of the cadence, and the minutes until the next scrape at an
/// interval of an hour; `None` if an administrator must decide.
const TABLE: [(&str, &str, &str, &str, Option<u32>); 29] = [
    (
        "ok",
        "Up to date",
        "Reads it again after its interval",
        "configured",
        Some(60),
    ),
    (
        "ok_no_videos",
        "nothing to list",
        "Reads it again after its interval",
        "configured",
        Some(60),
    ),
    (
        "private",
        "is private",
        "Checks again once a day",
        "private",
        Some(1_440),
    ),
    (
        "not_found",
        "no such account",
        "Tries another strategy, then tries another session; waits longer each time, and a week",
        "missing",
        Some(60),
    ),
    (
        "not_available",
        "hides the account",
        "Checks again once a day",
        "private",
        Some(1_440),
    ),
    (
        "session_dead",
        "session was refused",
        "Tries another session; retires the session",
        "refused",
        Some(60),
    ),
    (
        "login_required",
        "asks for a login",
        "Tries another strategy",
        "refused",
        Some(60),
    ),
    (
        "rate_limited",
        "limits the number of requests",
        "Tries another session; puts the session on cooldown for minutes",
        "refused",
        Some(60),
    ),
    (
        "feedback_required",
        "session was refused",
        "Tries another session; puts the session on cooldown for hours",
        "refused",
        Some(60),
    ),
    (
        "challenge_required",
        "session was refused",
        "Tries another session; marks the session as challenged",
        "refused",
        Some(60),
    ),
    (
        "checkpoint_required",
        "session was refused",
        "Tries another session; marks the session as challenged",
        "refused",
        Some(60),
    ),
    (
        "suspended",
        "session was refused",
        "Tries another session; retires the session",
        "refused",
        Some(60),
    ),
    (
        "endpoint_retired",
        "no known endpoint",
        "Tries another strategy",
        "refused",
        Some(60),
    ),
    (
        "useragent_mismatch",
        "user agent",
        "Ends the run",
        "refused",
        Some(60),
    ),
    (
        "schema_changed",
        "could not be parsed",
        "Tries another stored query, then tries another strategy",
        "unreadable",
        Some(120),
    ),
    (
        "ambiguous_empty",
        "gave no reason",
        "Tries another strategy, then tries another session",
        "unreadable",
        Some(120),
    ),
    (
        "parse_error",
        "could not be parsed",
        "Retries the request, then tries another strategy",
        "unreadable",
        Some(120),
    ),
    (
        "unknown_error",
        "did not respond properly",
        "Tries another strategy",
        "unreadable",
        Some(120),
    ),
    (
        "age_restricted",
        "age-restricted",
        "Reads it again after its interval",
        "configured",
        Some(60),
    ),
    (
        "region_blocked",
        "region",
        "Checks again once a day",
        "private",
        Some(1_440),
    ),
    (
        "blocked",
        "limits the number of requests",
        "puts the address on cooldown for minutes",
        "refused",
        Some(60),
    ),
    (
        "waf_challenge",
        "only a human can pass",
        "counts it against the address",
        "refused",
        Some(60),
    ),
    (
        "captcha",
        "only a human can pass",
        "puts the address on cooldown for an hour",
        "refused",
        Some(60),
    ),
    (
        "empty_body",
        "did not respond properly",
        "Retries the request, then tries another strategy",
        "refused",
        Some(60),
    ),
    (
        "unexpected_page",
        "could not be parsed",
        "then tries another strategy",
        "failing",
        Some(60),
    ),
    (
        "transient",
        "did not respond properly",
        "Retries the request; reads it again after its interval",
        "failing",
        Some(60),
    ),
    (
        "identity_changed",
        "belongs to a different account",
        "Stops there; waits for a decision",
        "undecided",
        None,
    ),
    (
        "no_session",
        "No session is available",
        "Stops there; reads it again after its interval",
        "refused",
        Some(60),
    ),
    (
        "identity_unconfirmed",
        "scraped again to confirm",
        "Stops there; reads it again after its interval, ten minutes later at the earliest",
        "failing",
        Some(60),
    ),
];

fn says(value: &Value, part: &str) {
    let text = value.as_str().unwrap();
    assert!(text.contains(part), "{text:?} has no {part:?}");
}

#[test]
fn outcomes_have_text_handling_and_cadence() {
    run(async {
        let world = World::new().await;
        world
            .execute("UPDATE groups SET max_instagram_accounts = 100")
            .await;
        let names: Vec<String> = TABLE.iter().map(|(code, ..)| code.replace('_', ".")).collect();
        let run = waiting(
            &world,
            "instagram",
            &names.iter().map(String::as_str).collect::<Vec<_>>(),
        )
        .await;
        let mut scraper = world.take(run).await.unwrap();
        for outcome in Outcome::all() {
            let name = outcome.code().replace('_', ".");
            match outcome {
                Outcome::IdentityChanged => lose_name(&mut scraper, &name).await,
                outcome => scraper.end_account(&name, outcome).await,
            }
        }
        scraper.complete().await.unwrap();
        let accounts = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
        let accounts = accounts["accounts"].as_array().unwrap();
        let list = world.get(&world.member_a, "/api/scraping/outcomes").await.ok();
        let list = list["outcomes"].as_array().unwrap();
        assert_eq!(list.len(), TABLE.len());
        for (place, (code, text, handling, cadence, minutes)) in TABLE.into_iter().enumerate() {
            let entry = &list[place];
            assert_eq!(entry["code"], code);
            says(&entry["text"], text);
            says(&entry["handling"], handling);
            assert_eq!(entry["is_success"], cadence == "configured", "{code}");
            let name = code.replace('_', ".");
            let account = accounts.iter().find(|one| one["username"] == *name).unwrap();
            assert_eq!(
                (&account["status"], &account["status_text"]),
                (&entry["code"], &entry["text"])
            );
            assert_eq!(
                (
                    &account["cadence"]["reason"],
                    &account["cadence"]["every_minutes"]
                ),
                (&json!(cadence), &json!(minutes)),
                "{code}"
            );
        }
    });
}
