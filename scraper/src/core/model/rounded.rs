//! The set of an item's rounded counts.

use clipmeter_proto::v1::Precision;

/// A set of counts, each one bit of the message's `rounded`.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Rounded(u32);

impl Rounded {
    pub const VIEWS: Self = Self(1);
    pub const LIKES: Self = Self(2);
    pub const COMMENTS: Self = Self(4);
    pub const SHARES: Self = Self(8);
    pub const SAVES: Self = Self(16);

    /// Creates the set from the message's number.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the message's number.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether this count is in the set.
    #[must_use]
    pub const fn has(self, count: Self) -> bool {
        self.0 & count.0 != 0
    }

    /// Adds a count to the set or removes it.
    pub const fn set(&mut self, count: Self, is_rounded: bool) {
        self.0 = if is_rounded {
            self.0 | count.0
        } else {
            self.0 & !count.0
        };
    }

    /// Returns the summary for an item with counts: rounded if any of them is.
    #[must_use]
    pub const fn precision(self) -> Precision {
        if self.0 == 0 {
            Precision::Exact
        } else {
            Precision::Rounded
        }
    }
}
