use serde_json::json;

use super::*;

fn shipped() -> PlatformConfig {
    PlatformConfig::shipped().unwrap()
}

#[test]
fn built_in_config_is_complete_and_fully_read() {
    let platform_config = shipped();
    assert_eq!(platform_config.user_agents.len(), 1);
    let document: Value = serde_json::from_str(SHIPPED).unwrap();
    assert_eq!(platform_config.value().unwrap(), document);
    assert_eq!(
        shipped().with(&platform_config.to_json().unwrap()).unwrap(),
        platform_config
    );
}

#[test]
fn query_documents_do_not_share_operations() {
    let documents = shipped().instagram.documents;
    let mut operations = std::collections::BTreeMap::new();
    for document in documents.lists().into_iter().flat_map(|(_, list)| list) {
        let fields = operations
            .entry(document.operation.clone())
            .or_insert(&document.root_field);
        assert!(
            document.operation.is_empty() || *fields == &document.root_field,
            "{document:?}"
        );
    }
    let unnamed = documents
        .graphql_clips
        .iter()
        .find(|document| document.doc_id == "27234427476213202")
        .unwrap();
    assert_eq!(unnamed.operation, "");
}

#[test]
fn built_in_rate_limits_are_below_tolerated_rates() {
    let (session, address) = (
        shipped().instagram.rate_limits.session,
        shipped().tiktok.rate_limits.address,
    );
    assert!(session.interval_ms >= 10_000 && session.per_hour <= 120 && session.burst < 3);
    assert!(address.interval_ms >= 1_250 && address.per_hour <= 2_880);
    assert!(shipped().tiktok.rate_limits.at_once < 4);
}

#[test]
fn layer_replaces_only_the_members_it_names() {
    let layer = r#"{"instagram":{"app_id":"1","documents":{"graphql_clips":[{"doc_id":"123456789012345"}]}},
        "tiktok":{"item_list_query":{"region":"DE","new":"x"},"rate_limits":{"address":{"spread":0}}}}"#;
    let (platform_config, before) = (shipped().with(layer).unwrap(), shipped());
    assert_eq!(platform_config.instagram.app_id, "1");
    assert_eq!(
        platform_config.instagram.documents.graphql_clips[0].path,
        "/graphql/query"
    );
    assert_eq!(platform_config.instagram.documents.graphql_clips.len(), 1);
    assert_eq!(
        platform_config.instagram.documents.graphql_timeline,
        before.instagram.documents.graphql_timeline
    );
    assert_eq!(platform_config.tiktok.item_list_query["region"], "DE");
    assert_eq!(
        platform_config.tiktok.item_list_query.len(),
        before.tiktok.item_list_query.len() + 1
    );
    assert_eq!(platform_config.user_agents, before.user_agents);
}

