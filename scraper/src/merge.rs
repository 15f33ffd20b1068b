//! One item seen in several answers becomes one observation.

use clipmeter_proto::v1::{Observation, Precision};

/// Keys of plays, which count every start. They are at least as large as the views of other keys and are the ones that every
/// newer endpoint has, so that series stay comparable.
const PLAY_KEYS: [&str; 3] = ["play_count", "ig_play_count", "video_play_count"];

/// Fills what `item` lacks from `other`, which is the same item in another answer. Plays win over other views; everything else stays
/// where it is known.
pub(crate) fn complete(item: &mut Observation, other: &Observation) {
    if is_better_source(item, other) {
        item.views = other.views;
        item.views_source.clone_from(&other.views_source);
        if other.precision == i32::from(Precision::Rounded) {
            item.precision = other.precision;
        }
    }
    item.likes = item.likes.or(other.likes);
    item.comments = item.comments.or(other.comments);
    item.shares = item.shares.or(other.shares);
    item.saves = item.saves.or(other.saves);
    item.posted_at = item.posted_at.or(other.posted_at);
    item.pinned |= other.pinned;
    for (text, other) in [
        (&mut item.caption, &other.caption),
        (&mut item.author_username, &other.author_username),
        (&mut item.shortcode, &other.shortcode),
    ] {
        if text.is_empty() {
            text.clone_from(other);
        }
    }
}

fn is_better_source(item: &Observation, other: &Observation) -> bool {
    let plays = |item: &Observation| PLAY_KEYS.contains(&item.views_source.as_str());
    other.views.is_some() && (item.views.is_none() || (plays(other) && !plays(item)))
}

#[cfg(test)]
mod tests {
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
    fn plays_win_over_views_whichever_came_first() {
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
    fn what_is_known_stays_and_what_is_missing_is_filled() {
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
}
