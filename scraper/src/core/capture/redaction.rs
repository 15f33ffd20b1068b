//! Redaction of secrets in captured responses.

use memchr::memmem;
use secrecy::{ExposeSecret as _, SecretString};

use super::{markup, named, overwrite, shapes};
use crate::core::parse::html;

/// Maximum length of a stored body, in bytes; the API accepts no more. Real responses have at most 1.1 MB, and their identifying parts come before that.
pub const MAX_BODY: usize = 1024 * 1024;

/// Bytes read beyond the limit, so that a secret at the cut is recognized by the text after it.
const MARGIN: usize = 16 * 1024;

/// Shortest text that is searched for as a secret of this run: a shorter one occurs everywhere by chance.
const MIN_SECRET_LENGTH: usize = 6;

/// Shortest number that is searched for, such as the user ID of a session.
const MIN_NUMBER_LENGTH: usize = 4;

/// A body without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The body, up to [`MAX_BODY`] bytes.
    pub body: Vec<u8>,
    /// Whether the body was longer.
    pub is_cut: bool,
}

/// Overwrites secrets in responses without changing how they are parsed: the secrets of the request, values with a secret name, and values
/// with the form of a secret. The content of the response stays: IDs, names, texts, counts.
#[derive(Default)]
pub struct Redaction {
    secrets: Vec<SecretString>,
    numbers: Vec<SecretString>,
}

impl Redaction {
    /// Also overwrites this text wherever it occurs; a number, unless it is part of a longer one.
    #[must_use]
    pub fn without(mut self, secret: &str) -> Self {
        if secret.bytes().all(|byte| byte.is_ascii_digit()) {
            if secret.len() >= MIN_NUMBER_LENGTH {
                self.numbers.push(secret.into());
            }
        } else if secret.len() >= MIN_SECRET_LENGTH {
            self.secrets.push(secret.into());
        }
        self
    }

    /// Also overwrites this value of the cookie `sessionid`, in whole or in parts, and the user ID in it.
    #[must_use]
    pub fn without_session(self, value: &str) -> Self {
        let value = value.replace("%3A", ":").replace("%3a", ":");
        value.trim().split(':').fold(self, Self::without)
    }

    /// Returns the body without secrets.
    #[must_use]
    pub fn body(&self, body: &[u8]) -> Redacted {
        let from = &body[..body.len().min(MAX_BODY + MARGIN)];
        let mut redacted = self.covered(from);
        redacted.truncate(MAX_BODY);
        Redacted {
            body: redacted,
            is_cut: body.len() > MAX_BODY,
        }
    }

    /// Returns the header `Location` without secrets and without the values of its query.
    #[must_use]
    pub fn location(&self, location: &str) -> String {
        let mut redacted = self.covered(location.as_bytes());
        if let Some(host) = location.find("//").map(|at| at + 2)
            && let Some(sign) = location[host..].find('@')
            && !location[host..host + sign].contains('/')
        {
            overwrite::text(&mut redacted, host..host + sign);
        }
        let mut at = location.find(['?', '#']).unwrap_or(location.len());
        while at < redacted.len() {
            let end = location[at + 1..]
                .find(['&', '#', '?'])
                .map_or(redacted.len(), |length| at + 1 + length);
            let value = location[at..end].find('=').map_or(at, |length| at + length);
            overwrite::text(&mut redacted, value..end);
            at = end;
        }
        String::from_utf8_lossy(&redacted).into_owned()
    }

    fn covered(&self, from: &[u8]) -> Vec<u8> {
        let mut to = from.to_vec();
        named::cover(from, &mut to);
        shapes::cover(from, &mut to);
        if html::is_page(from) {
            markup::cover(from, &mut to);
        }
        for secret in &self.secrets {
            let secret = secret.expose_secret();
            for at in memmem::find_iter(from, secret) {
                overwrite::text(&mut to, at..at + secret.len());
            }
        }
        for number in &self.numbers {
            let number = number.expose_secret();
            let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
            for at in memmem::find_iter(from, number) {
                // Part of a longer number is not a match.
                let before = at.checked_sub(1).and_then(|before| from.get(before));
                if !is_digit(before) && !is_digit(from.get(at + number.len())) {
                    overwrite::number(&mut to, at..at + number.len());
                }
            }
        }
        to
    }
}

#[cfg(test)]
mod tests;
