//! Skips JSON values without parsing them.
//!
//! A response of hundreds of kilobytes contains a few dozen needed values. The text between them is skipped 64 bytes at
//! a time: each block becomes bit masks of its quotes, backslashes and brackets, and the brackets outside of strings are
//! counted. The method is that of Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (VLDB Journal 28, 2019),
//! reduced to finding the end of a value.

use wide::u8x16;

/// Bytes per block: one bit each in a mask.
const BLOCK: usize = 64;
/// Bytes per vector.
const LANES: usize = 16;

/// Returns the index of the closing quote of the string whose content begins at `from`, or `None` if it is cut off.
#[inline]
pub(super) fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at = match bytes.get(at..at + LANES).and_then(|lanes| lanes.try_into().ok()) {
            Some(lanes) => {
                let lanes = u8x16::new(lanes);
                let hits =
                    (lanes.simd_eq(u8x16::splat(b'"')) | lanes.simd_eq(u8x16::splat(b'\\'))).to_bitmask();
                if hits == 0 {
                    at += LANES;
                    continue;
                }
                at + hits.trailing_zeros() as usize
            }
            None => {
                at + bytes
                    .get(at..)?
                    .iter()
                    .position(|byte| matches!(byte, b'"' | b'\\'))?
            }
        };
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// Returns the index after the closing bracket of the array or object whose opening bracket lies before `from`, or
/// `None` if it is cut off.
pub(super) fn container_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut depth = 1;
    let mut strings = Strings::default();
    let mut at = from;
    while at < bytes.len() {
        let block = block(bytes, at);
        let outside = !strings.mask(&block);
        let opening = block.opening & outside;
        let mut closing = block.closing & outside;
        if closing.count_ones() >= depth {
            while closing != 0 {
                let bit = closing.trailing_zeros();
                let opened = (opening & ((1 << bit) - 1)).count_ones();
                let closed = (block.closing & outside & ((1 << bit) - 1)).count_ones() + 1;
                if depth + opened == closed {
                    return Some(at + bit as usize + 1);
                }
                closing &= closing - 1;
            }
        }
        // The loop above found no end, so the sum stays positive.
        depth = depth + opening.count_ones() - (block.closing & outside).count_ones();
        at += BLOCK;
    }
    None
}

/// The masks of one block: bit n is byte n of the block.
struct Masks {
    quote: u64,
    backslash: u64,
    /// `[` and `{`
    opening: u64,
    /// `]` and `}`
    closing: u64,
}

/// Returns the masks of the block at `at`; beyond the end of the bytes it is filled with spaces.
#[inline]
fn block(bytes: &[u8], at: usize) -> Masks {
    if let Some(whole) = bytes.get(at..at + BLOCK).and_then(|block| block.try_into().ok()) {
        return masks(whole);
    }
    let mut padded = [b' '; BLOCK];
    for (to, from) in padded.iter_mut().zip(&bytes[at..]) {
        *to = *from;
    }
    masks(&padded)
}

#[inline]
fn masks(block: &[u8; BLOCK]) -> Masks {
    let mut masks = Masks {
        quote: 0,
        backslash: 0,
        opening: 0,
        closing: 0,
    };
    let (vectors, _) = block.as_chunks::<LANES>();
    for (index, lanes) in vectors.iter().enumerate() {
        let lanes = u8x16::new(*lanes);
        // In ASCII, `[` and `{` differ only in this bit, as do `]` and `}`, and no other character becomes one of them
        // by it.
        let folded = lanes | u8x16::splat(0x20);
        let mask = |found: u8x16| u64::from(found.to_bitmask()) << (index * LANES);
        masks.quote |= mask(lanes.simd_eq(u8x16::splat(b'"')));
        masks.backslash |= mask(lanes.simd_eq(u8x16::splat(b'\\')));
        masks.opening |= mask(folded.simd_eq(u8x16::splat(b'{')));
        masks.closing |= mask(folded.simd_eq(u8x16::splat(b'}')));
    }
    masks
}

/// The string state carried from one block to the next.
#[derive(Default)]
struct Strings {
    /// All ones inside a string.
    open: u64,
    /// 1 if the next block's first byte is escaped.
    escaped: u64,
}

impl Strings {
    /// Returns the bytes inside strings, including opening quotes and excluding closing ones.
    #[inline]
    fn mask(&mut self, block: &Masks) -> u64 {
        let quotes = if block.backslash | self.escaped == 0 {
            block.quote
        } else {
            block.quote & !self.escaped(block.backslash)
        };
        let mut inside = quotes;
        for shift in [1, 2, 4, 8, 16, 32] {
            inside ^= inside << shift;
        }
        inside ^= self.open;
        self.open = 0_u64.wrapping_sub(inside >> 63);
        inside
    }

    /// Returns the bytes that are escaped by a preceding backslash.
    #[inline]
    fn escaped(&mut self, backslashes: u64) -> u64 {
        let mut escaped = self.escaped;
        self.escaped = 0;
        let mut rest = backslashes & !escaped;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            if bit == 63 {
                self.escaped = 1;
                break;
            }
            escaped |= 2 << bit;
            // An escaped backslash escapes nothing.
            rest &= !(3 << bit);
        }
        escaped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference implementation, one byte at a time.
    fn simple_container_end(bytes: &[u8], from: usize) -> Option<usize> {
        let (mut depth, mut inside, mut at) = (1_u32, false, from);
        while at < bytes.len() {
            match bytes[at] {
                b'\\' if inside => at += 1,
                b'"' => inside = !inside,
                b'[' | b'{' if !inside => depth += 1,
                b']' | b'}' if !inside => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    #[test]
    fn string_end_is_first_unescaped_quote() {
        for padding in [0, 1, 13, 14, 15, 16, 17, 40] {
            let text = format!("{}\\\\\\\"x\"tail", "a".repeat(padding));
            assert_eq!(string_end(text.as_bytes(), 0), Some(padding + 5), "{padding}");
            let plain = format!("{}\" tail that is longer than a vector", "a".repeat(padding));
            assert_eq!(string_end(plain.as_bytes(), 0), Some(padding), "{padding}");
        }
        assert_eq!(string_end(b"cut", 0), None);
        assert_eq!(string_end(b"cut\\", 0), None);
        assert_eq!(string_end(b"cut\\\"", 0), None);
    }

    proptest::proptest! {
        #[test]
        fn container_end_matches_simple_scanner(
            tokens in proptest::collection::vec(r#"[\[\]{},: ]|"([a-z\[\]{}]|\\\\|\\"){0,90}""#, 0..60)
        ) {
            let document = format!("[{}]]", tokens.concat());
            proptest::prop_assert_eq!(
                container_end(document.as_bytes(), 1),
                simple_container_end(document.as_bytes(), 1)
            );
        }
    }
}
