//! Scraper pools: their transfer to the API and their status.

mod build;
mod controller;
mod status;

pub(crate) use self::controller::ScraperPoolController;
