//! Validation of user input, whether it arrives over HTTP or as a Kubernetes resource. The API checks values with the
//! functions here; the resources' schemas are built from the same constants and patterns, and tests verify that both agree.
#![warn(missing_docs)]

pub mod allowance;
pub mod cost;
pub mod group;
pub mod interval;
pub mod item;
mod local_address;
pub mod malicious_urls;
pub mod metric;
pub mod object_name;
pub mod password;
pub mod platforms;
mod proxy_address;
pub mod scraper_pool;
pub mod shortcode;
pub mod time_zone;
mod username;
mod video_address;

pub use local_address::is_local;
pub use password::WeakPassword;
pub use platforms::Platform;
pub use proxy_address::{BadProxyAddress, ProxyAddress};
pub use username::{BadUsername, Username};
pub use video_address::{PATTERN as VIDEO_PATTERN, VideoAddress};
