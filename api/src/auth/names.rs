//! Validation of usernames and email addresses.

/// A username is typed at every sign-in and shown in narrow columns.
const MAX_USERNAME_LENGTH: usize = 64;

/// The longest valid email address (RFC 5321, 4.5.3.1.3, less the angle brackets). A longer name in a sign-in form
/// cannot belong to a user.
pub(crate) const MAX_EMAIL_LENGTH: usize = 254;

/// The longest label of a domain (RFC 1035, 2.3.4).
const MAX_LABEL_LENGTH: usize = 63;

/// The reason why a name is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadName {
    #[error("username is required")]
    NoUsername,
    #[error("username may have at most {MAX_USERNAME_LENGTH} characters")]
    UsernameTooLong,
    #[error("username may contain letters a to z, digits, dots, hyphens and underscores, or be the email")]
    UsernameAlphabet,
    #[error("email is required")]
    NoEmail,
    #[error("email may have at most {MAX_EMAIL_LENGTH} characters")]
    EmailTooLong,
    #[error("email must be an address like name@example.com")]
    EmailSyntax,
}

/// Returns the username to store, in lower case. It contains no @ unless it is the user's own email, so that a user
/// cannot choose another user's email as a username.
pub(crate) fn username(text: &str, email: &str) -> Result<String, BadName> {
    let name = text.trim().to_lowercase();
    if name.is_empty() {
        return Err(BadName::NoUsername);
    }
    if name == email.to_lowercase() {
        return Ok(name);
    }
    if name.chars().count() > MAX_USERNAME_LENGTH {
        return Err(BadName::UsernameTooLong);
    }
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    if !name.bytes().all(allowed) {
        return Err(BadName::UsernameAlphabet);
    }
    Ok(name)
}

/// Returns the address to store: what a browser's email field accepts
/// (<https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address>).
pub(crate) fn email(text: &str) -> Result<&str, BadName> {
    let address = text.trim();
    if address.is_empty() {
        return Err(BadName::NoEmail);
    }
    if address.len() > MAX_EMAIL_LENGTH {
        return Err(BadName::EmailTooLong);
    }
    let (local, domain) = address.split_once('@').ok_or(BadName::EmailSyntax)?;
    let in_local = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    if local.is_empty() || !local.bytes().all(in_local) || !domain.split('.').all(is_label) {
        return Err(BadName::EmailSyntax);
    }
    Ok(address)
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL_LENGTH).contains(&label.len())
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn username_must_be_plain_or_own_email() {
        let (longest, too_long) = ("x".repeat(64), "x".repeat(65));
        for (text, expected) in [
            (" Ann.Example-2_b ", Ok("ann.example-2_b")),
            ("Ann@Example.com", Ok("ann@example.com")),
            ("7", Ok("7")),
            (&longest, Ok(longest.as_str())),
            (&too_long, Err(BadName::UsernameTooLong)),
            (" ", Err(BadName::NoUsername)),
            ("bob@example.com", Err(BadName::UsernameAlphabet)),
            ("two words", Err(BadName::UsernameAlphabet)),
            ("änn", Err(BadName::UsernameAlphabet)),
            ("a\0b", Err(BadName::UsernameAlphabet)),
            ("a/b", Err(BadName::UsernameAlphabet)),
        ] {
            let found = username(text, "ann@example.com");
            assert_eq!(found.as_deref(), expected.as_ref().map(|name| *name), "{text:?}");
        }
    }

    #[test]
    fn email_must_be_valid_address() {
        let longest = format!("{}@{}.com", "x".repeat(64), vec!["y".repeat(61); 3].join("."));
        assert_eq!(longest.len(), MAX_EMAIL_LENGTH);
        for good in [
            "a@b",
            " ann+tag@example.co.uk ",
            "o'hara@x-y.example",
            longest.as_str(),
        ] {
            assert_eq!(email(good), Ok(good.trim()), "{good:?}");
        }
        assert_eq!(email(""), Err(BadName::NoEmail));
        assert_eq!(email(&format!("x{longest}")), Err(BadName::EmailTooLong));
        let long_label = format!("a@{}.com", "x".repeat(64));
        for bad in [
            "ann",
            "@example.com",
            "ann@",
            "ann@@example.com",
            "ann@example.com@",
            "ann@.com",
            "ann@example..com",
            "ann@-example.com",
            "ann@example.com-",
            "a nn@example.com",
            "ann@exa mple.com",
            "ann@example.com\nbcc: x",
            "änn@example.com",
            "ann\0@example.com",
            long_label.as_str(),
        ] {
            assert_eq!(email(bad), Err(BadName::EmailSyntax), "{bad:?}");
        }
    }
}
