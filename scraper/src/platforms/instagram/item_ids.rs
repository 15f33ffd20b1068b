//! The IDs of Instagram's posts.

use clipmeter_domain::item;

use crate::core::model::ItemIdScheme;

/// 2011-08-24T21:07:01.721Z, milliseconds.
const EPOCH_MS: i64 = 1_314_220_021_721;

/// A pk contains the millisecond since the platform's epoch above its lower 23 bits.
pub(super) const ITEM_IDS: ItemIdScheme = ItemIdScheme {
    created_at: |pk| Some(((pk >> 23) + EPOCH_MS) / 1000),
    link: |post, pk| item::instagram_link(pk, post.product_type.as_deref() == Some("clips")),
    hour: 3_600_000 << 23,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Item;

    #[test]
    fn post_creation_time_falls_back_to_time_in_id() {
        let post = Item {
            id: "2590000000000000000".into(),
            ..Item::default()
        };
        assert_eq!(post.created_at(&ITEM_IDS), Some(1_622_972_081));
        let dated = Item {
            posted_at: Some(7),
            ..post
        };
        assert_eq!(dated.created_at(&ITEM_IDS), Some(7));
    }

    #[test]
    fn post_url_is_built_from_id_without_shortcode() {
        let post = Item {
            id: "3565077699422862188".into(),
            ..Item::default()
        };
        assert_eq!(post.url(&ITEM_IDS), "https://www.instagram.com/p/DF5s0duxDts/");
    }
}
