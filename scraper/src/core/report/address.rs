//! Reports about the address that requests leave from.

use std::time::Duration;

use clipmeter_proto::AddressAction;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{AddressReport, Outcome};

/// Returns the report of an outcome if it concerns the address. `key` is the address's key from the API; `session_id` is the session that
/// was used, 0 for an anonymous client: a session may use its own proxy, whose key scrapers do not get.
pub(crate) fn report(
    key: &str,
    session_id: i64,
    outcome: Outcome,
    retry_after: Option<Duration>,
) -> Option<Body> {
    (outcome.policy().address != AddressAction::Keep).then(|| {
        Body::Address(AddressReport {
            address: key.to_owned(),
            session_id,
            outcome: outcome.into(),
            retry_after_seconds: seconds(retry_after),
        })
    })
}

/// Converts a platform's `Retry-After` to the seconds of a report.
pub(crate) fn seconds(retry_after: Option<Duration>) -> Option<u32> {
    u32::try_from(retry_after?.as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_reported_only_for_refusals_and_rate_limits() {
        for (outcome, is_reported) in [
            (Outcome::Ok, false),
            (Outcome::NotFound, false),
            (Outcome::SessionDead, false),
            (Outcome::Blocked, true),
            (Outcome::Captcha, true),
            (Outcome::RateLimited, true),
        ] {
            assert_eq!(
                report("direct", 0, outcome, None).is_some(),
                is_reported,
                "{outcome:?}"
            );
        }
        let report = report("proxy:3", 7, Outcome::RateLimited, Some(Duration::from_secs(90)));
        let Some(Body::Address(report)) = report else {
            panic!("{report:?}")
        };
        assert_eq!(
            (report.address.as_str(), report.retry_after_seconds),
            ("proxy:3", Some(90))
        );
    }
}
