//! Errors of calls that are retried every second.

use crate::error::Error;

/// Logs an error only once, because the call is retried every second and may fail for a long time, for example with an API of the
/// previous version.
#[derive(Default)]
pub(crate) struct ErrorLog(Option<String>);

impl ErrorLog {
    pub(crate) fn log(&mut self, error: &Error, message: &str) {
        if self.is_new(error.to_string()) {
            tracing::warn!(%error, "{message}");
        } else {
            tracing::debug!(%error, "{message}");
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }

    fn is_new(&mut self, error: String) -> bool {
        let is_new = self.0.as_ref() != Some(&error);
        self.0 = Some(error);
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaint_is_new_once_per_error_until_cleared() {
        let mut error_log = ErrorLog::default();
        let mut is_new = |error: &str| error_log.is_new(error.to_owned());
        assert_eq!(
            ["a", "a", "b", "b", "a"].map(&mut is_new),
            [true, false, true, false, true]
        );
        error_log.clear();
        assert!(error_log.is_new("a".to_owned()));
    }
}
