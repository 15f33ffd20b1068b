//! `Debug` for the messages that carry a session's value or a lease token: everything but the secret, so that a
//! message in a log or a failed assertion gives nothing away. The build script leaves these out of the derived ones.

use std::fmt::{Debug, Formatter, Result};

use crate::v1::{
    CompleteRunRequest, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest, Platform, ReportRequest,
    Session,
};

/// Stands in for a secret, and shows whether there is one.
struct Redacted<'a>(&'a str);

impl Debug for Redacted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(if self.0.is_empty() { "<none>" } else { "<redacted>" })
    }
}

impl Debug for Session {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { session_id, value } = self;
        f.debug_struct("Session")
            .field("session_id", session_id)
            .field("value", &Redacted(value))
            .finish()
    }
}

impl Debug for FetchBatchRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { run_id, lease_token } = self;
        of_run(f, "FetchBatchRequest", run_id, lease_token)
    }
}

impl Debug for FetchBatchResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            lease_token,
            lease_seconds,
            platform,
            units,
            session,
        } = self;
        f.debug_struct("FetchBatchResponse")
            .field("lease_token", &Redacted(lease_token))
            .field("lease_seconds", lease_seconds)
            .field("platform", &Platform::try_from(*platform))
            .field("units", units)
            .field("session", session)
            .finish()
    }
}

impl Debug for ReportRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            run_id,
            lease_token,
            sequence,
            body,
        } = self;
        f.debug_struct("ReportRequest")
            .field("run_id", run_id)
            .field("lease_token", &Redacted(lease_token))
            .field("sequence", sequence)
            .field("body", body)
            .finish()
    }
}

impl Debug for HeartbeatRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { run_id, lease_token } = self;
        of_run(f, "HeartbeatRequest", run_id, lease_token)
    }
}

impl Debug for CompleteRunRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { run_id, lease_token } = self;
        of_run(f, "CompleteRunRequest", run_id, lease_token)
    }
}

/// A message that holds a run and its lease token only.
fn of_run(f: &mut Formatter<'_>, name: &str, run_id: &str, lease_token: &str) -> Result {
    f.debug_struct(name)
        .field("run_id", &run_id)
        .field("lease_token", &Redacted(lease_token))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1::{UnitReport, report_request};

    const SECRET: &str = "7%3Asecret%3A26";
    const RUN: &str = "0198c0de-0000-7000-8000-000000000001";

    /// The message as a log shows it, in both forms.
    fn shown(message: &dyn Debug) -> String {
        format!("{message:?} {message:#?}")
    }

    #[test]
    fn no_message_shows_its_secret_and_each_shows_the_rest() {
        let (run_id, lease_token) = (RUN.to_owned(), SECRET.to_owned());
        let session = Session {
            session_id: 4711,
            value: SECRET.to_owned(),
        };
        let batch = FetchBatchResponse {
            lease_token: lease_token.clone(),
            lease_seconds: 90,
            platform: Platform::Instagram.into(),
            units: Vec::new(),
            session: Some(session.clone()),
        };
        let report = ReportRequest {
            run_id: run_id.clone(),
            lease_token: lease_token.clone(),
            sequence: 3,
            body: Some(report_request::Body::Unit(UnitReport {
                detail: "HTTP 404".to_owned(),
                ..UnitReport::default()
            })),
        };
        let fetch = FetchBatchRequest {
            run_id: run_id.clone(),
            lease_token: lease_token.clone(),
        };
        let heartbeat = HeartbeatRequest {
            run_id: run_id.clone(),
            lease_token: lease_token.clone(),
        };
        let complete = CompleteRunRequest { run_id, lease_token };
        let messages: [(&dyn Debug, &[&str]); 6] = [
            (&session, &["Session", "4711"]),
            (&fetch, &["FetchBatchRequest", RUN]),
            (&batch, &["FetchBatchResponse", "90", "Instagram", "4711"]),
            (&report, &["ReportRequest", RUN, "sequence: 3", "HTTP 404"]),
            (&heartbeat, &["HeartbeatRequest", RUN]),
            (&complete, &["CompleteRunRequest", RUN]),
        ];
        for (message, parts) in messages {
            let text = shown(message);
            assert!(!text.contains(SECRET) && text.contains("<redacted>"), "{text}");
            for part in parts {
                assert!(text.contains(part), "{part} is missing in {text}");
            }
        }
    }

    #[test]
    fn a_message_without_a_secret_says_so() {
        assert!(shown(&FetchBatchRequest::default()).contains("lease_token: <none>"));
    }
}
