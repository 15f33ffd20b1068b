//! Selects the responses of a run that are captured.

use std::collections::HashSet;

use clipmeter_proto::v1::{CaptureReport, Outcome};
use parking_lot::Mutex;

use super::Redaction;
use crate::core::model::{RawResponse, ResponseKind};

/// Responses per run. When a platform changes a response, it changes for every account; differences occur between endpoints.
const MAX_CAPTURES: usize = 3;

/// Total bytes per run: two of the largest responses. Reports wait in memory until they are acknowledged, and scrapers have little of it.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// A response with its derived outcome.
#[derive(Debug, Clone, Copy)]
pub struct ClassifiedResponse<'a> {
    pub kind: ResponseKind,
    /// The endpoint's code.
    pub endpoint: &'a str,
    pub outcome: Outcome,
    pub response: &'a RawResponse<'a>,
}

/// Selects captures: one for each endpoint and outcome, and at most `MAX_CAPTURES` per run.
#[derive(Debug, Default)]
pub struct CaptureSampler {
    /// Revision of the platform configuration used for the requests; 0: the built-in one.
    config_revision: u64,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    alike: HashSet<(String, Outcome)>,
    bytes: usize,
}

impl CaptureSampler {
    #[must_use]
    pub fn new(config_revision: u64) -> Self {
        Self {
            config_revision,
            taken: Mutex::default(),
        }
    }

    /// Returns the report of a response if it should be captured: everything but the unit and the time.
    pub fn take(
        &self,
        classified: ClassifiedResponse<'_>,
        redaction: impl FnOnce() -> Redaction,
    ) -> Option<CaptureReport> {
        let ClassifiedResponse {
            kind,
            endpoint,
            outcome,
            response,
        } = classified;
        if !outcome.policy().captures_response {
            return None;
        }
        let mut taken = self.taken.lock();
        let size = response.body.len().min(super::MAX_BODY);
        if taken.alike.len() >= MAX_CAPTURES
            || taken.bytes + size > MAX_BYTES
            || !taken.alike.insert((endpoint.to_owned(), outcome))
        {
            return None;
        }
        taken.bytes += size;
        let redaction = redaction();
        let redacted = redaction.body(response.body);
        Some(CaptureReport {
            kind: kind.code().to_owned(),
            endpoint: endpoint.to_owned(),
            outcome: outcome.into(),
            http_status: response.status.into(),
            location: redaction.location(response.location.unwrap_or_default()),
            is_anonymous: response.is_anonymous,
            body: redacted.body,
            is_cut: redacted.is_cut,
            config_revision: self.config_revision,
            ..CaptureReport::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::Platform;

    use super::*;

    fn take(
        sampler: &CaptureSampler,
        endpoint: &str,
        outcome: Outcome,
        body: &[u8],
    ) -> Option<CaptureReport> {
        let response = RawResponse {
            location: Some("/a/?b=c"),
            ..RawResponse::anonymous(body)
        };
        let classified = ClassifiedResponse {
            kind: ResponseKind::new(Platform::Instagram, "ig_feed_user"),
            endpoint,
            outcome,
            response: &response,
        };
        sampler.take(classified, || Redaction::default().without("secret"))
    }

    #[test]
    fn sampler_captures_up_to_three_distinct_responses_without_secrets() {
        let sampler = CaptureSampler::new(4);
        let redacted = take(
            &sampler,
            "feed_user",
            Outcome::SchemaChanged,
            b"{\"a\":\"secret\"}",
        )
        .unwrap();
        let expected = CaptureReport {
            kind: "ig_feed_user".to_owned(),
            endpoint: "feed_user".to_owned(),
            outcome: Outcome::SchemaChanged.into(),
            http_status: 200,
            location: "/a/?b=x".to_owned(),
            is_anonymous: true,
            body: b"{\"a\":\"xxxxxx\"}".to_vec(),
            config_revision: 4,
            ..CaptureReport::default()
        };
        assert_eq!(redacted, expected);
        assert_eq!(take(&sampler, "feed_user", Outcome::SchemaChanged, b"{}"), None);
        assert!(take(&sampler, "feed_user", Outcome::ParseError, b"{").is_some());
        assert_eq!(take(&sampler, "home", Outcome::Ok, b"{}"), None);
        assert!(take(&sampler, "home", Outcome::ParseError, b"{").is_some());
        assert_eq!(
            take(&sampler, "clips", Outcome::ParseError, b"{"),
            None,
            "three are enough"
        );
    }

    #[test]
    fn sampler_stops_at_byte_limit_of_run() {
        let sampler = CaptureSampler::new(0);
        let large = vec![b' '; 3 * 1024 * 1024];
        for endpoint in ["a", "b"] {
            let redacted = take(&sampler, endpoint, Outcome::ParseError, &large).unwrap();
            assert_eq!(
                (redacted.body.len(), redacted.is_cut),
                (super::super::MAX_BODY, true)
            );
        }
        assert_eq!(take(&sampler, "c", Outcome::ParseError, b"{"), None);
    }
}
