//! Finds the recording for a request, or a substitute if an account of the folder lacks one.

use serde_json::json;

use super::{Identity, Recording, RecordingKey, RecordingKind, Replay, convert};
use crate::{
    clock::Millis,
    instagram::{self, InstagramRefusal},
    request::PageParams,
    response::SimulatedResponse,
    route::Route,
    tiktok,
};

impl Replay {
    /// Returns the recorded response. `None` if the folder has no such account.
    pub(crate) fn response(&self, route: &Route, ahead: Millis, now: Millis) -> Option<SimulatedResponse> {
        if let Route::Tiktok(tiktok::Route::ShortLink { id }) = route {
            return self
                .find(&route.subject())
                .map(|identity| tiktok::link(Some(&identity.username), id));
        }
        let (kind, of, page) = requested(route)?;
        let identity = self.find(&route.subject());
        // Feeds are recorded by user ID, and may be requested by username.
        let user_id = identity.and_then(|identity| identity.user_id.clone());
        let of = user_id.filter(|_| kind == RecordingKind::Feed).unwrap_or(of);
        if let Some(pages) = self.pages(kind, &of) {
            let found = choose(kind, pages, page);
            return Some(found.map_or_else(|| end_of_list(kind, now), |recording| recording.response(ahead)));
        }
        self.converted(kind, &of, page, ahead)
            .or_else(|| identity.map(|identity| lacking(kind, identity, now)))
    }

    fn pages(&self, kind: RecordingKind, of: &str) -> Option<&[Recording]> {
        self.recordings
            .get(&RecordingKey {
                kind,
                of: of.to_owned(),
            })
            .map(Vec::as_slice)
    }

    /// Returns a response derived from a recording of another kind.
    fn converted(
        &self,
        kind: RecordingKind,
        of: &str,
        page: Option<&PageParams>,
        ahead: Millis,
    ) -> Option<SimulatedResponse> {
        match kind {
            RecordingKind::Timeline => {
                let profile = self.pages(RecordingKind::ProfileInfo, of)?.first()?;
                convert::timeline(&profile.response(ahead))
            }
            RecordingKind::Clips => match choose(kind, self.pages(RecordingKind::ClipsUser, of)?, page) {
                Some(clips) => convert::clips(&clips.response(ahead)),
                None => Some(SimulatedResponse::json(&instagram::clips_connection(&[], None))),
            },
            _ => None,
        }
    }
}

/// Returns the index of the requested page; `None` beyond the last.
fn choose<'a>(
    kind: RecordingKind,
    pages: &'a [Recording],
    page: Option<&PageParams>,
) -> Option<&'a Recording> {
    match (kind, page) {
        (RecordingKind::ItemList, Some(page)) => by_time(pages, page),
        (_, Some(page)) => by_cursor(pages, page),
        (_, None) => pages.first(),
    }
}

/// Converts a request into the key of a recording.
fn requested(route: &Route) -> Option<(RecordingKind, String, Option<&PageParams>)> {
    use crate::{instagram::Route as Instagram, request::Subject, tiktok::Route as Tiktok};
    let requested = match route {
        Route::Instagram(route) => match route {
            Instagram::ProfileInfo { username } => (RecordingKind::ProfileInfo, username, None),
            Instagram::ProfileById { user_id } => (RecordingKind::ProfileById, user_id, None),
            Instagram::TopSearch { username } => (RecordingKind::Search, username, None),
            Instagram::ProfilePage { username } => (RecordingKind::ProfilePage, username, None),
            Instagram::Feed {
                of: Subject::UserId(_, id),
                page,
            } => (RecordingKind::Feed, id, Some(page)),
            Instagram::Feed {
                of: Subject::Username(_, name),
                page,
            } => (RecordingKind::Feed, name, Some(page)),
            Instagram::Timeline { username, page } => (RecordingKind::Timeline, username, Some(page)),
            Instagram::LegacyTimeline { user_id, page } => {
                (RecordingKind::LegacyTimeline, user_id, Some(page))
            }
            Instagram::Clips { user_id, page, .. } => (RecordingKind::Clips, user_id, Some(page)),
            Instagram::ClipsUser { user_id, page, .. } => (RecordingKind::ClipsUser, user_id, Some(page)),
            Instagram::Media { pk } => (RecordingKind::Media, pk, None),
            Instagram::MediaByShortcode { pk, .. } => (RecordingKind::MediaByShortcode, pk, None),
            Instagram::LoggedOutMedia { pk } => (RecordingKind::LoggedOutMedia, pk, None),
            Instagram::PostPage { pk, .. } => (RecordingKind::PostPage, pk, None),
            Instagram::Home
            | Instagram::StaleDocument
            | Instagram::Script { .. }
            | Instagram::Feed { .. } => return None,
        },
        Route::Tiktok(route) => match route {
            Tiktok::UserPage { username } => (RecordingKind::UserPage, username, None),
            Tiktok::VideoPage { id } => (RecordingKind::VideoPage, id, None),
            Tiktok::ItemList { sec_uid, page } => (RecordingKind::ItemList, sec_uid, Some(page)),
            Tiktok::EmbedUser { username } => (RecordingKind::EmbedUser, username, None),
            Tiktok::EmbedVideo { id } => (RecordingKind::EmbedVideo, id, None),
            Tiktok::Oembed { id } => (RecordingKind::Oembed, id, None),
            Tiktok::ShortLink { .. } | Tiktok::Signed => return None,
        },
        Route::Unknown => return None,
    };
    Some((requested.0, requested.1.clone(), requested.2))
}

