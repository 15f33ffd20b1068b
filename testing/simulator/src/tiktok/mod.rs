//! TikTok: its pages and endpoints, and its responses about the seeded accounts.

mod embed;
mod item;
mod item_list;
mod page;
mod refusal;
mod route;
mod video;
pub(crate) mod waf;

pub(crate) use embed::missing as no_embed;
pub(crate) use item_list::empty as empty_list;
pub(crate) use page::{private as private_user, rehydrated, rescoped};
pub(crate) use refusal::{blocked, captcha, elsewhere, login_wall, refuse, shell};
pub(crate) use route::Route;
pub use route::short_code;
pub(crate) use video::{VideoRefusal, link};

use crate::{
    clock::SimulatedClock,
    request::Subject,
    response::SimulatedResponse,
    world::{AccountKind, World},
};

/// Returns the response from the seeded world; for unknown subjects, the response for a missing account or video.
pub(crate) fn response(world: &World, route: &Route, clock: &SimulatedClock) -> SimulatedResponse {
    let now = clock.now();
    let account = world
        .find(&route.subject(), now)
        .filter(|account| account.kind != AccountKind::Missing);
    let account = account.as_deref();
    let found = match route.subject() {
        Subject::Item(platform, id) => id.parse().ok().and_then(|id| world.item(platform, id, now)),
        _ => None,
    };
    let found = found.as_ref().map(|(account, item)| (&**account, item));
    match route {
        Route::UserPage { .. } => page::user(account, now),
        Route::VideoPage { .. } => video::page(found, now),
        Route::ItemList { page, .. } => item_list::item_list(account, page, clock),
        Route::EmbedUser { username } => embed::user(username, account, now),
        Route::EmbedVideo { id } => embed::video(id, found, now),
        Route::Oembed { .. } => embed::oembed(found),
        Route::ShortLink { id } => video::link(found.map(|(account, _)| account.username.as_str()), id),
        // Lists and details that require a signature are empty without it.
        Route::Signed => SimulatedResponse::html(""),
    }
}
