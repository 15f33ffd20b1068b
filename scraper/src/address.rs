//! What is told of the address that requests leave from.

use std::time::Duration;

use clipmeter_proto::AddressAction;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{AddressReport, Outcome};

/// The report of an outcome, when it is about the address. `key` names the address as the API did; `session_id` says who asked, 0 as a guest: a
/// session may leave through a proxy of its own, whose key no scraper is told.
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

/// What a platform asked for, as reports carry it.
pub(crate) fn seconds(retry_after: Option<Duration>) -> Option<u32> {
    u32::try_from(retry_after?.as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_about_the_address_is_told_of_it() {
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
