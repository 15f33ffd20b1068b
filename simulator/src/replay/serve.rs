//! Finding the recording that answers a request, and what to say where an account of the folder lacks one.

use serde_json::json;

use super::{Identity, Key, Kind, Recording, Replay, convert};
use crate::{
    answer::Answer,
    clock::Millis,
    instagram::{self, Refusal},
    route::{Page, Route},
    tiktok,
};

impl Replay {
    /// The recorded answer. `None` when the folder does not know whom the request is about.
    pub(crate) fn answer(&self, route: &Route, ahead: Millis, now: Millis) -> Option<Answer> {
        if let Route::Tiktok(tiktok::Route::ShortLink { id }) = route {
            return self
                .find(&route.subject())
                .map(|identity| tiktok::link(Some(&identity.username), id));
        }
        let (kind, of, page) = asked(route)?;
        let identity = self.find(&route.subject());
        // Feeds are recorded by user id, and may be asked for by username.
        let user_id = identity.and_then(|identity| identity.user_id.clone());
        let of = user_id.filter(|_| kind == Kind::Feed).unwrap_or(of);
        if let Some(pages) = self.pages(kind, &of) {
            let found = choose(kind, pages, page);
            return Some(found.map_or_else(|| end_of_list(kind, now), |recording| recording.answer(ahead)));
        }
        self.converted(kind, &of, page, ahead)
            .or_else(|| identity.map(|identity| lacking(kind, identity, now)))
    }

    fn pages(&self, kind: Kind, of: &str) -> Option<&[Recording]> {
        self.recordings
            .get(&Key {
                kind,
                of: of.to_owned(),
            })
            .map(Vec::as_slice)
    }

    /// What was not recorded, but stands in a recording of another kind.
    fn converted(&self, kind: Kind, of: &str, page: Option<&Page>, ahead: Millis) -> Option<Answer> {
        match kind {
            Kind::Timeline => {
                let profile = self.pages(Kind::ProfileInfo, of)?.first()?;
                convert::timeline(&profile.answer(ahead))
            }
            Kind::Clips => match choose(kind, self.pages(Kind::ClipsRest, of)?, page) {
                Some(clips) => convert::clips(&clips.answer(ahead)),
                None => Some(Answer::json(&instagram::clips_connection(&[], None))),
            },
            _ => None,
        }
    }
}

/// Which of the pages is asked for; none beyond the last.
fn choose<'a>(kind: Kind, pages: &'a [Recording], page: Option<&Page>) -> Option<&'a Recording> {
    match (kind, page) {
        (Kind::ItemList, Some(page)) => by_time(pages, page),
        (_, Some(page)) => by_cursor(pages, page),
        (_, None) => pages.first(),
    }
}

/// What a request asks the folder for.
fn asked(route: &Route) -> Option<(Kind, String, Option<&Page>)> {
    use crate::{instagram::Route as Instagram, route::Subject, tiktok::Route as Tiktok};
    let asked = match route {
        Route::Instagram(route) => match route {
            Instagram::ProfileInfo { username } => (Kind::ProfileInfo, username, None),
            Instagram::ProfileById { user_id } => (Kind::ProfileById, user_id, None),
            Instagram::TopSearch { username } => (Kind::Search, username, None),
            Instagram::ProfilePage { username } => (Kind::ProfilePage, username, None),
            Instagram::Feed {
                of: Subject::UserId(_, id),
                page,
            } => (Kind::Feed, id, Some(page)),
            Instagram::Feed {
                of: Subject::Username(_, name),
                page,
            } => (Kind::Feed, name, Some(page)),
            Instagram::Timeline { username, page } => (Kind::Timeline, username, Some(page)),
            Instagram::LegacyTimeline { user_id, page } => (Kind::LegacyTimeline, user_id, Some(page)),
            Instagram::Clips { user_id, page, .. } => (Kind::Clips, user_id, Some(page)),
            Instagram::ClipsRest { user_id, page, .. } => (Kind::ClipsRest, user_id, Some(page)),
            Instagram::Media { pk } => (Kind::Media, pk, None),
            Instagram::MediaByShortcode { pk, .. } => (Kind::MediaByShortcode, pk, None),
            Instagram::LoggedOutMedia { pk } => (Kind::LoggedOutMedia, pk, None),
            Instagram::PostPage { pk, .. } => (Kind::PostPage, pk, None),
            Instagram::Home
            | Instagram::StaleDocument
            | Instagram::Script { .. }
            | Instagram::Feed { .. } => return None,
        },
        Route::Tiktok(route) => match route {
            Tiktok::UserPage { username } => (Kind::UserPage, username, None),
            Tiktok::VideoPage { id } => (Kind::VideoPage, id, None),
            Tiktok::ItemList { sec_uid, page } => (Kind::ItemList, sec_uid, Some(page)),
            Tiktok::EmbedUser { username } => (Kind::EmbedUser, username, None),
            Tiktok::EmbedVideo { id } => (Kind::EmbedVideo, id, None),
            Tiktok::Oembed { id } => (Kind::Oembed, id, None),
            Tiktok::ShortLink { .. } | Tiktok::Signed => return None,
        },
        Route::Unknown => return None,
    };
    Some((asked.0, asked.1.clone(), asked.2))
}

/// The page that the cursor of another page leads to.
fn by_cursor<'a>(pages: &'a [Recording], page: &Page) -> Option<&'a Recording> {
    match &page.after {
        None => pages.first(),
        Some(cursor) => pages.get(pages.iter().position(|page| page.next.as_ref() == Some(cursor))? + 1),
    }
}

/// The first page that reaches back beyond the cursor, a time in milliseconds; the last one if the pages have none.
fn by_time<'a>(pages: &'a [Recording], page: &Page) -> Option<&'a Recording> {
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

/// What comes after the last recorded page.
fn end_of_list(kind: Kind, now: Millis) -> Answer {
    match kind {
        Kind::Timeline => Answer::json(&instagram::timeline_connection(&[], None)),
        Kind::Clips => Answer::json(&instagram::clips_connection(&[], None)),
        Kind::ItemList => tiktok::empty_list(now),
        _ => Answer::json(&json!({
            "items": [],
            "num_results": 0,
            "more_available": false,
            "paging_info": {"more_available": false},
            "status": "ok",
        })),
    }
}

/// What the platform says when it does not give out something it has: no recording is not a missing account.
fn lacking(kind: Kind, identity: &Identity, now: Millis) -> Answer {
    match kind {
        Kind::Search => instagram::found(
            identity.user_id.as_deref().unwrap_or_default(),
            &identity.username,
        ),
        Kind::ProfileById
        | Kind::Timeline
        | Kind::LegacyTimeline
        | Kind::Clips
        | Kind::MediaByShortcode
        | Kind::LoggedOutMedia => Refusal::ExecutionError.answer(),
        Kind::ProfileInfo => Refusal::Withheld.answer(),
        Kind::Feed | Kind::ClipsRest | Kind::Media => Refusal::Retired.answer(),
        Kind::ProfilePage | Kind::PostPage => instagram::bare_page(&identity.username),
        Kind::UserPage | Kind::VideoPage => tiktok::shell(),
        Kind::ItemList => tiktok::empty_list(now),
        Kind::EmbedUser => tiktok::no_embed(&format!("/embed/@{}", identity.username)),
        Kind::EmbedVideo | Kind::Oembed => tiktok::no_embed("/embed"),
    }
}
