use serde_json::json;

use super::Expectation::{self, Accepted, Rule, Schema};
use super::{Case, change, create, instagram, tiktok};

const INSTAGRAM: Expectation = Rule(
    "A username on Instagram has 1 to 30 letters (a-z), digits, underscores and dots, and does not end in a dot",
);
const TIKTOK: Expectation = Rule(
    "A username on TikTok has 2 to 24 letters (a-z), digits, underscores and dots, and does not end in a dot",
);
const IMMUTABLE: Expectation = Rule("username cannot be changed; delete this object and create another one");

pub(super) fn all() -> Vec<Case> {
    [values(), changes()].concat()
}

fn values() -> Vec<Case> {
    let name = |username: &str, expectation| create(instagram(json!({"username": username})), expectation);
    let tiktok_name =
        |username: &str, expectation| create(tiktok(json!({"username": username})), expectation);
    let every = |interval, expectation| {
        create(
            instagram(json!({"username": "natgeo", "intervalMinutes": interval})),
            expectation,
        )
    };
    vec![
        name("natgeo", Accepted),
        name("a", Accepted),
        name("..a_", Accepted),
        name(&"a".repeat(30), Accepted),
        name("_individual_videos_", Accepted),
        name("@natgeo", INSTAGRAM),
        name("NatGeo", INSTAGRAM),
        name("natgeo.", INSTAGRAM),
        name("nat geo", INSTAGRAM),
        name("natgeo\n", INSTAGRAM),
        name("natgéo", INSTAGRAM),
        name("https://instagram.com/natgeo", INSTAGRAM),
        name(
            "",
            Schema("spec.username in body should be at least 1 chars long"),
        ),
        name(
            &"a".repeat(31),
            Schema("spec.username: Too long: may not be more than 30 bytes"),
        ),
        create(instagram(json!({})), Schema("spec.username: Required value")),
        create(
            instagram(json!({"username": 7})),
            Schema("spec.username in body must be of type string"),
        ),
        tiktok_name("khaby.lame", Accepted),
        tiktok_name(&"a".repeat(24), Accepted),
        tiktok_name("Khaby", TIKTOK),
        tiktok_name(
            "_individual_videos_",
            Rule(
                "This username is reserved for individually added videos; use a TikTokVideo for each of them",
            ),
        ),
        tiktok_name(
            "a",
            Schema("spec.username in body should be at least 2 chars long"),
        ),
        tiktok_name(
            &"a".repeat(25),
            Schema("spec.username: Too long: may not be more than 24 bytes"),
        ),
        every(json!(5), Accepted),
        every(json!(1440), Accepted),
        every(json!(null), Accepted),
        every(
            json!(4),
            Schema("spec.intervalMinutes in body should be greater than or equal to 5"),
        ),
        every(
            json!(1441),
            Schema("spec.intervalMinutes in body should be less than or equal to 1440"),
        ),
        every(
            json!(7.5),
            Schema("spec.intervalMinutes in body must be of type integer"),
        ),
        every(
            json!("60"),
            Schema("spec.intervalMinutes in body must be of type integer"),
        ),
        create(
            instagram(json!({"username": "natgeo", "deletionPolicy": "Retain"})),
            Accepted,
        ),
        create(
            tiktok(json!({"username": "khaby.lame", "deletionPolicy": "Keep"})),
            Schema("Unsupported value: \"Keep\": supported values: \"Delete\", \"Retain\""),
        ),
        create(
            instagram(json!({"username": "natgeo", "scraperPool": "us"})),
            Accepted,
        ),
        create(
            tiktok(json!({"username": "khaby.lame", "scraperPool": "us west"})),
            Rule("scraperPool must consist of letters (a-z), digits and -, and must not begin or end with -"),
        ),
        create(
            instagram(json!({"username": "natgeo", "note": "n".repeat(1000)})),
            Accepted,
        ),
        create(
            instagram(json!({"username": "natgeo", "note": "n".repeat(1001)})),
            Schema("spec.note: Too long: may not be more than 1000 bytes"),
        ),
    ]
}

fn changes() -> Vec<Case> {
    vec![
        change(
            instagram(json!({"username": "natgeo"})),
            instagram(json!({"username": "nasa"})),
            IMMUTABLE,
        ),
        change(
            tiktok(json!({"username": "khaby.lame"})),
            tiktok(json!({"username": "khaby"})),
            IMMUTABLE,
        ),
        change(
            instagram(json!({"username": "natgeo"})),
            instagram(
                json!({"username": "natgeo", "suspend": true, "intervalMinutes": 30, "note": "On holiday"}),
            ),
            Accepted,
        ),
        change(
            tiktok(json!({"username": "khaby.lame", "scraperPool": "us"})),
            tiktok(json!({"username": "khaby.lame", "scraperPool": "eu"})),
            Accepted,
        ),
    ]
}
