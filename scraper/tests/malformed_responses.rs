//! Damaged and arbitrary bodies: no panic, no success from a truncated or empty body, no slow parsing.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scraper::core::model::{ParsedResponse, RawResponse, ResponseKind};
use clipmeter_scraper::platforms::{instagram, response_kinds, tiktok};
use proptest::prelude::*;
use proptest::sample::Index;

/// Far more than any response here takes, even in a debug build on a busy machine; a search that is quadratic in
/// megabytes takes hours.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Recorded bodies with their kinds. Those above this size are skipped: they would make the tests slower, not better.
const SIZE_LIMIT: u64 = 300_000;

static RECORDED: LazyLock<Vec<(ResponseKind, Vec<u8>)>> = LazyLock::new(|| {
    let folders = ["instagram", "tiktok"].map(|platform| recordings().join(platform));
    folders.iter().flat_map(|folder| bodies(folder)).collect()
});

fn recordings() -> PathBuf {
    PathBuf::from("../../shared/fixtures")
}

fn bodies(folder: &Path) -> Vec<(ResponseKind, Vec<u8>)> {
    let expected = std::fs::read(folder.join("expected.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_slice(&expected).unwrap();
    let mut bodies = Vec::new();
    for (name, expected) in expected["files"].as_object().unwrap() {
        let path = folder.join(name);
        if std::fs::metadata(&path).unwrap().len() <= SIZE_LIMIT {
            bodies.push((
                expected["type"].as_str().unwrap().parse().unwrap(),
                std::fs::read(path).unwrap(),
            ));
        }
    }
    bodies
}

fn read<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    let started = Instant::now();
    let parsed = match kind.platform() {
        Platform::Instagram => instagram::read(kind, response),
        _ => tiktok::read(kind, response),
    };
    assert!(
        started.elapsed() < TIMEOUT,
        "{} of {} bytes took too long",
        kind.code(),
        response.body.len()
    );
    assert!(parsed.detail.chars().count() <= 300, "{}", parsed.detail);
    parsed
}

fn any_kind() -> impl Strategy<Value = ResponseKind> {
    prop::sample::select(response_kinds().collect::<Vec<_>>())
}

/// A recorded body and its kind.
fn recorded() -> impl Strategy<Value = (ResponseKind, Vec<u8>)> {
    any::<Index>().prop_map(|index| index.get(&RECORDED).clone())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn truncated_response_is_never_success((kind, body) in recorded(), cut in any::<Index>(), is_anonymous: bool) {
        let body = body.trim_ascii_end();
        if body.is_empty() {
            return Ok(());
        }
        let parsed = read(kind, &RawResponse { is_anonymous, ..RawResponse::anonymous(&body[..cut.index(body.len())]) });
        // A page may lose only the last bytes of its last tag.
        let lost_only_the_end = body.ends_with(b"</html>") && body.len() - cut.index(body.len()) < 2;
        prop_assert!(lost_only_the_end || !parsed.outcome.is_success(), "{}: {:?}", kind.code(), parsed.outcome);
    }

    #[test]
    fn response_with_flipped_bytes_is_parsed_without_panic(
        (kind, mut body) in recorded(),
        flips in prop::collection::vec((any::<Index>(), any::<u8>()), 1..20),
        status in 100_u16..600,
    ) {
        for (at, byte) in flips {
            if !body.is_empty() {
                let at = at.index(body.len());
                body[at] = byte;
            }
        }
        read(kind, &RawResponse::anonymous(&body));
        read(kind, &RawResponse { status, ..RawResponse::with_session(&body) });
    }

    #[test]
    fn response_with_removed_ranges_is_parsed_without_panic((kind, mut body) in recorded(), from in any::<Index>(), to in any::<Index>()) {
        let (one, other) = (from.index(body.len() + 1), to.index(body.len() + 1));
        body.drain(one.min(other)..one.max(other));
        read(kind, &RawResponse::anonymous(&body));
    }

    #[test]
    fn response_spliced_from_two_is_parsed_without_panic(
        (kind, one) in recorded(),
        (_, other) in recorded(),
        at in any::<Index>(),
        from in any::<Index>(),
    ) {
        let mut body = one;
        body.truncate(at.index(body.len() + 1));
        body.extend_from_slice(&other[from.index(other.len() + 1)..]);
        read(kind, &RawResponse::anonymous(&body));
    }

    #[test]
    fn response_of_any_bytes_is_never_success(kind in any_kind(), body: Vec<u8>, location: Option<String>, status in 100_u16..1000) {
        let response = RawResponse { status, location: location.as_deref(), body: &body, is_anonymous: true };
        prop_assert!(!read(kind, &response).outcome.is_success());
    }

    #[test]
    fn response_of_any_markup_is_parsed_without_panic(
        kind in any_kind(),
        body in r#"<(<script|</script>|<meta|property|content|id|cs|wci|__UNIVERSAL_DATA_FOR_REHYDRATION__|[ ="'<>/\{\}\[\],:a1]){0,60}"#,
    ) {
        read(kind, &RawResponse::anonymous(body.as_bytes()));
    }
}

#[test]
fn response_with_empty_body_is_never_success() {
    for kind in response_kinds() {
        for body in ["", " \n"] {
            assert_eq!(
                read(kind, &RawResponse::with_session(body.as_bytes())).outcome,
                Outcome::EmptyBody,
                "{}",
                kind.code()
            );
        }
        for body in [
            "null",
            "{}",
            "[]",
            "\"\"",
            "0",
            "<html></html>",
            "<html><body></body></html>",
        ] {
            let outcome = read(kind, &RawResponse::anonymous(body.as_bytes())).outcome;
            assert!(!outcome.is_success(), "{}: {body}: {outcome:?}", kind.code());
        }
    }
}

#[test]
fn malicious_response_is_parsed_in_bounded_time() {
    let kinds = [
        instagram::kinds::FEED_USER,
        instagram::kinds::POST_HTML_EMBEDDED,
        instagram::kinds::ERROR,
        tiktok::kinds::ITEM_LIST,
        tiktok::kinds::USER_PAGE,
        tiktok::kinds::EMBED_USER,
    ];
    let pieces = [
        "[",
        "{\"a\":",
        "\"\\",
        "\\\\\"",
        "<script>",
        "<script a=\"'",
        "<script id='__UNIVERSAL_DATA_FOR_REHYDRATION__'>{",
        "<meta content='",
        "<meta property=og:description content=\"&amp;&#1",
        "<form action=\"/",
        "{\"items\":[{\"media\":",
        "{\"data\":{\"result\":",
        "<p id=cs class=",
        "\"profile_id\"",
        "<title>",
    ];
    for piece in pieces {
        let body = piece.repeat(400_000 / piece.len());
        let page = format!("<html><script type=application/json>\"xig_polaris_media\"{body}</script></html>");
        for kind in kinds {
            read(kind, &RawResponse::anonymous(body.as_bytes()));
            read(kind, &RawResponse::anonymous(page.as_bytes()));
        }
    }
}

#[test]
fn item_list_beyond_element_limit_is_parse_error() {
    let item = r#"{"pk":"1","code":"B","media_type":2,"user":{"username":"a"},"like_count":1},"#;
    let list = |items| format!(r#"{{"items":[{}null],"status":"ok"}}"#, item.repeat(items));
    for (items, expected) in [
        (10_000, (Outcome::Ok, 10_000)),
        (100_000, (Outcome::ParseError, 0)),
    ] {
        let body = list(items);
        let parsed = read(
            instagram::kinds::FEED_USER,
            &RawResponse::with_session(body.as_bytes()),
        );
        assert_eq!((parsed.outcome, parsed.items.len()), expected);
    }
}

#[test]
fn timeline_without_edges_is_schema_changed() {
    for edges in ["", r#""edges":null,"#, r#""edges":{},"#] {
        let body = format!(
            r#"{{"data":{{"xdt_api__v1__feed__user_timeline_graphql_connection":{{{edges}"page_info":{{"has_next_page":false}}}}}},"status":"ok"}}"#
        );
        let parsed = read(
            instagram::kinds::GRAPHQL_TIMELINE_XDT,
            &RawResponse::with_session(body.as_bytes()),
        );
        assert_eq!(parsed.outcome, Outcome::SchemaChanged, "{edges}");
    }
}

#[test]
fn private_account_without_username_stays_private() {
    let body = br#"{"items":[],"status":"ok","user":{"pk":77,"username":"","is_private":true}}"#;
    assert_eq!(
        read(instagram::kinds::FEED_USER, &RawResponse::with_session(body)).outcome,
        Outcome::Private
    );
}

#[test]
fn item_id_out_of_range_is_rejected() {
    for id in ["0", "18446744073709551616", &"9".repeat(4000)] {
        let body = format!(r#"{{"statusCode":0,"itemList":[{{"id":"{id}","desc":"x"}}]}}"#);
        let parsed = read(tiktok::kinds::ITEM_LIST, &RawResponse::anonymous(body.as_bytes()));
        assert_eq!((parsed.outcome, parsed.items.len()), (Outcome::SchemaChanged, 0));
    }
}
