//! Scrapes that somebody asked for: they go ahead of the queue, and the answer waits a while for their end.

mod answer;
mod asked;
mod noted;
mod requested;
mod result;
mod waiting;
mod wanted;

pub(crate) use answer::{everything, one_account, whole_platform};
pub(crate) use asked::Asked;
pub(crate) use noted::note;
pub(super) use requested::Scrapes;
pub(crate) use result::{INTERRUPTED, run_progress};
pub(crate) use waiting::waiting;
pub(crate) use wanted::Wanted;
