//! Validation of text input.

use crate::http::error::Problem;

/// Returns a field's text without surrounding whitespace, of limited length and without control characters: the
/// database does not accept a NUL, and a line feed would break a log or a table.
pub(crate) fn line<'a>(field: &str, text: &'a str, longest: usize) -> Result<&'a str, Problem> {
    let text = text.trim();
    if text.chars().count() > longest {
        return Err(Problem::invalid(format!(
            "{field} may have at most {longest} characters"
        )));
    }
    if text.chars().any(char::is_control) {
        return Err(Problem::invalid(format!(
            "{field} must be one line of text, without control characters"
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_line_is_trimmed_and_length_and_characters_checked() {
        assert_eq!(line("name", "  Ann Ö ", 5).unwrap(), "Ann Ö");
        for bad in ["Ann Öx", "a\nb", "a\0b", "a\u{7f}"] {
            assert!(line("name", bad, 5).is_err(), "{bad:?}");
        }
    }
}
