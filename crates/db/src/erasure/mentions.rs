//! Mentions of erased accounts in captions. The platform still shows them, so each report of another account's item contains them again.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use clipmeter_domain::item;
use clipmeter_proto::v1::{Observation, Platform};
use sqlx::PgConnection;

use super::erased;
use crate::DbError;
use crate::secrets::Secrets;

/// The replacement of a mention, as in `erase_accounts`.
const UNREADABLE: &str = "@…";

/// Maximum length of a username that a scraper may report, characters.
const MAX_NAME_LENGTH: usize = 64;

/// Maximum number of names that are checked on a page; the platforms allow 30 mentions in a caption, and list a few dozen items on a page.
const MAX_MENTIONS: usize = 10_000;

/// Returns the lowercase names of erased accounts that captions mention, of the part of each caption that is stored.
pub(crate) async fn erased_names(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
    observations: &[Observation],
) -> Result<HashSet<String>, DbError> {
    let longest = platform.descriptor().max_caption_length;
    let names: BTreeSet<String> = observations
        .iter()
        .flat_map(|observation| mentions(item::beginning(&observation.caption, longest)))
        .take(MAX_MENTIONS)
        .map(|(_, name)| name.to_ascii_lowercase())
        .collect();
    if names.is_empty() {
        return Ok(HashSet::new());
    }
    let names: Vec<String> = names.into_iter().collect();
    erased::among(connection, secrets, platform, &names).await
}

/// Returns the caption with unreadable mentions of these names.
pub(crate) fn without<'c>(caption: &'c str, names: &HashSet<String>) -> Cow<'c, str> {
    if names.is_empty() {
        return Cow::Borrowed(caption);
    }
    let mut changed = String::with_capacity(caption.len());
    let mut copied = 0;
    for (at, name) in mentions(caption) {
        // The names of a mention begin with the longest one.
        if at >= copied && names.contains(&name.to_ascii_lowercase()) {
            changed.push_str(&caption[copied..at]);
            changed.push_str(UNREADABLE);
            copied = at + 1 + name.len();
        }
    }
    changed.push_str(&caption[copied..]);
    Cow::Owned(changed)
}

/// Returns the position of each @, with each name that it may mention: one before another dot may be shorter than all name characters.
fn mentions(caption: &str) -> impl Iterator<Item = (usize, &str)> {
    caption.match_indices('@').flat_map(move |(at, _)| {
        let rest = &caption[at + 1..];
        lengths(rest.as_bytes()).map(move |length| (at, &rest[..length]))
    })
}

/// Returns the lengths of the names with which a text may begin, the longest first. Neither a letter, digit or underscore may follow,
/// nor a dot before one of these.
fn lengths(text: &[u8]) -> impl Iterator<Item = usize> {
    let is_dot = move |at: usize| text.get(at) == Some(&b'.');
    let is_word = move |at: usize| {
        text.get(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let longest = (0..MAX_NAME_LENGTH)
        .take_while(|at| is_word(*at) || is_dot(*at))
        .count();
    (1..=longest)
        .rev()
        .filter(move |end| is_word(end - 1) && !is_word(*end) && !(is_dot(*end) && is_word(end + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_of_names_are_unreadable_and_others_are_kept() {
        let names: HashSet<String> = ["ann", "a.b_c", "..x"].map(str::to_owned).into();
        for (caption, expected) in [
            ("", ""),
            ("no mention of ann", "no mention of ann"),
            ("@ann", "@…"),
            ("By @ANN, with @a.B_c.", "By @…, with @…."),
            ("@annie @ann_ @ann.e @xann", "@annie @ann_ @ann.e @xann"),
            ("@ann.. @ann...e @ann@ann", "@….. @…...e @…@…"),
            ("@..x!", "@…!"),
            ("x@ann: é@annä@", "x@…: é@…ä@"),
            ("@ @. @@ann", "@ @. @@…"),
        ] {
            assert_eq!(without(caption, &names), expected, "{caption}");
        }
        assert_eq!(without("@ann", &HashSet::new()), "@ann");
    }

    #[test]
    fn mention_longer_than_any_name_is_kept() {
        let long = "a".repeat(MAX_NAME_LENGTH + 1);
        assert_eq!(mentions(&format!("@{long}")).count(), 0);
        assert_eq!(mentions(&format!("@{}", &long[1..])).count(), 1);
    }
}
