//! Code shared by Instagram and TikTok accounts; the handlers of the platforms differ only in their texts.

mod add;
mod add_many;
mod cadence;
mod history;
mod identity;
mod progress;
mod remove;
mod texts;
mod update;
pub(crate) mod username;
mod view;
mod waits;

pub(crate) use add::add;
pub(crate) use add_many::{add_many, check_size};
pub(crate) use history::history;
pub(crate) use identity::decide;
pub(crate) use progress::Progress;
pub(crate) use remove::{remove, remove_many};
pub(crate) use update::update;
pub(crate) use view::AccountView;
pub(crate) use waits::Waits;

/// Room for a list of 10,000 accounts, each given by its profile URL.
pub(crate) const BULK_BODY_LIMIT: usize = 4 * 1024 * 1024;
