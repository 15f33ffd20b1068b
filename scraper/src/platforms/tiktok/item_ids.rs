//! The IDs of TikTok's videos.

use clipmeter_domain::item;

use crate::core::model::ItemIdScheme;

/// An ID contains the second of its creation in its upper 32 bits. IDs of the first years are short and contain no time.
pub(super) const ITEM_IDS: ItemIdScheme = ItemIdScheme {
    created_at: |id| Some(id >> 32).filter(|seconds| *seconds > 0),
    link: |video, id| item::tiktok_link(&video.username.as_deref().unwrap_or_default().to_lowercase(), id),
    hour: 3600 << 32,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Item;

    #[test]
    fn video_creation_time_falls_back_to_time_in_id() {
        let video = Item {
            id: "7526770564367748360".into(),
            ..Item::default()
        };
        assert_eq!(video.created_at(&ITEM_IDS), Some(1_752_462_835));
    }
}
