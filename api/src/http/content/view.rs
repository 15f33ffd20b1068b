//! Converts rows to list items. An unknown number becomes 0, and the status marks it as unknown.

use clipmeter_db::content::ContentItem;
use clipmeter_proto::v1::Platform;

use super::item::{
    ContentItemRow, InstagramPost, InstagramPostRow, MetricsStatus, TiktokVideo, TiktokVideoRow,
};
use crate::http::metrics::ItemMetrics;
use crate::http::pictures::path::path_of;

fn metrics_status(item: &ContentItem) -> MetricsStatus {
    if item.views.unwrap_or_default() == 0 {
        MetricsStatus::NoViews
    } else if item.engagement_rate.is_none() {
        MetricsStatus::LikesHidden
    } else if item.cpm.is_none() {
        MetricsStatus::NoCost
    } else {
        MetricsStatus::Ok
    }
}

pub(crate) fn instagram_post(item: ContentItem) -> InstagramPost {
    InstagramPost {
        metrics: (&item).into(),
        metrics_status: metrics_status(&item),
        availability: item.availability.as_str().into(),
        unavailable_since: item.unavailable_since,
        media_kind: item.media_kind.as_deref().and_then(|code| code.parse().ok()),
        picture: item.picture.as_deref().map(path_of),
        id: item.id,
        shortcode: item.shortcode.unwrap_or_default(),
        url: item.url,
        caption: item.caption,
        caption_cut: item.caption_cut,
        username: item.username,
        account_id: item.account_id,
        gained_views: item.gained_views,
        usual_views: item.usual_views,
        cost: item.cost,
        post_timestamp: item.posted_at,
        updated_at: item.updated_at,
    }
}

pub(crate) fn instagram_post_row(item: ContentItem) -> InstagramPostRow {
    InstagramPostRow {
        metrics: (&item).into(),
        metrics_status: metrics_status(&item),
        availability: item.availability.as_str().into(),
        unavailable_since: item.unavailable_since,
        media_kind: item.media_kind.as_deref().and_then(|code| code.parse().ok()),
        picture: item.picture.as_deref().map(path_of),
        id: item.id,
        account: item.username,
        account_id: item.account_id,
        groups: item.groups,
        shortcode: item.shortcode.unwrap_or_default(),
        url: item.url,
        date_posted: item.posted_at,
        gained_views: item.gained_views,
        cost: item.cost,
        caption: Some(item.caption).filter(|caption| !caption.is_empty()),
        caption_cut: item.caption_cut,
        scraped_at: item.updated_at,
        updated_at: item.updated_at,
    }
}

pub(crate) fn tiktok_video(item: ContentItem) -> TiktokVideo {
    TiktokVideo {
        metrics: (&item).into(),
        metrics_status: metrics_status(&item),
        availability: item.availability.as_str().into(),
        unavailable_since: item.unavailable_since,
        media_kind: item.media_kind.as_deref().and_then(|code| code.parse().ok()),
        picture: item.picture.as_deref().map(path_of),
        id: item.id,
        video_id: item.external_id,
        url: item.url,
        caption: item.caption,
        caption_cut: item.caption_cut,
        username: item.username,
        account_id: item.account_id,
        gained_views: item.gained_views,
        usual_views: item.usual_views,
        cost: item.cost,
        video_timestamp: item.posted_at,
        updated_at: item.updated_at,
    }
}

pub(crate) fn tiktok_video_row(item: ContentItem) -> TiktokVideoRow {
    TiktokVideoRow {
        metrics: (&item).into(),
        metrics_status: metrics_status(&item),
        availability: item.availability.as_str().into(),
        unavailable_since: item.unavailable_since,
        media_kind: item.media_kind.as_deref().and_then(|code| code.parse().ok()),
        picture: item.picture.as_deref().map(path_of),
        id: item.id,
        account: item.username,
        account_id: item.account_id,
        groups: item.groups,
        video_id: item.external_id,
        url: item.url,
        date_posted: item.posted_at,
        gained_views: item.gained_views,
        cost: item.cost,
        caption: Some(item.caption).filter(|caption| !caption.is_empty()),
        caption_cut: item.caption_cut,
        scraped_at: item.updated_at,
        updated_at: item.updated_at,
    }
}

pub(crate) fn content_item_row(platform: Platform, item: ContentItem) -> ContentItemRow {
    ContentItemRow {
        metrics: ItemMetrics::new(platform, &item),
        metrics_status: metrics_status(&item),
        availability: item.availability.as_str().into(),
        unavailable_since: item.unavailable_since,
        media_kind: item.media_kind.as_deref().and_then(|code| code.parse().ok()),
        picture: item.picture.as_deref().map(path_of),
        id: item.id,
        platform: platform.into(),
        item_id: item.public_id(platform).to_owned(),
        account: item.username,
        account_id: item.account_id,
        groups: item.groups,
        url: item.url,
        date_posted: item.posted_at,
        gained_views: item.gained_views,
        cost: item.cost,
        caption: Some(item.caption).filter(|caption| !caption.is_empty()),
        caption_cut: item.caption_cut,
        updated_at: item.updated_at,
    }
}
