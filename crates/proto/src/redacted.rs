//! `Debug` for the messages that carry a session's value, a proxy or a lease token: it shows everything but the secret,
//! so that a message in a log or a failed assertion reveals nothing. The build script excludes these messages from the
//! derived `Debug`.

use std::fmt::{Debug, Formatter, Result};

use crate::v1::{
    Address, CompleteRunRequest, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest, Platform,
    ReportRequest, ReservePermitsRequest, Session, TakeSessionRequest,
};

/// Replaces a secret and shows whether there is one.
struct Redacted<'a>(&'a str);

impl Debug for Redacted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(if self.0.is_empty() { "<none>" } else { "<redacted>" })
    }
}

impl Debug for Session {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            session_id,
            value,
            user_agent,
            claim,
            cooldowns,
            works,
            proxy,
        } = self;
        f.debug_struct("Session")
            .field("session_id", session_id)
            .field("value", &Redacted(value))
            .field("user_agent", user_agent)
            .field("claim", &Redacted(claim))
            .field("cooldowns", cooldowns)
            .field("works", works)
            .field("proxy", &Redacted(proxy))
            .finish()
    }
}

impl Debug for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            key,
            proxy,
            cooldowns,
            works,
            direct,
        } = self;
        f.debug_struct("Address")
            .field("key", key)
            .field("proxy", &Redacted(proxy))
            .field("cooldowns", cooldowns)
            .field("works", works)
            .field("direct", direct)
            .finish()
    }
}

impl Debug for FetchBatchRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            run_id,
            lease_token,
            source_address,
        } = self;
        f.debug_struct("FetchBatchRequest")
            .field("run_id", run_id)
            .field("lease_token", &Redacted(lease_token))
            .field("source_address", source_address)
            .finish()
    }
}

impl Debug for FetchBatchResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            lease_token,
            lease_seconds,
            platform,
            units,
            platform_config,
            address,
            may_discover,
            traceparent,
        } = self;
        f.debug_struct("FetchBatchResponse")
            .field("lease_token", &Redacted(lease_token))
            .field("lease_seconds", lease_seconds)
            .field("platform", &Platform::try_from(*platform))
            .field("units", units)
            .field(
                "platform_config",
                &platform_config
                    .as_ref()
                    .map(|platform_config| platform_config.revision),
            )
            .field("address", address)
            .field("may_discover", may_discover)
            .field("traceparent", traceparent)
            .finish()
    }
}

impl Debug for TakeSessionRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            run_id,
            lease_token,
            unit_id,
            refused,
        } = self;
        f.debug_struct("TakeSessionRequest")
            .field("run_id", run_id)
            .field("lease_token", &Redacted(lease_token))
            .field("unit_id", unit_id)
            .field("refused", refused)
            .finish()
    }
}

impl Debug for ReservePermitsRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self {
            run_id,
            lease_token,
            endpoint,
            session_id,
            permits,
            delay_factor,
        } = self;
        f.debug_struct("ReservePermitsRequest")
            .field("run_id", run_id)
            .field("lease_token", &Redacted(lease_token))
            .field("endpoint", endpoint)
            .field("session_id", session_id)
            .field("permits", permits)
            .field("delay_factor", delay_factor)
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

/// Formats a message that contains only a run and its lease token.
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

    /// Returns the message as a log shows it, in both forms.
    fn shown(message: &dyn Debug) -> String {
        format!("{message:?} {message:#?}")
    }

    #[test]
    fn debug_output_redacts_secrets_and_shows_other_fields() {
        let (run_id, lease_token) = (RUN.to_owned(), SECRET.to_owned());
        let session = Session {
            session_id: 4711,
            value: SECRET.to_owned(),
            claim: SECRET.to_owned(),
            proxy: SECRET.to_owned(),
            ..Session::default()
        };
        let address = Address {
            key: "proxy:3".to_owned(),
            proxy: SECRET.to_owned(),
            ..Address::default()
        };
        let batch = FetchBatchResponse {
            lease_token: lease_token.clone(),
            lease_seconds: 90,
            platform: Platform::Instagram.into(),
            units: Vec::new(),
            address: Some(address.clone()),
            ..FetchBatchResponse::default()
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
            source_address: "home".to_owned(),
        };
        let take = TakeSessionRequest {
            run_id: run_id.clone(),
            lease_token: lease_token.clone(),
            refused: vec![815],
            ..TakeSessionRequest::default()
        };
        let reserve = ReservePermitsRequest {
            run_id: run_id.clone(),
            lease_token: lease_token.clone(),
            endpoint: "item_list".to_owned(),
            ..ReservePermitsRequest::default()
        };
        let heartbeat = HeartbeatRequest {
            run_id: run_id.clone(),
            lease_token: lease_token.clone(),
        };
        let complete = CompleteRunRequest { run_id, lease_token };
        let messages: [(&dyn Debug, &[&str]); 9] = [
            (&session, &["Session", "4711"]),
            (&address, &["Address", "proxy:3"]),
            (&fetch, &["FetchBatchRequest", RUN, "home"]),
            (&batch, &["FetchBatchResponse", "90", "Instagram", "proxy:3"]),
            (&take, &["TakeSessionRequest", RUN, "815"]),
            (&reserve, &["ReservePermitsRequest", RUN, "item_list"]),
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
    fn debug_output_shows_that_secret_is_absent() {
        assert!(shown(&FetchBatchRequest::default()).contains("lease_token: <none>"));
    }
}
