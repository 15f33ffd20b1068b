//! Instagram: its endpoints, its access rules, and its responses about the seeded accounts.

mod clips;
mod documents;
mod html;
mod media;
mod page;
mod profile;
mod refusal;
mod route;
mod scripts;
mod timeline;

pub(crate) use clips::connection as clips_connection;
pub(crate) use documents::QueryDocuments;
pub use documents::Rotation;
pub(crate) use html::bare as bare_page;
pub(crate) use profile::found;
pub(crate) use refusal::{InstagramRefusal, refuse};
pub(crate) use route::Route;
pub(crate) use timeline::connection as timeline_connection;

use axum::http::StatusCode;

use crate::{
    clock::Millis,
    request::Subject,
    response::SimulatedResponse,
    world::{AccountKind, World},
};

/// Default page size, and Instagram's maximum.
const PAGE: usize = 12;
const MAX_PAGE: usize = 33;

/// Returns the response from the seeded world; for unknown subjects, the response for a missing account or post.
pub(crate) fn response(
    world: &World,
    documents: &QueryDocuments,
    route: &Route,
    now: Millis,
) -> SimulatedResponse {
    let account = world
        .find(&route.subject(), now)
        .filter(|account| account.kind != AccountKind::Missing);
    let account = account.as_deref();
    let media = match route.subject() {
        Subject::Item(platform, pk) => pk.parse().ok().and_then(|pk| world.item(platform, pk, now)),
        _ => None,
    };
    let media = media
        .as_ref()
        .filter(|(account, _)| account.kind == AccountKind::Public)
        .map(|(account, item)| (&**account, item));
    match route {
        Route::Home => html::home(),
        Route::StaleDocument => InstagramRefusal::ExecutionError.response(),
        Route::TopSearch { .. } => profile::search(account),
        Route::ProfileInfo { .. } => profile::info(account, now),
        Route::ProfileById { .. } => profile::by_id(account, now),
        Route::ProfilePage { .. } => html::profile(account, now),
        Route::Feed { page, .. } => timeline::feed(account, page, now),
        Route::Timeline { page, .. } => timeline::timeline(account, page, now),
        Route::LegacyTimeline { page, .. } => timeline::legacy(account, page, now),
        Route::Clips {
            feed_videos,
            nested,
            page,
            ..
        } => clips::graphql(account, *feed_videos, *nested, page, now),
        Route::ClipsUser {
            feed_videos, page, ..
        } => clips::user_page(account, *feed_videos, page, now),
        Route::Media { .. } => media::info(media, now),
        Route::MediaByShortcode { .. } => media::web_info(media, now),
        Route::LoggedOutMedia { .. } => media::logged_out(media, now),
        Route::PostPage { .. } => html::post(media, now),
        Route::Script { path } => match documents.script(path, now) {
            Some(script) => SimulatedResponse::script(script),
            None => bare_page("Not found").with_status(StatusCode::NOT_FOUND),
        },
    }
}
