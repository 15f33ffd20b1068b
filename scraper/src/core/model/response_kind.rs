//! The kind of a response.

use clipmeter_proto::v1::Platform;

/// The kind of a request, and thus the expected content of its response. Each platform defines its own kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResponseKind {
    platform: Platform,
    code: &'static str,
}

impl ResponseKind {
    pub(crate) const fn new(platform: Platform, code: &'static str) -> Self {
        Self { platform, code }
    }

    /// Returns the code used in captures and on the command line.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.code
    }

    #[must_use]
    pub const fn platform(self) -> Platform {
        self.platform
    }
}
