//! The counts of an item, in each of TikTok's spellings.

use crate::core::model::Rounded;
use crate::core::parse::json::{Malformed, Reader};

/// The smallest count that TikTok rounds to three digits, where it rounds.
const ROUNDED_FROM: i64 = 10_000;

/// Counts of one source.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Counts {
    pub(super) views: Option<i64>,
    pub(super) likes: Option<i64>,
    pub(super) comments: Option<i64>,
    pub(super) shares: Option<i64>,
    pub(super) saves: Option<i64>,
}

impl Counts {
    /// Reads an object of counts: `playCount` etc., or `play_count` etc. `None` for another type.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Option<Self>, Malformed> {
        let mut counts = Self::default();
        let is_object = reader.object(|reader, key| counts.member(reader, key))?;
        Ok(is_object.then_some(counts))
    }

    /// Reads the member if it is a count.
    #[inline]
    pub(super) fn member(&mut self, reader: &mut Reader<'_>, key: &[u8]) -> Result<(), Malformed> {
        let count = match key {
            b"playCount" | b"play_count" => &mut self.views,
            b"diggCount" | b"digg_count" => &mut self.likes,
            b"commentCount" | b"comment_count" => &mut self.comments,
            b"shareCount" | b"share_count" => &mut self.shares,
            b"collectCount" | b"collect_count" => &mut self.saves,
            _ => return Ok(()),
        };
        *count = reader.count()?;
        Ok(())
    }

    /// Takes each count from the first source that has it.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            views: self.views.or(other.views),
            likes: self.likes.or(other.likes),
            comments: self.comments.or(other.comments),
            shares: self.shares.or(other.shares),
            saves: self.saves.or(other.saves),
        }
    }

    /// Returns which of these counts, from a rounding source, are high enough to have been rounded and have no exact
    /// replacement.
    pub(super) fn left_rounded(&self, exact: &Self) -> Rounded {
        let pairs = [
            (Rounded::VIEWS, self.views, exact.views),
            (Rounded::LIKES, self.likes, exact.likes),
            (Rounded::COMMENTS, self.comments, exact.comments),
            (Rounded::SHARES, self.shares, exact.shares),
            (Rounded::SAVES, self.saves, exact.saves),
        ];
        let mut left = Rounded::default();
        for (count, rounded, exact) in pairs {
            let is_high = rounded.is_some_and(|count| count >= ROUNDED_FROM);
            left.set(count, exact.is_none() && is_high);
        }
        left
    }
}
