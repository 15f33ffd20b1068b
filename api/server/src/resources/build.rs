//! Builds applied documents from intents. A document has exactly the fields that the dashboard manages: a manager owns
//! what it applies, and fields of other managers stay theirs.

use clipmeter_crds::Cost;
use clipmeter_db::cost::{CostModel, StoredCost};
use clipmeter_db::tracking::intent::{GroupIntent, PolicyIntent, Subject, TrackedIntent};
use clipmeter_domain::VideoAddress;
use clipmeter_domain::group::purge_after;
use kube::core::ApiResource;
use serde_json::{Map, Value, json};

/// The name of the only policy.
pub(super) const POLICY: &str = "default";

/// The dashboard's part of the scrape policy.
pub(super) fn policy(intent: PolicyIntent) -> Value {
    json!({
        "intervals": {
            "instagramMinutes": intent.instagram_minutes,
            "tiktokMinutes": intent.tiktok_minutes,
        },
    })
}

/// Builds the spec of a group.
pub(super) fn group(intent: &GroupIntent) -> Value {
    let mut spec = json!({
        "displayName": intent.display_name,
        "suspend": intent.suspended,
        "limits": {
            "instagramAccounts": intent.max_instagram_accounts,
            "tiktokAccounts": intent.max_tiktok_accounts,
            "tiktokVideos": intent.max_tiktok_videos,
        },
    });
    if !intent.description.is_empty() {
        spec["description"] = json!(intent.description);
    }
    let intervals: Map<String, Value> = [
        ("instagramMinutes", intent.instagram_minutes),
        ("tiktokMinutes", intent.tiktok_minutes),
    ]
    .into_iter()
    .filter_map(|(field, minutes)| Some((field.to_owned(), json!(minutes?))))
    .collect();
    if !intervals.is_empty() {
        spec["intervals"] = intervals.into();
    }
    if let Some(cost) = intent.cost {
        spec["cost"] = json!(cost_of(cost));
    }
    if let Some(currency) = &intent.currency {
        spec["currency"] = json!(currency);
    }
    if let Some(zone) = &intent.time_zone {
        spec["timeZone"] = json!(zone);
    }
    if let Some(pool) = &intent.scraper_pool {
        spec["scraperPool"] = json!(pool);
    }
    if !intent.allowed_scraper_pools.is_empty() {
        spec["allowedScraperPools"] = json!(intent.allowed_scraper_pools);
    }
    if intent.retain {
        spec["deletionPolicy"] = json!("Retain");
    }
    if let Some(purge_after) = purge_after(intent.purge_after_seconds) {
        spec["purgeAfter"] = json!(purge_after);
    }
    spec
}

/// Builds the spec of an account or video.
pub(super) fn tracked(intent: &TrackedIntent) -> Value {
    let mut spec = match &intent.name.subject {
        Subject::Account { username, .. } => json!({"username": username}),
        Subject::Video(VideoAddress::Video { url, .. } | VideoAddress::Short { url }) => json!({"url": url}),
    };
    if let Some(minutes) = intent.interval_minutes {
        spec["intervalMinutes"] = json!(minutes);
    }
    if let Some(cost) = intent.cost {
        spec["cost"] = json!(cost_of(cost));
    }
    if let Some(pool) = &intent.scraper_pool {
        spec["scraperPool"] = json!(pool);
    }
    spec
}

/// The subject of an object never changes: an account that was renamed on its platform has its new handle in the
/// database and its old one here.
pub(super) fn preserve_subject(spec: &mut Value, found: &Value) {
    for field in ["username", "url"] {
        if let (Some(desired), Some(known)) = (spec.get_mut(field), found.get(field)) {
            known.clone_into(desired);
        }
    }
}

/// Builds the complete applied document.
pub(super) fn document(resource: &ApiResource, namespace: Option<&str>, name: &str, spec: &Value) -> Value {
    let mut metadata = json!({"name": name});
    if let Some(namespace) = namespace {
        metadata["namespace"] = json!(namespace);
    }
    json!({
        "apiVersion": resource.api_version,
        "kind": resource.kind,
        "metadata": metadata,
        "spec": spec,
    })
}

