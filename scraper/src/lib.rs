//! Reads public Instagram and TikTok pages and reports what it saw.
//!
//! The pure half turns one HTTP answer ([`model::Reply`]) into what it says ([`model::Answer`]): no clock, no
//! network, no allocation for text that can be borrowed from the body. [`instagram::read`] and [`tiktok::read`] are
//! its entry points; the half that talks to the platforms is built on them.

pub mod instagram;
pub mod model;
pub mod tiktok;
