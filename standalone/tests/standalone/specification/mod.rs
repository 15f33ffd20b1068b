//! The calls of the specification's section 7, made to the running program over its real network, with real scrapes of the
//! simulated platforms. One file per heading; the fields are compared to section 3.

mod admin;
mod authentication;
mod caller;
mod dashboard;
mod groups;
mod installation;
mod platforms;
mod scraping;
mod sessions;
mod shape;
mod tiktok_videos;
