//! What the scraper works with.

pub mod add_sessions;
