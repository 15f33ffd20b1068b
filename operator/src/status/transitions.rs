//! Derives events from a changed status.

use clipmeter_crds::{Condition, ConditionType, Event, Reason};
use clipmeter_proto::v1::Outcome;

/// Reasons of `Ready` for which a scraper pool cannot be used.
const POOL_REASONS: [Reason; 4] = [
    Reason::PoolMissing,
    Reason::ProxyMissing,
    Reason::ProxyUnreadable,
    Reason::PodsNotStarted,
];

/// Returns the events with their notes. An unchanged condition causes no event.
pub(super) fn transitions(before: &[Condition], after: &[Condition]) -> Vec<(Event, String)> {
    after
        .iter()
        .filter_map(|condition| {
            let previous = before.iter().find(|previous| previous.type_ == condition.type_);
            let event = event_of(condition, previous)?;
            Some((event, note(event, condition)))
        })
        .collect()
}

fn event_of(condition: &Condition, previous: Option<&Condition>) -> Option<Event> {
    let is_new_reason = previous.is_none_or(|previous| previous.reason != condition.reason);
    let is_new_status = previous.is_none_or(|previous| previous.status != condition.status);
    let is = |type_: ConditionType| condition.type_ == type_.as_str();
    if is(ConditionType::Scraped) {
        return match condition.status.as_str() {
            "True" if is_new_status => Some(Event::ScrapeSucceeded),
            "False" if !is_new_status && !is_new_reason => None,
            "False" if condition.reason == Outcome::IdentityChanged.code() => Some(Event::IdentityChanged),
            "False" => Some(Event::ScrapeFailed),
            _ => None,
        };
    }
    if !is_new_reason {
        return None;
    }
    if is(ConditionType::InstagramAvailable) || is(ConditionType::TikTokAvailable) {
        return match condition.status.as_str() {
            "False" => Some(Event::PlatformUnavailable),
            // A platform that was never unavailable has not become available.
            _ => previous.map(|_| Event::PlatformAvailable),
        };
    }
    if is(ConditionType::Ready) {
        return pool_event(condition, previous);
    }
    let candidates: &[(ConditionType, Reason, Event)] = &[
        (ConditionType::Registered, Reason::Registered, Event::Registered),
        (ConditionType::Registered, Reason::Duplicate, Event::Duplicate),
        (
            ConditionType::Registered,
            Reason::OutsideGroup,
            Event::OutsideGroup,
        ),
        (
            ConditionType::Registered,
            Reason::LimitReached,
            Event::LimitReached,
        ),
        (
            ConditionType::Provisioned,
            Reason::Provisioned,
            Event::Provisioned,
        ),
        (
            ConditionType::Provisioned,
            Reason::NamespaceInUse,
            Event::NamespaceInUse,
        ),
        (
            ConditionType::Provisioned,
            Reason::NamespaceMissing,
            Event::NamespaceMissing,
        ),
        (ConditionType::Purging, Reason::Pending, Event::PurgeStarted),
        (ConditionType::Purging, Reason::PurgeBlocked, Event::PurgeBlocked),
        (ConditionType::OnSchedule, Reason::Throttled, Event::Throttled),
        (
            ConditionType::SessionsAvailable,
            Reason::NoUsableSessions,
            Event::SessionsExhausted,
        ),
        (
            ConditionType::SessionsAvailable,
            Reason::SessionBreakerOpen,
            Event::SessionBreakerOpened,
        ),
        (ConditionType::Accepted, Reason::Accepted, Event::ConfigAccepted),
        (ConditionType::Accepted, Reason::Invalid, Event::ConfigRejected),
        (ConditionType::Accepted, Reason::Duplicate, Event::Duplicate),
    ];
    candidates
        .iter()
        .find(|(type_, reason, _)| is(*type_) && condition.reason == reason.as_str())
        .map(|(_, _, event)| *event)
        // A deletion that resumes after a delay is not a new one.
        .filter(|event| *event != Event::PurgeStarted || previous.is_none())
}

/// Returns the event of a changed reason of `Ready`, if it is about a scraper pool.
fn pool_event(condition: &Condition, previous: Option<&Condition>) -> Option<Event> {
    let is_of_pool = |condition: &Condition| POOL_REASONS.iter().any(|it| it.as_str() == condition.reason);
    if is_of_pool(condition) {
        return Some(Event::PoolUnavailable);
    }
    let was_unavailable = previous.is_some_and(is_of_pool);
    (was_unavailable && condition.status == "True").then_some(Event::PoolAvailable)
}

