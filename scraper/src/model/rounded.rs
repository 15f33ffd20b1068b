//! Which counts of an item are rounded.

use clipmeter_proto::v1::Precision;

/// A set of counts, each a bit of the message's `rounded`.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Rounded(u32);

impl Rounded {
    /// The bit of views.
    pub const VIEWS: Self = Self(1);
    /// The bit of likes.
    pub const LIKES: Self = Self(2);
    /// The bit of comments.
    pub const COMMENTS: Self = Self(4);
    /// The bit of shares.
    pub const SHARES: Self = Self(8);
    /// The bit of saves.
    pub const SAVES: Self = Self(16);

    /// The set that a message has.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The message's number.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether this count is in the set.
    #[must_use]
    pub const fn has(self, count: Self) -> bool {
        self.0 & count.0 != 0
    }

    /// Puts a count in or takes it out.
    pub const fn set(&mut self, count: Self, is_rounded: bool) {
        self.0 = if is_rounded {
            self.0 | count.0
        } else {
            self.0 & !count.0
        };
    }

    /// The summary of an item that has counts: rounded when any of them is.
    #[must_use]
    pub const fn precision(self) -> Precision {
        if self.0 == 0 {
            Precision::Exact
        } else {
            Precision::Rounded
        }
    }
}
