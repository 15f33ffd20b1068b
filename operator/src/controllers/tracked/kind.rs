//! The differences between the tracked kinds.

use std::fmt::Debug;

use clipmeter_crds::{
    Cost, DeletionPolicy, InstagramAccount, InstagramAccountStatus, Progress, TikTokAccount,
    TikTokAccountStatus, TikTokVideo, TikTokVideoStatus, Tracked,
};
use clipmeter_proto::v1::{self, TrackedKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of accounts or videos.
pub(crate) trait TrackedResource:
    Tracked + Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    type Status: Clone + Debug + Default + PartialEq + Serialize + Send + Sync;

    /// The kind in the API's terms.
    const KIND: TrackedKind;

    fn tracked_spec(&self) -> TrackedSpec<'_>;

    /// Returns the last written status.
    fn written_status(&self) -> Option<&Self::Status>;

    /// Returns the fields shared by all statuses.
    fn shared_fields_mut(status: &mut Self::Status) -> &mut Progress;

    fn shared_fields(status: &Self::Status) -> &Progress;

    /// Sets the fields specific to statuses of this kind.
    fn set_own_fields(status: &mut Self::Status, progress: &v1::Progress);
}

/// The desired state of an object.
pub(crate) struct TrackedSpec<'a> {
    /// A username or a URL.
    pub(crate) subject: &'a str,
    pub(crate) suspended: bool,
    pub(crate) interval_minutes: Option<i32>,
    pub(crate) cost: Option<&'a Cost>,
    /// `None`: the group's.
    pub(crate) scraper_pool: Option<&'a str>,
    /// `None`: the group's.
    pub(crate) deletion_policy: Option<DeletionPolicy>,
}

impl TrackedSpec<'_> {
    /// Whether it is kept when it is deleted; `None`: as the group says.
    pub(super) fn retain(&self) -> Option<bool> {
        self.deletion_policy
            .map(|policy| policy == DeletionPolicy::Retain)
    }
}

fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Converts a count for a status.
fn count(items: u64) -> Option<i64> {
    i64::try_from(items).ok()
}

/// The methods of [`TrackedResource`] for the status, whose shared fields all kinds have in `progress`.
macro_rules! shared_status {
    () => {
        fn written_status(&self) -> Option<&Self::Status> {
            self.status.as_ref()
        }

        fn shared_fields_mut(status: &mut Self::Status) -> &mut Progress {
            &mut status.progress
        }

        fn shared_fields(status: &Self::Status) -> &Progress {
            &status.progress
        }
    };
}

/// Implements [`TrackedResource`] for a kind of accounts; `$items` is the status field that counts its items.
macro_rules! account {
    ($resource:ty, $status:ty, $kind:ident, $items:ident) => {
        impl TrackedResource for $resource {
            type Status = $status;
            const KIND: TrackedKind = TrackedKind::$kind;

            fn tracked_spec(&self) -> TrackedSpec<'_> {
                TrackedSpec {
                    subject: &self.spec.username,
                    suspended: self.spec.suspend,
                    interval_minutes: self.spec.interval_minutes,
                    cost: self.spec.cost.as_ref(),
                    scraper_pool: self.spec.scraper_pool.as_deref(),
                    deletion_policy: self.spec.deletion_policy,
                }
            }

            shared_status!();

            fn set_own_fields(status: &mut Self::Status, progress: &v1::Progress) {
                status.platform_id = non_empty(&progress.platform_id);
                status.display_name = non_empty(&progress.display_name);
                status.$items = count(progress.items);
            }
        }
    };
}

account!(InstagramAccount, InstagramAccountStatus, InstagramAccount, posts);
account!(TikTokAccount, TikTokAccountStatus, TiktokAccount, videos);

impl TrackedResource for TikTokVideo {
    type Status = TikTokVideoStatus;
    const KIND: TrackedKind = TrackedKind::TiktokVideo;

    fn tracked_spec(&self) -> TrackedSpec<'_> {
        TrackedSpec {
            subject: &self.spec.url,
            suspended: self.spec.suspend,
            interval_minutes: None,
            cost: None,
            scraper_pool: None,
            deletion_policy: self.spec.deletion_policy,
        }
    }

    shared_status!();

    fn set_own_fields(status: &mut Self::Status, progress: &v1::Progress) {
        status.video_id = non_empty(&progress.video_id);
        status.author = non_empty(&progress.author);
    }
}
