//! A week of scraping in minutes: everything waits on one clock, which jumps to whatever is due next.

pub mod clock;
