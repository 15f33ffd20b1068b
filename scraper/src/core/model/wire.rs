//! Conversion of parsed data to report messages.

use clipmeter_domain::item;
use clipmeter_proto::v1;
use clipmeter_proto::v1::Platform;

use super::{Item, Profile};

impl Item<'_> {
    /// Returns when the item was posted, seconds: the time in the response, otherwise the one inside the ID.
    ///
    /// A TikTok ID contains the second of its creation in its upper 32 bits, an Instagram pk the millisecond since
    /// the platform's epoch above its lower 23 bits.
    #[must_use]
    pub fn created_at(&self, platform: Platform) -> Option<i64> {
        /// 2011-08-24T21:07:01.721Z, milliseconds.
        const INSTAGRAM_EPOCH_MS: i64 = 1_314_220_021_721;
        self.posted_at.or_else(|| {
            let id = self.id.parse::<i64>().ok().filter(|id| *id > 0)?;
            match platform {
                Platform::Instagram => Some(((id >> 23) + INSTAGRAM_EPOCH_MS) / 1000),
                // IDs of the first years are short and contain no time.
                Platform::Tiktok => Some(id >> 32).filter(|seconds| *seconds > 0),
                Platform::Unspecified => None,
            }
        })
    }

    /// Returns the public URL, derived from the ID like in the API. Empty if the ID is invalid.
    #[must_use]
    pub fn url(&self, platform: Platform) -> String {
        let Some(id) = item::id(&self.id) else {
            return String::new();
        };
        match platform {
            Platform::Tiktok => {
                item::tiktok_link(&self.username.as_deref().unwrap_or_default().to_lowercase(), id)
            }
            Platform::Instagram | Platform::Unspecified => {
                item::instagram_link(id, self.product_type.as_deref() == Some("clips"))
            }
        }
    }

    /// Converts the item to its report message.
    #[must_use]
    pub fn to_observation(&self, platform: Platform) -> v1::Observation {
        v1::Observation {
            external_id: self.id.to_string(),
            shortcode: self.shortcode.as_deref().unwrap_or_default().to_owned(),
            url: self.url(platform),
            author_username: self.username.as_deref().unwrap_or_default().to_lowercase(),
            caption: self.caption.as_deref().unwrap_or_default().to_owned(),
            posted_at: self.created_at(platform),
            views: self.views,
            likes: self.likes,
            comments: self.comments,
            shares: self.shares,
            saves: self.saves,
            views_source: self.views_key.unwrap_or_default().to_owned(),
            precision: self.precision.into(),
            rounded: self.rounded.bits(),
            media_kind: self.media_kind.into(),
            pinned: self.pinned,
        }
    }
}

impl Profile<'_> {
    /// Converts the account to its report message.
    #[must_use]
    pub fn to_message(&self) -> v1::Profile {
        v1::Profile {
            platform_id: self.platform_id.to_string(),
            sec_uid: self.sec_uid.to_string(),
            username: self.username.to_lowercase(),
            display_name: self.display_name.to_string(),
            is_private: self.is_private,
            follower_count: self.follower_count,
            following_count: self.following_count,
            item_count: self.item_count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_creation_time_falls_back_to_time_in_id() {
        let video = Item {
            id: "7526770564367748360".into(),
            ..Item::default()
        };
        assert_eq!(video.created_at(Platform::Tiktok), Some(1_752_462_835));
        let post = Item {
            id: "2590000000000000000".into(),
            ..Item::default()
        };
        assert_eq!(post.created_at(Platform::Instagram), Some(1_622_972_081));
        let dated = Item {
            posted_at: Some(7),
            ..post
        };
        assert_eq!(dated.created_at(Platform::Instagram), Some(7));
    }

    #[test]
    fn post_url_is_built_from_id_without_shortcode() {
        let post = Item {
            id: "3565077699422862188".into(),
            ..Item::default()
        };
        assert_eq!(
            post.url(Platform::Instagram),
            "https://www.instagram.com/p/DF5s0duxDts/"
        );
    }

    #[test]
    fn profile_message_keeps_privacy_as_reported() {
        for is_private in [None, Some(false), Some(true)] {
            let profile = Profile {
                is_private,
                ..Profile::default()
            };
            assert_eq!(profile.to_message().is_private, is_private);
        }
    }

    #[test]
    fn item_observation_leaves_missing_counts_unset() {
        let observation = Item {
            likes: Some(3),
            ..Item::default()
        }
        .to_observation(Platform::Tiktok);
        assert_eq!(
            (observation.likes, observation.views, observation.shares),
            (Some(3), None, None)
        );
    }
}
