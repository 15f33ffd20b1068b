//! The shortcode in a post's URL: the post's ID in base 64.

/// Digits of the shortcode, in the order of their value.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Shortcodes of private posts are followed by a share code of this length, which is not part of the ID.
const SHARE_CODE_LENGTH: usize = 28;

/// Returns the shortcode of a post ID (pk).
#[must_use]
pub fn encode(pk: u64) -> String {
    let mut digits = Vec::new();
    let mut rest = pk;
    while rest > 0 {
        digits.push(char::from(ALPHABET[usize::from((rest % 64).to_le_bytes()[0])]));
        rest /= 64;
    }
    digits.iter().rev().collect()
}

/// Returns the post ID (pk) of a shortcode, or `None` if the text is not a shortcode.
#[must_use]
pub fn decode(code: &str) -> Option<u64> {
    let code = code.as_bytes();
    let length = code.len().checked_sub(SHARE_CODE_LENGTH);
    let digits = length.map_or(code, |length| &code[..length]);
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |pk, byte| {
        let value = ALPHABET.iter().position(|letter| letter == byte)?;
        pk.checked_mul(64)?.checked_add(u64::try_from(value).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcode_and_id_round_trip() {
        assert_eq!(decode("DF5s0duxDts"), Some(3_565_077_699_422_862_188));
        assert_eq!(encode(3_565_077_699_422_862_188), "DF5s0duxDts");
        assert_eq!(
            decode(&format!("DF5s0duxDts{}", "x".repeat(28))),
            Some(3_565_077_699_422_862_188)
        );
    }

    #[test]
    fn shortcode_that_is_invalid_has_no_id() {
        for text in ["", "DF5s 0", "é", "____________"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
