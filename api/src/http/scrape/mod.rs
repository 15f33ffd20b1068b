//! Requested scrapes: they take priority over the queue, and the response waits a limited time for their end.

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
