//! Renders a parsed response as one JSON object.

use std::error::Error;

use clipmeter_proto::v1::{MediaKind, Precision};
use serde_json::{Map, Value, json};

use crate::core::capture::CaptureFile;
use crate::core::model::{Item, ItemIdScheme, Profile, RawResponse, ResponseKind, Scalar};
use crate::platforms;

/// Captions and descriptions are also printed shortened, for an overview of many lines: characters.
const CAPTION_PREFIX: usize = 60;
/// Maximum length of a page description, in characters.
const DESCRIPTION_LIMIT: usize = 160;

/// Parses a response and returns it as an object of scalars and lists. Values that it does not contain are null.
pub(super) fn render(
    file: &str,
    kind: ResponseKind,
    response: &RawResponse<'_>,
) -> Result<Value, Box<dyn Error>> {
    let platform = platforms::find(kind.platform()).ok_or("its platform is unknown")?;
    let parsed = platform.read(kind, response);
    let ids = platform.item_ids();
    let items: Vec<_> = parsed.items.iter().map(|item| render_item(ids, item)).collect();
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("file", file.into());
    put("type", kind.code().into());
    put("outcome", parsed.outcome.code().into());
    put("detail", parsed.detail.clone().into());
    put("item_count", items.len().into());
    put("items", items.into());
    put("has_more", parsed.has_more.into());
    put("cursor", scalar(parsed.cursor.as_ref()));
    put("status_code", parsed.status_code.into());
    put(
        "shortcodes",
        parsed
            .shortcodes
            .iter()
            .map(AsRef::as_ref)
            .collect::<Vec<&str>>()
            .into(),
    );
    put("partial", parsed.partial.into());
    put(
        "og_description",
        parsed
            .notes
            .og_description
            .as_deref()
            .map(|text| prefix(text, DESCRIPTION_LIMIT))
            .into(),
    );
    put("og_url", parsed.notes.og_url.clone().into());
    put("canonical", parsed.notes.canonical.as_deref().into());
    if let Some(profile) = &parsed.profile {
        render_profile(profile, &mut object);
        let has_posts = profile.item_count.is_some_and(|count| count > 0);
        object.insert(
            "needs_feed".to_owned(),
            (parsed.items.is_empty() && has_posts).into(),
        );
    }
    for (key, value) in platform.printed_members(&parsed, response.body) {
        object.insert(key.to_owned(), value);
    }
    Ok(Value::Object(object))
}

/// Renders a captured response, together with the outcome that was derived when it was captured.
pub(super) fn render_capture(file: &str, capture: &CaptureFile) -> Result<Value, Box<dyn Error>> {
    let mut object = render(file, capture.kind.parse()?, &capture.response())?;
    object["outcome_then"] = capture.outcome.as_str().into();
    object["is_cut"] = capture.is_cut.into();
    Ok(object)
}

fn render_profile(profile: &Profile<'_>, object: &mut Map<String, Value>) {
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("username", text(&profile.username));
    put("user_id", text(&profile.platform_id));
    put("is_private", profile.is_private.into());
    put("follower_count", profile.follower_count.into());
    put("following_count", profile.following_count.into());
    put("picture_url", profile.picture_url.as_deref().into());
}

fn render_item(ids: &ItemIdScheme, item: &Item<'_>) -> Value {
    let caption = item.caption.as_deref();
    json!({
        "id": item.id,
        "shortcode": item.shortcode,
        "url": item.url(ids),
        "username": item.username,
        "media_type": media_type(item.media_kind),
        "product_type": item.product_type,
        "timestamp": item.posted_at_text.as_deref().map_or_else(|| item.posted_at.into(), Value::from),
        "caption": caption,
        "caption_prefix": prefix(caption.unwrap_or_default(), CAPTION_PREFIX),
        "views": item.views,
        "views_key": item.views_key,
        "likes": item.likes,
        "comments": item.comments,
        "shares": item.shares,
        "saves": item.saves,
        "approximate": item.precision == Precision::Rounded,
        "pinned": item.pinned,
        "picture_url": item.picture_url,
    })
}

fn media_type(kind: MediaKind) -> Option<&'static str> {
    match kind {
        MediaKind::Unspecified => None,
        MediaKind::Video => Some("video"),
        MediaKind::Image => Some("image"),
        MediaKind::Carousel => Some("carousel"),
    }
}

/// Converts the platform's scalar without changing its type.
fn scalar(scalar: Option<&Scalar<'_>>) -> Value {
    match scalar {
        None => Value::Null,
        Some(Scalar::Text(text)) => text.as_ref().into(),
        Some(Scalar::Number(number)) => (*number).into(),
    }
}

fn text(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.into() }
}

fn prefix(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
