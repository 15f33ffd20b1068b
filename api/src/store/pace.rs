//! How fast requests may follow each other, of all scrapers together. Where the facts have a pace that a scraper keeps by
//! itself, it is the same; docs/scraping.md says how far it is below what is known to be borne.

use clipmeter_proto::v1::Platform;
use clipmeter_rules::facts::{Facts, FactsError};
use clipmeter_scheduler::turns::Rule;

/// A session on Instagram. Others that read it pause for 6 to 12 s.
const INSTAGRAM_SESSION: Rule = Rule {
    interval_ms: 10_000,
    spread: 0.4,
    burst: 2,
    per_hour: 120,
};

/// Everything that goes to Instagram from one address, guests and sessions alike: 24 a minute.
const INSTAGRAM_ADDRESS: Rule = Rule {
    interval_ms: 2_500,
    spread: 0.4,
    burst: 4,
    per_hour: 1_440,
};

/// Everything that goes to TikTok from one address: 48 a minute, and not all of them for a whole hour.
const TIKTOK_ADDRESS: Rule = Rule {
    interval_ms: 1_250,
    spread: 0.4,
    burst: 1,
    per_hour: 2_600,
};

/// Instagram counts these for themselves; the second refuses guests after 76 to 80 requests.
const INSTAGRAM_ENDPOINTS: [(&str, u32); 2] = [("graphql_timeline", 100), ("web_profile_info", 60)];

/// What is known of the platforms.
pub(super) fn facts() -> Result<Facts, FactsError> {
    Facts::shipped()
}

/// What a session may do. Only Instagram has sessions.
pub(super) fn of_session(slowed: bool) -> Rule {
    if slowed {
        INSTAGRAM_SESSION.slowed()
    } else {
        INSTAGRAM_SESSION
    }
}

/// What an address may do.
pub(super) fn of_address(platform: Platform) -> Rule {
    match platform {
        Platform::Tiktok => TIKTOK_ADDRESS,
        _ => INSTAGRAM_ADDRESS,
    }
}

/// What a session, or the guests of an address, may ask of an endpoint that has a limit of its own.
pub(super) fn of_endpoint(platform: Platform, endpoint: &str) -> Option<Rule> {
    let (_, per_hour) = INSTAGRAM_ENDPOINTS
        .iter()
        .find(|(code, _)| platform == Platform::Instagram && *code == endpoint)?;
    Some(Rule {
        interval_ms: 0,
        spread: 0.0,
        burst: 1,
        per_hour: *per_hour,
    })
}

#[cfg(test)]
mod tests {
    use clipmeter_rules::facts::PaceRule;

    use super::*;

    #[test]
    fn scrapers_are_told_no_other_pace_by_the_facts() {
        let said = |rule: PaceRule| Rule {
            interval_ms: rule.interval_ms.into(),
            spread: rule.spread,
            burst: rule.burst,
            per_hour: rule.per_hour,
        };
        let facts = Facts::shipped().unwrap();
        assert_eq!(of_session(false), said(facts.instagram.pace.session));
        assert_eq!(of_address(Platform::Tiktok), said(facts.tiktok.pace.address));
    }
}
