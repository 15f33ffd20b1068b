//! The parts of scraping that every platform shares. No module of it depends on a platform.

pub mod capture;
pub(crate) mod crawl;
pub mod failure;
pub mod fetcher;
pub mod model;
pub(crate) mod page;
pub(crate) mod parse;
pub(crate) mod pictures;
pub mod report;
pub(crate) mod strategy;
pub(crate) mod subject;
pub mod unit;
