//! Scrapes that somebody asked for: they go ahead of the queue, and the answer waits a while for their end.

mod noted;
mod params;
mod requested;
mod response;
mod result;
mod selection;
mod waiting;

pub(crate) use noted::note;
pub(crate) use params::ScrapeParams;
pub(super) use requested::Scrapes;
pub(crate) use response::{everything, one_account, scrape_platform};
pub(crate) use result::{INTERRUPTED, run_progress};
pub(crate) use selection::ScrapeSelection;
pub(crate) use waiting::waiting;
