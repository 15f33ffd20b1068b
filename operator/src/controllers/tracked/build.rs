//! Builds the API requests for an account or video.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use clipmeter_crds::managed_by;
use clipmeter_proto::v1::{SyncTrackedRequest, TrackedName};
use kube::ResourceExt as _;

use super::kind::TrackedResource;
use crate::convert::cost;

/// Returns the item's name in the database.
pub(super) fn name<K: TrackedResource>(object: &K, group: &str) -> TrackedName {
    TrackedName {
        group: group.to_owned(),
        kind: K::KIND.into(),
        object: object.name_any(),
    }
}

/// Builds the request that registers the object.
pub(super) fn request<K: TrackedResource>(object: &K, group: &str) -> SyncTrackedRequest {
    let tracked_spec = object.tracked_spec();
    SyncTrackedRequest {
        name: Some(name(object, group)),
        subject: tracked_spec.subject.to_owned(),
        suspended: tracked_spec.suspended,
        interval_minutes: tracked_spec
            .interval_minutes
            .and_then(|minutes| u32::try_from(minutes).ok()),
        cost: tracked_spec.cost.map(cost),
        managed_by: managed_by(object.meta()).to_owned(),
        retain: tracked_spec.retain(),
        scraper_pool: tracked_spec.scraper_pool.unwrap_or_default().to_owned(),
    }
}

/// Returns a digest for comparing requests. Storing whole requests of thousands of objects would need as much memory as the
/// objects.
pub(super) fn digest(request: &SyncTrackedRequest) -> u64 {
    let mut hasher = DefaultHasher::new();
    request.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::{InstagramAccount, TikTokVideo};
    use clipmeter_proto::v1::{Cost, PerMille, TrackedKind, cost};

    use super::*;

    #[test]
    fn sync_tracked_request_contains_all_fields_of_account() {
        let account: InstagramAccount = serde_saphyr::from_str(
            r"
            apiVersion: clipmeter.io/v1beta1
            kind: InstagramAccount
            metadata:
              name: natgeo-8178a654
              namespace: cg-acme
              managedFields: [{manager: argocd-controller}]
            spec:
              username: natgeo
              suspend: true
              intervalMinutes: 30
              cost: {model: per_mille, rate: 2.5, cap: 100}
              note: not for the database
              deletionPolicy: Retain
              scraperPool: us
            ",
        )
        .unwrap();
        let rate = PerMille {
            rate: 2_500_000,
            cap: Some(100_000_000),
        };
        assert_eq!(
            request(&account, "acme"),
            SyncTrackedRequest {
                name: Some(TrackedName {
                    group: "acme".to_owned(),
                    kind: TrackedKind::InstagramAccount.into(),
                    object: "natgeo-8178a654".to_owned(),
                }),
                subject: "natgeo".to_owned(),
                suspended: true,
                interval_minutes: Some(30),
                cost: Some(Cost {
                    model: Some(cost::Model::PerMille(rate)),
                }),
                managed_by: "argocd-controller".to_owned(),
                retain: Some(true),
                scraper_pool: "us".to_owned(),
            }
        );
    }

    #[test]
    fn sync_tracked_request_of_video_has_url_as_subject() {
        let video: TikTokVideo = serde_saphyr::from_str(
            r"
            metadata: {name: v, namespace: cg-acme}
            spec: {url: 'https://vm.tiktok.com/ZMabc1234/'}
            ",
        )
        .unwrap();
        assert_eq!(
            request(&video, "acme"),
            SyncTrackedRequest {
                name: Some(TrackedName {
                    group: "acme".to_owned(),
                    kind: TrackedKind::TiktokVideo.into(),
                    object: "v".to_owned(),
                }),
                subject: "https://vm.tiktok.com/ZMabc1234/".to_owned(),
                ..SyncTrackedRequest::default()
            }
        );
    }
}
