//! What Instagram and TikTok accounts have in common; the handlers of each platform only differ in their words.

mod add;
mod remove;
mod status;
mod username;
mod view;

pub(crate) use add::add;
pub(crate) use remove::remove;
pub(crate) use status::status_text;
pub(crate) use view::AccountView;
