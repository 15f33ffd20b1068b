use serde_json::{Value, json};

use super::Expectation::{self, Accepted, Rule, Schema};
use super::{Case, create, object};

const NAME: Expectation = Rule(
    "the name of a ScraperPool must consist of at most 63 letters (a-z), digits and -, and must not begin or end with -",
);
const REGION: Expectation =
    Rule("region must consist of letters, digits, -, _ and ., and must begin and end with a letter or digit");
const SET: Expectation =
    Rule("sessionSet must consist of letters (a-z), digits and -, and must not begin or end with -");
const LABEL: Expectation = Rule(
    "a label value must consist of letters, digits, -, _ and ., and must begin and end with a letter or digit",
);

pub(super) fn all() -> Vec<Case> {
    [names(), placements()].concat()
}

fn pool(spec: Value, expectation: Expectation) -> Case {
    create(object("ScraperPool", "eu", spec), expectation)
}

fn names() -> Vec<Case> {
    let named = |name: &str, expectation| create(object("ScraperPool", name, json!({})), expectation);
    let region = |region: &str, expectation| pool(json!({"region": region}), expectation);
    let set = |set: &str, expectation| pool(json!({"sessionSet": set}), expectation);
    let proxy = |name: &str, expectation| pool(json!({"proxies": {"instagram": name}}), expectation);
    vec![
        named("eu", Accepted),
        named(&"a".repeat(63), Accepted),
        named(&"a".repeat(64), NAME),
        named("eu.west", NAME),
        region("eu-central-1", Accepted),
        region("Frankfurt_1.a", Accepted),
        region("Frankfurt am Main", REGION),
        region("-eu", REGION),
        region("", Schema("spec.region in body should be at least 1 chars long")),
        region(
            &"a".repeat(64),
            Schema("spec.region: Too long: may not be more than 63 bytes"),
        ),
        set("eu-2", Accepted),
        set("EU", SET),
        set("eu-", SET),
        set(
            &"a".repeat(64),
            Schema("spec.sessionSet: Too long: may not be more than 63 bytes"),
        ),
        proxy("Frankfurt am Main", Accepted),
        proxy(
            "",
            Schema("spec.proxies.instagram in body should be at least 1 chars long"),
        ),
        proxy(
            &"a".repeat(61),
            Schema("spec.proxies.instagram: Too long: may not be more than 60 bytes"),
        ),
    ]
}

fn placements() -> Vec<Case> {
    let placed = |placement: Value, expectation| pool(json!({"placement": placement}), expectation);
    let selected = |value: &str, expectation| placed(json!({"nodeSelector": {"zone": value}}), expectation);
    let tolerant = |toleration: Value, count: usize, expectation| {
        let tolerations = vec![toleration; count];
        placed(
            json!({"nodeSelector": {"zone": "a"}, "tolerations": tolerations}),
            expectation,
        )
    };
    let many: serde_json::Map<String, Value> = (0..9).map(|nth| (format!("l{nth}"), json!("a"))).collect();
    let equal = json!({"key": "egress", "operator": "Equal", "value": "eu", "effect": "NoSchedule"});
    vec![
        selected("eu-central-1", Accepted),
        selected("", Accepted),
        selected("eu central", LABEL),
        selected(&"a".repeat(64), Schema("Too long: may not be more than 63 bytes")),
        placed(json!({}), Schema("spec.placement.nodeSelector: Required value")),
        placed(json!({"nodeSelector": {}}), Schema("spec.placement.nodeSelector")),
        placed(
            json!({"nodeSelector": many}),
            Schema("spec.placement.nodeSelector"),
        ),
        tolerant(equal.clone(), 1, Accepted),
        tolerant(json!({"operator": "Exists"}), 16, Accepted),
        tolerant(
            equal,
            17,
            Schema("spec.placement.tolerations: Too many: 17: must have at most 16 items"),
        ),
        tolerant(
            json!({"operator": "In"}),
            1,
            Schema("supported values: \"Exists\", \"Equal\""),
        ),
        tolerant(
            json!({"effect": "Evict"}),
            1,
            Schema("Unsupported value: \"Evict\""),
        ),
    ]
}
