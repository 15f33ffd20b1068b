//! Which answers of a run are kept.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use clipmeter_proto::v1::{EvidenceReport, Outcome};

use super::Redaction;
use crate::model::{AnswerKind, Reply};

/// Answers of one run. A platform that changes one changes it for every account; what differs differs between endpoints.
const MOST: usize = 3;

/// Bytes of them together: two of the largest. Reports wait in memory until they are acknowledged, in scrapers that are given little of it.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// An answer and what was made of it.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    /// What was asked for.
    pub kind: AnswerKind,
    /// The endpoint's code.
    pub endpoint: &'a str,
    /// What was made of it.
    pub outcome: Outcome,
    /// What came.
    pub reply: &'a Reply<'a>,
}

/// The answers of one run that are kept: one of each endpoint and outcome, and few in all.
#[derive(Debug, Default)]
pub struct Sample {
    /// Of the facts that the answers were asked for with; 0: those of the release.
    facts_version: u64,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    alike: HashSet<(String, Outcome)>,
    bytes: usize,
}

impl Sample {
    /// Nothing is kept yet.
    #[must_use]
    pub fn new(facts_version: u64) -> Self {
        Self {
            facts_version,
            taken: Mutex::default(),
        }
    }

    /// What to send of an answer, if it is worth keeping: everything but the unit and the time.
    pub fn take(&self, judged: Judged<'_>, redaction: impl FnOnce() -> Redaction) -> Option<EvidenceReport> {
        let Judged {
            kind,
            endpoint,
            outcome,
            reply,
        } = judged;
        if !outcome.reaction().keeps_evidence {
            return None;
        }
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let size = reply.body.len().min(super::MAX_BODY);
        if taken.alike.len() >= MOST
            || taken.bytes + size > MOST_BYTES
            || !taken.alike.insert((endpoint.to_owned(), outcome))
        {
            return None;
        }
        taken.bytes += size;
        let redaction = redaction();
        let redacted = redaction.body(reply.body);
        Some(EvidenceReport {
            kind: kind.code().to_owned(),
            endpoint: endpoint.to_owned(),
            outcome: outcome.into(),
            http_status: reply.status.into(),
            location: redaction.location(reply.location.unwrap_or_default()),
            is_guest: reply.is_guest,
            body: redacted.body,
            is_cut: redacted.is_cut,
            facts_version: self.facts_version,
            ..EvidenceReport::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(sample: &Sample, endpoint: &str, outcome: Outcome, body: &[u8]) -> Option<EvidenceReport> {
        let reply = Reply {
            location: Some("/a/?b=c"),
            ..Reply::guest(body)
        };
        let judged = Judged {
            kind: AnswerKind::IgFeedUser,
            endpoint,
            outcome,
            reply: &reply,
        };
        sample.take(judged, || Redaction::default().without("secret"))
    }

    #[test]
    fn an_answer_is_kept_without_its_secrets_and_once_of_its_kind() {
        let sample = Sample::new(4);
        let kept = take(
            &sample,
            "feed_user",
            Outcome::SchemaChanged,
            b"{\"a\":\"secret\"}",
        )
        .unwrap();
        let expected = EvidenceReport {
            kind: "ig_feed_user".to_owned(),
            endpoint: "feed_user".to_owned(),
            outcome: Outcome::SchemaChanged.into(),
            http_status: 200,
            location: "/a/?b=x".to_owned(),
            is_guest: true,
            body: b"{\"a\":\"xxxxxx\"}".to_vec(),
            facts_version: 4,
            ..EvidenceReport::default()
        };
        assert_eq!(kept, expected);
        assert_eq!(take(&sample, "feed_user", Outcome::SchemaChanged, b"{}"), None);
        assert!(take(&sample, "feed_user", Outcome::ParseError, b"{").is_some());
        assert_eq!(take(&sample, "home", Outcome::Ok, b"{}"), None);
        assert!(take(&sample, "home", Outcome::ParseError, b"{").is_some());
        assert_eq!(
            take(&sample, "clips", Outcome::ParseError, b"{"),
            None,
            "three are enough"
        );
    }

    #[test]
    fn a_run_keeps_no_more_than_its_share() {
        let sample = Sample::new(0);
        let large = vec![b' '; 3 * 1024 * 1024];
        for endpoint in ["a", "b"] {
            let kept = take(&sample, endpoint, Outcome::ParseError, &large).unwrap();
            assert_eq!((kept.body.len(), kept.is_cut), (super::super::MAX_BODY, true));
        }
        assert_eq!(take(&sample, "c", Outcome::ParseError, b"{"), None);
    }
}
