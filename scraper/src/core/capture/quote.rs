//! Quotes as written in data, in nested data, and in attributes of a page.

/// Limit of the search for the end of a value, bytes. Real tokens have at most a few hundred.
const REACH: usize = 8 * 1024;

/// Encoded quotes.
const WRITTEN: [&[u8]; 5] = [b"&quot;", b"&#34;", b"&#039;", b"\\u0022", b"%22"];

/// The delimiter of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    /// A quote after this many backslashes: none in data, one in data nested in a string, three in data nested twice.
    Plain { mark: u8, backslashes: usize },
    /// An encoded quote.
    Written(&'static [u8]),
}

impl Quote {
    /// Returns the quote at `at`, and the index after it.
    pub(super) fn at(bytes: &[u8], at: usize) -> Option<(Self, usize)> {
        let rest = bytes.get(at..)?;
        if let Some(written) = WRITTEN.into_iter().find(|written| rest.starts_with(written)) {
            return Some((Self::Written(written), at + written.len()));
        }
        let backslashes = rest.iter().take_while(|byte| **byte == b'\\').count();
        let mark = *rest.get(backslashes)?;
        matches!(mark, b'"' | b'\'').then_some((Self::Plain { mark, backslashes }, at + backslashes + 1))
    }

    /// Returns whether both quotes are at the same nesting depth.
    pub(super) fn is_as_deep_as(self, other: Self) -> bool {
        match (self, other) {
            (
                Self::Plain { backslashes: own, .. },
                Self::Plain {
                    backslashes: other, ..
                },
            ) => own == other,
            _ => self == other,
        }
    }

    /// Returns the end of the string whose content begins at `from`: before its closing quote, or at the cut-off.
    pub(super) fn end(self, bytes: &[u8], from: usize) -> usize {
        let near = &bytes[from..bytes.len().min(from + REACH)];
        let length = match self {
            Self::Written(written) => memchr::memmem::find(near, written),
            Self::Plain { mark, backslashes } => memchr::memchr_iter(mark, near).find_map(|at| {
                let before = near[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
                closes(before, backslashes).then(|| at - before.min(backslashes))
            }),
        };
        from + length.unwrap_or(near.len())
    }
}

/// Returns whether a quote after `before` backslashes ends a string whose own quotes have `own`. Backslashes that are part of the
/// string are doubled once more than those; fewer backslashes end an enclosing string.
fn closes(before: usize, own: usize) -> bool {
    before < own || (before - own).is_multiple_of(2 * (own + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_ends_string_at_quote_of_same_depth() {
        for (text, content) in [
            (r#""abc","d""#, "abc"),
            (r#""a\"b"c""#, r#"a\"b"#),
            (r#""a\\"b"#, r"a\\"),
            (r#"\"a\\\"b\",\"c\""#, r#"a\\\"b"#),
            (r#"\"cut" "#, "cut"),
            ("'a\"b'", "a\"b"),
            ("&quot;a&amp;b&quot; c", "a&amp;b"),
            (r"\u0022ab\u0022", "ab"),
            ("\"no end", "no end"),
        ] {
            let (quote, from) = Quote::at(text.as_bytes(), 0).unwrap();
            let end = quote.end(text.as_bytes(), from);
            assert_eq!(&text[from..end], content, "{text}");
        }
        assert_eq!(Quote::at(br"\n", 0), None);
        assert_eq!(Quote::at(b"", 0), None);
    }
}
