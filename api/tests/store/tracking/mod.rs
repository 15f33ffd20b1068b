//! Tests of the operator's calls over a real connection.

mod accounts;
mod adoption;
mod groups;
pub(crate) mod identity;
mod limits;
mod operator;
mod platform_config;
mod progress;
mod removal;
mod renames;
mod scraper_pools;
mod suspension;
mod tombstones;
mod videos;
mod waiting;
