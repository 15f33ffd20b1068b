//! What a group's fields may be.

use clipmeter_rules::{allowance, group};

use crate::http::error::Problem;

/// The name without the blanks around it.
pub(super) fn name(text: &str) -> Result<&str, Problem> {
    group::name(text).map_err(|bad| Problem::invalid(bad.to_string()))
}

/// The description without the blanks around it.
pub(super) fn description(text: &str) -> Result<&str, Problem> {
    group::description(text).map_err(|bad| Problem::invalid(bad.to_string()))
}

/// How many accounts a group may track.
pub(super) fn allowance(accounts: i32) -> Result<i32, Problem> {
    if (0..=allowance::LARGEST).contains(&accounts) {
        return Ok(accounts);
    }
    Err(Problem::invalid(format!(
        "max_instagram_accounts and max_tiktok_accounts must be from 0 to {}",
        allowance::LARGEST
    )))
}
