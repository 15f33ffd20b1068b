//! Code shared by the three ways of adding sessions.

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::{self, AddSessionsOutcome, SessionText};
use serde_json::json;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::AddedSessions;

/// Adds sessions, records it in the audit log, and returns the results.
pub(super) async fn add(
    state: &HttpState,
    admin: &Admin,
    text: SessionText,
) -> Result<Json<AddedSessions>, Problem> {
    if text.is_blank() {
        return Err(Problem::invalid("sessions is required: one session ID a line"));
    }
    let mut transaction = admin.write().await?;
    let added = sessions::add(&mut transaction, &state.secrets, admin.caller().now(), text).await?;
    let total = sessions::tag(&mut transaction).await?.total;
    let AddSessionsOutcome {
        added,
        duplicates,
        invalid,
    } = added;
    let details = json!({"added": added, "duplicates": duplicates, "invalid": invalid});
    admin
        .caller()
        .record(&mut transaction, Action::SessionsAdd, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(AddedSessions {
        message: message(added, duplicates, invalid),
        added,
        duplicates,
        invalid,
        total,
    }))
}

fn message(added: u64, duplicates: u64, invalid: u64) -> String {
    let left_out = [(duplicates, "duplicate"), (invalid, "invalid line")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, noun)| format!(", {} left out", count(n, noun)));
    format!(
        "{} added{}",
        count(added, "session"),
        left_out.collect::<String>()
    )
}

/// Returns a number with its noun.
pub(super) fn count(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_counts_added_duplicate_and_invalid_sessions() {
        assert_eq!(message(1, 0, 0), "1 session added");
        assert_eq!(message(2, 1, 0), "2 sessions added, 1 duplicate left out");
        assert_eq!(
            message(0, 2, 3),
            "0 sessions added, 2 duplicates left out, 3 invalid lines left out"
        );
    }
}
