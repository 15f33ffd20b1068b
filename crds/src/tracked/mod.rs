//! The trait shared by the tracked kinds.

use clipmeter_domain::VideoAddress;
use kube::Resource;
use kube::core::NamespaceResourceScope;

use crate::instagram_account::InstagramAccount;
use crate::progress::Progress;
use crate::tiktok_account::TikTokAccount;
use crate::tiktok_video::TikTokVideo;

/// An account or video that a group tracks.
pub trait Tracked: Resource<DynamicType = (), Scope = NamespaceResourceScope> {
    /// Returns the subject on its platform: two objects of a kind with the same subject track the same account or video. A short
    /// link's subject is the link until `status.videoId` holds its target.
    fn subject(&self) -> String;

    /// Returns the state of scraping, if any is known yet.
    fn progress(&self) -> Option<&Progress>;
}

impl Tracked for InstagramAccount {
    fn subject(&self) -> String {
        self.spec.username.clone()
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}

impl Tracked for TikTokAccount {
    fn subject(&self) -> String {
        self.spec.username.clone()
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}

impl Tracked for TikTokVideo {
    fn subject(&self) -> String {
        let known = self.status.as_ref().and_then(|status| status.video_id.clone());
        known.unwrap_or_else(|| match VideoAddress::parse(&self.spec.url) {
            Some(VideoAddress::Video { id, .. }) => id,
            Some(VideoAddress::Short { url }) => url,
            // Rejected by the definition's rules; an object that predates them is its own subject.
            None => self.spec.url.clone(),
        })
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}
