//! Lists of IDs in query strings.

use crate::http::error::Problem;

/// Maximum number of IDs in a filter of a list: those of a page.
pub(crate) const MAX_IDS: usize = 100;

/// Parses IDs separated by commas; repeated ones count once.
pub(crate) fn ids(parameter: &str, list: &str, most: usize) -> Result<Vec<i64>, Problem> {
    let mut ids = Vec::new();
    for text in list.split(',') {
        let id = text.parse().map_err(|_| {
            Problem::invalid(format!("{parameter} must be IDs separated by commas, like 3,7"))
        })?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    if ids.len() > most {
        return Err(Problem::invalid(format!("{parameter} has at most {most} IDs")));
    }
    Ok(ids)
}
