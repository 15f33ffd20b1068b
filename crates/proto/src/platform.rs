//! The code of a platform: `instagram` or `tiktok`.

use std::str::FromStr;

use crate::v1::Platform;

/// Both platforms, in display order.
const PLATFORMS: [(Platform, &str); 2] = [(Platform::Instagram, "instagram"), (Platform::Tiktok, "tiktok")];

/// A text that is not the code of a platform.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a platform; use instagram or tiktok")]
pub struct UnknownPlatform(String);

impl Platform {
    /// Returns the code of this platform in SQL, JSON and paths; `unspecified` only for the reserved value of the
    /// contract.
    #[must_use]
    pub fn code(self) -> &'static str {
        PLATFORMS
            .iter()
            .find(|(platform, _)| *platform == self)
            .map_or("unspecified", |(_, code)| code)
    }
}

impl FromStr for Platform {
    type Err = UnknownPlatform;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        PLATFORMS
            .iter()
            .find(|(_, code)| *code == text)
            .map(|(platform, _)| *platform)
            .ok_or_else(|| UnknownPlatform(text.to_owned()))
    }
}