/// Returns the page that follows the cursor of another page.
fn by_cursor<'a>(pages: &'a [Recording], page: &PageParams) -> Option<&'a Recording> {
    match &page.after {
        None => pages.first(),
        Some(cursor) => pages.get(pages.iter().position(|page| page.next.as_ref() == Some(cursor))? + 1),
    }
}

/// Returns the first page that reaches beyond the cursor, a time in milliseconds; the last one if the pages have no cursors.
fn by_time<'a>(pages: &'a [Recording], page: &PageParams) -> Option<&'a Recording> {
    let number = |text: &String| text.parse::<Millis>().ok();
    let before = page
        .after
        .as_ref()
        .and_then(number)
        .filter(|before| *before > 0)
        .unwrap_or(Millis::MAX);
    pages.iter().find(|page| {
        page.next
            .as_ref()
            .and_then(number)
            .is_none_or(|reaches| reaches < before)
    })
}

/// Builds the page after the last recorded one.
fn end_of_list(kind: RecordingKind, now: Millis) -> SimulatedResponse {
    match kind {
        RecordingKind::Timeline => SimulatedResponse::json(&instagram::timeline_connection(&[], None)),
        RecordingKind::Clips => SimulatedResponse::json(&instagram::clips_connection(&[], None)),
        RecordingKind::ItemList => tiktok::empty_list(now),
        _ => SimulatedResponse::json(&json!({
            "items": [],
            "num_results": 0,
            "more_available": false,
            "paging_info": {"more_available": false},
            "status": "ok",
        })),
    }
}

/// Builds the platform's response for data that it withholds: a missing recording does not mean a missing account.
fn lacking(kind: RecordingKind, identity: &Identity, now: Millis) -> SimulatedResponse {
    match kind {
        RecordingKind::Search => instagram::found(
            identity.user_id.as_deref().unwrap_or_default(),
            &identity.username,
        ),
        RecordingKind::ProfileById
        | RecordingKind::Timeline
        | RecordingKind::LegacyTimeline
        | RecordingKind::MediaByShortcode
        | RecordingKind::LoggedOutMedia => InstagramRefusal::ExecutionError.response(),
        RecordingKind::ProfileInfo => InstagramRefusal::Withheld.response(),
        // A refusal would close the list for all accounts of the session.
        RecordingKind::Clips | RecordingKind::ClipsUser => end_of_list(kind, now),
        RecordingKind::Feed | RecordingKind::Media => InstagramRefusal::Retired.response(),
        RecordingKind::ProfilePage | RecordingKind::PostPage => instagram::bare_page(&identity.username),
        RecordingKind::UserPage | RecordingKind::VideoPage => tiktok::shell(),
        RecordingKind::ItemList => tiktok::empty_list(now),
        RecordingKind::EmbedUser => tiktok::no_embed(&format!("/embed/@{}", identity.username)),
        RecordingKind::EmbedVideo | RecordingKind::Oembed => tiktok::no_embed("/embed"),
    }
}
