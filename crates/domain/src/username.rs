//! Validation of usernames: lower case, without @.

/// The name of the group view of single videos; an account of this name would be mistaken for it.
const SINGLE_VIDEOS: &str = "_individual_videos_";

/// The username rules of a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Username {
    pub(crate) site: &'static str,
    pub(crate) shortest: usize,
    pub(crate) longest: usize,
    pub(crate) reserved: &'static [&'static str],
}

/// Why a text is not a username.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadUsername {
    /// The text is too short or long, or contains a character that the platform does not allow.
    #[error(
        "A username on {} has {} to {} letters (a-z), digits, underscores and dots, and does not end in a dot",
        .0.site, .0.shortest, .0.longest
    )]
    Form(Username),
    /// The name is reserved by Clipmeter.
    #[error("This username is reserved for individually added videos; use Add Videos for those")]
    Reserved,
}

impl Username {
    /// The rules of Instagram.
    pub const INSTAGRAM: Self = Self {
        site: "Instagram",
        shortest: 1,
        longest: 30,
        reserved: &[],
    };

    /// The rules of TikTok, where names have at least two characters.
    pub const TIKTOK: Self = Self {
        site: "TikTok",
        shortest: 2,
        longest: 24,
        reserved: &[SINGLE_VIDEOS],
    };

    /// The alphabet, with the allowed last characters, as a regular expression that RE2 and Rust interpret alike.
    /// Neither platform lets a name end in a dot.
    pub const PATTERN: &str = "^[a-z0-9_.]*[a-z0-9_]$";

    /// Returns the minimum length in characters, which equals bytes because the alphabet is ASCII.
    #[must_use]
    pub const fn shortest(self) -> usize {
        self.shortest
    }

    /// Returns the maximum length in characters.
    #[must_use]
    pub const fn longest(self) -> usize {
        self.longest
    }

    /// Returns names of a valid form that are reserved.
    #[must_use]
    pub const fn reserved(self) -> &'static [&'static str] {
        self.reserved
    }

    /// Checks whether a text is a username of the platform.
    pub fn check(self, name: &str) -> Result<(), BadUsername> {
        if self.reserved.contains(&name) {
            return Err(BadUsername::Reserved);
        }
        let in_alphabet = name
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.'));
        if in_alphabet && (self.shortest..=self.longest).contains(&name.len()) && !name.ends_with('.') {
            return Ok(());
        }
        Err(BadUsername::Form(self))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    #[test]
    fn username_has_platform_length_and_alphabet() {
        for name in ["a", "_", "natgeo", "a.b_c9", "..a", &"a".repeat(30)] {
            assert_eq!(Username::INSTAGRAM.check(name), Ok(()), "{name}");
        }
        for name in [
            "",
            ".",
            "a.",
            "Natgeo",
            "nat geo",
            "natgé",
            "a-b",
            &"a".repeat(31),
        ] {
            let bad = Username::INSTAGRAM.check(name);
            assert_eq!(bad, Err(BadUsername::Form(Username::INSTAGRAM)), "{name}");
        }
        assert_eq!(Username::TIKTOK.check(&"a".repeat(24)), Ok(()));
        for name in ["a", &"a".repeat(25)] {
            assert!(Username::TIKTOK.check(name).is_err(), "{name}");
        }
    }

    #[test]
    fn username_of_single_videos_is_reserved_on_tiktok() {
        assert_eq!(Username::TIKTOK.check(SINGLE_VIDEOS), Err(BadUsername::Reserved));
        assert_eq!(Username::INSTAGRAM.check(SINGLE_VIDEOS), Ok(()));
    }

    #[test]
    fn username_error_states_the_required_form() {
        assert_eq!(
            BadUsername::Form(Username::TIKTOK).to_string(),
            "A username on TikTok has 2 to 24 letters (a-z), digits, underscores and dots, and does not end in a dot"
        );
    }

    proptest! {
        #[test]
        fn username_pattern_and_lengths_agree_with_check(name in "\\PC{0,40}|[a-zA-Z0-9_.\n]{0,40}") {
            let pattern = Regex::new(Username::PATTERN).unwrap();
            for rules in [Username::INSTAGRAM, Username::TIKTOK] {
                let expected = pattern.is_match(&name)
                    && (rules.shortest()..=rules.longest()).contains(&name.chars().count())
                    && !rules.reserved().contains(&name.as_str());
                prop_assert_eq!(rules.check(&name).is_ok(), expected);
            }
        }
    }
}
