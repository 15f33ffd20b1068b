//! Merges several readings of one item into one observation.

use clipmeter_proto::v1::Observation;

use crate::core::model::Rounded;

/// Keys of play counts, which count every start. They are at least as large as the views of other keys and available from every
/// newer endpoint, so that series stay comparable. The API distinguishes play counts from views of other keys and keeps them.
const PLAY_KEYS: [&str; 3] = ["play_count", "ig_play_count", "video_play_count"];

/// Fills the values that `item` lacks from `other`, which is the same item in another response. Play counts take precedence over
/// other views and exact counts over rounded ones; all other known values stay. The author, who is omitted from joint posts, stays unset.
pub(crate) fn complete(item: &mut Observation, other: &Observation) {
    let theirs = Rounded::from_bits(other.rounded);
    let mut rounded = Rounded::from_bits(item.rounded);
    let is_exacter = |count, rounded: Rounded| rounded.has(count) && !theirs.has(count);
    if is_better_source(item, other, is_exacter(Rounded::VIEWS, rounded)) {
        item.views = other.views;
        item.views_source.clone_from(&other.views_source);
        rounded.set(Rounded::VIEWS, theirs.has(Rounded::VIEWS));
    }
    for (count, known, other) in [
        (Rounded::LIKES, &mut item.likes, other.likes),
        (Rounded::COMMENTS, &mut item.comments, other.comments),
        (Rounded::SHARES, &mut item.shares, other.shares),
        (Rounded::SAVES, &mut item.saves, other.saves),
    ] {
        if other.is_some() && (known.is_none() || is_exacter(count, rounded)) {
            *known = other;
            rounded.set(count, theirs.has(count));
        }
    }
    item.rounded = rounded.bits();
    if item.precision != 0 || other.precision != 0 {
        item.precision = rounded.precision().into();
    }
    item.posted_at = item.posted_at.or(other.posted_at);
    item.pinned |= other.pinned;
    for (text, other) in [
        (&mut item.caption, &other.caption),
        (&mut item.shortcode, &other.shortcode),
    ] {
        if text.is_empty() {
            text.clone_from(other);
        }
    }
}

fn has_plays(item: &Observation) -> bool {
    PLAY_KEYS.contains(&item.views_source.as_str())
}

fn is_better_source(item: &Observation, other: &Observation, is_exacter: bool) -> bool {
    let is_better = match (has_plays(item), has_plays(other)) {
        (false, true) => true,
        (true, false) => false,
        _ => is_exacter,
    };
    other.views.is_some() && (item.views.is_none() || is_better)
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::Precision;

    use super::*;

    fn seen(views: Option<i64>, source: &str) -> Observation {
        Observation {
            views,
            views_source: source.to_owned(),
            ..Observation::default()
        }
    }

    fn merged(mut item: Observation, other: &Observation) -> (Option<i64>, String) {
        complete(&mut item, other);
        (item.views, item.views_source)
    }

    #[test]
    fn merge_prefers_plays_over_views_in_any_order() {
        let plays = (Some(10), "play_count".to_owned());
        assert_eq!(
            merged(seen(Some(7), "video_view_count"), &seen(Some(10), "play_count")),
            plays
        );
        assert_eq!(
            merged(seen(Some(10), "play_count"), &seen(Some(7), "video_view_count")),
            plays
        );
        assert_eq!(merged(seen(None, ""), &seen(Some(10), "play_count")), plays);
        assert_eq!(merged(seen(Some(10), "play_count"), &seen(None, "")), plays);
        assert_eq!(
            merged(seen(Some(10), "play_count"), &seen(Some(99), "play_count")),
            plays
        );
    }

    #[test]
    fn merge_keeps_known_values_and_fills_missing_ones() {
        let mut item = Observation {
            likes: Some(1),
            caption: "a".to_owned(),
            ..Observation::default()
        };
        let other = Observation {
            likes: Some(2),
            comments: Some(3),
            caption: "b".to_owned(),
            posted_at: Some(4),
            ..Observation::default()
        };
        complete(&mut item, &other);
        assert_eq!(
            (item.likes, item.comments, item.posted_at),
            (Some(1), Some(3), Some(4))
        );
        assert_eq!(item.caption, "a");
    }

    #[test]
    fn merge_replaces_rounded_counts_with_exact_ones() {
        let counted = |likes, comments, rounded: u32| Observation {
            likes,
            comments,
            rounded,
            precision: Rounded::from_bits(rounded).precision().into(),
            ..Observation::default()
        };
        let both = Rounded::LIKES.bits() | Rounded::COMMENTS.bits();
        let mut item = counted(Some(15_000), None, Rounded::LIKES.bits());
        complete(
            &mut item,
            &counted(Some(15_023), Some(20_000), Rounded::COMMENTS.bits()),
        );
        assert_eq!(
            item,
            counted(Some(15_023), Some(20_000), Rounded::COMMENTS.bits())
        );
        // Neither a rounded value over an exact one, nor over another rounded one.
        complete(&mut item, &counted(Some(15_100), Some(21_000), both));
        assert_eq!(
            item,
            counted(Some(15_023), Some(20_000), Rounded::COMMENTS.bits())
        );
        complete(&mut item, &counted(None, Some(20_017), 0));
        assert_eq!(item.precision(), Precision::Exact);
    }
}
