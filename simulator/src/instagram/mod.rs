//! Instagram: its endpoints, who may use them, and its answers about the seeded accounts.

mod access;
mod clips;
mod feed;
mod html;
mod media;
mod page;
mod profile;
mod refusal;
mod route;
mod timeline;

pub(crate) use access::refuse;
pub(crate) use clips::connection as clips_connection;
pub(crate) use html::bare as bare_page;
pub(crate) use profile::found;
pub(crate) use refusal::Refusal;
pub(crate) use route::Route;
pub(crate) use timeline::connection as timeline_connection;

use clipmeter_proto::v1::Platform;

use crate::{
    answer::Answer,
    clock::Millis,
    world::{AccountKind, World},
};

/// Length of a page when a request does not say, and the most that Instagram gives at once.
const PAGE: usize = 12;
const LONGEST_PAGE: usize = 33;

/// The answer from the seeded world; for what is not in it, the answer for a missing account or post.
pub(crate) fn answer(world: &World, route: &Route, now: Millis) -> Answer {
    let account = world
        .find(&route.subject())
        .filter(|account| account.kind != AccountKind::Missing);
    let media = |pk: &str| {
        let found = pk
            .parse()
            .ok()
            .and_then(|pk| world.item(Platform::Instagram, pk, now));
        found.filter(|(account, _)| account.kind == AccountKind::Public)
    };
    match route {
        Route::Home => html::home(),
        Route::StaleDocument => Refusal::ExecutionError.answer(),
        Route::TopSearch { .. } => profile::search(account),
        Route::ProfileInfo { .. } => profile::info(account, now),
        Route::ProfileById { .. } => profile::by_id(account, now),
        Route::ProfilePage { .. } => html::profile(account, now),
        Route::Feed { page, .. } => feed::feed(account, page, now),
        Route::Timeline { page, .. } => timeline::timeline(account, page, now),
        Route::LegacyTimeline { page, .. } => timeline::legacy(account, page, now),
        Route::Clips {
            feed_videos, page, ..
        } => clips::graphql(account, *feed_videos, page, now),
        Route::ClipsRest {
            feed_videos, page, ..
        } => clips::rest(account, *feed_videos, page, now),
        Route::Media { pk } => media::info(media(pk), now),
        Route::MediaByShortcode { pk, .. } => media::web_info(media(pk).as_ref(), now),
        Route::LoggedOutMedia { pk } => media::logged_out(media(pk), now),
        Route::PostPage { pk, .. } => html::post(media(pk), now),
    }
}
