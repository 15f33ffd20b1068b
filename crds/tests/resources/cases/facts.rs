use serde_json::{Value, json};

use super::Verdict::{Rule, Schema, Taken};
use super::{Case, Verdict, create, object};

const NOT_PLAIN: Verdict = Rule("must be plain ASCII, as it is sent in a header or an address");

pub(super) fn all() -> Vec<Case> {
    [members(), documents(), paces(), tiktok()].concat()
}

fn facts(spec: Value, verdict: Verdict) -> Case {
    create(object("PlatformFacts", "default", spec), verdict)
}

fn members() -> Vec<Case> {
    vec![
        facts(json!({}), Taken),
        create(object("PlatformFacts", "any-name", json!({"format": 1})), Taken),
        facts(
            json!({"format": 2}),
            Schema("spec.format in body should be less than or equal to 1"),
        ),
        facts(json!({"user_agents": ["Mozilla/5.0"]}), Taken),
        facts(json!({"user_agents": null}), Taken),
        facts(
            json!({"user_agents": []}),
            Schema("spec.user_agents in body should have at least 1 items"),
        ),
        facts(
            json!({"user_agents": vec!["x"; 21]}),
            Schema("must have at most 20 items"),
        ),
        facts(json!({"user_agents": ["Mozilla/5.0", "a\nb"]}), NOT_PLAIN),
        facts(json!({"accept_language": "dé"}), NOT_PLAIN),
        facts(json!({"accept_language": ""}), Taken),
        facts(
            json!({"accept_language": "x".repeat(501)}),
            Schema("may not be more than 500 bytes"),
        ),
        facts(
            json!({"instagram": {"app_id": 1}}),
            Schema("must be of type string"),
        ),
        facts(
            json!({"instagram": {"page_size": 12, "feed_page_size": 33}}),
            Taken,
        ),
        facts(
            json!({"instagram": {"ways": {"posts": ["session:feed_user"]}}}),
            Taken,
        ),
        facts(
            json!({"instagram": {"ways": {"posts": ["session:feed_user", "guest:feed_user"]}}}),
            Rule("must be one of session:graphql_timeline, session:feed_user, guest:graphql_timeline"),
        ),
        facts(
            json!({"instagram": {"ways": {"posts": ["guest:graphql_timeline"]}}}),
            Rule("must have a way with a session"),
        ),
        facts(
            json!({"instagram": {"ways": {
                "name_by_id": ["session:feed_user"], "item": ["session:media_info", "guest:post_page"],
            }}}),
            Taken,
        ),
        facts(
            json!({"instagram": {"ways": {"name_by_id": ["guest:profile_by_id"]}}}),
            Rule("must be one of session:profile_by_id, session:feed_user"),
        ),
        facts(
            json!({"instagram": {"ways": {"plays": ["session:clips_user", "session:clips_user"]}}}),
            Rule("must be there once"),
        ),
        facts(
            json!({"instagram": {"ways": {"profile": ["guest:web_profile_info"]}}}),
            Rule("must have a way with a session"),
        ),
        facts(
            json!({"instagram": {"ways": {"profile": []}}}),
            Schema("should have at least 1 items"),
        ),
        facts(
            json!({"instagram": {"page_size": 13}}),
            Schema("spec.instagram.page_size in body should be less than or equal to 12"),
        ),
        facts(
            json!({"instagram": {"feed_page_size": 0}}),
            Schema("spec.instagram.feed_page_size in body should be greater than or equal to 1"),
        ),
    ]
}

fn documents() -> Vec<Case> {
    let clip = |document: Value, verdict| {
        let documents = json!({"graphql_clips": [document]});
        facts(json!({"instagram": {"documents": documents}}), verdict)
    };
    let no_document = Rule("must be 15 to 20 digits");
    let id = "123456789012345";
    vec![
        clip(json!({"doc_id": id}), Taken),
        clip(
            json!({"doc_id": id, "operation": "", "root_field": "", "flags": []}),
            Taken,
        ),
        clip(
            json!({"operation": "PolarisSomething"}),
            Schema("doc_id: Required value"),
        ),
        clip(json!({"doc_id": "12345678901234"}), no_document),
        clip(json!({"doc_id": "12345678901234x"}), no_document),
        clip(json!({"doc_id": id, "path": "/api/graphql"}), Taken),
        clip(
            json!({"doc_id": id, "path": "/x"}),
            Rule("must be /graphql/query or /api/graphql"),
        ),
        clip(json!({"doc_id": id, "flags": ["Plain", "ü"]}), NOT_PLAIN),
        clip(
            json!({"doc_id": id, "flags": vec!["x"; 51]}),
            Schema("must have at most 50 items"),
        ),
    ]
}

