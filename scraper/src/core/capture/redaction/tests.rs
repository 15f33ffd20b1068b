use proptest::prelude::*;

use super::*;

const SESSION: &str = "17841400123%3AaBcDeFgHiJkLmN%3A28%3AAYf-x_yZ0123456789";

fn covered(redaction: &Redaction, text: &str) -> String {
    String::from_utf8(redaction.body(text.as_bytes()).body).unwrap()
}

#[test]
fn redaction_removes_session_in_every_encoding() {
    let redaction = Redaction::default().without_session(SESSION).without("hsT0ken_9");
    for text in [
        SESSION.to_owned(),
        SESSION.replace("%3A", ":"),
        SESSION.replace("%3A", "%253A"),
        SESSION.replace("%3A", "\\u003A"),
        format!("{{\"who\":\"{SESSION}\",\"lsd\":\"hsT0ken_9\"}}"),
        "proof AYf-x_yZ0123456789 of 17841400123, hsT0ken_9".to_owned(),
        r#"{"pk":17841400123,"id":"178_17841400123"}"#.to_owned(),
    ] {
        let redacted = covered(&redaction, &text);
        assert_eq!(redacted.len(), text.len());
        for secret in ["17841400123", "aBcDeFgHiJkLmN", "AYf-x_yZ0123456789", "hsT0ken_9"] {
            assert!(!redacted.contains(secret), "{redacted}");
        }
    }
    let longer = r#"{"id":"3178414001234"}"#;
    assert_eq!(covered(&redaction, longer), longer);
}

#[test]
fn redaction_keeps_profile_and_item_data() {
    let text = r#"{"user":{"pk":"77","username":"ann.bee","biography":"mail ann@example.org","edge_followed_by":{"count":1512}},
        "items":[{"id":"3400000000000000001_77","code":"Cabc-1","taken_at":1790000000,"caption":{"text":"at 10:30, 1,234 of 5"}}],
        "next_max_id":"QVFDa2x-_=","status":"ok"}"#;
    let expected = text.replace("ann@example.org", "xxx@xxxxxxx.xxx");
    assert_eq!(covered(&Redaction::default(), text), expected);
}

#[test]
fn redaction_truncates_long_body_without_leaving_secret_at_cut() {
    let redaction = Redaction::default().without_session(SESSION);
    let fill = "a ".repeat(MAX_BODY / 2 - 10);
    let whole = redaction.body(fill.as_bytes());
    assert_eq!((whole.body.len(), whole.is_cut), (fill.len(), false));
    let long = format!("{fill}token={SESSION}{fill}");
    let cut = redaction.body(long.as_bytes());
    assert_eq!((cut.body.len(), cut.is_cut), (MAX_BODY, true));
    assert!(
        cut.body.ends_with(b"token=11111111111%1x"),
        "{:?}",
        cut.body.last_chunk::<24>()
    );
}

#[test]
fn redaction_of_location_overwrites_credentials_and_query_values() {
    let redaction = Redaction::default();
    for (location, expected) in [
        (
            "https://www.instagram.com/accounts/login/?next=/ann/&t=aB3#x=y",
            "https://www.instagram.com/accounts/login/?next=/xxx/&t=xx1#x=x",
        ),
        ("/challenge/17/aB/?next", "/challenge/11/xx/?xxxx"),
        ("https://ann:pw1@host/a@b", "https://xxx:xx1@host/a@b"),
        ("/grün?ü=ü", "/grün?ü=xx"),
        ("", ""),
    ] {
        assert_eq!(redaction.location(location), expected);
    }
}

/// The contexts in which a secret occurs in a response; `NAME` and `SECRET` are replaced.
const PLACES: [&str; 12] = [
    r#"{"NAME":"SECRET","id":"1"}"#,
    r#"{"NAME" : "SECRET"}"#,
    r#"{"raw":"{\"a\":1,\"NAME\":\"SECRET\"}"}"#,
    r#"{"raw":"{\"raw\":\"{\\\"NAME\\\":\\\"SECRET\\\"}\"}"}"#,
    r#"[["NAME","SECRET"]]"#,
    "<html><script>s.handle({NAME:'SECRET'})</script></html>",
    "<html><input type=hidden name=NAME value=SECRET></html>",
    "<html><meta content=\"SECRET\" name=\"NAME\"></html>",
    "<html data-x=\"{&quot;NAME&quot;:&quot;SECRET&quot;}\"></html>",
    "{\"url\":\"https:\\/\\/a.b\\/?x=1\\u0026NAME=SECRET\\u0026y=2\"}",
    "Cookie: a=b; NAME=SECRET; c=d",
    "https://a.b/?next=%2Fc%3FNAME%3DSECRET%26d",
];

proptest! {
    #[test]
    fn redaction_overwrites_named_secret_in_every_place(
        place in prop::sample::select(&PLACES[..]),
        name in prop::sample::select(&["csrf_token", "csrfToken", "fb_dtsg", "lsd", "sessionid", "device_id", "ttwid", "msToken", "jazoest"][..]),
        secret in "[A-Z][a-z0-9]{3,8}[A-Z0-9_-]{4,20}",
    ) {
        let text = place.replace("NAME", name).replace("SECRET", &secret);
        let redacted = covered(&Redaction::default(), &text);
        prop_assert_eq!(redacted.len(), text.len());
        prop_assert!(!redacted.contains(&secret), "{}", redacted);
    }

    #[test]
    fn redaction_keeps_json_structure(value in document(), session in any::<bool>()) {
        let text = serde_json::to_string(&value).unwrap();
        let redaction = if session { Redaction::default().without_session(SESSION) } else { Redaction::default() };
        let redacted: serde_json::Value = serde_json::from_slice(&redaction.body(text.as_bytes()).body).unwrap();
        prop_assert!(is_alike(&value, &redacted), "{} became {}", value, redacted);
    }

    #[test]
    fn redaction_accepts_any_bytes_and_keeps_length(bytes in prop::collection::vec(any::<u8>(), 0..200), text in r#"(token|[":=,\[{}\\@+.]|%3A|u00|[a-f0-9]|\\u0022){0,60}"#) {
        let redaction = Redaction::default().without_session(SESSION);
        prop_assert_eq!(redaction.body(&bytes).body.len(), bytes.len());
        prop_assert_eq!(redaction.body(text.as_bytes()).body.len(), text.len());
        prop_assert_eq!(redaction.location(&text).len(), text.len());
    }
}

fn document() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        r#"([a-z"\\/@é:+-]|token|10|\.de|17841400123){0,12}"#.prop_map(Into::into),
    ];
    let key = r"(token|lsd|viewer|user|id|a b|email)";
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::btree_map(key, inner, 0..5)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Returns whether the two differ only in texts and numbers.
fn is_alike(one: &serde_json::Value, other: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object, String};
    match (one, other) {
        (Object(one), Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, one)| other.get(key).is_some_and(|other| is_alike(one, other)))
        }
        (Array(one), Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_alike(one, other))
        }
        (Number(_), Number(_)) | (String(_), String(_)) => true,
        (one, other) => one == other,
    }
}
