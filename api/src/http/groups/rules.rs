//! What a group's fields may be.

use crate::http::error::Problem;

/// Longest texts: what still fits a heading, and a paragraph.
const LONGEST_NAME: usize = 100;
const LONGEST_DESCRIPTION: usize = 1000;

/// The limit that the database keeps too: ten times the largest installation planned for.
const LARGEST_ALLOWANCE: i32 = 100_000;

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
    if (0..=LARGEST_ALLOWANCE).contains(&accounts) {
        return Ok(accounts);
    }
    Err(Problem::invalid(format!(
        "max_instagram_accounts and max_tiktok_accounts must be from 0 to {LARGEST_ALLOWANCE}"
    )))
}
