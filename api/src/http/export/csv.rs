//! Comma-separated values for spreadsheets: RFC 4180, in UTF-8.

use std::fmt::{Display, Write as _};

use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};

/// Marks the file as UTF-8 for Excel, which would otherwise use the system's legacy code page. Other programs skip it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Some spreadsheets treat a text that begins with one of these as a formula and would execute the content of a caption
/// (OWASP, "CSV Injection"). The last four are the full-width forms, which East Asian editions treat the same.
const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Where the comma is the decimal separator, these begin a cell within a text: `;` separates cells instead of the comma, quotes within
/// a cell do not count, and a line break ends the row.
const CELL_STARTS: [char; 2] = [';', '\n'];

/// A formula without a call or a DDE link only refers to other cells. Without them, a text within a cell is left as it is, such as `;-)`
/// or a name at the beginning of a line.
const CALLS: [char; 2] = ['(', '|'];

/// Prefix that makes a formula a text; spreadsheets do not show it.
const TEXT_MARK: char = '\'';

/// The part of a file that has been written and not yet taken.
pub(crate) struct Csv {
    written: String,
    begins_line: bool,
}

impl Csv {
    /// Begins a file with its header row.
    pub(crate) fn new(heading: impl Iterator<Item = &'static str>) -> Self {
        let mut csv = Self {
            written: BYTE_ORDER_MARK.to_string(),
            begins_line: true,
        };
        heading.for_each(|name| csv.text(name));
        csv.end_line();
        csv
    }

    /// Writes a cell with text from users.
    pub(crate) fn text(&mut self, text: &str) {
        self.next_cell();
        let is_quoted = text.contains(['"', ',', '\r', '\n']);
        if is_quoted {
            self.written.push('"');
        }
        for (index, part) in text.split_inclusive(CELL_STARTS).enumerate() {
            let is_whole_cell = index == 0;
            let content = if is_whole_cell {
                part
            } else {
                part.trim_start_matches(['"', '\r', '\n'])
            };
            if content.starts_with(FORMULA_STARTS) && (is_whole_cell || content.contains(CALLS)) {
                self.written.push(TEXT_MARK);
            }
            if is_quoted {
                self.written.push_str(&part.replace('"', "\"\""));
            } else {
                self.written.push_str(part);
            }
        }
        if is_quoted {
            self.written.push('"');
        }
    }

    /// Writes a cell with a number; an unknown one is empty, because 0 would be included in sums and averages.
    pub(crate) fn number(&mut self, number: Option<impl Display>) {
        self.next_cell();
        if let Some(number) = number {
            // Writing to a string cannot fail.
            let _ = write!(self.written, "{number}");
        }
    }

    /// Writes a cell with a time to the second, or an empty one.
    pub(crate) fn time(&mut self, time: Option<DateTime<Utc>>) {
        self.number(time.map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, false)));
    }

    /// Ends a line.
    pub(crate) fn end_line(&mut self) {
        self.written.push_str("\r\n");
        self.begins_line = true;
    }

    /// Returns the data written since the last call, or `None` if there is none.
    pub(crate) fn take(&mut self) -> Option<Bytes> {
        let written = std::mem::take(&mut self.written);
        (!written.is_empty()).then(|| Bytes::from(written))
    }

    fn next_cell(&mut self) {
        if !std::mem::take(&mut self.begins_line) {
            self.written.push(',');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> String {
        let mut csv = Csv::new(std::iter::empty());
        csv.take();
        csv.text(text);
        String::from_utf8(csv.take().unwrap_or_default().to_vec()).unwrap()
    }

    #[test]
    fn asvs_1_2_10_csv_cell_quotes_commas_quotes_and_line_breaks() {
        for (text, expected) in [
            ("plain text", "plain text"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("two\r\nlines", "\"two\r\nlines\""),
            ("🎉 ünï", "🎉 ünï"),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    #[test]
    fn asvs_1_2_10_csv_cell_never_starts_a_formula() {
        for (text, expected) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "\"'\r=1\""),
            ("\n=1", "\"'\n=1\""),
            ("\n", "\"'\n\""),
            ("＝1", "'＝1"),
            ("＠SUM(A1)", "'＠SUM(A1)"),
            ("1=1", "1=1"),
            ("a;=F()", "a;'=F()"),
            (";;@SUM(A1)", ";;'@SUM(A1)"),
            ("=1;b;+F()", "'=1;b;'+F()"),
            ("a, b;=F()", "\"a, b;'=F()\""),
            ("a;\"=F()\"", "\"a;'\"\"=F()\"\"\""),
            ("a\n=cmd|' /C calc'!A0", "\"a\n'=cmd|' /C calc'!A0\""),
            ("a\r\n-F()", "\"a\r\n'-F()\""),
            ("a;-)\n@nasa\n\n(b; c;", "\"a;-)\n@nasa\n\n(b; c;\""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    #[test]
    fn csv_file_has_bom_header_and_crlf_lines() {
        let mut csv = Csv::new(["a", "b", "c"].into_iter());
        csv.number(Some(-5));
        csv.number(Some(0.25));
        csv.number(None::<i64>);
        csv.end_line();
        csv.time("2026-11-21T10:00:00.5Z".parse().ok());
        csv.time(None);
        csv.text("x");
        csv.end_line();
        let expected = "\u{feff}a,b,c\r\n-5,0.25,\r\n2026-11-21T10:00:00+00:00,,x\r\n";
        assert_eq!(csv.take().unwrap(), expected);
        assert_eq!(csv.take(), None);
    }
}
