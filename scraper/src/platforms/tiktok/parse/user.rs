//! Parsing of accounts.

use super::picture::url;
use crate::core::model::Profile;
use crate::core::parse::json::{Malformed, Reader};

/// Counts of an account from one source.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct UserStats {
    followers: Option<i64>,
    following: Option<i64>,
    hearts: Option<i64>,
    videos: Option<i64>,
}

impl UserStats {
    /// Reads an object of counts; `None` for another type.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Option<Self>, Malformed> {
        let mut stats = Self::default();
        let is_object = reader.object(|reader, key| stats.member(reader, key))?;
        Ok(is_object.then_some(stats))
    }

    /// Reads the member if it is a count.
    pub(super) fn member(&mut self, reader: &mut Reader<'_>, key: &[u8]) -> Result<(), Malformed> {
        match key {
            b"followerCount" => self.followers = reader.count()?,
            b"followingCount" => self.following = reader.count()?,
            b"heartCount" => self.hearts = reader.count()?.or(self.hearts),
            // The older name of the same count.
            b"heart" => self.hearts = self.hearts.or(reader.count()?),
            b"videoCount" => self.videos = reader.count()?,
            _ => {}
        }
        Ok(())
    }

    /// Writes the counts of the better source into a profile, and those of the other where it has none.
    pub(super) fn fill(exact: Option<Self>, rounded: Self, profile: &mut Profile<'_>) {
        profile.is_exact = exact.is_some();
        let exact = exact.unwrap_or_default();
        profile.follower_count = exact.followers.or(rounded.followers);
        profile.following_count = exact.following.or(rounded.following);
        profile.heart_count = exact.hearts.or(rounded.hearts);
        profile.item_count = exact.videos.or(rounded.videos);
    }
}

/// Reads `userInfo`: `{user, stats, statsV2}`; `None` if it identifies no account.
pub(super) fn user_info<'a>(reader: &mut Reader<'a>) -> Result<Option<Profile<'a>>, Malformed> {
    let (mut profile, mut exact, mut rounded) = (None, None, UserStats::default());
    reader.object(|reader, key| {
        match key {
            b"user" => profile = user(reader)?,
            b"stats" => rounded = UserStats::read(reader)?.unwrap_or_default(),
            b"statsV2" => exact = UserStats::read(reader)?,
            _ => {}
        }
        Ok(())
    })?;
    if let Some(profile) = &mut profile {
        UserStats::fill(exact, rounded, profile);
    }
    Ok(profile)
}

/// Reads the identity of an account; `None` if the value identifies none.
pub(super) fn user<'a>(reader: &mut Reader<'a>) -> Result<Option<Profile<'a>>, Malformed> {
    let mut profile = Profile::default();
    reader.object(|reader, key| identity(reader, key, &mut profile))?;
    Ok((!profile.username.is_empty() || !profile.sec_uid.is_empty()).then_some(profile))
}

/// Reads the member if it is part of an account's identity.
pub(super) fn identity<'a>(
    reader: &mut Reader<'a>,
    key: &[u8],
    profile: &mut Profile<'a>,
) -> Result<(), Malformed> {
    match key {
        b"id" | b"userId" => profile.platform_id = reader.id()?.unwrap_or_default(),
        b"uniqueId" => profile.username = reader.text()?.unwrap_or_default(),
        b"nickname" | b"nickName" => profile.display_name = reader.text()?.unwrap_or_default(),
        b"secUid" => profile.sec_uid = reader.text()?.unwrap_or_default(),
        b"avatarMedium" => profile.picture_url = url(reader)?.or(profile.picture_url.take()),
        b"avatarThumb" | b"avatarLarger" => {
            let other = url(reader)?;
            profile.picture_url = profile.picture_url.take().or(other);
        }
        b"privateAccount" | b"secret" => {
            let is_private = reader.flag()?;
            profile.is_private = if profile.is_private == Some(true) {
                Some(true)
            } else {
                is_private
            };
        }
        _ => {}
    }
    Ok(())
}
