//! Pictures of items and avatars of accounts: fetched when the API asks for them, scaled here, and sent back. Nothing that fails here
//! affects a unit, the run, or the platform's rate limits. ADR 0060.

mod encode;
mod fetch;
mod upload;

pub(crate) use fetch::PictureFetcher;
pub(crate) use upload::store_needed;
