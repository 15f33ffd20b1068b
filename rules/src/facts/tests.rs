use serde_json::json;

use super::*;

fn shipped() -> Facts {
    Facts::shipped().unwrap()
}

#[test]
fn the_shipped_document_is_whole_and_says_nothing_that_is_not_read() {
    let facts = shipped();
    assert_eq!(facts.user_agents.len(), 1);
    let document: Value = serde_json::from_str(SHIPPED).unwrap();
    assert_eq!(facts.value().unwrap(), document);
    assert_eq!(shipped().with(&facts.to_json().unwrap()).unwrap(), facts);
}

#[test]
fn no_document_goes_by_the_operation_of_another() {
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
fn the_shipped_pace_is_below_what_is_tolerated() {
    let (session, address) = (shipped().instagram.pace.session, shipped().tiktok.pace.address);
    assert!(session.interval_ms >= 10_000 && session.per_hour <= 120 && session.burst < 3);
    assert!(address.interval_ms >= 1_250 && address.per_hour <= 2_880);
    assert!(shipped().tiktok.pace.at_once < 4);
}

#[test]
fn a_layer_replaces_what_it_names_and_nothing_else() {
    let layer = r#"{"instagram":{"app_id":"1","documents":{"graphql_clips":[{"doc_id":"123456789012345"}]}},
        "tiktok":{"item_list_query":{"region":"DE","new":"x"},"pace":{"address":{"spread":0}}}}"#;
    let (facts, before) = (shipped().with(layer).unwrap(), shipped());
    assert_eq!(facts.instagram.app_id, "1");
    assert_eq!(facts.instagram.documents.graphql_clips[0].path, "/graphql/query");
    assert_eq!(facts.instagram.documents.graphql_clips.len(), 1);
    assert_eq!(
        facts.instagram.documents.graphql_timeline,
        before.instagram.documents.graphql_timeline
    );
    assert_eq!(facts.tiktok.item_list_query["region"], "DE");
    assert_eq!(
        facts.tiktok.item_list_query.len(),
        before.tiktok.item_list_query.len() + 1
    );
    assert_eq!(facts.user_agents, before.user_agents);
}

