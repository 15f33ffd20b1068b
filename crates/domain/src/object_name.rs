//! Default names of Kubernetes objects.
//!
//! Kubernetes names have no underscore and no dot at either end. A name therefore consists of a readable form of the
//! username and the beginning of the username's SHA-256, which distinguishes `a_b` from `a.b`:
//!
//! ```text
//! $ printf %s khaby.lame | sha256sum | cut -c1-8
//! ```
//!
//! Any other name works as well: the spec states what an object tracks.

use sha2::{Digest, Sha256};

use crate::VideoAddress;

/// Prefix of a group's namespace when the group names none.
pub const NAMESPACE_PREFIX: &str = "cg-";

/// Longest readable part. With the hash, it stays below the 60 characters that a group's name may have and the 63 of a
/// label.
const MAX_SLUG_LENGTH: usize = 50;

/// Returns the name of an account's object: a DNS label (RFC 1123) that is the same on every machine and in every version.
#[must_use]
pub fn account_name(username: &str) -> String {
    named(username, username)
}

/// Returns the name of a video's object, derived from its ID or from the code of the short link.
#[must_use]
pub fn video_name(address: &VideoAddress) -> String {
    match address {
        VideoAddress::Video { id, .. } => named(id, id),
        VideoAddress::Short { url } => {
            let link = url.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            named(link, url)
        }
    }
}

/// Returns the name of a group's object, derived from the display name. Display names are unique regardless of case.
#[must_use]
pub fn group_name(display_name: &str) -> String {
    named(display_name, &display_name.to_lowercase())
}

/// Returns the default namespace of the group whose object has this name.
#[must_use]
pub fn group_namespace(name: &str) -> String {
    format!("{NAMESPACE_PREFIX}{name}")
}

/// Returns a name for a new group's object that is not taken: a renamed group keeps its object, and its former display name
/// can be reused.
pub fn free_group_name(display_name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = group_name(display_name);
    let mut taken = 0_u32;
    while is_taken(&name) {
        taken += 1;
        // No display name contains a line break.
        name = named(display_name, &format!("{}\n{taken}", display_name.to_lowercase()));
    }
    name
}

fn named(readable: &str, whole: &str) -> String {
    // Four bytes distinguish the few usernames that share the same letters and digits.
    let [first, second, third, fourth, ..]: [u8; 32] = Sha256::digest(whole).into();
    let hash = format!("{:08x}", u32::from_be_bytes([first, second, third, fourth]));
    match slug(readable) {
        slug if slug.is_empty() => hash,
        slug => format!("{slug}-{hash}"),
    }
}

/// Keeps letters and digits and replaces everything between them by one `-`.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for part in text
        .split(|char: char| !char.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
    {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&part.to_ascii_lowercase());
    }
    slug.truncate(MAX_SLUG_LENGTH);
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn account_name_is_username_with_hash() {
        for (username, name) in [
            ("natgeo", "natgeo-8178a654"),
            ("khaby.lame", "khaby-lame-0b8bc2b6"),
            ("_a__b..c_", "a-b-c-c4364ee0"),
            ("___", "bda25155"),
        ] {
            assert_eq!(account_name(username), name);
        }
    }

    #[test]
    fn group_namespace_has_prefix() {
        assert_eq!(group_namespace("acme"), "cg-acme");
    }

    #[test]
    fn account_names_differ_when_only_punctuation_differs() {
        let names = ["a_b", "a.b", "a__b", "_a_b", "ab", "a_b_"].map(account_name);
        for (place, name) in names.iter().enumerate() {
            assert!(!names[..place].contains(name), "{name}");
        }
    }

    #[test]
    fn video_name_is_equal_for_all_forms_of_address() {
        let name = |text: &str| video_name(&VideoAddress::parse(text).unwrap());
        let id = "7526770564367748360";
        assert_eq!(
            name(&format!("https://www.tiktok.com/@u/video/{id}")),
            name(&format!("m.tiktok.com/v/{id}.html"))
        );
        assert!(name(&format!("tiktok.com/@u/video/{id}")).starts_with(&format!("{id}-")));
        let links = [
            "https://vm.tiktok.com/ZMabc1234/",
            "https://vt.tiktok.com/ZMabc1234",
            "https://vm.tiktok.com/zmabc1234",
        ]
        .map(name);
        assert!(links.iter().all(|name| name.starts_with("zmabc1234-")));
        assert!(links[0] != links[1] && links[0] != links[2] && links[1] != links[2]);
    }

    #[test]
    fn group_name_ignores_case_and_fits_namespace() {
        assert_eq!(group_name("Acme"), "acme-822b33ad");
        assert_eq!(group_name("ACME"), group_name("acme"));
        assert_ne!(group_name("Acme & Co"), group_name("Acme, Co"));
        assert!(group_name("Ünïcode ⚽").starts_with("n-code-"));
        assert!(is_label(&format!(
            "cg-{}",
            group_name(&"Harbour Coffee ".repeat(7))
        )));
    }

    #[test]
    fn group_name_that_is_taken_gets_another_hash() {
        assert_eq!(free_group_name("Acme", |_| false), group_name("Acme"));
        let mut taken = Vec::new();
        for _ in 0..3 {
            let name = free_group_name("Acme", |name| taken.iter().any(|taken| taken == name));
            assert!(
                name.starts_with("acme-") && is_label(&format!("cg-{name}")),
                "{name}"
            );
            assert!(!taken.contains(&name), "{name}");
            taken.push(name);
        }
    }

    fn is_label(name: &str) -> bool {
        let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (1..=63).contains(&name.len())
            && name.bytes().all(is_inner)
            && !name.starts_with('-')
            && !name.ends_with('-')
    }

    proptest! {
        #[test]
        fn account_names_are_unique_and_valid_for_kubernetes(
            one in "[a-z0-9_.]{1,30}|\\PC{0,100}",
            other in "[a-z0-9_.]{1,4}",
        ) {
            let name = account_name(&one);
            prop_assert!(is_label(&name), "{}", name);
            prop_assert_eq!(&account_name(&one), &name);
            prop_assert_eq!(account_name(&other) == name, one == other);
        }
    }
}
