//! What may be kept of an answer.

use memchr::memmem;
use secrecy::{ExposeSecret as _, SecretString};

use super::{markup, named, overwrite, shapes};
use crate::html;

/// Longest body that is kept, bytes; the API takes no more. Real answers have at most 1.1 MB, and what they are known by stands before that.
pub const MAX_BODY: usize = 1024 * 1024;

/// What is read beyond it, so that a secret at the cut is known by what follows.
const MARGIN: usize = 16 * 1024;

/// Shortest text that is looked for as a secret of this run: a shorter one stands everywhere by chance.
const SHORTEST_SECRET: usize = 6;

/// Shortest number that is, such as that of a session's owner.
const SHORTEST_NUMBER: usize = 4;

/// A body without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// As long as it came, up to [`MAX_BODY`].
    pub body: Vec<u8>,
    /// It was longer.
    pub is_cut: bool,
}

/// Overwrites what is secret in answers, so that parsers make the same of them: the secrets of whoever asked, what is known as one by its name, and what
/// gives itself away by its form. What the answer is about stays: ids, names, texts, counts.
#[derive(Default)]
pub struct Redaction {
    secrets: Vec<SecretString>,
    numbers: Vec<SecretString>,
}

impl Redaction {
    /// Also overwrites this text, wherever it stands; a number, wherever it does not stand within a longer one.
    #[must_use]
    pub fn without(mut self, secret: &str) -> Self {
        if secret.bytes().all(|byte| byte.is_ascii_digit()) {
            if secret.len() >= SHORTEST_NUMBER {
                self.numbers.push(secret.into());
            }
        } else if secret.len() >= SHORTEST_SECRET {
            self.secrets.push(secret.into());
        }
        self
    }

    /// Also overwrites this value of the cookie `sessionid`, in whole or in parts, and the number of its owner.
    #[must_use]
    pub fn without_session(self, value: &str) -> Self {
        let value = value.replace("%3A", ":").replace("%3a", ":");
        value.trim().split(':').fold(self, Self::without)
    }

    /// The body without secrets.
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

    /// The header `Location` without secrets and without the values of its query.
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
                // Within a longer number it is none.
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
