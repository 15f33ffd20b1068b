//! A redacted response must be parsed like the original.

use std::panic::{AssertUnwindSafe, catch_unwind};

use clipmeter_scraper::core::capture::{MAX_BODY, Redaction};
use clipmeter_scraper::core::model::{Item, ParsedResponse, ResponseKind};

use crate::donor::Donor;
use crate::read;

/// A value that is in no response.
const SESSION: &str = "17841400123%3AaBcDeFgHiJkLmN%3A28%3AAYf-x_yZ0123456789";

/// Checks that the redacted response is parsed like the original.
pub(crate) fn check(donor: &Donor, kind: ResponseKind, body: &[u8]) -> Result<(), String> {
    let redaction = Redaction::default().without_session(SESSION);
    let redacted = catch_unwind(AssertUnwindSafe(|| redaction.body(body)));
    let redacted = redacted.map_err(|_| "redaction panics".to_owned())?;
    if redacted.body.len() != body.len().min(MAX_BODY) || redacted.is_cut != (body.len() > MAX_BODY) {
        return Err(format!(
            "{} of {} bytes are kept",
            redacted.body.len(),
            body.len()
        ));
    }
    if redacted.is_cut {
        return Ok(());
    }
    let (before, after) = (donor.response(body), donor.response(&redacted.body));
    let (before, after) = (read(kind, &before), read(kind, &after));
    let (before, after) = (essence(&before), essence(&after));
    if before == after {
        return Ok(());
    }
    let differs = before.iter().zip(&after).find(|(before, after)| before != after);
    Err(format!(
        "the redacted response is parsed differently: {differs:?}"
    ))
}

/// Returns the parsed content without texts that users wrote, which may contain email addresses and telephone numbers.
fn essence(parsed: &ParsedResponse<'_>) -> Vec<String> {
    let profile = parsed.profile.as_ref().map(|profile| {
        let counts = [
            profile.follower_count,
            profile.following_count,
            profile.item_count,
            profile.heart_count,
        ];
        (profile.platform_id.clone(), profile.is_private, counts)
    });
    let head = format!(
        "{:?} {:?} {:?} {:?} {profile:?}",
        parsed.outcome, parsed.status_code, parsed.has_more, parsed.shortcodes
    );
    let item = |item: &Item<'_>| {
        let textless = Item {
            caption: None,
            username: None,
            product_type: None,
            // Its parameters can be tokens.
            picture_url: None,
            ..item.clone()
        };
        format!(
            "{textless:?} {} {}",
            item.caption.is_some(),
            item.picture_url.is_some()
        )
    };
    std::iter::once(head)
        .chain(parsed.items.iter().map(item))
        .collect()
}
