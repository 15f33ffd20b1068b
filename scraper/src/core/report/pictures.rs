//! Pictures that the API has asked for.

use std::collections::HashSet;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{ReportRequest, ReportResponse};
use tokio::sync::mpsc;

/// Maximum number of pictures of one run: about 10 MB of downloads. A new account with more items gets the others in its next runs.
pub(crate) const MAX_PICTURES_OF_RUN: usize = 200;

/// A picture to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NeededPicture {
    pub(crate) unit_id: i64,
    /// The item; empty: the unit's account.
    pub(crate) external_id: String,
    /// As in the platform's response, not checked.
    pub(crate) url: String,
}

/// The receiving end of a run's queue.
pub(crate) type NeededPictures = mpsc::Receiver<NeededPicture>;

/// The run's queue. It never blocks: what exceeds the maximum is dropped.
#[derive(Debug)]
pub(crate) struct PictureQueue {
    queue: mpsc::Sender<NeededPicture>,
    /// Unit and external ID of each queued picture: the API asks again until it is stored.
    queued: HashSet<(i64, String)>,
}

impl PictureQueue {
    pub(crate) fn new() -> (Self, NeededPictures) {
        let (queue, needed) = mpsc::channel(MAX_PICTURES_OF_RUN);
        let queued = HashSet::new();
        (Self { queue, queued }, needed)
    }

    /// Queues the pictures of a stored report that the response to it names.
    pub(crate) fn add(&mut self, report: &ReportRequest, response: &ReportResponse) {
        for picture in needed(report, response) {
            if self.queued.len() < MAX_PICTURES_OF_RUN
                && self.queued.insert((picture.unit_id, picture.external_id.clone()))
            {
                // The queue has room for the maximum; it is closed if the run stops.
                drop(self.queue.try_send(picture));
            }
        }
    }
}

fn needed(report: &ReportRequest, response: &ReportResponse) -> Vec<NeededPicture> {
    let (unit_id, profile, observations) = match &report.body {
        Some(Body::Page(page)) => (page.unit_id, &page.profile, page.observations.as_slice()),
        Some(Body::Unit(end)) => (end.unit_id, &end.profile, [].as_slice()),
        _ => return Vec::new(),
    };
    let of_account = profile
        .iter()
        .filter(|_| response.picture_of_account)
        .map(|profile| ("", &profile.picture_url));
    let of_items = observations
        .iter()
        .filter(|seen| response.picture_items.contains(&seen.external_id))
        .map(|seen| (seen.external_id.as_str(), &seen.picture_url));
    of_account
        .chain(of_items)
        .map(|(external_id, url)| NeededPicture {
            unit_id,
            external_id: external_id.to_owned(),
            url: url.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::{Observation, PageReport, Profile};

    use super::*;

    #[tokio::test]
    async fn queue_takes_each_needed_picture_once_up_to_maximum_of_run() {
        let seen = |id: usize| Observation {
            external_id: id.to_string(),
            picture_url: format!("https://p/{id}"),
            ..Observation::default()
        };
        let page = PageReport {
            unit_id: 7,
            profile: Some(Profile {
                picture_url: "https://a".to_owned(),
                ..Profile::default()
            }),
            observations: (0..300).map(seen).collect(),
            ..PageReport::default()
        };
        let report = ReportRequest {
            body: Some(Body::Page(page)),
            ..ReportRequest::default()
        };
        let response = |until: usize| ReportResponse {
            picture_items: (10..until).map(|id| id.to_string()).collect(),
            picture_of_account: true,
            ..ReportResponse::default()
        };
        let (mut queue, mut needed) = PictureQueue::new();
        queue.add(&report, &ReportResponse::default());
        queue.add(&report, &response(50));
        queue.add(&report, &response(300));
        drop(queue);
        let mut received = Vec::new();
        while let Some(picture) = needed.recv().await {
            received.push(picture);
        }
        assert_eq!(received.len(), MAX_PICTURES_OF_RUN);
        let of = |external_id: &str, url: &str| NeededPicture {
            unit_id: 7,
            external_id: external_id.to_owned(),
            url: url.to_owned(),
        };
        assert_eq!(received[..2], [of("", "https://a"), of("10", "https://p/10")]);
        assert_eq!(received[199], of("208", "https://p/208"));
    }
}
