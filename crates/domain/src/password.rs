//! Requirements for new passwords. Only length and a list of common passwords count; there are no rules about digits
//! and symbols, which only make users write passwords down.

use secrecy::{ExposeSecret, SecretString};

/// The minimum in current guidance, in combination with a list of common passwords.
pub const MIN_PASSWORD_LENGTH: usize = 8;

/// Longer than any passphrase or generated password; bounds what is hashed.
pub const MAX_PASSWORD_LENGTH: usize = 256;

/// The passwords that attackers try first, in lower case and sorted, restricted to those that are long enough.
const COMMON: &str = include_str!("common_passwords.txt");

/// Why a password is rejected, with a message that says what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    /// Too short.
    #[error("The password must have at least {MIN_PASSWORD_LENGTH} characters")]
    TooShort,
    /// Too long.
    #[error("The password may have at most {MAX_PASSWORD_LENGTH} characters")]
    TooLong,
    /// A common password.
    #[error("This password is too common; choose another one")]
    Common,
    /// The user's own name or email.
    #[error("The password must differ from the username and the email")]
    Name,
}

/// Checks a new password for the user with these names.
pub fn check(password: &SecretString, names: &[&str]) -> Result<(), WeakPassword> {
    let password = password.expose_secret();
    let length = password.chars().count();
    if length < MIN_PASSWORD_LENGTH {
        return Err(WeakPassword::TooShort);
    }
    if length > MAX_PASSWORD_LENGTH {
        return Err(WeakPassword::TooLong);
    }
    let lower = password.to_lowercase();
    if COMMON.lines().any(|common| common == lower) {
        return Err(WeakPassword::Common);
    }
    if names.iter().any(|name| name.to_lowercase() == lower) {
        return Err(WeakPassword::Name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asvs_6_2_4_password_must_be_long_uncommon_and_not_a_name() {
        let long = "x".repeat(MAX_PASSWORD_LENGTH);
        let too_long = "x".repeat(MAX_PASSWORD_LENGTH + 1);
        for (password, expected) in [
            ("correct horse", Ok(())),
            ("eight ch", Ok(())),
            ("ÄÖÜäöüßé", Ok(())),
            ("pass\0word zero", Ok(())),
            (long.as_str(), Ok(())),
            ("seven c", Err(WeakPassword::TooShort)),
            ("ÄÖÜäöüß", Err(WeakPassword::TooShort)),
            (too_long.as_str(), Err(WeakPassword::TooLong)),
            ("password", Err(WeakPassword::Common)),
            ("PassWord123", Err(WeakPassword::Common)),
            ("12345678", Err(WeakPassword::Common)),
            ("Ann.Example", Err(WeakPassword::Name)),
            ("ANN@example.com", Err(WeakPassword::Name)),
        ] {
            let names = ["ann.example", "ann@example.com"];
            assert_eq!(check(&password.into(), &names), expected, "{password}");
        }
    }

    #[test]
    fn asvs_6_2_4_common_password_list_is_lowercase_and_long_enough() {
        let lines: Vec<_> = COMMON.lines().collect();
        assert!(lines.len() > 200);
        for line in lines {
            assert!(
                line.chars().count() >= MIN_PASSWORD_LENGTH,
                "{line} is refused anyway"
            );
            assert_eq!(line.to_lowercase(), line);
        }
    }
}
