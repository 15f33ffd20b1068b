//! What a group's fields may be.

use clipmeter_rules::allowance;
use clipmeter_rules::group::{LONGEST_DESCRIPTION, LONGEST_NAME};

use crate::http::error::Problem;

/// The name without the blanks around it.
pub(super) fn name(text: &str) -> Result<&str, Problem> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Problem::invalid("name is required"));
    }
    check_text("name", name, LONGEST_NAME)?;
    Ok(name)
}

/// The description without the blanks around it.
pub(super) fn description(text: &str) -> Result<&str, Problem> {
    let description = text.trim();
    check_text("description", description, LONGEST_DESCRIPTION)?;
    Ok(description)
}

fn check_text(field: &str, text: &str, longest: usize) -> Result<(), Problem> {
    if text.chars().count() > longest {
        return Err(Problem::invalid(format!(
            "{field} may have at most {longest} characters"
        )));
    }
    if text.contains('\0') {
        return Err(Problem::invalid(format!(
            "{field} must be text, without NUL characters"
        )));
    }
    Ok(())
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