#[test]
fn invalid_layer_is_refused_with_its_path() {
    for (layer, path) in [
        ("{", "document"),
        ("[]", "document"),
        (r#"{"format":2}"#, "format"),
        (r#"{"user_agents":[]}"#, "user_agents"),
        (r#"{"user_agents":null}"#, "user_agents"),
        (r#"{"user_agents":["a\nb"]}"#, "user_agents[0]"),
        (r#"{"accept_language":"dé"}"#, "accept_language"),
        (r#"{"instagram":{"app_di":"1"}}"#, "instagram.app_di"),
        (r#"{"instagram":{"app_id":1}}"#, "instagram.app_id"),
        (r#"{"instagram":{"app_id":null}}"#, "instagram.app_id"),
        (r#"{"instagram":{"app_id":"\u0000"}}"#, "instagram.app_id"),
        (r#"{"instagram":null}"#, "instagram"),
        (r#"{"instagram":{"page_size":13}}"#, "instagram.page_size"),
        (r#"{"instagram":{"page_size":-1}}"#, "instagram.page_size"),
        (
            r#"{"instagram":{"feed_page_size":0}}"#,
            "instagram.feed_page_size",
        ),
        (
            r#"{"instagram":{"documents":{"graphql_clips":[]}}}"#,
            "instagram.documents.graphql_clips",
        ),
        (
            r#"{"instagram":{"documents":{"graphql_clips":[{"doc_id":"12"}]}}}"#,
            "instagram.documents.graphql_clips[0].doc_id",
        ),
        (
            r#"{"instagram":{"documents":{"graphql_clips":[{"doc_id":"123456789012345","path":"/x"}]}}}"#,
            "instagram.documents.graphql_clips[0].path",
        ),
        (
            r#"{"instagram":{"documents":{"graphql_clips":[{"doc":"1"}]}}}"#,
            "instagram.documents.graphql_clips[0].doc",
        ),
        (
            r#"{"instagram":{"rate_limits":{"session":{"interval_ms":7999}}}}"#,
            "instagram.rate_limits.session.interval_ms",
        ),
        (
            r#"{"instagram":{"rate_limits":{"session":{"per_hour":151}}}}"#,
            "instagram.rate_limits.session.per_hour",
        ),
        (
            r#"{"instagram":{"rate_limits":{"address":{"interval_ms":1999}}}}"#,
            "instagram.rate_limits.address.interval_ms",
        ),
        (
            r#"{"instagram":{"rate_limits":{"endpoints_per_hour":{"web_profile_info":76}}}}"#,
            "instagram.rate_limits.endpoints_per_hour.web_profile_info",
        ),
        (
            r#"{"instagram":{"rate_limits":{"endpoints_per_hour":{"graphql_timeline":0}}}}"#,
            "instagram.rate_limits.endpoints_per_hour.graphql_timeline",
        ),
        (
            r#"{"instagram":{"rate_limits":{"endpoints_per_hour":{"graphql_timelin":5}}}}"#,
            "instagram.rate_limits.endpoints_per_hour.graphql_timelin",
        ),
        (
            r#"{"tiktok":{"rate_limits":{"address":{"interval_ms":999}}}}"#,
            "tiktok.rate_limits.address.interval_ms",
        ),
        (
            r#"{"tiktok":{"rate_limits":{"address":{"spread":1}}}}"#,
            "tiktok.rate_limits.address.spread",
        ),
        (
            r#"{"tiktok":{"rate_limits":{"address":{"burst":0}}}}"#,
            "tiktok.rate_limits.address.burst",
        ),
        (
            r#"{"tiktok":{"rate_limits":{"at_once":5}}}"#,
            "tiktok.rate_limits.at_once",
        ),
        (r#"{"tiktok":{"first_device_id":"x"}}"#, "tiktok.first_device_id"),
        (r#"{"tiktok":{"first_device_id":"+1"}}"#, "tiktok.first_device_id"),
        (r#"{"tiktok":{"last_device_id":"1"}}"#, "tiktok.first_device_id"),
        (
            r#"{"tiktok":{"item_list_query":{"region":"\u0000"}}}"#,
            "tiktok.item_list_query.region",
        ),
        (
            r#"{"tiktok":{"item_list_query":{"new":1}}}"#,
            "tiktok.item_list_query.new",
        ),
        (
            r#"{"tiktok":{"item_list_query_new":"1"}}"#,
            "tiktok.item_list_query_new",
        ),
    ] {
        let error = shipped().with(layer).unwrap_err();
        assert_eq!(error.path, path, "{layer}: {error}");
    }
}

#[test]
fn layer_exceeding_resource_limits_is_refused() {
    let document = |flags: usize| json!({"doc_id": "1".repeat(17), "flags": vec!["x"; flags]});
    let clips = |list: Value| json!({"instagram": {"documents": {"graphql_clips": list}}});
    let constants = |new: usize| {
        let new: serde_json::Map<_, _> = (0..new).map(|n| (format!("new{n}"), json!("x"))).collect();
        json!({"tiktok": {"item_list_query": new}})
    };
    let shipped_constants = shipped().tiktok.item_list_query.len();
    for (taken, refused, says) in [
        (
            json!({"accept_language": "x".repeat(500)}),
            json!({"accept_language": "x".repeat(501)}),
            "accept_language: must have at most 500 characters",
        ),
        (
            json!({"user_agents": vec!["x"; 20]}),
            json!({"user_agents": vec!["x"; 21]}),
            "user_agents: must have at most 20 entries",
        ),
        (
            clips(json!(vec![document(50); 20])),
            clips(json!(vec![document(0); 21])),
            "instagram.documents.graphql_clips: must have at most 20 entries",
        ),
        (
            clips(json!([document(50)])),
            clips(json!([document(51)])),
            "instagram.documents.graphql_clips[0].flags: must have at most 50 entries",
        ),
        (
            constants(100 - shipped_constants),
            constants(101 - shipped_constants),
            "tiktok.item_list_query: must have at most 100 entries",
        ),
    ] {
        assert!(shipped().with(&taken.to_string()).is_ok(), "{says}");
        let error = shipped().with(&refused.to_string()).unwrap_err();
        assert_eq!(error.to_string(), says);
    }
}

#[test]
fn layer_with_renamed_member_is_refused_with_new_name() {
    for (layer, says) in [
        (
            r#"{"user_agent":"x"}"#,
            "user_agent: was renamed to user_agents, a list",
        ),
        (
            r#"{"instagram":{"timeline":{"doc_id":"123456789012345"}}}"#,
            "instagram.timeline: was renamed to instagram.documents.graphql_timeline, a list of such objects",
        ),
        (
            r#"{"instagram":{"clips":{"doc_id":"123456789012345"}}}"#,
            "instagram.clips: was renamed to instagram.documents.graphql_clips, a list of such objects",
        ),
        (
            r#"{"tiktok":{"first_device_id":7250000000000000000}}"#,
            "tiktok.first_device_id: must be a text: put the number into quotation marks",
        ),
        (
            r#"{"tiktok":{"last_device_id":7325099899999994577}}"#,
            "tiktok.last_device_id: must be a text: put the number into quotation marks",
        ),
        (
            r#"{"tiktok":{"first_device_id":[]}}"#,
            "tiktok.first_device_id: must be a text",
        ),
        (
            r#"{"tiktok":{"timeline":{}}}"#,
            "tiktok.timeline: there is no such member",
        ),
    ] {
        assert_eq!(shipped().with(layer).unwrap_err().to_string(), says);
    }
}

#[test]
fn layer_of_newer_version_applies_known_members() {
    let layer = r#"{"instagram":{"app_id":"1","novelty":{"a":1},
        "documents":{"graphql_clips":[{"doc_id":"123456789012345","since":1}]}}}"#;
    let (platform_config, left_out) = shipped().with_known(layer);
    assert_eq!(platform_config.instagram.app_id, "1");
    let paths: Vec<&str> = left_out.iter().map(|error| error.path.as_str()).collect();
    assert_eq!(
        paths,
        ["instagram.documents.graphql_clips[0].since", "instagram.novelty"]
    );

    for layer in [
        r#"{"format":2,"instagram":{"app_id":"1"}}"#,
        r#"{"instagram":{"app_id":1}}"#,
        "{",
    ] {
        let (platform_config, left_out) = shipped().with_known(layer);
        assert_eq!((platform_config, left_out.len()), (shipped(), 1), "{layer}");
    }
}

#[test]
fn layers_merge_into_one_equivalent_layer() {
    let (lower, upper) = (
        r#"{"instagram":{"app_id":"1","asbd_id":"2"},"tiktok":{"item_list_query":{"region":"DE"}}}"#,
        r#"{"instagram":{"app_id":"3"},"tiktok":{"item_list_query":{"language":"de"},"page_size":10}}"#,
    );
    let one = layered(parse(lower).unwrap(), parse(upper).unwrap()).to_string();
    assert_eq!(
        shipped().with(&one).unwrap(),
        shipped().with(lower).unwrap().with(upper).unwrap()
    );
}

#[test]
fn unknown_strategies_are_dropped_and_others_keep_order() {
    let layer = r#"{"instagram":{"app_id":"1","strategies":{
        "profile":["anonymous:web_profile_info","session:novelty"],
        "posts":["session:search","session:feed_user","session:graphql_timeline"],"plays":["anonymous:novelty"]}}}"#;
    let (platform_config, left_out) = shipped().with_known(layer);
    let (strategies, before) = (
        &platform_config.instagram.strategies,
        shipped().instagram.strategies,
    );
    assert_eq!(
        strategies.posts,
        ["session:feed_user", "session:graphql_timeline"]
    );
    assert_eq!(strategies.plays, before.plays, "no part of the layer is kept");
    assert_eq!(
        strategies.profile, before.profile,
        "no strategy was left for sessions"
    );
    assert_eq!(platform_config.instagram.app_id, "1");
    let paths: Vec<_> = left_out.iter().map(|error| error.path.as_str()).collect();
    let lists = ["profile", "posts", "plays"].map(|need| format!("instagram.strategies.{need}"));
    assert_eq!(paths, lists);
    assert!(shipped().with(layer).is_err(), "the layer must be rejected");
}

#[test]
fn unknown_tiktok_strategies_are_dropped_without_requiring_session() {
    let layer = r#"{"tiktok":{"page_size":10,"strategies":{
        "profile":["anonymous:embed_user"],"items":["anonymous:search","anonymous:embed_user"],"item":["session:video_page"]}}}"#;
    let (platform_config, left_out) = shipped().with_known(layer);
    let (strategies, before) = (&platform_config.tiktok.strategies, shipped().tiktok.strategies);
    assert_eq!(
        (&strategies.profile, &strategies.items),
        (
            &vec!["anonymous:embed_user".to_owned()],
            &vec!["anonymous:embed_user".to_owned()]
        )
    );
    assert_eq!(strategies.item, before.item, "no part of the layer is kept");
    assert_eq!(platform_config.tiktok.page_size, 10);
    let paths: Vec<_> = left_out.iter().map(|error| error.path.as_str()).collect();
    assert_eq!(paths, ["tiktok.strategies.items", "tiktok.strategies.item"]);
}

#[test]
fn invalid_strategies_are_refused_with_their_path() {
    for (layer, path) in [
        (
            r#"{"instagram":{"strategies":{"posts":[]}}}"#,
            "instagram.strategies.posts",
        ),
        (
            r#"{"instagram":{"strategies":{"posts":["anonymous:feed_user"]}}}"#,
            "instagram.strategies.posts[0]",
        ),
        (
            r#"{"instagram":{"strategies":{"plays":["session:clips_user","session:clips_user"]}}}"#,
            "instagram.strategies.plays[1]",
        ),
        (
            r#"{"instagram":{"strategies":{"profile":["anonymous:web_profile_info"]}}}"#,
            "instagram.strategies.profile",
        ),
        (
            r#"{"tiktok":{"strategies":{"items":[]}}}"#,
            "tiktok.strategies.items",
        ),
        (
            r#"{"tiktok":{"strategies":{"item":["anonymous:video_page","anonymous:oembed"]}}}"#,
            "tiktok.strategies.item[1]",
        ),
        (
            r#"{"tiktok":{"strategies":{"profile":["session:user_page"]}}}"#,
            "tiktok.strategies.profile[0]",
        ),
        (
            r#"{"tiktok":{"strategies":{"items":["anonymous:item_list","anonymous:item_list"]}}}"#,
            "tiktok.strategies.items[1]",
        ),
        (
            r#"{"tiktok":{"strategies":{"posts":["anonymous:item_list"]}}}"#,
            "tiktok.strategies.posts",
        ),
        (
            r#"{"instagram":{"strategies":{"item":["session:item"]}}}"#,
            "instagram.strategies.item[0]",
        ),
        (
            r#"{"instagram":{"strategies":{"name_by_id":["anonymous:profile_by_id"]}}}"#,
            "instagram.strategies.name_by_id[0]",
        ),
        (
            r#"{"instagram":{"strategies":{"posts":["anonymous:graphql_timeline"]}}}"#,
            "instagram.strategies.posts",
        ),
        (
            r#"{"instagram":{"strategies":{"search":["session:topsearch"]}}}"#,
            "instagram.strategies.search",
        ),
    ] {
        let error = shipped().with(layer).unwrap_err();
        assert_eq!(error.path, path, "{layer}: {error}");
    }
}
