//! A video in pages and lists: rounded counts in `stats`, exact ones as strings in `statsV2`.

use serde_json::{Value, json};

use crate::{
    clock::Millis,
    pictures,
    world::{Account, Item},
};

/// Builds the `itemStruct` of a video. `author_stats` is the [`stats`] of its owner, which is the same for a whole list.
pub(super) fn item_struct(account: &Account, item: &Item, author_stats: &Value, now: Millis) -> Value {
    let counts = item.counts(now);
    json!({
        "id": item.id.to_string(),
        "desc": item.caption.as_deref().unwrap_or_default(),
        "createTime": item.taken_at,
        "author": author(account),
        "authorStats": author_stats,
        "stats": {
            "playCount": rounded(counts.views),
            "diggCount": rounded(counts.likes),
            "commentCount": rounded(counts.comments),
            "shareCount": rounded(counts.shares),
            // Of all these numbers, the platform writes only this one as a string.
            "collectCount": rounded(counts.saves).to_string(),
        },
        "statsV2": {
            "playCount": counts.views.to_string(),
            "diggCount": counts.likes.to_string(),
            "commentCount": counts.comments.to_string(),
            "shareCount": counts.shares.to_string(),
            "collectCount": counts.saves.to_string(),
            "repostCount": "0",
        },
        "video": {
            "id": item.id.to_string(), "duration": item.seconds, "height": 1024, "width": 576, "ratio": "720p",
            "cover": pictures::of_video(item.id), "originCover": pictures::of_video(item.id),
        },
        "music": {"id": (item.id + 3).to_string(), "title": "original sound", "authorName": account.display_name, "original": true},
        "privateItem": false,
        "secret": false,
        "isPinnedItem": item.pinned,
        "isAd": false,
    })
}

/// Builds the owner in items.
pub(super) fn author(account: &Account) -> Value {
    json!({
        "id": account.user_id.to_string(),
        "uniqueId": account.username,
        "nickname": account.display_name,
        "secUid": account.sec_uid,
        "avatarThumb": pictures::of_tiktok_user(account.user_id),
        "signature": account.biography,
        "verified": account.verified,
        "privateAccount": false,
        "secret": false,
    })
}

/// Returns the rounded counts of an account.
pub(super) fn stats(account: &Account, now: Millis) -> Value {
    let hearts = rounded(hearts(account, now));
    json!({
        "followerCount": rounded(account.followers(now)),
        "followingCount": account.following,
        "heart": hearts,
        "heartCount": hearts,
        "videoCount": account.count(now),
        "diggCount": 0,
        "friendCount": 0,
    })
}

/// Returns the exact counts of an account, as strings.
pub(super) fn stats_v2(account: &Account, now: Millis) -> Value {
    let hearts = hearts(account, now).to_string();
    json!({
        "followerCount": account.followers(now).to_string(),
        "followingCount": account.following.to_string(),
        "heart": hearts,
        "heartCount": hearts,
        "videoCount": account.count(now).to_string(),
        "diggCount": "0",
        "friendCount": "0",
    })
}

/// Rounds as in "38.5K" and "1.6M": exact below 10,000, then to the hundred, then to the hundred thousand.
pub(super) fn rounded(count: u64) -> u64 {
    let step = match count {
        0..10_000 => 1,
        10_000..1_000_000 => 100,
        _ => 100_000,
    };
    count.saturating_add(step / 2) / step * step
}

/// Returns the total likes of all videos.
fn hearts(account: &Account, now: Millis) -> u64 {
    account.newest_first(now).map(|item| item.counts(now).likes).sum()
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn tiktok_counts_are_rounded_like_the_platform() {
        for (exact, shown) in [
            (2_124, 2_124),
            (38_490, 38_500),
            (38_884, 38_900),
            (1_585_253, 1_600_000),
        ] {
            assert_eq!(rounded(exact), shown);
        }
    }
}