#[test]
fn what_cannot_be_meant_is_refused_and_its_place_named() {
    for (layer, path) in [
        ("{", "document"),
        ("[]", "document"),
        (r#"{"format":2}"#, "format"),
        (r#"{"user_agents":[]}"#, "user_agents"),
        (r#"{"user_agents":["a\nb"]}"#, "user_agents[0]"),
        (r#"{"accept_language":"dé"}"#, "accept_language"),
        (r#"{"instagram":{"app_di":"1"}}"#, "instagram.app_di"),
        (r#"{"instagram":{"app_id":1}}"#, "instagram.app_id"),
        (r#"{"instagram":{"app_id":null}}"#, "instagram.app_id"),
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
            r#"{"instagram":{"pace":{"session":{"interval_ms":7999}}}}"#,
            "instagram.pace.session.interval_ms",
        ),
        (
            r#"{"instagram":{"pace":{"session":{"per_hour":151}}}}"#,
            "instagram.pace.session.per_hour",
        ),
        (
            r#"{"instagram":{"pace":{"address":{"interval_ms":1999}}}}"#,
            "instagram.pace.address.interval_ms",
        ),
        (
            r#"{"instagram":{"pace":{"endpoints_per_hour":{"web_profile_info":76}}}}"#,
            "instagram.pace.endpoints_per_hour.web_profile_info",
        ),
        (
            r#"{"instagram":{"pace":{"endpoints_per_hour":{"graphql_timeline":0}}}}"#,
            "instagram.pace.endpoints_per_hour.graphql_timeline",
        ),
        (
            r#"{"instagram":{"pace":{"endpoints_per_hour":{"graphql_timelin":5}}}}"#,
            "instagram.pace.endpoints_per_hour.graphql_timelin",
        ),
        (
            r#"{"tiktok":{"pace":{"address":{"interval_ms":999}}}}"#,
            "tiktok.pace.address.interval_ms",
        ),
        (
            r#"{"tiktok":{"pace":{"address":{"spread":1}}}}"#,
            "tiktok.pace.address.spread",
        ),
        (
            r#"{"tiktok":{"pace":{"address":{"burst":0}}}}"#,
            "tiktok.pace.address.burst",
        ),
        (r#"{"tiktok":{"pace":{"at_once":5}}}"#, "tiktok.pace.at_once"),
        (r#"{"tiktok":{"first_device_id":"x"}}"#, "tiktok.first_device_id"),
        (r#"{"tiktok":{"first_device_id":"+1"}}"#, "tiktok.first_device_id"),
        (r#"{"tiktok":{"last_device_id":"1"}}"#, "tiktok.first_device_id"),
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
fn what_is_longer_than_a_resource_could_be_is_refused() {
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
fn whoever_upgrades_is_told_what_members_are_called_now() {
    for (layer, says) in [
        (
            r#"{"user_agent":"x"}"#,
            "user_agent: is called user_agents, a list now",
        ),
        (
            r#"{"instagram":{"timeline":{"doc_id":"123456789012345"}}}"#,
            "instagram.timeline: is called instagram.documents.graphql_timeline, a list of such objects now",
        ),
        (
            r#"{"instagram":{"clips":{"doc_id":"123456789012345"}}}"#,
            "instagram.clips: is called instagram.documents.graphql_clips, a list of such objects now",
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
fn a_newer_layer_is_taken_as_far_as_it_is_known() {
    let layer = r#"{"instagram":{"app_id":"1","novelty":{"a":1},
        "documents":{"graphql_clips":[{"doc_id":"123456789012345","since":1}]}}}"#;
    let (facts, left_out) = shipped().with_known(layer);
    assert_eq!(facts.instagram.app_id, "1");
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
        let (facts, left_out) = shipped().with_known(layer);
        assert_eq!((facts, left_out.len()), (shipped(), 1), "{layer}");
    }
}

#[test]
fn two_layers_are_one_layer() {
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
fn ways_of_another_version_are_left_out_and_the_others_keep_their_order() {
    let layer = r#"{"instagram":{"app_id":"1","ways":{
        "profile":["guest:web_profile_info","session:novelty"],
        "posts":["session:search","session:feed_user","session:graphql_timeline"],"plays":["guest:novelty"]}}}"#;
    let (facts, left_out) = shipped().with_known(layer);
    let (ways, before) = (&facts.instagram.ways, shipped().instagram.ways);
    assert_eq!(ways.posts, ["session:feed_user", "session:graphql_timeline"]);
    assert_eq!(ways.plays, before.plays, "nothing of it was left");
    assert_eq!(ways.profile, before.profile, "nothing was left for sessions");
    assert_eq!(facts.instagram.app_id, "1");
    let paths: Vec<_> = left_out.iter().map(|error| error.path.as_str()).collect();
    let lists = ["profile", "posts", "plays"].map(|need| format!("instagram.ways.{need}"));
    assert_eq!(paths, lists);
    assert!(shipped().with(layer).is_err(), "whoever writes it is told");
}

#[test]
fn ways_of_tiktok_need_no_session_and_are_left_out_likewise() {
    let layer = r#"{"tiktok":{"page_size":10,"ways":{
        "profile":["guest:embed_user"],"items":["guest:search","guest:embed_user"],"item":["session:video_page"]}}}"#;
    let (facts, left_out) = shipped().with_known(layer);
    let (ways, before) = (&facts.tiktok.ways, shipped().tiktok.ways);
    assert_eq!(
        (&ways.profile, &ways.items),
        (
            &vec!["guest:embed_user".to_owned()],
            &vec!["guest:embed_user".to_owned()]
        )
    );
    assert_eq!(ways.item, before.item, "nothing of it was left");
    assert_eq!(facts.tiktok.page_size, 10);
    let paths: Vec<_> = left_out.iter().map(|error| error.path.as_str()).collect();
    assert_eq!(paths, ["tiktok.ways.items", "tiktok.ways.item"]);
}

#[test]
fn ways_that_cannot_be_meant_are_refused_and_their_place_named() {
    for (layer, path) in [
        (r#"{"instagram":{"ways":{"posts":[]}}}"#, "instagram.ways.posts"),
        (
            r#"{"instagram":{"ways":{"posts":["guest:feed_user"]}}}"#,
            "instagram.ways.posts[0]",
        ),
        (
            r#"{"instagram":{"ways":{"plays":["session:clips_user","session:clips_user"]}}}"#,
            "instagram.ways.plays[1]",
        ),
        (
            r#"{"instagram":{"ways":{"profile":["guest:web_profile_info"]}}}"#,
            "instagram.ways.profile",
        ),
        (r#"{"tiktok":{"ways":{"items":[]}}}"#, "tiktok.ways.items"),
        (
            r#"{"tiktok":{"ways":{"item":["guest:video_page","guest:oembed"]}}}"#,
            "tiktok.ways.item[1]",
        ),
        (
            r#"{"tiktok":{"ways":{"profile":["session:user_page"]}}}"#,
            "tiktok.ways.profile[0]",
        ),
        (
            r#"{"tiktok":{"ways":{"items":["guest:item_list","guest:item_list"]}}}"#,
            "tiktok.ways.items[1]",
        ),
        (
            r#"{"tiktok":{"ways":{"posts":["guest:item_list"]}}}"#,
            "tiktok.ways.posts",
        ),
        (
            r#"{"instagram":{"ways":{"item":["session:item"]}}}"#,
            "instagram.ways.item[0]",
        ),
        (
            r#"{"instagram":{"ways":{"name_by_id":["guest:profile_by_id"]}}}"#,
            "instagram.ways.name_by_id[0]",
        ),
        (
            r#"{"instagram":{"ways":{"posts":["guest:graphql_timeline"]}}}"#,
            "instagram.ways.posts",
        ),
        (
            r#"{"instagram":{"ways":{"search":["session:topsearch"]}}}"#,
            "instagram.ways.search",
        ),
    ] {
        let error = shipped().with(layer).unwrap_err();
        assert_eq!(error.path, path, "{layer}: {error}");
    }
}
