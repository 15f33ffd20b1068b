//! Email addresses.

use memchr::memmem;

use super::{run, run_back};
use crate::core::capture::overwrite;

/// Encodings of the @ sign.
const AT: [&[u8]; 5] = [b"@", b"\\u0040", b"%40", b"&#064;", b"&#64;"];

/// Maximum length of a local part, in bytes.
const MAX_NAME_LENGTH: usize = 64;

/// Maximum length of a host name, in bytes.
const MAX_HOST_LENGTH: usize = 253;

pub(super) fn cover(from: &[u8], to: &mut [u8]) {
    for sign in AT {
        for at in memmem::find_iter(from, sign) {
            let near = &from[at.saturating_sub(MAX_NAME_LENGTH)..at];
            let name = run_back(near, |byte| {
                byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte)
            });
            let after = at + sign.len();
            let near = &from[after..from.len().min(after + MAX_HOST_LENGTH)];
            let host = run(near, |byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
            if name > 0 && is_host(&near[..host]) {
                overwrite::text(to, at - name..at);
                overwrite::text(to, after..after + host);
            }
        }
    }
}

/// Returns whether the text is at least a name and a top-level domain. It may include the period that ends a sentence.
fn is_host(text: &[u8]) -> bool {
    let text = text.strip_suffix(b".").unwrap_or(text);
    let Some(dot) = memchr::memrchr(b'.', text) else {
        return false;
    };
    let top = &text[dot + 1..];
    dot > 0 && top.len() >= 2 && top.iter().all(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use crate::core::capture::shapes::covered;

    #[test]
    fn email_addresses_are_distinguished_from_handles() {
        for (text, expected) in [
            (
                "write to ann.b+x@mail.example.org.",
                "write to xxx.x+x@xxxx.xxxxxxx.xxx.",
            ),
            (r"ann\u0040example.org", r"xxx\u0040xxxxxxx.xxx"),
            ("?q=ann%40example.org", "?q=xxx%40xxxxxxx.xxx"),
            ("https://www.tiktok.com/@ann.b", "https://www.tiktok.com/@ann.b"),
            ("Ann (&#064;ann.bee)", "Ann (&#064;ann.bee)"),
            ("thanks @ann.bee", "thanks @ann.bee"),
            ("a@b", "a@b"),
        ] {
            assert_eq!(covered(text), expected);
        }
    }
}
