//! Checks that a corrupted response is not parsed as something that it does not contain.

use std::cell::LazyCell;
use std::collections::HashSet;

use clipmeter_proto::v1::Precision;
use clipmeter_scraper::core::model::{ParsedResponse, Profile, ResponseKind};
use memchr::memmem;
use serde_json::Value;

use crate::change::{CorruptedResponse, Damage, Metric};
use crate::donor::Donor;

/// Maximum number of captions that are looked up in one response; each lookup searches the whole body.
const CAPTIONS: usize = 3;

/// Checks the result of parsing.
pub(crate) fn judge(
    donor: &Donor,
    kind: ResponseKind,
    corrupted: &CorruptedResponse,
    parsed: &ParsedResponse<'_>,
) -> Result<(), String> {
    if parsed.detail.chars().count() > 300 {
        return Err("its detail is too long".to_owned());
    }
    if parsed.outcome.is_success()
        && let Some(reason) = no_success(donor, kind, corrupted)
    {
        return Err(format!("it is {}, although {reason}", parsed.outcome.code()));
    }
    if corrupted.damage == Damage::Members {
        invented(corrupted, parsed)?;
    }
    for item in &parsed.items {
        if item.id.parse::<u64>().is_err() {
            return Err(format!("{:?} is no id", item.id));
        }
        // Preview texts contain counts too.
        let is_preview = item.precision == Precision::Rounded && item.shortcode.is_some();
        if let Some(metric) = corrupted.without
            && !is_preview
            && metric.of(item).is_some()
        {
            return Err(format!("{metric:?} of {} is {:?}", item.id, metric.of(item)));
        }
        if let Some(metric) = Metric::ALL.iter().find(|metric| metric.of(item) == Some(0))
            && !(corrupted.has_new_values || donor.has_zeros)
        {
            return Err(format!("{metric:?} of {} is zero", item.id));
        }
    }
    Ok(())
}

/// Returns why the response must not be parsed successfully, if it must not.
fn no_success(donor: &Donor, kind: ResponseKind, corrupted: &CorruptedResponse) -> Option<&'static str> {
    if (300..400).contains(&donor.status) {
        return Some("it is a redirect");
    }
    if corrupted.is_mixed {
        return None;
    }
    if kind.platform() != donor.kind.platform() {
        return Some("it is another platform's");
    }
    if corrupted.damage == Damage::End && lost(donor, corrupted) {
        return Some("its end is missing");
    }
    if corrupted.lacks_expected && kind == donor.kind {
        return Some("what was asked for is not in it");
    }
    (!donor.outcome.is_success() && corrupted.damage == Damage::Members).then_some("it is a refusal")
}

/// Returns whether more than white space and the last bytes of the last tag are missing.
fn lost(donor: &Donor, corrupted: &CorruptedResponse) -> bool {
    let whole = donor.body.trim_ascii_end();
    let is_page = whole.ends_with(b"</html>");
    corrupted.body.len() + usize::from(is_page) < whole.len()
}

/// Returns a count, an id or a caption that is not in the response.
fn invented(corrupted: &CorruptedResponse, parsed: &ParsedResponse<'_>) -> Result<(), String> {
    let is_in = |text: &str| memmem::find(&corrupted.body, text.as_bytes()).is_some();
    // Nearly every count appears as plain digits; other spellings are searched only if it does not.
    let numbers = LazyCell::new(|| numbers(&corrupted.body));
    let known = |count: Option<i64>| {
        count.is_none_or(|count| count > 999 && is_in(&count.to_string()) || numbers.contains(&count))
    };
    for item in &parsed.items {
        if let Some(metric) = Metric::ALL.iter().find(|metric| !known(metric.of(item))) {
            return Err(format!(
                "{metric:?} of {} is invented: {:?}",
                item.id,
                metric.of(item)
            ));
        }
        if !is_in(&item.id) && !item.shortcode.as_deref().is_some_and(is_in) {
            return Err(format!("the id {} is invented", item.id));
        }
    }
    let Profile {
        follower_count,
        following_count,
        item_count,
        heart_count,
        ..
    } = parsed.profile.clone().unwrap_or_default();
    if ![follower_count, following_count, item_count, heart_count]
        .into_iter()
        .all(known)
    {
        return Err("a count of the account is invented".to_owned());
    }
    let exact = parsed
        .items
        .iter()
        .filter(|item| item.precision == Precision::Exact);
    for caption in exact.filter_map(|item| item.caption.as_deref()).take(CAPTIONS) {
        if !corrupted
            .documents
            .iter()
            .any(|document| has_text(document, caption))
        {
            return Err(format!("the caption {caption:?} is invented"));
        }
    }
    Ok(())
}

fn has_text(value: &Value, text: &str) -> bool {
    match value {
        Value::String(string) => string.contains(text),
        Value::Array(elements) => elements.iter().any(|element| has_text(element, text)),
        Value::Object(members) => members.values().any(|member| has_text(member, text)),
        _ => false,
    }
}

/// Returns every number in the response, in any spelling: `12034`, `12034.0`, `1.2e4`, `12,034`, `12.3K`.
fn numbers(body: &[u8]) -> HashSet<i64> {
    let is_part =
        |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'e' | b'E' | b'+' | b'-');
    let mut numbers = HashSet::new();
    for (end, token) in tokens(body, is_part) {
        let scale = match body.get(end) {
            Some(b'K' | b'k') => 1e3,
            Some(b'M' | b'm') => 1e6,
            Some(b'B' | b'b') => 1e9,
            _ => 1.0,
        };
        for text in token.split(',').chain([
            token.replace(',', "").as_str(),
            token.trim_matches(['.', ',', '-', '+']),
        ]) {
            numbers.extend(text.parse::<i64>());
            if let Ok(number) = text.trim_end_matches(['.', 'e', 'E']).parse::<f64>() {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a number that does not fit is not a count"
                )]
                numbers.insert((number * scale).round() as i64);
            }
        }
    }
    numbers
}

/// Returns the runs of such bytes that contain a digit, and where each ends.
fn tokens(body: &[u8], is_part: impl Fn(&u8) -> bool) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let length = body[at..].iter().take_while(|byte| is_part(byte)).count();
        let token = &body[at..at + length];
        if token.iter().any(u8::is_ascii_digit)
            && let Ok(token) = std::str::from_utf8(token)
        {
            tokens.push((at + length, token));
        }
        at += length.max(1);
    }
    tokens
}
