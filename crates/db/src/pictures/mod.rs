//! Pictures of items and avatars of accounts: `needs` decides which ones a run is asked for, `store` stores what it sends, and
//! `shown` finds them for pages. ADR 0060.

pub(crate) mod needs;
mod room;
pub mod shown;
pub(crate) mod store;
pub(crate) mod webp;

pub use needs::NeededPictures;
pub use room::PictureRoom;
