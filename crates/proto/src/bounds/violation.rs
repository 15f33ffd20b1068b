//! The error for a message out of bounds.

use std::fmt::{Display, Formatter, Result};

/// Names the field that is out of bounds, such as `page.observations[3].url`, and its allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundsViolation {
    field: String,
    reason: String,
}

impl BoundsViolation {
    pub(super) fn of(reason: impl Into<String>) -> Self {
        Self {
            field: String::new(),
            reason: reason.into(),
        }
    }

    /// Prepends the path of the message or list that contains the refused value.
    pub(super) fn within(mut self, place: &str) -> Self {
        let is_in_a_message = !self.field.is_empty() && !self.field.starts_with('[');
        let dot = if is_in_a_message { "." } else { "" };
        self.field = format!("{place}{dot}{}", self.field);
        self
    }
}

impl Display for BoundsViolation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.field.is_empty() {
            return f.write_str(&self.reason);
        }
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for BoundsViolation {}
