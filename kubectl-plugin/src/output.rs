//! What commands print.

use std::io::{self, Write as _};

use serde::Serialize;

use crate::cli::Format;
use crate::error::Error;

/// The result of a command.
pub(crate) struct Answer {
    /// For users, with a line break at the end.
    pub(crate) text: String,
    /// For programs.
    pub(crate) json: serde_json::Value,
    pub(crate) exit_code: u8,
}

impl Answer {
    pub(crate) fn new(text: String, report: &impl Serialize) -> Result<Self, Error> {
        Ok(Self {
            text,
            json: serde_json::to_value(report)?,
            exit_code: 0,
        })
    }

    pub(crate) fn with_exit_code(self, exit_code: u8) -> Self {
        Self { exit_code, ..self }
    }

    pub(crate) fn print(&self, format: Format) -> Result<(), Error> {
        let text = match format {
            Format::Table => self.text.clone(),
            Format::Json => format!("{:#}\n", self.json),
        };
        match io::stdout().lock().write_all(text.as_bytes()) {
            // The reader has seen enough, such as `head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => Ok(other?),
        }
    }
}

/// Returns a table as kubectl prints it: three spaces between columns, none at the end of a line.
pub(crate) fn table<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    let mut widths = header.map(|title| title.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in std::iter::once(&header.map(str::to_owned)).chain(rows) {
        let cells = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("   ").trim_end());
        text.push('\n');
    }
    text
}

/// Returns a number and a noun in the right form.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_aligns_columns_without_trailing_spaces() {
        let rows = [
            ["a".to_owned(), String::new()],
            ["Zürich".to_owned(), "b".to_owned()],
        ];
        assert_eq!(table(["NAME", "X"], &rows), "NAME     X\na\nZürich   b\n");
    }

    #[test]
    fn count_has_plural() {
        assert_eq!(count(1, "run"), "1 run");
        assert_eq!(count(0, "run"), "0 runs");
        assert_eq!(count(2, "entry"), "2 entries");
    }
}
