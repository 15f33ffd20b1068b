use serde_json::{Value, json};

use super::Expectation::{Accepted, Rule, Schema};
use super::{Case, Expectation, create, object};

const NOT_ASCII: Expectation = Rule("must be plain ASCII, because it is sent in a header or a URL");

pub(super) fn all() -> Vec<Case> {
    [members(), documents(), rate_limits(), tiktok()].concat()
}

fn platform_config(spec: Value, expectation: Expectation) -> Case {
    create(object("PlatformConfig", "default", spec), expectation)
}

fn members() -> Vec<Case> {
    vec![
        platform_config(json!({}), Accepted),
        create(
            object("PlatformConfig", "any-name", json!({"format": 1})),
            Accepted,
        ),
        platform_config(
            json!({"format": 2}),
            Schema("spec.format in body should be less than or equal to 1"),
        ),
        platform_config(json!({"user_agents": ["Mozilla/5.0"]}), Accepted),
        platform_config(json!({"user_agents": null}), Accepted),
        platform_config(
            json!({"user_agents": []}),
            Schema("spec.user_agents in body should have at least 1 items"),
        ),
        platform_config(
            json!({"user_agents": vec!["x"; 21]}),
            Schema("must have at most 20 items"),
        ),
        platform_config(json!({"user_agents": ["Mozilla/5.0", "a\nb"]}), NOT_ASCII),
        platform_config(json!({"accept_language": "dé"}), NOT_ASCII),
        platform_config(json!({"accept_language": ""}), Accepted),
        platform_config(
            json!({"accept_language": "x".repeat(501)}),
            Schema("may not be more than 500 bytes"),
        ),
        platform_config(
            json!({"instagram": {"app_id": 1}}),
            Schema("must be of type string"),
        ),
        platform_config(
            json!({"instagram": {"page_size": 12, "feed_page_size": 33}}),
            Accepted,
        ),
        platform_config(
            json!({"instagram": {"strategies": {"posts": ["session:feed_user"]}}}),
            Accepted,
        ),
        platform_config(
            json!({"instagram": {"strategies": {"posts": ["session:feed_user", "anonymous:feed_user"]}}}),
            Rule("must be one of session:graphql_timeline, session:feed_user, anonymous:graphql_timeline"),
        ),
        platform_config(
            json!({"instagram": {"strategies": {"posts": ["anonymous:graphql_timeline"]}}}),
            Rule("must have a strategy with a session"),
        ),
        platform_config(
            json!({"instagram": {"strategies": {
                "name_by_id": ["session:feed_user"], "item": ["session:media_info", "anonymous:post_page"],
            }}}),
            Accepted,
        ),
        platform_config(
            json!({"instagram": {"strategies": {"name_by_id": ["anonymous:profile_by_id"]}}}),
            Rule("must be one of session:profile_by_id, session:feed_user"),
        ),
        platform_config(
            json!({"instagram": {"strategies": {"plays": ["session:clips_user", "session:clips_user"]}}}),
            Rule("must not be repeated"),
        ),
        platform_config(
            json!({"instagram": {"strategies": {"profile": ["anonymous:web_profile_info"]}}}),
            Rule("must have a strategy with a session"),
        ),
        platform_config(
            json!({"instagram": {"strategies": {"profile": []}}}),
            Schema("should have at least 1 items"),
        ),
        platform_config(
            json!({"instagram": {"page_size": 13}}),
            Schema("spec.instagram.page_size in body should be less than or equal to 12"),
        ),
        platform_config(
            json!({"instagram": {"feed_page_size": 0}}),
            Schema("spec.instagram.feed_page_size in body should be greater than or equal to 1"),
        ),
    ]
}

fn documents() -> Vec<Case> {
    let clip = |document: Value, expectation| {
        let documents = json!({"graphql_clips": [document]});
        platform_config(json!({"instagram": {"documents": documents}}), expectation)
    };
    let no_document = Rule("must be 15 to 20 digits");
    let id = "123456789012345";
    vec![
        clip(json!({"doc_id": id}), Accepted),
        clip(
            json!({"doc_id": id, "operation": "", "root_field": "", "flags": []}),
            Accepted,
        ),
        clip(
            json!({"operation": "PolarisSomething"}),
            Schema("doc_id: Required value"),
        ),
        clip(json!({"doc_id": "12345678901234"}), no_document),
        clip(json!({"doc_id": "12345678901234x"}), no_document),
        clip(json!({"doc_id": id, "path": "/api/graphql"}), Accepted),
        clip(
            json!({"doc_id": id, "path": "/x"}),
            Rule("must be /graphql/query or /api/graphql"),
        ),
        clip(json!({"doc_id": id, "flags": ["Plain", "ü"]}), NOT_ASCII),
        clip(
            json!({"doc_id": id, "flags": vec!["x"; 51]}),
            Schema("must have at most 50 items"),
        ),
    ]
}

