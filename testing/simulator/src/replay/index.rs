//! Reads a folder of recordings: `expected.json` describes each file; missing details, such as the owner of a list's videos, are
//! looked up in the file itself.

use std::{collections::BTreeMap, fs, path::Path};

use axum::http::{HeaderName, StatusCode};
use bytes::Bytes;
use clipmeter_proto::v1::Platform;
use serde::Deserialize;
use serde_json::Value;

use super::{Recording, RecordingKey, RecordingKind, Replay};
use crate::{SimulatorError, request::Subject};

/// Name of the index file.
pub(super) const FILE: &str = "expected.json";

#[derive(Deserialize)]
struct Index {
    files: BTreeMap<String, IndexEntry>,
}

/// The relevant fields of an index entry.
#[derive(Deserialize)]
struct IndexEntry {
    r#type: String,
    http_status: u16,
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    username: Option<String>,
    user_id: Option<String>,
    sec_uid: Option<String>,
    cursor: Option<Value>,
    page: Option<u32>,
    #[serde(default)]
    items: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    id: Option<String>,
}

/// Adds the recordings of one platform to `replay`.
pub(super) fn read(replay: &mut Replay, platform: &str, folder: &Path) -> Result<(), SimulatorError> {
    let load = |path: &Path| {
        fs::read(path).map_err(|source| SimulatorError::Read {
            path: path.to_owned(),
            source,
        })
    };
    let path = folder.join(FILE);
    let index: Index =
        serde_json::from_slice(&load(&path)?).map_err(|source| SimulatorError::Index { path, source })?;
    let mut files: Vec<(String, IndexEntry)> = index.files.into_iter().collect();
    // Pages in their order; of several recordings of one subject, the successful one first.
    files.sort_by_key(|(name, entry)| (entry.page, entry.outcome != "ok", name.clone()));
    for (name, entry) in files {
        let body = load(&folder.join(&name))?;
        let is_html = Path::new(&name)
            .extension()
            .is_some_and(|extension| extension == "html");
        let inside: Value = serde_json::from_slice(&body).unwrap_or_default();
        let owner = owner(&inside).unwrap_or_default();
        let recording = Recording {
            status: StatusCode::from_u16(entry.http_status).unwrap_or(StatusCode::OK),
            headers: entry
                .headers
                .iter()
                .filter_map(|(name, value)| Some((HeaderName::try_from(name).ok()?, value.clone())))
                .collect(),
            body: Bytes::from(body),
            is_html,
            next: entry.cursor.as_ref().and_then(text),
        };
        index_owner(replay, platform, &entry, &owner);
        if let Some(key) = key(&entry, &owner) {
            replay.recordings.entry(key).or_default().push(recording.clone());
        }
        replay.by_file.insert(format!("{platform}/{name}"), recording);
    }
    Ok(())
}

/// Returns the request that the recording responds to; `None` for responses without an account, such as errors.
fn key(entry: &IndexEntry, owner: &RecordedOwner) -> Option<RecordingKey> {
    let username = || entry.username.clone();
    let user_id = || entry.user_id.clone().or_else(|| owner.user_id.clone());
    let item = || entry.items.first().and_then(|item| item.id.clone());
    let (kind, of) = match entry.r#type.as_str() {
        "ig_web_profile_info" => (RecordingKind::ProfileInfo, username()),
        "ig_profile_html" | "ig_profile_html_embedded" => (RecordingKind::ProfilePage, username()),
        "ig_feed_user" => (RecordingKind::Feed, user_id()),
        "ig_graphql_timeline_xdt" => (RecordingKind::Timeline, username()),
        "ig_graphql_timeline_legacy" => (RecordingKind::LegacyTimeline, user_id()),
        "ig_graphql_clips" => (RecordingKind::Clips, user_id()),
        "ig_clips_user" => (RecordingKind::ClipsUser, user_id()),
        "ig_media_info" => (RecordingKind::Media, item()),
        "ig_shortcode_media" => (RecordingKind::MediaByShortcode, item()),
        "ig_graphql_polaris_media" => (RecordingKind::LoggedOutMedia, item()),
        "ig_post_html" | "ig_post_html_embedded" => (RecordingKind::PostPage, item()),
        "tt_user_page" | "tt_user_page_sigi" => (RecordingKind::UserPage, username()),
        "tt_video_page" | "tt_video_page_mobile" => (RecordingKind::VideoPage, item()),
        "tt_item_list" => (RecordingKind::ItemList, owner.sec_uid.clone()),
        "tt_embed_user" => (RecordingKind::EmbedUser, username()),
        "tt_embed_video" => (RecordingKind::EmbedVideo, item()),
        "tt_oembed" => (RecordingKind::Oembed, item()),
        _ => return None,
    };
    Some(RecordingKey {
        kind,
        of: as_requested(kind, of?),
    })
}

/// Records the account of the names and IDs in a recording.
fn index_owner(replay: &mut Replay, platform: &str, entry: &IndexEntry, owner: &RecordedOwner) {
    let platform = if platform == "tiktok" {
        Platform::Tiktok
    } else {
        Platform::Instagram
    };
    let Some(username) = entry.username.clone().or_else(|| owner.username.clone()) else {
        return;
    };
    let username = username.to_lowercase();
    let user_id = entry.user_id.clone().or_else(|| owner.user_id.clone());
    let sec_uid = entry.sec_uid.clone().or_else(|| owner.sec_uid.clone());
    let subjects = [
        Some(Subject::Username(platform, username.clone())),
        user_id.clone().map(|id| Subject::UserId(platform, id)),
        sec_uid.map(Subject::SecUid),
    ];
    let items = entry
        .items
        .iter()
        .filter_map(|item| item.id.clone())
        .map(|id| Subject::Item(platform, id));
    for subject in subjects.into_iter().flatten().chain(items) {
        let identity = replay.names.entry(subject).or_default();
        identity.username.clone_from(&username);
        identity.user_id = identity.user_id.take().or_else(|| user_id.clone());
    }
}

/// Returns the owner of the items in a recording.
#[derive(Debug, Default)]
struct RecordedOwner {
    username: Option<String>,
    user_id: Option<String>,
    sec_uid: Option<String>,
}

/// Returns the first `user`, `owner` or `author` object with an ID in a response.
fn owner(value: &Value) -> Option<RecordedOwner> {
    match value {
        Value::Object(fields) => {
            let named = ["user", "owner", "author"]
                .iter()
                .filter_map(|name| fields.get(*name))
                .find_map(read_owner);
            named.or_else(|| fields.values().find_map(owner))
        }
        Value::Array(values) => values.iter().find_map(owner),
        _ => None,
    }
}

fn read_owner(value: &Value) -> Option<RecordedOwner> {
    let field = |name: &str| value.get(name).and_then(text);
    let user_id = field("pk").or_else(|| field("id"))?;
    let username = field("username").or_else(|| field("uniqueId"));
    Some(RecordedOwner {
        username,
        user_id: Some(user_id),
        sec_uid: field("secUid"),
    })
}

/// Converts a number or string into a string.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Usernames are requested in lower case; IDs are used unchanged.
fn as_requested(kind: RecordingKind, of: String) -> String {
    match kind {
        RecordingKind::ProfileInfo
        | RecordingKind::ProfilePage
        | RecordingKind::Timeline
        | RecordingKind::UserPage
        | RecordingKind::EmbedUser => of.to_lowercase(),
        _ => of,
    }
}
