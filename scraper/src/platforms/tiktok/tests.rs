//! Small responses, each testing one aspect.

use clipmeter_proto::v1::{MediaKind, Outcome, Precision};

use super::{next_cursor_ms, read};
use crate::core::model::{Item, ParsedResponse, RawResponse, ResponseKind, Scalar};
use crate::platforms::tiktok::kinds;

fn parse_body(kind: ResponseKind, body: &str) -> ParsedResponse<'_> {
    read(kind, &RawResponse::anonymous(body.as_bytes()))
}

/// Returns the only item of a list.
fn item(item_struct: &str) -> Item<'static> {
    let body = format!(r#"{{"itemList":[{item_struct}],"statusCode":0}}"#).leak();
    let mut items = parse_body(kinds::ITEM_LIST, body).items;
    assert_eq!(items.len(), 1, "{item_struct}");
    items.remove(0)
}

/// Returns a page with one member in its data.
fn page(member: &str) -> String {
    format!(
        r#"<!DOCTYPE html><html><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">{{"__DEFAULT_SCOPE__":{{"webapp.a-b":{{}},{member}}}}}</script></html>"#
    )
}

#[test]
fn item_counts_prefer_exact_over_rounded_ones_individually() {
    let item = item(
        r#"{"id":"7","stats":{"playCount":1600000,"diggCount":38900,"collectCount":"3"},"statsV2":{"playCount":"1585253","diggCount":null}}"#,
    );
    assert_eq!(
        (item.views, item.views_key),
        (Some(1_585_253), Some("statsV2.playCount"))
    );
    assert_eq!(
        (item.likes, item.saves, item.comments),
        (Some(38_900), Some(3), None)
    );
    assert_eq!(item.precision, Precision::Rounded);
}