fn note(event: Event, condition: &Condition) -> String {
    match event {
        Event::ScrapeFailed if condition.message.is_empty() => condition.reason.clone(),
        Event::ScrapeFailed => format!("{}: {}", condition.reason, condition.message),
        Event::PlatformAvailable if condition.type_ == ConditionType::TikTokAvailable.as_str() => {
            "TikTok can be read again".to_owned()
        }
        Event::PlatformAvailable => "Instagram can be read again".to_owned(),
        Event::PoolAvailable => "The scraper pool can be used again".to_owned(),
        _ => condition.message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn condition(type_: &str, status: &str, reason: &str, message: &str) -> Condition {
        serde_json::from_value(json!({
            "type": type_, "status": status, "reason": reason, "message": message,
            "lastTransitionTime": "2026-11-21T10:00:00Z",
        }))
        .unwrap()
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table with one row per case")]
    fn condition_transition_emits_event_once_per_change() {
        let scraped = |status: &str, reason: &str| condition("Scraped", status, reason, "HTTP 429");
        let registered = |status: &str, reason: &str| condition("Registered", status, reason, "why");
        let purging = |reason: &str| condition("Purging", "True", reason, "");
        let sessions = |reason: &str| condition("SessionsAvailable", "False", reason, "0 of 3");
        let platform =
            |status: &str, reason: &str, why: &str| condition("TikTokAvailable", status, reason, why);
        let failed = vec![(Event::ScrapeFailed, "rate_limited: HTTP 429".to_owned())];
        let succeeded = vec![(Event::ScrapeSucceeded, "HTTP 429".to_owned())];
        for (before, after, expected) in [
            (None, scraped("Unknown", "Pending"), vec![]),
            (
                Some(scraped("Unknown", "Pending")),
                scraped("True", "ok"),
                succeeded.clone(),
            ),
            (
                Some(scraped("True", "ok")),
                scraped("True", "ok_no_videos"),
                vec![],
            ),
            (
                Some(scraped("True", "ok")),
                scraped("False", "rate_limited"),
                failed.clone(),
            ),
            (
                Some(scraped("False", "rate_limited")),
                scraped("False", "rate_limited"),
                vec![],
            ),
            (
                Some(scraped("False", "blocked")),
                scraped("False", "rate_limited"),
                failed,
            ),
            (
                Some(scraped("False", "blocked")),
                scraped("True", "ok"),
                succeeded,
            ),
            (
                Some(scraped("True", "ok")),
                scraped("False", "identity_changed"),
                vec![(Event::IdentityChanged, "HTTP 429".to_owned())],
            ),
            (
                None,
                registered("True", "Registered"),
                vec![(Event::Registered, "why".to_owned())],
            ),
            (
                Some(registered("True", "Registered")),
                registered("True", "Registered"),
                vec![],
            ),
            (
                Some(registered("Unknown", "ApiUnavailable")),
                registered("False", "LimitReached"),
                vec![(Event::LimitReached, "why".to_owned())],
            ),
            (
                None,
                purging("Pending"),
                vec![(Event::PurgeStarted, String::new())],
            ),
            (
                Some(purging("Pending")),
                purging("PurgeBlocked"),
                vec![(Event::PurgeBlocked, String::new())],
            ),
            (Some(purging("PurgeBlocked")), purging("Pending"), vec![]),
            (
                Some(sessions("SessionsLow")),
                sessions("NoUsableSessions"),
                vec![(Event::SessionsExhausted, "0 of 3".to_owned())],
            ),
            (
                Some(sessions("SessionsUsable")),
                sessions("SessionBreakerOpen"),
                vec![(Event::SessionBreakerOpened, "0 of 3".to_owned())],
            ),
            (
                Some(sessions("NoUsableSessions")),
                sessions("NoUsableSessions"),
                vec![],
            ),
            (
                Some(sessions("NoUsableSessions")),
                sessions("SessionsLow"),
                vec![],
            ),
            (None, platform("True", "Available", ""), vec![]),
            (
                Some(platform("True", "Available", "")),
                platform("False", "AddressCooldown", "why"),
                vec![(Event::PlatformUnavailable, "why".to_owned())],
            ),
            (
                Some(platform("False", "AddressCooldown", "until 7")),
                platform("False", "AddressCooldown", "until 8"),
                vec![],
            ),
            (
                Some(platform("False", "AddressCooldown", "why")),
                platform("True", "Available", ""),
                vec![(Event::PlatformAvailable, "TikTok can be read again".to_owned())],
            ),
        ] {
            let before: Vec<_> = before.into_iter().collect();
            assert_eq!(
                transitions(&before, std::slice::from_ref(&after)),
                expected,
                "{before:?} {after:?}"
            );
        }
    }

    #[test]
    fn pool_that_cannot_be_used_emits_event_until_it_is_ready() {
        let ready = |status: &str, reason: &str| condition("Ready", status, reason, "why");
        let unavailable = Some((Event::PoolUnavailable, "why".to_owned()));
        let available = Some((
            Event::PoolAvailable,
            "The scraper pool can be used again".to_owned(),
        ));
        for (before, after, expected) in [
            (None, ready("True", "UpToDate"), None),
            (None, ready("False", "PoolMissing"), unavailable.clone()),
            (
                Some(ready("True", "UpToDate")),
                ready("False", "PodsNotStarted"),
                unavailable.clone(),
            ),
            (
                Some(ready("False", "ProxyMissing")),
                ready("False", "ProxyMissing"),
                None,
            ),
            (
                Some(ready("False", "ProxyMissing")),
                ready("False", "ProxyUnreadable"),
                unavailable,
            ),
            (
                Some(ready("False", "ProxyUnreadable")),
                ready("True", "UpToDate"),
                available,
            ),
            (
                Some(ready("False", "PoolMissing")),
                ready("False", "ApiUnavailable"),
                None,
            ),
            (
                Some(ready("False", "ApiUnavailable")),
                ready("True", "UpToDate"),
                None,
            ),
        ] {
            let before: Vec<_> = before.into_iter().collect();
            let events = transitions(&before, std::slice::from_ref(&after));
            assert_eq!(events.into_iter().next(), expected, "{before:?} {after:?}");
        }
    }
}
