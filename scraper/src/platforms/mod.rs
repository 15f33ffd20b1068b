//! The platforms that Clipmeter reads, each in a folder of its own.

pub mod instagram;
pub mod tiktok;
