//! Validation of a group's fields.

use clipmeter_domain::{allowance, group};

use crate::http::error::Problem;

/// Returns the name without surrounding whitespace.
pub(super) fn name(text: &str) -> Result<&str, Problem> {
    group::name(text).map_err(|bad| Problem::invalid(bad.to_string()))
}

/// Returns the description without surrounding whitespace.
pub(super) fn description(text: &str) -> Result<&str, Problem> {
    group::description(text).map_err(|bad| Problem::invalid(bad.to_string()))
}

/// Validates an account limit.
pub(super) fn allowance(accounts: i32) -> Result<i32, Problem> {
    if (0..=allowance::LARGEST).contains(&accounts) {
        return Ok(accounts);
    }
    Err(Problem::invalid(format!(
        "max_instagram_accounts and max_tiktok_accounts must be from 0 to {}",
        allowance::LARGEST
    )))
}
