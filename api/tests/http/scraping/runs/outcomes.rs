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
        "Updates again after the interval",
        "configured",
        Some(60),
    ),
    (
        "ok_no_videos",
        "nothing posted yet",
        "Updates again after the interval",
        "configured",
        Some(60),
    ),
    (
        "private",
        "Private. Updates resume",
        "Checks once a day",
        "private",
        Some(1_440),
    ),
    (
        "not_found",
        "Check the username or delete",
        "Tries another endpoint, then tries another session; backs off, up to a week",
        "missing",
        Some(60),
    ),
    (
        "not_available",
        "Temporarily unavailable",
        "Checks once a day",
        "private",
        Some(1_440),
    ),
    (
        "session_dead",
        "refused the session",
        "Tries another session; retires the session",
        "refused",
        Some(60),
    ),
    (
        "login_required",
        "requires a login",
        "Tries another endpoint",
        "refused",
        Some(60),
    ),
    (
        "rate_limited",
        "is limiting requests",
        "Tries another session; puts the session on cooldown for minutes",
        "refused",
        Some(60),
    ),
    (
        "feedback_required",
        "refused the session",
        "Tries another session; puts the session on cooldown for hours",
        "refused",
        Some(60),
    ),
    (
        "challenge_required",
        "refused the session",
        "Tries another session; marks the session as challenged",
        "refused",
        Some(60),
    ),
    (
        "checkpoint_required",
        "refused the session",
        "Tries another session; marks the session as challenged",
        "refused",
        Some(60),
    ),
    (
        "suspended",
        "refused the session",
        "Tries another session; retires the session",
        "refused",
        Some(60),
    ),
    (
        "endpoint_retired",
        "not showing this",
        "Tries another endpoint",
        "refused",
        Some(60),
    ),
    (
        "useragent_mismatch",
        "different kind of browser",
        "Ends the run",
        "refused",
        Some(60),
    ),
    (
        "schema_changed",
        "unreadable response",
        "Tries another stored query, then tries another endpoint",
        "unreadable",
        Some(120),
    ),
    (
        "ambiguous_empty",
        "incomplete data",
        "Tries another endpoint, then tries another session",
        "unreadable",
        Some(120),
    ),
    (
        "parse_error",
        "unreadable response",
        "Retries the request, then tries another endpoint",
        "unreadable",
        Some(120),
    ),
    (
        "unknown_error",
        "returned an error",
        "Tries another endpoint",
        "unreadable",
        Some(120),
    ),
    (
        "age_restricted",
        "age-restricted",
        "Updates again after the interval",
        "configured",
        Some(60),
    ),
    (
        "region_blocked",
        "region",
        "Checks once a day",
        "private",
        Some(1_440),
    ),
    (
        "blocked",
        "is limiting requests",
        "puts the address on cooldown for minutes",
        "refused",
        Some(60),
    ),
    (
        "waf_challenge",
        "CAPTCHA",
        "counts it against the address",
        "refused",
        Some(60),
    ),
    (
        "captcha",
        "CAPTCHA",
        "puts the address on cooldown for an hour",
        "refused",
        Some(60),
    ),
    (
        "empty_body",
        "returned an error",
        "Retries the request, then tries another endpoint",
        "refused",
        Some(60),
    ),
    (
        "unexpected_page",
        "unreadable response",
        "then tries another endpoint",
        "failing",
        Some(60),
    ),
    (
        "transient",
        "returned an error",
        "Retries the request; updates again after the interval",
        "failing",
        Some(60),
    ),
    (
        "identity_changed",
        "belongs to another account",
        "Stops; waits for a decision",
        "undecided",
        None,
    ),
    (
        "no_session",
        "No session available",
        "Stops; updates again after the interval",
        "refused",
        Some(60),
    ),
    (
        "identity_unconfirmed",
        "checking again soon",
        "Stops; checks again after the interval, but not within ten minutes",
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
            // The list is of no platform; an account names its own.
            let of_account = entry["text"]
                .as_str()
                .unwrap()
                .replace("The platform", "Instagram");
            let of_account = of_account.replace("the platform", "Instagram");
            says(&entry["handling"], handling);
            assert_eq!(entry["is_success"], cadence == "configured", "{code}");
            let name = code.replace('_', ".");
            let account = accounts.iter().find(|one| one["username"] == *name).unwrap();
            assert_eq!(
                (&account["status"], &account["status_text"]),
                (&entry["code"], &json!(of_account))
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
