//! The kinds of objects that the dashboard writes.

use clipmeter_crds::{
    ClientGroup, InstagramAccount, ScrapePolicy, TikTokAccount, TikTokVideo, account_name, video_name,
};
use clipmeter_db::tracking::intent::Subject;
use clipmeter_proto::v1::Platform;
use kube::core::ApiResource;

/// Returns the kind of a tracked subject.
pub(super) fn of_subject(subject: &Subject) -> ApiResource {
    match subject {
        Subject::Account {
            platform: Platform::Tiktok,
            ..
        } => ApiResource::erase::<TikTokAccount>(&()),
        Subject::Account { .. } => ApiResource::erase::<InstagramAccount>(&()),
        Subject::Video(_) => ApiResource::erase::<TikTokVideo>(&()),
    }
}

/// Generates the name of a new object.
pub(super) fn name_of(subject: &Subject) -> String {
    match subject {
        Subject::Account { username, .. } => account_name(username),
        Subject::Video(address) => video_name(address),
    }
}

pub(super) fn group() -> ApiResource {
    ApiResource::erase::<ClientGroup>(&())
}

pub(super) fn policy() -> ApiResource {
    ApiResource::erase::<ScrapePolicy>(&())
}
