//! Ingestion: stores what scrapers report. `RunStore::store` in [`crate::runs`] verifies the lease and
//! calls these modules in its transaction: `page` stores a page of items with their history, `unit_end` the
//! outcome of a unit.

pub(crate) mod accounts;
pub mod captured_responses;
pub(crate) mod columns;
pub(crate) mod crawl_checkpoints;
pub(crate) mod crawl_depth;
pub(crate) mod items;
pub(crate) mod missing_observation;
pub(crate) mod page;
pub(crate) mod removal;
pub mod report;
pub mod reported;
pub(crate) mod single_video;
pub(crate) mod unit_end;
