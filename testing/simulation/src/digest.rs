//! A digest of everything that a simulation produced.

use sha2::{Digest as _, Sha256};

/// Returns the SHA-256 of the requests and all stored data, in hexadecimal digits.
pub(crate) fn digest(requests: &[u8], stored: &[String]) -> String {
    let mut digest = Sha256::new();
    digest.update(requests);
    for line in stored {
        digest.update(line);
        digest.update("\n");
    }
    let bytes = digest.finalize();
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_depends_on_every_line_and_request() {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let of = |requests: &[u8], stored: &[&str]| digest(requests, &lines(stored));
        assert_eq!(of(b"a", &["b", "c"]), of(b"a", &["b", "c"]));
        assert_ne!(of(b"a", &["b", "c"]), of(b"a", &["bc"]));
        assert_ne!(of(b"a", &["b"]), of(b"b", &["b"]));
        assert_eq!(of(b"", &[]).len(), 64);
    }
}
