//! Reports that the API has not acknowledged yet. They are kept with their numbers and sent again after a reconnect.

use std::collections::VecDeque;

use clipmeter_proto::v1::ReportRequest;
use clipmeter_proto::v1::report_request::Body;

use super::{Lease, fit};

#[derive(Debug)]
pub(super) struct Outbox {
    lease: Lease,
    last_sequence: u64,
    waiting: VecDeque<ReportRequest>,
}

impl Outbox {
    pub(super) fn new(lease: Lease) -> Self {
        Self {
            lease,
            last_sequence: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Numbers a report, keeps it within the contract's bounds, and returns the message to send.
    pub(super) fn push(&mut self, body: Body) -> ReportRequest {
        self.last_sequence += 1;
        let message = ReportRequest {
            run_id: self.lease.run_id.clone(),
            lease_token: self.lease.token.clone(),
            sequence: self.last_sequence,
            body: Some(fit::fit(body)),
        };
        self.waiting.push_back(message.clone());
        message
    }

    /// Removes everything up to and including `sequence`. Returns the message with this number if it was waiting.
    pub(super) fn acknowledge(&mut self, sequence: u64) -> Option<ReportRequest> {
        let mut last = None;
        while let Some(message) = self.waiting.pop_front_if(|message| message.sequence <= sequence) {
            last = Some(message);
        }
        last.filter(|message| message.sequence == sequence)
    }

    /// Returns the messages to send again, oldest first.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &ReportRequest> {
        self.waiting.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
