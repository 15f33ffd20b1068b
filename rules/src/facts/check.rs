//! What facts must be, so that no layer makes Clipmeter ask in a way that platforms do not bear.

use super::{Document, Facts, FactsError, PaceRule};

/// The only format there is.
const FORMAT: u32 = 1;
/// Stored queries have had 16 and 17 digits for years; a text far from that is something else.
const DOCUMENT_DIGITS: std::ops::RangeInclusive<usize> = 15..=20;
/// The paths that take stored queries.
const PATHS: [&str; 2] = ["/graphql/query", "/api/graphql"];
/// Instagram flags sessions that ask a stored query for more.
const LARGEST_QUERY_PAGE: u32 = 12;
/// What the applications ask for themselves; more would stand out.
const LARGEST_FEED_PAGE: u32 = 33;
/// What the web application asks for itself.
const LARGEST_ITEM_LIST_PAGE: u32 = 15;
/// Units of TikTok at once, beyond which one address is refused.
const MOST_AT_ONCE: usize = 4;
/// The fastest that long-lived open-source scrapers found to be tolerated over a session of Instagram.
const INSTAGRAM_SESSION: PaceRule = PaceRule {
    interval_ms: 8_000,
    spread: 0.9,
    burst: 3,
    per_hour: 150,
};
/// The same for an address at Instagram, whatever sessions are behind it: 30 requests a minute.
const INSTAGRAM_ADDRESS: PaceRule = PaceRule {
    interval_ms: 2_000,
    spread: 0.9,
    burst: 4,
    per_hour: 1_800,
};
/// Requests an hour to endpoints that are counted for themselves: as many as a session bears, and below the 76 after which guests were
/// refused.
const MOST_OF_ENDPOINTS: [(&str, u32); 2] = [("graphql_timeline", 150), ("web_profile_info", 75)];
/// The same for an address at TikTok: one request a second.
const TIKTOK_ADDRESS: PaceRule = PaceRule {
    interval_ms: 1_000,
    spread: 0.9,
    burst: 4,
    per_hour: 3_600,
};

/// Says what is wrong first.
pub(super) fn check(facts: &Facts) -> Result<(), FactsError> {
    ensure(facts.format == FORMAT, "format", || format!("must be {FORMAT}"))?;
    ensure(!facts.user_agents.is_empty(), "user_agents", at_least_one)?;
    for (index, agent) in facts.user_agents.iter().enumerate() {
        header(&format!("user_agents[{index}]"), agent)?;
    }
    let (instagram, tiktok) = (&facts.instagram, &facts.tiktok);
    header("accept_language", &facts.accept_language)?;
    header("instagram.app_id", &instagram.app_id)?;
    header("instagram.asbd_id", &instagram.asbd_id)?;
    header("tiktok.link_user_agent", &tiktok.link_user_agent)?;
    size("instagram.page_size", instagram.page_size, LARGEST_QUERY_PAGE)?;
    size(
        "instagram.feed_page_size",
        instagram.feed_page_size,
        LARGEST_FEED_PAGE,
    )?;
    size("tiktok.page_size", tiktok.page_size, LARGEST_ITEM_LIST_PAGE)?;
    documents(
        "instagram.documents.graphql_timeline",
        &instagram.documents.graphql_timeline,
    )?;
    documents(
        "instagram.documents.graphql_clips",
        &instagram.documents.graphql_clips,
    )?;
    pace(
        "instagram.pace.session",
        &instagram.pace.session,
        &INSTAGRAM_SESSION,
    )?;
    pace(
        "instagram.pace.address",
        &instagram.pace.address,
        &INSTAGRAM_ADDRESS,
    )?;
    for (endpoint, most) in MOST_OF_ENDPOINTS {
        let path = format!("instagram.pace.endpoints_per_hour.{endpoint}");
        let per_hour = instagram.pace.endpoints_per_hour.get(endpoint);
        ensure(
            per_hour.is_some_and(|per_hour| (1..=most).contains(per_hour)),
            &path,
            || format!("must be 1 to {most}"),
        )?;
    }
    pace("tiktok.pace.address", &tiktok.pace.address, &TIKTOK_ADDRESS)?;
    let at_once = tiktok.pace.at_once;
    ensure(
        (1..=MOST_AT_ONCE).contains(&at_once),
        "tiktok.pace.at_once",
        || format!("must be 1 to {MOST_AT_ONCE}"),
    )?;
    for (path, id) in [
        ("tiktok.first_device_id", &tiktok.first_device_id),
        ("tiktok.last_device_id", &tiktok.last_device_id),
    ] {
        ensure(id.parse::<u64>().is_ok(), path, || {
            "must be digits of a 64-bit number".to_owned()
        })?;
    }
    for (name, value) in &tiktok.item_list_query {
        let path = format!("tiktok.item_list_query.{name}");
        header(&path, name)?;
        header(&path, value)?;
    }
    ensure(!tiktok.device_ids().is_empty(), "tiktok.first_device_id", || {
        "must not exceed tiktok.last_device_id".to_owned()
    })
}

fn documents(path: &str, documents: &[Document]) -> Result<(), FactsError> {
    ensure(!documents.is_empty(), path, at_least_one)?;
    for (index, document) in documents.iter().enumerate() {
        let at = |member: &str| format!("{path}[{index}].{member}");
        let id = &document.doc_id;
        let is_id = DOCUMENT_DIGITS.contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit());
        ensure(is_id, &at("doc_id"), || {
            format!(
                "must be {} to {} digits",
                DOCUMENT_DIGITS.start(),
                DOCUMENT_DIGITS.end()
            )
        })?;
        ensure(PATHS.contains(&document.path.as_str()), &at("path"), || {
            format!("must be {}", PATHS.join(" or "))
        })?;
        header(&at("operation"), &document.operation)?;
        header(&at("root_field"), &document.root_field)?;
        for (index, flag) in document.flags.iter().enumerate() {
            header(&format!("{}[{index}]", at("flags")), flag)?;
        }
    }
    Ok(())
}

fn pace(path: &str, rule: &PaceRule, fastest: &PaceRule) -> Result<(), FactsError> {
    let at = |member: &str| format!("{path}.{member}");
    ensure(
        rule.interval_ms >= fastest.interval_ms,
        &at("interval_ms"),
        || {
            format!(
                "must be {} at least: the platform does not bear more",
                fastest.interval_ms
            )
        },
    )?;
    ensure(
        (0.0..=fastest.spread).contains(&rule.spread),
        &at("spread"),
        || format!("must be 0 to {}", fastest.spread),
    )?;
    ensure((1..=fastest.burst).contains(&rule.burst), &at("burst"), || {
        format!("must be 1 to {}", fastest.burst)
    })?;
    ensure(
        (1..=fastest.per_hour).contains(&rule.per_hour),
        &at("per_hour"),
        || format!("must be 1 to {}", fastest.per_hour),
    )
}

fn size(path: &str, size: u32, largest: u32) -> Result<(), FactsError> {
    ensure((1..=largest).contains(&size), path, || {
        format!("must be 1 to {largest}")
    })
}

/// A value that is sent in a header or an address.
fn header(path: &str, value: &str) -> Result<(), FactsError> {
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    ensure(is_plain, path, || {
        "must be plain ASCII, as it is sent in a header or an address".to_owned()
    })
}

fn at_least_one() -> String {
    "must have one entry at least".to_owned()
}

fn ensure(is_so: bool, path: &str, reason: impl FnOnce() -> String) -> Result<(), FactsError> {
    if is_so {
        Ok(())
    } else {
        Err(FactsError::new(path, reason()))
    }
}