#[test]
fn item_counts_below_ten_thousand_are_exact() {
    let low = item(r#"{"id":"7","stats":{"playCount":9999}}"#);
    assert_eq!(
        (low.precision, low.views_key),
        (Precision::Exact, Some("stats.playCount"))
    );
    assert_eq!(
        item(r#"{"id":"7","stats":{"playCount":10000}}"#).precision,
        Precision::Rounded
    );
}

#[test]
fn item_author_is_parsed_from_object_or_name() {
    let new = item(r#"{"id":"7","author":{"id":"1","uniqueId":"a","secUid":"S"}}"#);
    let old = item(r#"{"id":"7","author":"a","authorId":"1","authorSecId":"S"}"#);
    for item in [new, old] {
        assert_eq!(item.username.as_deref(), Some("a"));
        assert_eq!(
            (item.user_id.as_deref(), item.sec_uid.as_deref()),
            (Some("1"), Some("S"))
        );
    }
    assert_eq!(item(r#"{"id":"7","author":null}"#).username, None);
}

#[test]
fn photo_post_is_image_with_views() {
    let post = item(
        r#"{"id":7426235671350549,"desc":"","contents":[{"desc":"c"}],"imagePost":{"images":[1]},"stats":{"playCount":174}}"#,
    );
    assert_eq!(
        (post.media_kind, post.views, post.caption.as_deref()),
        (MediaKind::Image, Some(174), Some("c"))
    );
}

#[test]
fn item_is_parsed_despite_invalid_neighbors() {
    let body = r#"{"itemList":[null,[],{},{"id":"opaque"},{"id":"7","stats":[],"author":7,"desc":{}}],"statusCode":0}"#;
    let parsed = parse_body(kinds::ITEM_LIST, body);
    assert_eq!((parsed.outcome, parsed.items.len()), (Outcome::Ok, 1));
    let body = r#"{"itemList":[null],"statusCode":0}"#;
    assert_eq!(parse_body(kinds::ITEM_LIST, body).outcome, Outcome::SchemaChanged);
}

#[test]
fn item_list_yields_stated_cursor_and_has_more() {
    let parsed = parse_body(
        kinds::ITEM_LIST,
        r#"{"cursor":"5","hasMorePrevious":true,"itemList":[],"statusCode":0}"#,
    );
    assert_eq!((parsed.outcome, parsed.has_more), (Outcome::Ok, Some(true)));
    assert_eq!(
        (parsed.cursor, parsed.items.last()),
        (Some(Scalar::Text("5".into())), None)
    );
    let body = r#"{"aweme_list":[{"aweme_id":"7","create_time":3,"statistics":{"play_count":20000}}],"has_more":1,"max_cursor":9,"status_code":0}"#;
    let parsed = parse_body(kinds::AWEME_LIST, body);
    assert_eq!(
        (parsed.has_more, parsed.cursor.clone()),
        (Some(true), Some(Scalar::Number(9)))
    );
    assert_eq!(
        (next_cursor_ms(&parsed), parsed.items[0].precision),
        (Some(3000), Precision::Exact)
    );
}

#[test]
fn user_page_outcome_reflects_account_state() {
    let user = |user: &str, videos: u8, code: i32| {
        page(&format!(
            r#""webapp.user-detail":{{"userInfo":{{"user":{{"id":"1","uniqueId":"a","secUid":"S",{user}}},"stats":{{"videoCount":{videos}}}}},"statusCode":{code}}}"#
        ))
    };
    for (page, outcome) in [
        (user(r#""privateAccount":false"#, 3, 0), Outcome::Ok),
        (user(r#""privateAccount":false"#, 0, 0), Outcome::OkNoVideos),
        (
            user(r#""privateAccount":true,"secret":false"#, 3, 0),
            Outcome::Private,
        ),
        (user(r#""privateAccount":true"#, 3, 10222), Outcome::Private),
        (
            page(r#""webapp.user-detail":{"statusCode":10221}"#),
            Outcome::NotFound,
        ),
        (
            page(r#""webapp.user-detail":{"statusCode":"10202","userInfo":{}}"#),
            Outcome::NotFound,
        ),
        (
            page(r#""webapp.user-detail":{"statusCode":0,"userInfo":{"user":{}}}"#),
            Outcome::SchemaChanged,
        ),
        (page(r#""webapp.user-detail":null"#), Outcome::UnexpectedPage),
    ] {
        let parsed = parse_body(kinds::USER_PAGE, &page);
        assert_eq!(parsed.outcome, outcome, "{page}");
        assert_eq!(parsed.profile.is_some(), page.contains("uniqueId"), "{page}");
    }
}

#[test]
fn video_page_yields_video_or_reason_for_absence() {
    let video = |item: &str| {
        page(&format!(
            r#""webapp.video-detail":{{"statusCode":0,"itemInfo":{{"itemStruct":{item}}}}}"#
        ))
    };
    for (page, outcome) in [
        (video(r#"{"id":"7","video":{"id":"7"}}"#), Outcome::Ok),
        (
            video(r#"{"id":"7","isContentClassified":true,"video":null}"#),
            Outcome::AgeRestricted,
        ),
        (
            video(r#"{"id":"7","isContentClassified":true,"video":{"id":"7"}}"#),
            Outcome::Ok,
        ),
        (video("{}"), Outcome::SchemaChanged),
        (video("null"), Outcome::SchemaChanged),
        (
            page(r#""webapp.reflow.video.detail":{"statusCode":0,"itemInfo":{"itemStruct":{"id":"7"}}}"#),
            Outcome::Ok,
        ),
        (
            page(r#""webapp.user-detail":{"userInfo":{"user":{"uniqueId":"a"}},"statusCode":0}"#),
            Outcome::UnexpectedPage,
        ),
    ] {
        assert_eq!(parse_body(kinds::VIDEO_PAGE, &page).outcome, outcome, "{page}");
    }
}

#[test]
fn video_page_of_other_kind_yields_canonical_url() {
    let page =
        page(r#""seo.abtest":{"canonical":"https:\u002F\u002Fwww.tiktok.com\u002F@a\u002Fvideo\u002F7"}"#);
    let parsed = parse_body(kinds::VIDEO_PAGE, &page);
    assert_eq!(parsed.outcome, Outcome::UnexpectedPage);
    assert_eq!(
        parsed.notes.canonical.as_deref(),
        Some("https://www.tiktok.com/@a/video/7")
    );
}

#[test]
fn page_data_is_found_in_any_script_notation() {
    let data = r#"{"__DEFAULT_SCOPE__":{"webapp.user-detail":{"userInfo":{"user":{"uniqueId":"a","signature":"</p><script id=x>"}},"statusCode":0}}}"#;
    for tag in [
        "<script type='application/json' id='__UNIVERSAL_DATA_FOR_REHYDRATION__'>",
        "<script\n  nonce=\"a>b\"\n  id = \"__UNIVERSAL_DATA_FOR_REHYDRATION__\"\n>",
        "<script id=__UNIVERSAL_DATA_FOR_REHYDRATION__ type=application/json>",
    ] {
        let page = format!(
            "<html><script>var a = '__UNIVERSAL_DATA_FOR_REHYDRATION__'</script>{tag}\n{data}\n</script></html>"
        );
        assert_eq!(parse_body(kinds::USER_PAGE, &page).outcome, Outcome::Ok, "{tag}");
    }
}

#[test]
fn user_page_in_old_layout_is_parsed_or_recognized() {
    let sigi = r#"<html><script id="sigi-persisted-data">{"ItemModule":{"7":{"id":"7","author":"a"},"8":{"id":"8"}},"ItemList":{"user-post":{"list":["8"]}},
        "UserModule":{"users":{"b":{"id":"2","uniqueId":"b"},"a":{"id":"1","uniqueId":"a"}},"stats":{"a":{"videoCount":2}}},"UserPage":{"uniqueId":"a"}}</script></html>"#;
    let parsed = parse_body(kinds::USER_PAGE, sigi);
    assert_eq!(
        parsed
            .items
            .iter()
            .map(|item| item.id.as_ref())
            .collect::<Vec<_>>(),
        ["8", "7"]
    );
    assert_eq!(parsed.profile.and_then(|profile| profile.item_count), Some(2));
    for assignment in ["window['SIGI_STATE']=", "\n window[\"SIGI_STATE\"] = "] {
        let code = sigi
            .replace(r#"data">"#, &format!(r#"data">{assignment}"#))
            .replace("</script>", ";window['SIGI_RETRY']={};</script>");
        let parsed = parse_body(kinds::USER_PAGE, &code);
        assert_eq!((parsed.outcome, parsed.items.len()), (Outcome::Ok, 2), "{code}");
    }
    let next = r#"<html><script id="__NEXT_DATA__">{"props":{}}</script></html>"#;
    assert_eq!(parse_body(kinds::USER_PAGE, next).outcome, Outcome::SchemaChanged);
}

#[test]
fn embed_without_content_is_not_available() {
    let page = r#"<html><script id="__FRONTITY_CONNECT_STATE__">{"source":{"data":{"/embed/@a":{"isReady":true}}}}</script></html>"#;
    assert_eq!(parse_body(kinds::EMBED_USER, page).outcome, Outcome::NotAvailable);
}

/// Returns an embedded profile with these members.
fn embedded_profile(members: &str) -> String {
    format!(
        r#"<html><script id="__FRONTITY_CONNECT_STATE__">{{"source":{{"data":{{"/embed/@x":{{"userInfo":{{"uniqueId":"x"}},{members}}}}}}}}}</script></html>"#
    )
}

#[test]
fn embed_error_is_classified_by_code() {
    for (members, outcome) in [
        (r#""errorCode":10222,"isError":true"#, Outcome::Private),
        (r#""errorCode":10221,"isError":true"#, Outcome::NotFound),
        (r#""errorCode":"10222""#, Outcome::Private),
        (r#""errorCode":0,"isError":true"#, Outcome::NotAvailable),
        (r#""isError":true"#, Outcome::NotAvailable),
    ] {
        let members = format!(r#"{members},"errorStatus":400,"pageName":"error","videoList":[]"#);
        let page = embedded_profile(&members);
        for status in [200, 400] {
            let response = RawResponse {
                status,
                ..RawResponse::anonymous(page.as_bytes())
            };
            let parsed = read(kinds::EMBED_USER, &response);
            assert_eq!(parsed.outcome, outcome, "{status} {page}");
            assert_eq!((parsed.profile, parsed.items.len()), (None, 0), "{page}");
        }
    }
    let page = embedded_profile(r#""errorCode":0,"isError":false,"videoList":[{"id":"7"}]"#);
    for (status, outcome) in [(200, Outcome::Ok), (400, Outcome::UnknownError)] {
        let response = RawResponse {
            status,
            ..RawResponse::anonymous(page.as_bytes())
        };
        assert_eq!(read(kinds::EMBED_USER, &response).outcome, outcome, "{status}");
    }
}

#[test]
fn embed_videos_have_covers() {
    let page = embedded_profile(r#""videoList":[{"id":"7","coverUrl":"https://c"},{"id":"8"}]"#);
    let parsed = parse_body(kinds::EMBED_USER, &page);
    let covers: Vec<_> = parsed
        .items
        .iter()
        .map(|item| item.picture_url.as_deref())
        .collect();
    assert_eq!(covers, [Some("https://c"), None]);
}

#[test]
fn oembed_video_id_is_found_in_several_places() {
    for body in [
        r#"{"title":"t","author_unique_id":"a","embed_product_id":"77"}"#,
        r#"{"title":"t","author_url":"https:\/\/www.tiktok.com\/@a?x","html":"<blockquote data-video-id=\"77\">"}"#,
    ] {
        let parsed = parse_body(kinds::OEMBED, body);
        assert_eq!(
            (parsed.outcome, parsed.items[0].id.as_ref(), parsed.partial),
            (Outcome::Ok, "77", true)
        );
        assert_eq!(
            (parsed.items[0].username.as_deref(), parsed.items[0].views),
            (Some("a"), None)
        );
    }
    let not_found = RawResponse {
        status: 400,
        ..RawResponse::anonymous(br#"{"message":"Something went wrong","code":400}"#)
    };
    assert_eq!(read(kinds::OEMBED, &not_found).outcome, Outcome::NotFound);
}

#[test]
fn substitute_response_is_classified_by_status_and_body() {
    for (status, location, body, outcome) in [
        (
            302,
            Some("https://www.tiktok.com/login?x=1"),
            "",
            Outcome::LoginRequired,
        ),
        (301, Some("/@other"), "", Outcome::UnexpectedPage),
        (
            302,
            Some("https://www.tiktok.com/hk/notfound"),
            "",
            Outcome::RegionBlocked,
        ),
        (302, Some("/hk/notfound/?from=x"), "", Outcome::RegionBlocked),
        (302, Some("/notfound"), "", Outcome::UnexpectedPage),
        (403, None, "", Outcome::Blocked),
        (429, None, "{}", Outcome::RateLimited),
        (503, None, "<html></html>", Outcome::Transient),
        (404, None, "<html></html>", Outcome::EndpointRetired),
        (410, None, "{}", Outcome::EndpointRetired),
        (200, None, "", Outcome::EmptyBody),
        (200, None, "{\"itemList\":[", Outcome::ParseError),
        (
            200,
            None,
            "<html><script id=__UNIVERSAL_DATA_FOR_REHYDRATION__>{",
            Outcome::ParseError,
        ),
        (200, None, r#"{"code":"10000","type":"verify"}"#, Outcome::Captcha),
        (200, None, r#"{"statusCode":-1}"#, Outcome::Blocked),
        (200, None, "{}", Outcome::SchemaChanged),
        (200, None, "<html data-downgrade=\"1\"></html>", Outcome::Blocked),
        // Not TikTok's own: a captive portal, a proxy, a maintenance page.
        (200, None, "<html></html>", Outcome::UnexpectedPage),
        (
            200,
            None,
            "<html><body>Please wait</body></html>",
            Outcome::UnexpectedPage,
        ),
        (
            401,
            None,
            "<html><title>Sign in</title></html>",
            Outcome::UnexpectedPage,
        ),
        (401, None, r#"{"error":"unauthorized"}"#, Outcome::UnexpectedPage),
        (407, None, "", Outcome::UnexpectedPage),
        (
            302,
            Some("https://portal.hotel.example/login"),
            "",
            Outcome::UnexpectedPage,
        ),
        (
            302,
            Some("https://www.tiktok.com.example/login"),
            "",
            Outcome::UnexpectedPage,
        ),
        (302, Some("/login"), "", Outcome::LoginRequired),
    ] {
        let response = RawResponse {
            status,
            location,
            body: body.as_bytes(),
            is_anonymous: true,
        };
        assert_eq!(
            read(kinds::ITEM_LIST, &response).outcome,
            outcome,
            "{status} {body}"
        );
    }
    let not_found = RawResponse {
        status: 404,
        ..RawResponse::anonymous(b"<html></html>")
    };
    assert_eq!(read(kinds::USER_PAGE, &not_found).outcome, Outcome::NotFound);
}
