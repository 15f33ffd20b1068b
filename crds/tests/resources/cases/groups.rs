use serde_json::{Value, json};

use super::Expectation::{self, Accepted, Rule, Schema};
use super::{Case, change, create, group, object};

const NAME: Expectation = Rule(
    "the name of a ClientGroup must consist of at most 60 letters (a-z), digits and -, because its namespace is named cg- plus this name",
);
const NAMESPACE: Expectation =
    Rule("namespace must consist of letters (a-z), digits and -, and must not begin or end with -");
const SYSTEM: Expectation = Rule("namespace must not be a system namespace; use another one");
const BLANKS: Expectation = Rule("displayName must not begin or end with a space");
const MOVED: Expectation = Rule("namespace cannot be set, changed or removed after the group is created");
const SUBJECT: Expectation = Rule(
    "access of kind ServiceAccount needs a namespace, and access of kind User or Group must not have one",
);

const DURATION: Expectation = Rule("purgeAfter must be hours, minutes and seconds, such as 72h or 1h30m");

const POOL: Expectation =
    Rule("scraperPool must consist of letters (a-z), digits and -, and must not begin or end with -");
const POOLS: Expectation =
    Rule("allowedScraperPools must consist of letters (a-z), digits and -, and must not begin or end with -");

const CURRENCY: Expectation = Rule("currency must be an ISO 4217 code of three capital letters, such as EUR");

const TIME_ZONE: Expectation =
    Rule("timeZone must be the IANA name of a time zone, like Europe/Berlin, or UTC");

pub(super) fn all() -> Vec<Case> {
    [names(), time_zones(), numbers(), pools(), access(), changes()].concat()
}

fn names() -> Vec<Case> {
    let named = |name: &str, expectation| {
        create(
            object("ClientGroup", name, json!({"displayName": "Acme"})),
            expectation,
        )
    };
    let shown = |name: &str, expectation| create(group(json!({"displayName": name})), expectation);
    let in_namespace =
        |namespace: &str, expectation| create(group(json!({"namespace": namespace})), expectation);
    let in_currency = |code: &str, expectation| create(group(json!({"currency": code})), expectation);
    let kept_for = |duration: &str, expectation| create(group(json!({"purgeAfter": duration})), expectation);
    vec![
        named("acme", Accepted),
        named(&"a".repeat(60), Accepted),
        named(&"a".repeat(61), NAME),
        named("acme.example", NAME),
        shown("Acme & Söhne", Accepted),
        shown(&"ö".repeat(100), Accepted),
        shown(
            &"ö".repeat(101),
            Schema("spec.displayName: Too long: may not be more than 100 bytes"),
        ),
        shown(
            "",
            Schema("spec.displayName in body should be at least 1 chars long"),
        ),
        shown(" Acme", BLANKS),
        shown("   ", BLANKS),
        create(
            object("ClientGroup", "acme", json!({})),
            Schema("spec.displayName: Required value"),
        ),
        create(
            group(json!({"description": "d".repeat(1001)})),
            Schema("spec.description: Too long"),
        ),
        in_namespace("tenant-7", Accepted),
        in_namespace("Tenant", NAMESPACE),
        in_namespace("tenant-", NAMESPACE),
        in_namespace("default", SYSTEM),
        in_namespace("kube-system", SYSTEM),
        in_namespace(
            &"a".repeat(64),
            Schema("spec.namespace: Too long: may not be more than 63 bytes"),
        ),
        in_currency("EUR", Accepted),
        in_currency("eur", CURRENCY),
        in_currency("", CURRENCY),
        in_currency(
            "EURO",
            Schema("spec.currency: Too long: may not be more than 3 bytes"),
        ),
        create(group(json!({"deletionPolicy": "Retain"})), Accepted),
        kept_for("72h", Accepted),
        kept_for("1h30m", Accepted),
        kept_for("0s", Accepted),
        kept_for("87600h", Accepted),
        kept_for("87600h1s", Rule("purgeAfter must be at most 87600h")),
        kept_for("7d", DURATION),
        kept_for("", DURATION),
        kept_for("-1h", DURATION),
        create(
            group(json!({"deletionPolicy": "Keep"})),
            Schema("Unsupported value: \"Keep\": supported values: \"Delete\", \"Retain\""),
        ),
    ]
}

fn time_zones() -> Vec<Case> {
    let in_zone = |zone: &str, expectation| create(group(json!({"timeZone": zone})), expectation);
    vec![
        in_zone("UTC", Accepted),
        in_zone("Europe/Berlin", Accepted),
        in_zone("America/Argentina/Buenos_Aires", Accepted),
        in_zone("America/Port-au-Prince", Accepted),
        in_zone("Etc/GMT+5", Accepted),
        in_zone("europe/berlin", TIME_ZONE),
        in_zone("CET", TIME_ZONE),
        in_zone("Europe/", TIME_ZONE),
        in_zone("Europe/Berlin ", TIME_ZONE),
        in_zone("+02:00", TIME_ZONE),
        in_zone("", TIME_ZONE),
        in_zone(
            &format!("Europe/{}", "a".repeat(58)),
            Schema("spec.timeZone: Too long: may not be more than 64 bytes"),
        ),
    ]
}

