//! Conversion of parsed data to report messages.

use clipmeter_domain::item;
use clipmeter_proto::v1;

use super::{Item, Profile};

/// A platform's item IDs. They increase over time.
#[derive(Debug)]
pub struct ItemIdScheme {
    /// Returns the time of creation inside an ID, seconds since 1970-01-01T00:00:00Z; `None` if the ID contains none.
    pub created_at: fn(i64) -> Option<i64>,
    /// Returns the public URL of an item with this ID.
    pub link: fn(&Item<'_>, u64) -> String,
    /// An hour in the units of IDs.
    pub hour: u64,
}

impl Item<'_> {
    /// Returns when the item was posted, seconds: the time in the response, otherwise the one inside the ID.
    #[must_use]
    pub fn created_at(&self, ids: &ItemIdScheme) -> Option<i64> {
        self.posted_at.or_else(|| {
            let id = self.id.parse::<i64>().ok().filter(|id| *id > 0)?;
            (ids.created_at)(id)
        })
    }

    /// Returns the public URL, derived from the ID like in the API. Empty if the ID is invalid.
    #[must_use]
    pub fn url(&self, ids: &ItemIdScheme) -> String {
        item::id(&self.id)
            .map(|id| (ids.link)(self, id))
            .unwrap_or_default()
    }

    /// Converts the item to its report message.
    #[must_use]
    pub fn to_observation(&self, ids: &ItemIdScheme) -> v1::Observation {
        v1::Observation {
            external_id: self.id.to_string(),
            shortcode: self.shortcode.as_deref().unwrap_or_default().to_owned(),
            url: self.url(ids),
            author_username: self.username.as_deref().unwrap_or_default().to_lowercase(),
            caption: self.caption.as_deref().unwrap_or_default().to_owned(),
            posted_at: self.created_at(ids),
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
            picture_url: self.picture_url.as_deref().unwrap_or_default().to_owned(),
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
            picture_url: self.picture_url.as_deref().unwrap_or_default().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: ItemIdScheme = ItemIdScheme {
        created_at: |_| None,
        link: |_, _| String::new(),
        hour: 1,
    };

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
        .to_observation(&IDS);
        assert_eq!(
            (observation.likes, observation.views, observation.shares),
            (Some(3), None, None)
        );
    }
}