fn rate_limits() -> Vec<Case> {
    let instagram_rate_limits = |bucket: &str, rule: Value, expectation| {
        platform_config(json!({"instagram": {"rate_limits": {bucket: rule}}}), expectation)
    };
    let tiktok_rate_limits = |rule: Value, expectation: Expectation| {
        platform_config(json!({"tiktok": {"rate_limits": rule}}), expectation)
    };
    vec![
        instagram_rate_limits(
            "session",
            json!({"interval_ms": 8000, "spread": 0, "burst": 3, "per_hour": 150}),
            Accepted,
        ),
        instagram_rate_limits(
            "session",
            json!({"interval_ms": 7999}),
            Schema("interval_ms in body should be greater than or equal to 8000"),
        ),
        instagram_rate_limits(
            "session",
            json!({"burst": 4}),
            Schema("burst in body should be less than or equal to 3"),
        ),
        instagram_rate_limits(
            "session",
            json!({"per_hour": 151}),
            Schema("per_hour in body should be less than or equal to 150"),
        ),
        instagram_rate_limits(
            "session",
            json!({"spread": 0.91}),
            Schema("spec.instagram.rate_limits.session.spread in body should be less than or equal to 0.9"),
        ),
        instagram_rate_limits(
            "session",
            json!({"per_hour": 0}),
            Schema("should be greater than or equal to 1"),
        ),
        instagram_rate_limits("address", json!({"interval_ms": 2000}), Accepted),
        instagram_rate_limits(
            "address",
            json!({"interval_ms": 1999}),
            Schema("interval_ms in body should be greater than or equal to 2000"),
        ),
        instagram_rate_limits("endpoints_per_hour", json!({"graphql_timeline": 150}), Accepted),
        instagram_rate_limits(
            "endpoints_per_hour",
            json!({"web_profile_info": 76}),
            Schema("web_profile_info in body should be less than or equal to 75"),
        ),
        tiktok_rate_limits(
            json!({"address": {"interval_ms": 1000, "per_hour": 3600}, "at_once": 4}),
            Accepted,
        ),
        tiktok_rate_limits(
            json!({"address": {"interval_ms": 999}}),
            Schema("interval_ms in body should be greater than or equal to 1000"),
        ),
        tiktok_rate_limits(json!({"at_once": 5}), Schema("should be less than or equal to 4")),
    ]
}

fn tiktok() -> Vec<Case> {
    vec![
        platform_config(
            json!({"tiktok": {"item_list_query": {"region": "DE", "of_their_own": "x"}}}),
            Accepted,
        ),
        platform_config(json!({"tiktok": {"item_list_query": {"region": "Ö"}}}), NOT_ASCII),
        platform_config(
            json!({"tiktok": {"item_list_query": {"region": 1}}}),
            Schema("must be of type string"),
        ),
        platform_config(
            json!({"tiktok": {"first_device_id": "7250000000000000000"}}),
            Accepted,
        ),
        platform_config(
            json!({"tiktok": {"strategies": {"items": ["anonymous:embed_user", "anonymous:item_list"]}}}),
            Accepted,
        ),
        platform_config(
            json!({"tiktok": {"strategies": {"item": ["anonymous:oembed"]}}}),
            Rule("must be one of anonymous:video_page, anonymous:embed_video"),
        ),
        platform_config(
            json!({"tiktok": {"strategies": {"profile": ["anonymous:user_page", "anonymous:user_page"]}}}),
            Rule("must not be repeated"),
        ),
        platform_config(
            json!({"tiktok": {"strategies": {"item": []}}}),
            Schema("should have at least 1 items"),
        ),
        platform_config(
            json!({"tiktok": {"first_device_id": "+1"}}),
            Rule("must be digits of a 64-bit number"),
        ),
        platform_config(
            json!({"tiktok": {"last_device_id": 7_325_099_899_999_994_577_u64}}),
            Schema("must be of type string"),
        ),
    ]
}