fn numbers() -> Vec<Case> {
    let limit = |accounts: i64, expectation| {
        create(
            group(json!({"limits": {"instagramAccounts": accounts}})),
            expectation,
        )
    };
    let videos =
        |limit: i64, expectation| create(group(json!({"limits": {"tiktokVideos": limit}})), expectation);
    let every = |minutes: i64, expectation| {
        create(
            group(json!({"intervals": {"tiktokMinutes": minutes}})),
            expectation,
        )
    };
    vec![
        limit(0, Accepted),
        limit(100_000, Accepted),
        limit(
            -1,
            Schema("spec.limits.instagramAccounts in body should be greater than or equal to 0"),
        ),
        limit(
            100_001,
            Schema("spec.limits.instagramAccounts in body should be less than or equal to 100000"),
        ),
        videos(0, Accepted),
        videos(100_000, Accepted),
        videos(
            -1,
            Schema("spec.limits.tiktokVideos in body should be greater than or equal to 0"),
        ),
        videos(
            100_001,
            Schema("spec.limits.tiktokVideos in body should be less than or equal to 100000"),
        ),
        every(5, Accepted),
        every(1440, Accepted),
        every(
            4,
            Schema("spec.intervals.tiktokMinutes in body should be greater than or equal to 5"),
        ),
        every(
            1441,
            Schema("spec.intervals.tiktokMinutes in body should be less than or equal to 1440"),
        ),
    ]
}

fn pools() -> Vec<Case> {
    let selects = |pool: &str, expectation| create(group(json!({"scraperPool": pool})), expectation);
    let allows =
        |pools: Vec<String>, expectation| create(group(json!({"allowedScraperPools": pools})), expectation);
    vec![
        selects("eu", Accepted),
        selects("EU", POOL),
        selects("eu-", POOL),
        selects(
            "",
            Schema("spec.scraperPool in body should be at least 1 chars long"),
        ),
        selects(
            &"a".repeat(64),
            Schema("spec.scraperPool: Too long: may not be more than 63 bytes"),
        ),
        allows(vec!["us".to_owned(); 20], Accepted),
        allows(vec!["us".to_owned(), "U S".to_owned()], POOLS),
        allows(
            vec!["us".to_owned(); 21],
            Schema("spec.allowedScraperPools: Too many: 21: must have at most 20 items"),
        ),
        allows(
            vec!["a".repeat(64)],
            Schema("spec.allowedScraperPools[0]: Too long: may not be more than 63 bytes"),
        ),
    ]
}

fn access() -> Vec<Case> {
    let entry = |entry: Value, expectation| create(group(json!({"access": [entry]})), expectation);
    let user = json!({"kind": "User", "name": "mara@example.com", "role": "edit"});
    vec![
        entry(user.clone(), Accepted),
        entry(
            json!({"kind": "Group", "name": "oidc:acme", "role": "view"}),
            Accepted,
        ),
        entry(
            json!({"kind": "ServiceAccount", "name": "argocd", "namespace": "argocd", "role": "edit"}),
            Accepted,
        ),
        entry(
            json!({"kind": "ServiceAccount", "name": "argocd", "role": "edit"}),
            SUBJECT,
        ),
        entry(
            json!({"kind": "User", "name": "mara", "namespace": "argocd", "role": "edit"}),
            SUBJECT,
        ),
        entry(
            json!({"kind": "User", "name": "mara", "role": "admin"}),
            Schema("supported values: \"view\", \"edit\""),
        ),
        entry(
            json!({"kind": "User", "role": "view"}),
            Schema("spec.access[0].name: Required value"),
        ),
        entry(
            json!({"kind": "Robot", "name": "r", "role": "view"}),
            Schema("Unsupported value: \"Robot\""),
        ),
        create(group(json!({"access": vec![user.clone(); 100]})), Accepted),
        create(
            group(json!({"access": vec![user; 101]})),
            Schema("spec.access: Too many: 101: must have at most 100 items"),
        ),
    ]
}

fn changes() -> Vec<Case> {
    let (chosen, other, none) = (
        json!({"namespace": "tenant-7"}),
        json!({"namespace": "tenant-8"}),
        json!({}),
    );
    let moved =
        |from: &Value, to: &Value, expectation| change(group(from.clone()), group(to.clone()), expectation);
    vec![
        moved(&chosen, &other, MOVED),
        moved(&chosen, &none, MOVED),
        moved(&none, &chosen, MOVED),
        moved(&chosen, &chosen, Accepted),
        moved(
            &none,
            &json!({"displayName": "Acme Inc.", "suspend": true}),
            Accepted,
        ),
    ]
}
