//! Small responses, each testing one aspect.

mod pages;

use clipmeter_proto::v1::{MediaKind, Outcome};

use super::read;
use crate::core::model::{Item, ParsedResponse, RawResponse, ResponseKind, Scalar};
use crate::platforms::instagram::kinds;

fn session(kind: ResponseKind, body: &str) -> ParsedResponse<'_> {
    read(kind, &RawResponse::with_session(body.as_bytes()))
}

/// Returns the only post of a response.
fn post(media: &str) -> Item<'static> {
    let body = format!(r#"{{"items":[{media}],"status":"ok"}}"#).leak();
    let mut items = session(kinds::MEDIA_INFO, body).items;
    assert_eq!(items.len(), 1, "{media}");
    items.remove(0)
}

#[test]
fn post_views_come_from_best_key_with_value() {
    for (counts, views, key) in [
        (
            r#""view_count":1,"ig_play_count":2,"play_count":3"#,
            Some(3),
            Some("play_count"),
        ),
        (
            r#""view_count":1,"ig_play_count":2,"play_count":null"#,
            Some(2),
            Some("ig_play_count"),
        ),
        (
            r#""video_view_count":1,"video_play_count":4"#,
            Some(4),
            Some("video_play_count"),
        ),
        (
            r#""view_count":null,"video_view_count":"1""#,
            Some(1),
            Some("video_view_count"),
        ),
        (r#""view_count":0"#, Some(0), Some("view_count")),
        (r#""view_count":-1"#, None, None),
        (r#""like_count":5"#, None, None),
    ] {
        let post = post(&format!(r#"{{"pk":1,"media_type":2,{counts}}}"#));
        assert_eq!((post.views, post.views_key), (views, key), "{counts}");
    }
}

#[test]
fn post_views_are_absent_for_images_and_carousels() {
    for (media, kind) in [
        (r#"{"pk":1,"media_type":1,"play_count":9}"#, MediaKind::Image),
        (
            r#"{"pk":1,"media_type":8,"view_count":9,"carousel_media":[{"pk":2,"media_type":2}]}"#,
            MediaKind::Carousel,
        ),
        (
            r#"{"id":"1","__typename":"XDTGraphSidecar","video_view_count":9}"#,
            MediaKind::Carousel,
        ),
        (
            r#"{"id":"1","__typename":"GraphImage","is_video":false,"video_view_count":9}"#,
            MediaKind::Image,
        ),
    ] {
        let post = post(media);
        assert_eq!(
            (post.media_kind, post.views, post.views_key),
            (kind, None, None),
            "{media}"
        );
    }
}

#[test]
fn post_likes_are_unknown_when_hidden() {
    assert_eq!(
        post(r#"{"pk":1,"like_count":3,"like_and_view_counts_disabled":true}"#).likes,
        None
    );
    assert_eq!(post(r#"{"pk":1,"like_count":-1}"#).likes, None);
    assert_eq!(
        post(r#"{"pk":1,"like_count":3,"like_and_view_counts_disabled":false}"#).likes,
        Some(3)
    );
    assert_eq!(
        post(r#"{"pk":1,"like_count":44,"like_and_view_counts_disabled":true}"#).likes,
        Some(44)
    );
    assert_eq!(
        post(r#"{"id":"1","edge_media_preview_like":{"count":-1}}"#).likes,
        None
    );
    assert_eq!(
        post(r#"{"id":"1","edge_media_preview_like":null,"edge_liked_by":{"count":2}}"#).likes,
        Some(2)
    );
}

#[test]
fn post_caption_may_be_missing_in_any_form() {
    for caption in [
        r#""caption":null"#,
        r#""caption":{"text":null}"#,
        r#""caption":{"text":""}"#,
        r#""caption":{}"#,
        r#""edge_media_to_caption":{"edges":[]}"#,
        r#""edge_media_to_caption":{"edges":[{"node":null}]}"#,
        r#""edge_media_to_caption":null"#,
        r#""comment_count":1"#,
    ] {
        assert_eq!(
            post(&format!(r#"{{"pk":1,{caption}}}"#)).caption,
            None,
            "{caption}"
        );
    }
    let caption = r#""edge_media_to_caption":{"edges":[{"node":{"text":"a\u002Fb"}}]}"#;
    assert_eq!(
        post(&format!(r#"{{"pk":1,{caption}}}"#)).caption.as_deref(),
        Some("a/b")
    );
}

#[test]
fn post_id_is_read_from_any_identifying_field() {
    for media in [
        r#"{"pk":3565077699422862188}"#,
        r#"{"pk":"3565077699422862188","id":"1_2"}"#,
        r#"{"pk":null,"id":"3565077699422862188_2700692569"}"#,
        r#"{"pk":3.5650776994228623e18,"id":"3565077699422862188_2700692569"}"#,
        r#"{"id":3565077699422862188,"code":"DF5s0duxDts"}"#,
        r#"{"code":"DF5s0duxDts"}"#,
        r#"{"shortcode":"DF5s0duxDts"}"#,
        r#"{"media":{"pk":"3565077699422862188"}}"#,
    ] {
        assert_eq!(post(media).id, "3565077699422862188", "{media}");
    }
}

#[test]
fn post_time_of_zero_is_unknown() {
    for (times, posted_at) in [
        (r#""taken_at":0"#, None),
        (r#""taken_at":-1"#, None),
        (r#""taken_at":null"#, None),
        (r#""taken_at":"1700000000""#, Some(1_700_000_000)),
        (
            r#""taken_at":1700000000,"taken_at_timestamp":0"#,
            Some(1_700_000_000),
        ),
    ] {
        let post = post(&format!(r#"{{"pk":1,{times}}}"#));
        assert_eq!(post.posted_at, posted_at, "{times}");
    }
}

#[test]
fn post_is_parsed_despite_invalid_neighbors() {
    let body = r#"{"items":[null,7,"x",[],{},{"media":null},{"pk":{}},{"pk":"5","user":"x","caption":[],"like_count":{}}],"status":"ok"}"#;
    let parsed = session(kinds::FEED_USER, body);
    assert_eq!((parsed.outcome, parsed.items.len()), (Outcome::Ok, 1));
    assert_eq!((parsed.items[0].id.as_ref(), parsed.items[0].likes), ("5", None));
}

#[test]
fn feed_with_only_unreadable_posts_is_schema_changed() {
    let outcome = |items: &str| {
        let body = format!(r#"{{"items":{items},"user":{{"pk":1,"username":"a"}},"status":"ok"}}"#);
        read(kinds::FEED_USER, &RawResponse::with_session(body.as_bytes())).outcome
    };
    assert_eq!(outcome("[{\"other\":1}]"), Outcome::SchemaChanged);
    assert_eq!(outcome("[]"), Outcome::Ok);
    assert_eq!(outcome("null"), Outcome::AmbiguousEmpty);
}

#[test]
fn list_page_yields_stated_cursor_and_has_more() {
    let body = r#"{"more_available":1,"next_max_id":"9_1","items":[{"pk":9}],"status":"ok"}"#;
    let parsed = session(kinds::FEED_USER, body);
    assert_eq!(parsed.has_more, Some(true));
    assert_eq!(parsed.cursor, Some(Scalar::Text("9_1".into())));
    let body = r#"{"items":[{"media":{"pk":9}}],"paging_info":{"max_id":17,"more_available":false}}"#;
    let parsed = session(kinds::CLIPS_USER, body);
    assert_eq!(
        (parsed.has_more, parsed.cursor),
        (Some(false), Some(Scalar::Number(17)))
    );
}

#[test]
fn reels_are_read_from_every_place() {
    let reels = r#"{"edges":[{"node":{"media":{"code":"Db2uAL7xbRZ","play_count":24585}}}]}"#;
    for (object, connection) in [
        ("fetch__XDTUserDict", "xdt_api__v1__clips__user__connection_v2"),
        ("fetch__XDTUserDict", "clips_connection"),
        ("node", "polaris_clips_connection"),
        ("xig_user_by_username", "polaris_clips_connection"),
    ] {
        let body = format!(r#"{{"data":{{"{object}":{{"{connection}":{reels}}}}}}}"#);
        let parsed = session(kinds::GRAPHQL_CLIPS, &body);
        assert_eq!(parsed.outcome, Outcome::Ok, "{body}");
        assert_eq!(parsed.items[0].views, Some(24_585), "{body}");
    }
}

#[test]
fn profile_posts_outrank_its_reels() {
    let list = |pk: u8| format!(r#"{{"edges":[{{"node":{{"pk":{pk},"like_count":1}}}}]}}"#);
    let posts = format!(r#""polaris_ordered_timeline_connection":{}"#, list(1));
    let reels = format!(r#""polaris_clips_connection":{}"#, list(2));
    for lists in [format!("{posts},{reels}"), format!("{reels},{posts}")] {
        let body = format!(r#"{{"data":{{"xig_user_by_username":{{"pk":"7","username":"a",{lists}}}}}}}"#);
        let parsed = session(kinds::PROFILE_BY_ID, &body);
        assert_eq!(parsed.items[0].id, "1", "{body}");
    }
}

#[test]
fn response_without_expected_data_is_classified_by_its_form() {
    for (kind, body, outcome) in [
        (
            kinds::WEB_PROFILE_INFO,
            r#"{"data":{"user":null},"status":"ok"}"#,
            Outcome::NotFound,
        ),
        (
            kinds::WEB_PROFILE_INFO,
            r#"{"data":{},"status":"ok"}"#,
            Outcome::AmbiguousEmpty,
        ),
        (
            kinds::WEB_PROFILE_INFO,
            r#"{"data":null,"status":"ok"}"#,
            Outcome::AmbiguousEmpty,
        ),
        (kinds::WEB_PROFILE_INFO, r#"{"data":{}}"#, Outcome::AmbiguousEmpty),
        (
            kinds::GRAPHQL_TIMELINE_XDT,
            r#"{"data":{},"extensions":{"is_final":true}}"#,
            Outcome::AmbiguousEmpty,
        ),
        (kinds::FEED_USER, "{}", Outcome::AmbiguousEmpty),
        (kinds::FEED_USER, "[]", Outcome::SchemaChanged),
        (
            kinds::FEED_USER,
            r#"{"renamed":[{"pk":1}]}"#,
            Outcome::SchemaChanged,
        ),
        (
            kinds::GRAPHQL_TIMELINE_XDT,
            r#"{"data":null,"errors":[{"message":"execution error"}],"extensions":{}}"#,
            Outcome::SchemaChanged,
        ),
        (
            kinds::WEB_PROFILE_INFO,
            r#"{"data":{"user":null},"extensions":{}}"#,
            Outcome::NotFound,
        ),
        (
            kinds::WEB_PROFILE_INFO,
            r#"{"data":{"user":{"name":1}},"status":"ok"}"#,
            Outcome::SchemaChanged,
        ),
        (
            kinds::GRAPHQL_TIMELINE_XDT,
            r#"{"data":{"renamed":{}},"status":"ok"}"#,
            Outcome::SchemaChanged,
        ),
        (
            kinds::SHORTCODE_MEDIA,
            r#"{"data":{"xdt_shortcode_media":null},"status":"ok"}"#,
            Outcome::NotFound,
        ),
        (
            kinds::MEDIA_INFO,
            r#"{"items":[],"status":"ok"}"#,
            Outcome::NotFound,
        ),
        (
            kinds::GRAPHQL_POLARIS_MEDIA,
            r#"{"data":{"xig_polaris_media":null}}"#,
            Outcome::NotFound,
        ),
        (
            kinds::GRAPHQL_POLARIS_MEDIA,
            r#"{"data":{"xig_polaris_media":{"if_not_gated_logged_out":null}}}"#,
            Outcome::LoginRequired,
        ),
        (
            kinds::GRAPHQL_TIMELINE_XDT,
            r#"{"errors":[{"message":"Rate limit exceeded","code":1675004}],"data":null,"status":"ok"}"#,
            Outcome::RateLimited,
        ),
    ] {
        assert_eq!(session(kind, body).outcome, outcome, "{} {body}", kind.code());
    }
}

#[test]
fn profile_of_private_account_contains_counts() {
    let body = r#"{"data":{"user":{"id":"7","username":"a","is_private":true,"edge_followed_by":{"count":12},
        "edge_owner_to_timeline_media":{"count":3,"edges":[]}}},"status":"ok"}"#;
    let parsed = session(kinds::WEB_PROFILE_INFO, body);
    let profile = parsed.profile.unwrap();
    assert_eq!(parsed.outcome, Outcome::Private);
    assert_eq!((profile.follower_count, profile.item_count), (Some(12), Some(3)));
}

#[test]
fn timeline_profile_is_author_of_most_posts() {
    let node = |pk: u8, name: &str| {
        format!(r#"{{"node":{{"pk":{pk},"user":{{"pk":"{pk}0","username":"{name}"}}}}}}"#)
    };
    let body = format!(
        r#"{{"data":{{"xdt_api__v1__feed__user_timeline_graphql_connection":{{"edges":[{},{},{}]}}}}}}"#,
        node(1, "guest"),
        node(2, "owner"),
        node(3, "owner")
    );
    let profile = session(kinds::GRAPHQL_TIMELINE_XDT, &body).profile.unwrap();
    assert_eq!(
        (profile.username.as_ref(), profile.platform_id.as_ref()),
        ("owner", "20")
    );
}