/// The database stores the amounts of all models in the same columns.
fn cost_of(stored: StoredCost) -> Cost {
    let (base, rate) = (stored.base.unwrap_or_default(), stored.rate.unwrap_or_default());
    match stored.model {
        CostModel::None => Cost::None {},
        CostModel::Flat => Cost::Flat { cost: base },
        CostModel::PerMille => Cost::PerMille {
            rate,
            cap: stored.cap,
        },
        CostModel::BasePlus => Cost::BasePlus {
            base,
            rate,
            max: stored.cap,
        },
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_db::tracking::intent::{GroupName, TrackedName};
    use clipmeter_domain::group::DEFAULT_PURGE_AFTER;
    use clipmeter_proto::v1::Platform;

    use super::*;
    use crate::resources::kind;

    fn intent() -> GroupIntent {
        GroupIntent {
            name: GroupName {
                resource: None,
                namespace: None,
                display_name: "Acme".to_owned(),
            },
            display_name: "Acme".to_owned(),
            description: String::new(),
            suspended: false,
            max_instagram_accounts: 10,
            max_tiktok_accounts: 3,
            max_tiktok_videos: 50,
            instagram_minutes: None,
            tiktok_minutes: None,
            cost: None,
            currency: None,
            time_zone: None,
            scraper_pool: None,
            allowed_scraper_pools: Vec::new(),
            retain: false,
            purge_after_seconds: DEFAULT_PURGE_AFTER,
        }
    }

    fn stored(model: CostModel, amounts: [Option<f64>; 3]) -> StoredCost {
        let [base, rate, cap] = amounts;
        StoredCost {
            model,
            base,
            rate,
            cap,
        }
    }

    #[test]
    fn group_document_has_only_the_fields_of_its_intent() {
        assert_eq!(
            document(&kind::group(), None, "acme-822b33ad", &group(&intent())),
            json!({
                "apiVersion": "clipmeter.io/v1beta1",
                "kind": "ClientGroup",
                "metadata": {"name": "acme-822b33ad"},
                "spec": {
                    "displayName": "Acme",
                    "suspend": false,
                    "limits": {"instagramAccounts": 10, "tiktokAccounts": 3, "tiktokVideos": 50},
                },
            })
        );
        let full = GroupIntent {
            description: "Outdoor".to_owned(),
            suspended: true,
            tiktok_minutes: Some(30),
            cost: Some(stored(CostModel::PerMille, [Some(0.0), Some(2.5), Some(100.0)])),
            currency: Some("EUR".to_owned()),
            time_zone: Some("Europe/Berlin".to_owned()),
            scraper_pool: Some("eu".to_owned()),
            allowed_scraper_pools: vec!["us".to_owned()],
            retain: true,
            purge_after_seconds: 3 * 24 * 60 * 60,
            ..intent()
        };
        assert_eq!(
            group(&full),
            json!({
                "displayName": "Acme",
                "description": "Outdoor",
                "suspend": true,
                "limits": {"instagramAccounts": 10, "tiktokAccounts": 3, "tiktokVideos": 50},
                "intervals": {"tiktokMinutes": 30},
                "cost": {"model": "per_mille", "rate": 2.5, "cap": 100.0},
                "currency": "EUR",
                "timeZone": "Europe/Berlin",
                "scraperPool": "eu",
                "allowedScraperPools": ["us"],
                "deletionPolicy": "Retain",
                "purgeAfter": "72h",
            })
        );
    }

    #[test]
    fn tracked_document_has_subject_of_its_kind() {
        let mut account = TrackedIntent {
            name: TrackedName {
                resource: None,
                subject: Subject::Account {
                    platform: Platform::Tiktok,
                    username: "khaby.lame".to_owned(),
                },
            },
            interval_minutes: Some(5),
            cost: Some(stored(CostModel::None, [None; 3])),
            scraper_pool: Some("us".to_owned()),
        };
        let (resource, name) = (
            kind::of_subject(&account.name.subject),
            kind::name_of(&account.name.subject),
        );
        assert_eq!(
            document(&resource, Some("cg-acme"), &name, &tracked(&account)),
            json!({
                "apiVersion": "clipmeter.io/v1beta1",
                "kind": "TikTokAccount",
                "metadata": {"name": "khaby-lame-0b8bc2b6", "namespace": "cg-acme"},
                "spec": {
                    "username": "khaby.lame",
                    "intervalMinutes": 5,
                    "cost": {"model": "none"},
                    "scraperPool": "us",
                },
            })
        );
        let address = VideoAddress::parse("https://vm.tiktok.com/ZMabc1234/").unwrap();
        account.name.subject = Subject::Video(address);
        (account.interval_minutes, account.cost, account.scraper_pool) = (None, None, None);
        assert_eq!(
            tracked(&account),
            json!({"url": "https://vm.tiktok.com/ZMabc1234/"})
        );
    }

    #[test]
    fn document_preserves_the_subject_of_its_object() {
        let mut spec = json!({"username": "renamed", "intervalMinutes": 5});
        preserve_subject(&mut spec, &json!({"username": "natgeo", "suspend": false}));
        assert_eq!(spec, json!({"username": "natgeo", "intervalMinutes": 5}));
        preserve_subject(&mut spec, &Value::Null);
        assert_eq!(spec["username"], "natgeo");
    }

    #[test]
    fn cost_document_keeps_each_model() {
        for (model, amounts, expected) in [
            (CostModel::None, [None; 3], json!({"model": "none"})),
            (
                CostModel::Flat,
                [Some(1.5), Some(0.0), None],
                json!({"model": "flat", "cost": 1.5}),
            ),
            (
                CostModel::PerMille,
                [Some(0.0), Some(2.0), None],
                json!({"model": "per_mille", "rate": 2.0}),
            ),
            (
                CostModel::BasePlus,
                [Some(20.0), Some(1.5), Some(200.0)],
                json!({"model": "base_plus", "base": 20.0, "rate": 1.5, "max": 200.0}),
            ),
        ] {
            assert_eq!(json!(cost_of(stored(model, amounts))), expected);
        }
    }
}
