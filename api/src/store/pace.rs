//! How fast requests may follow each other, of all scrapers together: as the facts say. docs/scraping.md says how far that is
//! below what is known to be borne.

use clipmeter_proto::v1::Platform;
use clipmeter_rules::facts::{Facts, PaceRule};
use clipmeter_scheduler::turns::Rule;

/// What a session may do. Only Instagram has sessions.
pub(super) fn of_session(facts: &Facts, slowed: bool) -> Rule {
    let rule = rule(&facts.instagram.pace.session);
    if slowed { rule.slowed() } else { rule }
}

/// What an address may do, guests and sessions together.
pub(super) fn of_address(facts: &Facts, platform: Platform) -> Rule {
    rule(match platform {
        Platform::Tiktok => &facts.tiktok.pace.address,
        _ => &facts.instagram.pace.address,
    })
}

/// What a session, or the guests of an address, may ask of an endpoint that has a limit of its own.
pub(super) fn of_endpoint(facts: &Facts, platform: Platform, endpoint: &str) -> Option<Rule> {
    let limits = &facts.instagram.pace.endpoints_per_hour;
    let per_hour = limits.get(endpoint).filter(|_| platform == Platform::Instagram)?;
    Some(Rule {
        interval_ms: 0,
        spread: 0.0,
        burst: 1,
        per_hour: *per_hour,
    })
}

fn rule(said: &PaceRule) -> Rule {
    Rule {
        interval_ms: said.interval_ms.into(),
        spread: said.spread,
        burst: said.burst,
        per_hour: said.per_hour,
    }
}