fn paces() -> Vec<Case> {
    let instagram_pace =
        |bucket: &str, rule: Value, verdict| facts(json!({"instagram": {"pace": {bucket: rule}}}), verdict);
    let tiktok_pace = |rule: Value, verdict: Verdict| facts(json!({"tiktok": {"pace": rule}}), verdict);
    vec![
        instagram_pace(
            "session",
            json!({"interval_ms": 8000, "spread": 0, "burst": 3, "per_hour": 150}),
            Taken,
        ),
        instagram_pace(
            "session",
            json!({"interval_ms": 7999}),
            Schema("interval_ms in body should be greater than or equal to 8000"),
        ),
        instagram_pace(
            "session",
            json!({"burst": 4}),
            Schema("burst in body should be less than or equal to 3"),
        ),
        instagram_pace(
            "session",
            json!({"per_hour": 151}),
            Schema("per_hour in body should be less than or equal to 150"),
        ),
        instagram_pace(
            "session",
            json!({"spread": 0.91}),
            Schema("spec.instagram.pace.session.spread in body should be less than or equal to 0.9"),
        ),
        instagram_pace(
            "session",
            json!({"per_hour": 0}),
            Schema("should be greater than or equal to 1"),
        ),
        instagram_pace("address", json!({"interval_ms": 2000}), Taken),
        instagram_pace(
            "address",
            json!({"interval_ms": 1999}),
            Schema("interval_ms in body should be greater than or equal to 2000"),
        ),
        instagram_pace("endpoints_per_hour", json!({"graphql_timeline": 150}), Taken),
        instagram_pace(
            "endpoints_per_hour",
            json!({"web_profile_info": 76}),
            Schema("web_profile_info in body should be less than or equal to 75"),
        ),
        tiktok_pace(
            json!({"address": {"interval_ms": 1000, "per_hour": 3600}, "at_once": 4}),
            Taken,
        ),
        tiktok_pace(
            json!({"address": {"interval_ms": 999}}),
            Schema("interval_ms in body should be greater than or equal to 1000"),
        ),
        tiktok_pace(json!({"at_once": 5}), Schema("should be less than or equal to 4")),
    ]
}

fn tiktok() -> Vec<Case> {
    vec![
        facts(
            json!({"tiktok": {"item_list_query": {"region": "DE", "of_their_own": "x"}}}),
            Taken,
        ),
        facts(json!({"tiktok": {"item_list_query": {"region": "Ö"}}}), NOT_PLAIN),
        facts(
            json!({"tiktok": {"item_list_query": {"region": 1}}}),
            Schema("must be of type string"),
        ),
        facts(
            json!({"tiktok": {"first_device_id": "7250000000000000000"}}),
            Taken,
        ),
        facts(
            json!({"tiktok": {"ways": {"items": ["guest:embed_user", "guest:item_list"]}}}),
            Taken,
        ),
        facts(
            json!({"tiktok": {"ways": {"item": ["guest:oembed"]}}}),
            Rule("must be one of guest:video_page, guest:embed_video"),
        ),
        facts(
            json!({"tiktok": {"ways": {"profile": ["guest:user_page", "guest:user_page"]}}}),
            Rule("must be there once"),
        ),
        facts(
            json!({"tiktok": {"ways": {"item": []}}}),
            Schema("should have at least 1 items"),
        ),
        facts(
            json!({"tiktok": {"first_device_id": "+1"}}),
            Rule("must be digits of a 64-bit number"),
        ),
        facts(
            json!({"tiktok": {"last_device_id": 7_325_099_899_999_994_577_u64}}),
            Schema("must be of type string"),
        ),
    ]
}
