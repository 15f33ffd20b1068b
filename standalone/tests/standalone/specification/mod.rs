//! The calls of section 7 of the specification, sent to the running program over the network, with real scrapes of the
//! simulated platforms. One file per heading; the fields are compared with section 3.

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
